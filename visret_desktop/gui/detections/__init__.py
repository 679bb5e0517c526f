"""Boxes and labels of detectors, and how their files come in."""
