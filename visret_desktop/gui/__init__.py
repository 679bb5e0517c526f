"""The window; it decides nothing about retrieval."""
