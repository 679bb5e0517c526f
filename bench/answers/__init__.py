"""How well questions are answered from photos: `visret bench answers`."""
