"""Find any photo on your own disk by saying what you mean."""

__version__ = "0.1.0"
