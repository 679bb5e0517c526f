"""The demonstration world: a procedural renderer of wildlife pictures with known truth."""
