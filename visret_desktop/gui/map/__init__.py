"""Photos on a map."""
