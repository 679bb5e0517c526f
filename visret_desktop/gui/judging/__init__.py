"""Marks of right and wrong, and what they say about settings."""
