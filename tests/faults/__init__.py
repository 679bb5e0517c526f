"""Faults injected for real: kills, power cuts, full disks, vanished drives, damage, hostile files.

Every test run injects a few of each, from a fixed seed. The long form injects many and writes what
happened as a table: see README.md.
"""
