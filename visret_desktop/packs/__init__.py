"""Model packs: files with a manifest."""
