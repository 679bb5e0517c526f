"""How packs come here: from a hub, or from files on disk."""
