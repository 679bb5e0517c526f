"""Which models are loaded, and what was learned of their speed."""
