"""Saved searches in the window."""
