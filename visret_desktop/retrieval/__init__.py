"""Arithmetic on vectors and rankings, and the vector index."""
