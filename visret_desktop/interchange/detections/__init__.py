"""What detectors found in photos, read from their files."""
