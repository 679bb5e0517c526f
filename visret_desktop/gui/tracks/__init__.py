"""Placing photos by a track, with a look at the result first."""
