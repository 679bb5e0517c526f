"""The library in the window: folders, indexing, problems, the demonstration."""
