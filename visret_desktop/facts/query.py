"""A typed query: a line of words and conditions, or a Boolean formula of them.

Conditions that were stored as texts are read here again, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from visret_desktop.facts.fact import Fact, Known, Note, ParsedLine, PlaceNames
from visret_desktop.facts.formula import Formula
from visret_desktop.facts.formula_reader import is_formula, read_formula
from visret_desktop.facts.line import read_line
from visret_desktop.facts.values import Misread
from visret_desktop.library.catalog.photo_filter import Condition
from visret_desktop.sentences import sentence


@dataclass(frozen=True)
class ParsedQuery:
    """What was understood. With a formula, `line.rest` is how it is written."""

    line: ParsedLine
    formula: Formula | None = None


def read_query(
    text: str, known: Known, gazetteer: PlaceNames, today: date, *, offers: bool = True
) -> ParsedQuery:
    """Read what was typed. A formula of facts alone is one fact. `offers`: of folders, too."""
    if not is_formula(text):
        return ParsedQuery(read_line(text, known, gazetteer, today, offers=offers))
    try:
        formula = read_formula(text, known, gazetteer, today)
    except Misread as error:
        return ParsedQuery(ParsedLine(text, notes=(error.note,)))
    if formula.filter is None:
        return ParsedQuery(ParsedLine(str(formula)), formula)
    conditions = formula.filter.conditions
    condition = conditions[0] if len(conditions) == 1 else Condition("either", (conditions,))
    return ParsedQuery(ParsedLine("", (Fact(str(formula), condition, text),)))


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
            reason = sentence("{text} is not understood.", text=text)
            notes = line.notes or (Note("not-understood", (text,), reason),)
            unread.append((text, notes[0]))
    return tuple(facts), unread
