"""Marks for right and wrong, and what is found out by them."""
