"""Reads typed lines by what the library has and by the names of places."""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from visret_desktop.library.catalog.catalog_facts import KnownFacts

if TYPE_CHECKING:
    from visret_desktop.facts.fact import Fact
    from visret_desktop.facts.fact_texts import Unread
    from visret_desktop.facts.query import Query


class LineReading:
    """Knows what a line is read by."""

    def __init__(self) -> None:
        self._known = KnownFacts()

    def take(self, known: KnownFacts) -> None:
        """Read lines by these values from now on."""
        self._known = known

    def read(self, text: str) -> "Query":
        """Read what was typed: words and facts, or a formula of them."""
        # Both load NumPy: not at the start.
        from visret_desktop.facts.query import read_query
        from visret_desktop.places.gazetteer import Gazetteer

        return read_query(text, self._known, Gazetteer.open(), date.today())

    def read_facts(self, texts: Sequence[str]) -> "tuple[tuple[Fact, ...], Unread]":
        """Read facts that were kept as texts; those that are none any more come with a note."""
        from visret_desktop.facts.fact_texts import read_facts
        from visret_desktop.places.gazetteer import Gazetteer

        return read_facts(texts, self._known, Gazetteer.open(), date.today())
