"""Tags, ratings and names: the tagging bar, the tree of tags, suggestions."""
