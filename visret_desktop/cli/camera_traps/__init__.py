"""Commands about camera traps: where they stood, and what they recorded."""
