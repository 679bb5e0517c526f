"""Text in photos: found and read."""
