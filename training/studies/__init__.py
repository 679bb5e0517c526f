"""Measurements of models for the figures in the documents; the program does without them."""
