"""The setup for Windows."""
