"""`visret ask`: from the catalog, or by a reader that looks at photos."""
