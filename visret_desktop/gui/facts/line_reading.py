"""Reads typed lines by what the library has and by the names of places."""

from datetime import date

from visret_desktop.facts.fact import Line
from visret_desktop.library.catalog.catalog_facts import KnownFacts


class LineReading:
    """Knows what a line is read by."""

    def __init__(self) -> None:
        self._known = KnownFacts()

    def take(self, known: KnownFacts) -> None:
        """Read lines by these values from now on."""
        self._known = known

    def read(self, text: str) -> Line:
        """Take the facts out of a line."""
        # The gazetteer is NumPy: not at the start.
        from visret_desktop.facts.line import read_line
        from visret_desktop.places.gazetteer import Gazetteer

        return read_line(text, self._known, Gazetteer.open(), date.today())
