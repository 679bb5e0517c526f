"""Contact sheets that open without us."""
