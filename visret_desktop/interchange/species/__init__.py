"""Lists of species, and which of their names may fit a photo."""
