"""Copies of photos in a folder, for others."""
