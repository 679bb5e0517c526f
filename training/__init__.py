"""The recipes that made the starter pack, runnable again from nothing. See training/README.md."""
