"""Bundled files; `visret_desktop.assets` opens them."""
