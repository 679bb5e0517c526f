"""What is known of photos, written to files that other programs read."""
