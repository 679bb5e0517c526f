"""What a pack may contain, and whether it does."""
