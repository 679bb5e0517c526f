"""The line to type in, and the searches that it starts."""
