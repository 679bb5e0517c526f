"""Decode photos in processes of their own: a hostile file may crash, hang or take over one."""
