"""Readers: answers to questions from photos."""
