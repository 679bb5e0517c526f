"""What cameras recorded in a season, as ecologists count it."""
