"""Damage and traces of this profile, looked after before its library is open."""
