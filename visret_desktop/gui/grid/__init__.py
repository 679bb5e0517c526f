"""The grid of thumbnails: layout, painting, loading."""
