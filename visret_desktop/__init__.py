"""Find any photo on your own disk by saying what you mean."""

from visret_desktop import quiet

__version__ = "0.1.0"

quiet.report_nothing()
