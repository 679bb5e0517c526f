"""Which settings find a person's own photos best, by the person's own judgments."""
