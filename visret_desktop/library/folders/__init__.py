"""Photo folders on disk: walking, watching, drives that come and go."""
