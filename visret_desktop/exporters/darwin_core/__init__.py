"""Accepted names as occurrences in a Darwin Core Archive."""
