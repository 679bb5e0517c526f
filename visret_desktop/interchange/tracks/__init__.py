"""Tracks of GPS loggers, and the places that photos get by them."""
