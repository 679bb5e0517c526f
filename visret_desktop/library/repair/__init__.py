"""Damage, backups, and going back to one."""
