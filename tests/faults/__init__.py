"""Faults injected for real: kills, power cuts, full disks, vanished drives, damage, hostile files.

`pytest tests/faults -m quick` is part of every test run. The long form injects more of everything
and writes what happened as a table: see README.md.
"""
