"""A query as it was typed: a line of words and facts, or a formula of them."""

from dataclasses import dataclass
from datetime import date

from visret_desktop.facts.fact import Fact, Known, Line, Names
from visret_desktop.facts.formula import Formula
from visret_desktop.facts.formula_reader import is_formula, read_formula
from visret_desktop.facts.line import read_line
from visret_desktop.facts.values import Misread
from visret_desktop.library.catalog.photo_filter import Condition


@dataclass(frozen=True)
class Query:
    """What was understood. With a formula, `line.rest` is how it is written."""

    line: Line
    formula: Formula | None = None


def read_query(text: str, known: Known, gazetteer: Names, today: date) -> Query:
    """Read what was typed. A formula of facts alone is one fact."""
    if not is_formula(text):
        return Query(read_line(text, known, gazetteer, today))
    try:
        formula = read_formula(text, known, gazetteer, today)
    except Misread as error:
        return Query(Line(text, notes=(error.note,)))
    if formula.filter is None:
        return Query(Line(str(formula)), formula)
    conditions = formula.filter.conditions
    condition = conditions[0] if len(conditions) == 1 else Condition("either", (conditions,))
    return Query(Line("", (Fact(str(formula), condition, text),)))
