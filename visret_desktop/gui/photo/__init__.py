"""One photo: the panel beside the grid, the viewer, and what one can do with it."""
