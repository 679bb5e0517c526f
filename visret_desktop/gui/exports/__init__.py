"""Files for other programs: sidecars, packages, copies, sheets."""
