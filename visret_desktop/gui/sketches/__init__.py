"""The sketches of a query: the strip, its cards, and the instruction."""
