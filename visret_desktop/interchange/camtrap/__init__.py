"""Camtrap DP, a standard for camera traps: its schemas, and packages that others made."""
