"""Photos by year, month and day."""
