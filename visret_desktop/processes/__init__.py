"""Processes of the program: children, their limits and their environment."""
