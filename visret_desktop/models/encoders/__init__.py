"""Encoders: photos and words as vectors."""
