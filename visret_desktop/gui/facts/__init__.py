"""Facts in the window: chips of what was understood, and facets with counts."""
