"""Arithmetic on vectors and rankings: no models, no files but the index."""
