"""Is the search any good, and how fast: measurements by command, beside the program."""
