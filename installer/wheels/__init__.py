"""Portable wheels of the libraries that would otherwise be compiled for one kind of processor."""
