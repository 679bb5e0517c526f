"""Which models are used and loaded."""
