"""The photo folders and what we know about them."""
