"""The window of models: on offer, installed, being fetched."""
