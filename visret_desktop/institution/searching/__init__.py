"""Searching a library on a server from the ordinary window and command line."""
