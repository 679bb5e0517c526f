"""Measurements of a library on a server: searching it, and indexing into it on many machines."""
