"""Formulas say yes, no or unknown of each photo, and what cannot be found is told."""

from collections.abc import Callable
from datetime import date
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.unit.facts.stand_in import StandInLibrary, StandInNames
from visret_desktop.facts.formula import (
    NO,
    UNKNOWN,
    YES,
    All,
    Atom,
    Either,
    Formula,
    Node,
    Not,
)
from visret_desktop.facts.formula_reader import is_formula, read_formula
from visret_desktop.facts.query import read_query
from visret_desktop.facts.values import Misread
from visret_desktop.library.catalog.photo_filter import Condition, Filter


def _read(text: str) -> Formula:
    return read_formula(text, StandInLibrary(), StandInNames(), date(2026, 11, 23))


def _refused(text: str) -> tuple[str, str]:
    with pytest.raises(Misread) as caught:
        _read(text)
    return caught.value.note.code, caught.value.note.sentence


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("owl AND (dusk OR fog) AND NOT snow", "owl AND (dusk OR fog) AND NOT snow"),
        ("owl OR dusk AND fog", "owl OR dusk AND fog"),
        ("(owl OR dusk) fog", "owl OR dusk"),
        ("barn owl AND ./dusk in fog.jpg", "barn owl AND ./dusk in fog.jpg"),
        ('"AND one" AND NOT (camera:R5 OR in:Kenya)',
         '"AND one" AND NOT (camera:"R5" OR in:"Kenya")'),
        ("frogs last spring near Lyon AND NOT snow",
         'frogs AND taken:2026-03..2026-05 AND near:"Lyon" 20km AND NOT snow'),
        ("owl camera:R5 AND fog", 'owl AND camera:"R5" AND fog'),
    ],
)  # fmt: skip
def test_formulas_are_written_as_they_read(typed: str, text: str) -> None:
    formula = _read(typed)
    if typed == "(owl OR dusk) fog":  # beside each other: both
        text = "(owl OR dusk) AND fog"
    assert str(formula) == text
    assert str(_read(text)) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("owl AND fog", True),
        ("NOT snow", True),
        ("(owl OR fog)", True),
        ("rock AND-roll", False),
        ('owl "AND" fog', False),
        ("ROCK AND ROLL", False),
        ("owl and fog", False),
        ("hiking in Portland, OR last summer", False),
        ("bridge in Portland OR", False),
        ("", False),
    ],
)
def test_what_is_a_formula(text: str, expected: bool) -> None:
    assert is_formula(text) is expected


def test_unknown_stays_unknown() -> None:
    formula = _read("owl AND (dusk OR fog) AND NOT snow")
    cases = np.array(list(product((YES, UNKNOWN, NO), repeat=4)), np.int8).T
    answers = dict(zip(formula.atoms, cases, strict=True))
    found = formula.evaluate(answers)
    owl, dusk, fog, snow = cases.tolist()
    expected = [min(a, max(b, c), -d) for a, b, c, d in zip(owl, dusk, fog, snow, strict=True)]
    assert found.tolist() == expected
    place = next(i for i, row in enumerate(cases.T.tolist()) if row == [YES, UNKNOWN, YES, NO])
    assert found[place] == YES
    row = {str(atom): answer for atom, answer in formula.row(answers, place)}
    assert row == {"owl": YES, "dusk": UNKNOWN, "fog": YES, "snow": NO}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("owl AND NOT owl", ("owl",)),
        ("before:2010 AND after:2015", ("before:2010", "taken:2016..")),
        ("owl AND (rating:5 AND rating:<3)", ("rating:5", "rating:0..2")),
        ("in:Kenya AND in:France", ('in:"Kenya"', 'in:"France"')),
        ("camera:R5 AND NOT camera:Canon", ('camera:"R5"', 'camera:"Canon"')),
        ("-has:place AND near:Lyon", ("-has:place", 'near:"Lyon" 20km')),
        ("in:Kenya AND in:Bavaria", ('in:"Kenya"', 'in:"Bavaria"')),
    ],
)
def test_contradictions_are_told(text: str, named: tuple[str, ...]) -> None:
    code, sentence = _refused(text)
    assert code == "contradiction"
    assert all(one in sentence for one in named)


def test_contradictions_in_one_alternative_only_are_none() -> None:
    formula = _read("(owl AND before:2010 AND after:2015) OR fog")
    assert len(formula.atoms) == 4


@pytest.mark.parametrize("text", ["NOT snow", "NOT snow AND NOT fog", "owl OR NOT snow"])
def test_not_of_likeness_alone_is_refused(text: str) -> None:
    code, sentence = _refused(text)
    assert code == "only-not"
    assert "NOT snow" in sentence


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("owl AND", "formula-gap"),
        ("AND owl", "formula-gap"),
        ("owl AND (fog", "formula-parenthesis"),
        ("owl) AND fog", "formula-parenthesis"),
        ("()", "formula-gap"),
        ("owl OR " + "(" * 30 + "fog" + ")" * 30, "formula-deep"),
        (" OR ".join(f"bird{n}" for n in range(13)), "formula-long"),
        ("owl AND camera:Leica", "unknown-value"),
        ("owl AND " + "a " * 3000, "formula-long"),
    ],
)
def test_broken_formulas_are_refused(text: str, code: str) -> None:
    assert _refused(text)[0] == code


def test_formulas_of_facts_are_filters() -> None:
    formula = _read("in:Kenya AND (rating:>=4 OR NOT camera:R5)")
    kenya, rated = Condition("country", ("KE",)), Condition("rating", ({"low": 4, "high": 5},))
    other = Condition("camera", ("Canon EOS R5", "Canon EOS R5 Mark II"), negated=True)
    assert formula.filter == Filter((Condition("either", ((kenya, rated), (kenya, other))),))
    assert formula.needed == Filter((kenya,))
    assert _read("in:Kenya AND NOT rating:5").filter == Filter(
        (kenya, Condition("rating", ({"low": 5, "high": 5},), negated=True))
    )
    assert _read("owl AND in:Kenya").filter is None
    assert _read("owl AND in:Kenya").needed == Filter((kenya,))
    assert _read('-in:"Kenya","Lyon" AND rating:5').filter is not None


@pytest.mark.parametrize(
    ("text", "count"),
    [("in:Kenya OR rating:5", 2), ("in:Kenya AND rating:5", 1), ("NOT in:Kenya", 1)],
)
def test_a_query_of_facts_alone_is_one_fact(text: str, count: int) -> None:
    query = read_query(text, StandInLibrary(), StandInNames(), date(2026, 11, 23))
    (fact,) = query.line.facts
    groups = fact.condition.values if fact.condition.field == "either" else ((fact.condition,),)
    assert len(groups) == count
    assert query.formula is None


def _nodes() -> some.SearchStrategy[Node]:
    atoms = some.sampled_from([Atom(name) for name in ("owl", "fog", "dusk", "snow")])
    grown: Callable[[some.SearchStrategy[Node]], some.SearchStrategy[Node]] = lambda inner: (  # noqa: E731
        some.one_of(
            inner.map(Not),
            some.tuples(inner, inner).map(All),
            some.tuples(inner, inner, inner).map(Either),
        )
    )
    return some.recursive(atoms, grown, max_leaves=8)


@given(_nodes())
def test_any_formula_reads_as_it_is_written_and_holds_where_it_should(node: Node) -> None:
    try:
        formula = Formula(node)
    except Misread:
        return
    atoms = formula.atoms
    cases = np.array(list(product((YES, NO), repeat=len(atoms))), np.int8).T
    again = _read(str(formula))
    found = formula.evaluate(dict(zip(atoms, cases, strict=True)))
    by_text = {str(atom): answer for atom, answer in zip(atoms, cases, strict=True)}
    same = again.evaluate({atom: by_text[str(atom)] for atom in again.atoms})
    assert (found == same).all()
    assert (found == YES).any()  # what never holds is refused
