"""Folders, indexing and problems, and the library's photos as rows."""
