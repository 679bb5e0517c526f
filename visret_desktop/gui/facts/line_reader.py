"""Reads typed lines by what the library has and by the names of places."""

import unicodedata
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from visret_desktop.facts.fact import UNKNOWN, Known, Note
from visret_desktop.library.catalog.catalog_facts import KnownFacts

if TYPE_CHECKING:
    from visret_desktop.facts.fact import Fact, ParsedLine
    from visret_desktop.facts.query import ParsedQuery, Unread


class LineReader:
    """Knows what a line is read by: the values that were read last, and the catalog itself.

    Reading all values takes a while, so it is done now and then on a thread. A value that is not
    among them may have been added since: then the catalog is asked.
    """

    def __init__(self) -> None:
        self._known: Known = KnownFacts()
        self._catalog: Known | None = None
        self.is_unsure = False  # whether the line read last names what the library lacks
        self.unread = ""  # conditions in it that are none, as they were typed

    def take(self, known: Known) -> None:
        """Read lines by these values from now on."""
        self._known = known

    def open(self, catalog: Known) -> None:
        """Ask this catalog for values that are not known."""
        self._catalog = catalog

    def read(self, text: str) -> "ParsedQuery":
        """Read what was typed: words and facts, or a formula of them."""
        # Both load NumPy: not at the start.
        from visret_desktop.facts.query import read_query
        from visret_desktop.places.gazetteer import Gazetteer

        names, today = Gazetteer.open(), date.today()
        query = read_query(text, self._known, names, today)
        if self._catalog is not None and any(map(_is_unknown, query.line.notes)):
            query = read_query(text, self._catalog, names, today)
        self.is_unsure = any(map(_is_unknown, query.line.notes))
        self.unread = _unread(unicodedata.normalize("NFC", text), query.line)
        return query

    def read_typed(self, text: str, *, offers: bool = False) -> "ParsedQuery":
        """Read what is being typed, by what is known: half a name is in no catalog."""
        from visret_desktop.facts.query import read_query
        from visret_desktop.places.gazetteer import Gazetteer

        return read_query(text, self._known, Gazetteer.open(), date.today(), offers=offers)

    def suggestions(self, text: str, cursor: int) -> Sequence[str]:
        """Return the lines that this one may become by the word at the cursor."""
        from visret_desktop.facts.completion import complete
        from visret_desktop.places.gazetteer import Gazetteer

        suggestions = complete(text, cursor, self._known, Gazetteer.open())
        lines = [f"{text[: one.start]}{one.text}{text[one.end :]}" for one in suggestions]
        return [line if line.endswith(":") else f"{line} " for line in lines]  # a value is whole

    def read_facts(self, texts: Sequence[str]) -> "tuple[tuple[Fact, ...], Unread]":
        """Read facts that were kept as texts; those that are none any more come with a note."""
        from visret_desktop.facts.query import read_facts
        from visret_desktop.places.gazetteer import Gazetteer

        names, today = Gazetteer.open(), date.today()
        facts, unread = read_facts(texts, self._known, names, today)
        if self._catalog is not None and any(_is_unknown(note) for _, note in unread):
            facts, unread = read_facts(texts, self._catalog, names, today)
        return facts, unread


def _unread(text: str, read: "ParsedLine") -> str:
    from visret_desktop.facts.operators import operators_in

    understood = {fact.source for fact in read.facts}
    typed = (text[one.start : one.end] for one in operators_in(text))
    return " ".join(one for one in typed if one not in understood and one not in read.rest)


def _is_unknown(note: Note) -> bool:
    return note.code == UNKNOWN
