"""Where on earth photos were taken: names and outlines of places, all offline."""
