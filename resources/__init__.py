"""Bundled files; `visret_desktop.paths` opens them."""
