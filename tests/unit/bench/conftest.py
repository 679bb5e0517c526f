"""What is measured has a profile with the starter packs."""

from tests.unit.furnished import furnish, home, own_compiled, starter_copy

__all__ = ["furnish", "home", "own_compiled", "starter_copy"]
