"""What the panel of facets lists: values with counts below the title of their facet.

To add a facet, let `fact_columns.py` count it and add a row to `_FACETS`.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication

from visret_desktop.facts.fact import Fact
from visret_desktop.gui.facts.condition_text import (
    condition_words,
    keyword_words,
    last_part,
    month_words,
    place_words,
    rating_words,
)
from visret_desktop.gui.facts.filter_counter import FEW, MOST, FacetCounts
from visret_desktop.gui.languages import figures
from visret_desktop.library.catalog.photo_filter import Condition
from visret_desktop.library.keyword_paths import SEPARATOR
from visret_desktop.library.keyword_paths import last_part as last_part_of

if TYPE_CHECKING:
    from visret_desktop.library.catalog.fact_columns import FacetCount

translate = QCoreApplication.translate
ON, OUT = "on", "out"  # photos are to have a fact, or not to have it


@dataclass(frozen=True)
class FacetRow:
    """A row, known by its `key`. Titles have no condition, 'more …' has the facet that it opens."""

    key: tuple[str, Any]
    words: str
    count: str = ""
    condition: Condition | None = None
    state: str = ""
    tip: str = ""
    opens: str = ""
    rows: tuple["FacetRow", ...] = ()


@dataclass(frozen=True)
class _Facet:
    """A title, the facets counted below it, and the words of a value.

    `inner` names a facet whose values are parts of those of this one, and tells of which.
    """

    title: Callable[[], str]
    names: tuple[str, ...]
    words: Callable[[Any], str] = str
    inner: str = ""
    around: Callable[[Any], Any] = lambda value: value
    inner_words: Callable[[Any], str] = str


_FACETS = (
    _Facet(
        lambda: translate("facets", "Year"),
        ("year",),
        inner="month",
        around=lambda month: month // 100,
        inner_words=lambda month: month_words(month % 100),
    ),
    _Facet(
        lambda: translate("facets", "Country"),
        ("country",),
        lambda code: place_words("country", code),
        inner="region",
        around=lambda code: code.partition("-")[0],
        inner_words=lambda code: place_words("region", code),
    ),
    _Facet(lambda: translate("facets", "Camera"), ("camera",)),
    _Facet(lambda: translate("facets", "Lens"), ("lens",)),
    _Facet(lambda: translate("facets", "Folder"), ("folder",), last_part),
    _Facet(lambda: translate("facets", "Keyword"), ("keyword",), keyword_words),
    _Facet(lambda: translate("facets", "Accepted name"), ("species",)),
    _Facet(lambda: translate("facets", "Rating"), ("rating",), rating_words),
    _Facet(
        lambda: translate("facets", "Detected"),
        ("detected", "blank"),
        lambda name: translate("facets", "blank frames") if name == "blank" else name,
    ),
    _Facet(lambda: translate("facets", "File type"), ("kind",)),
    _Facet(lambda: translate("facets", "Not said"), ("no place", "no date")),
)
_FIELDS = {  # where they differ from the facet
    "year": "taken", "month": "taken", "folder": "below", "no place": "has", "no date": "has",
}  # fmt: skip


def state_of(condition: Condition, facts: Iterable[Fact]) -> tuple[str, Fact | None]:
    """Return whether photos are to have a fact or not, and the fact that says so."""
    opposite = negated(condition)
    for fact in facts:
        if fact.condition == condition:
            return ON, fact
        if fact.condition == opposite:
            return OUT, fact
    return "", None


def negated(condition: Condition) -> Condition:
    """Return the condition that holds for all other photos."""
    return Condition(condition.field, condition.values, not condition.negated)


def facet_rows(
    counts: FacetCounts, facts: Sequence[Fact], opened: Collection[str]
) -> list[FacetRow]:
    """Return what to list; `opened` names the facets of which all values are wanted."""
    return [row for facet in _FACETS for row in _facet(facet, counts, facts, opened)]


def _facet(
    facet: _Facet, counts: FacetCounts, facts: Sequence[Fact], opened: Collection[str]
) -> list[FacetRow]:
    name = facet.names[0]
    counted = [count for each in facet.names for count in counts.counts.get(each, ())]
    if name == "folder":  # those around all photos tell none apart
        counted = [count for count in counted if count.photos < counts.photos]
    below = _by_parent(counted) if name == "keyword" else {}
    counted = below.get("", counted)
    shown = counted[: MOST if name in opened else FEW]
    rows = [_value(facet, count, counts, facts) for count in shown]
    if below:
        rows = [_with_those_below(row, below, facts) for row in rows]
    rows = [*_others_on(facet, set(_conditions(rows)), facts), *rows]
    if not rows:
        return []
    if len(counted) > len(shown) and name not in opened:
        more = translate("facets", "more …")
        rows.append(FacetRow(("more", name), more, opens=name))
    elif len(counted) > len(shown):
        most = translate("facets", "The {0} most frequent ones are listed.").format(MOST)
        rows.append(FacetRow(("most", name), most))
    return [FacetRow(("title", name), facet.title()), *_told_apart(rows)]


def _by_parent(counted: Sequence["FacetCount"]) -> dict[str, list["FacetCount"]]:
    """Return the keywords right below each; those that lie below none are below ""."""
    below: dict[str, list[FacetCount]] = {"": []}
    for count in counted:
        below.setdefault(count.value.rpartition(SEPARATOR)[0], []).append(count)
    return below


def _with_those_below(
    row: FacetRow, below: dict[str, list["FacetCount"]], facts: Sequence[Fact]
) -> FacetRow:
    keyword = row.key[1]
    inside = [
        FacetRow(
            ("keyword", count.value),
            last_part_of(count.value),
            figures.count(count.photos),
            count.condition,
            state_of(count.condition, facts)[0],
            keyword_words(count.value),
        )
        for count in below.get(keyword, ())
    ]
    return replace(row, rows=tuple(_with_those_below(one, below, facts) for one in inside))


def _conditions(rows: Iterable[FacetRow]) -> Iterator[Condition | None]:
    for row in rows:
        yield row.condition
        yield from _conditions(row.rows)


def _value(
    facet: _Facet, count: "FacetCount", counts: FacetCounts, facts: Sequence[Fact]
) -> FacetRow:
    inside = [
        FacetRow(
            (facet.inner, inner.value),
            facet.inner_words(inner.value),
            figures.count(inner.photos),
            inner.condition,
            state_of(inner.condition, facts)[0],
        )
        for inner in counts.counts.get(facet.inner, ())
        if facet.around(inner.value) == count.value
    ]
    is_missing = count.condition.field == "has"
    words = missing_words(count.condition) if is_missing else facet.words(count.value)
    key = (facet.names[0], count.condition.values[0] if is_missing else count.value)
    tip = count.value if facet.names == ("folder",) else ""
    state = state_of(count.condition, facts)[0]
    shown = figures.count(count.photos)
    return FacetRow(key, words, shown, count.condition, state, tip, rows=tuple(inside))


def missing_words(condition: Condition) -> str:
    """Return 'no place' or 'no date'."""
    is_place = condition.values[0] == "place"
    return translate("facts", "no place") if is_place else translate("facts", "no date")


def _words_of(facet: _Facet, condition: Condition) -> str:
    (value,) = condition.values
    return facet.words(value) if isinstance(value, str) else condition_words(condition)


def _others_on(
    facet: _Facet, listed: Collection[Condition | None], facts: Sequence[Fact]
) -> list[FacetRow]:
    """Return the facts of a facet that no photo of the result has, as when they are excluded."""
    name = facet.names[0]
    fields = {_FIELDS.get(each, each) for each in facet.names}
    rows = []
    for fact in facts:
        condition = fact.condition
        is_missing = condition.field == "has"
        plain = negated(condition) if condition.negated != is_missing else condition
        if condition.field in fields and len(condition.values) == 1 and plain not in listed:
            words = missing_words(plain) if is_missing else _words_of(facet, plain)
            state = ON if plain == condition else OUT
            rows.append(FacetRow((name, repr(plain)), words, "", plain, state))
    return rows


def _told_apart(rows: list[FacetRow]) -> list[FacetRow]:
    """Return rows of which folders with the same name are told by what they lie in."""
    often = Counter(row.words for row in rows)
    return [
        replace(row, words="/".join(PurePath(row.tip).parts[-2:]))
        if row.tip and often[row.words] > 1
        else row
        for row in rows
    ]
