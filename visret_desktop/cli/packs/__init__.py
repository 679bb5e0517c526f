"""The commands `visret packs …`."""
