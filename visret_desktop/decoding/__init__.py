"""Photos are decoded in processes of their own: a hostile file may crash, hang or own those."""
