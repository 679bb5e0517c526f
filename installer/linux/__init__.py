"""The bundle for Linux, and what carries it to people."""
