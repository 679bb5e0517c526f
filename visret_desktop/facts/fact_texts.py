"""Facts that were kept as texts, read again."""

from collections.abc import Sequence
from datetime import date

from visret_desktop.facts.fact import Fact, Known, Note, PlaceNames
from visret_desktop.facts.query import read_query
from visret_desktop.sentences import sentence

Unread = list[tuple[str, Note]]


def read_facts(
    texts: Sequence[str], known: Known, gazetteer: PlaceNames, today: date
) -> tuple[tuple[Fact, ...], Unread]:
    """Return the facts, and the texts that are none any more, each with a note that says why.

    So it is where the library has no photo by a camera any more, for example.
    """
    facts: list[Fact] = []
    unread: Unread = []
    for text in texts:
        line = read_query(text, known, gazetteer, today).line
        if len(line.facts) == 1 and not line.rest and not line.notes:
            facts += line.facts
        else:
            said = sentence("{text} is not understood.", text=text)
            notes = line.notes or (Note("not-understood", (text,), said),)
            unread.append((text, notes[0]))
    return tuple(facts), unread
