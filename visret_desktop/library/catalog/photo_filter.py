"""Which photos are wanted: conditions as data, and the one way in which they become SQL.

All conditions of a filter must hold. The values of one condition are alternatives. A negated
condition holds for exactly the photos for which it would not hold otherwise, so also for those that
say nothing about it. A filter is about files: of photos with the same bytes, some may pass.

To add a condition, write a function that returns its SQL and add a row to `FIELDS`.
"""

import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct, ValidationError, convert, to_builtins
from msgspec.structs import force_setattr

from visret_desktop.library.catalog.catalog_connection import marks, to_sql

Number = Annotated[int, Meta(ge=0, le=2**63 - 1)]
# An absolute path: from the root, from a drive or from a server.
Whole = Annotated[str, Meta(max_length=32_767, pattern=r"^(?:/|[A-Za-z]:[\\/]|\\\\)[^\0]*\Z")]
Text = Annotated[str, Meta(max_length=4000)]
# As much of a date as is meant: '2025', '2025-04', '2025-04-12' or '2025-04-12T06:30:15'.
Day = Annotated[str, Meta(pattern=r"^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d)?)?)?)?\Z")]
Latitude = Annotated[float, Meta(ge=-90, le=90)]
Longitude = Annotated[float, Meta(ge=-180, le=180)]
Stars = Annotated[int, Meta(ge=-1, le=5)]

_MOST_VALUES = 20_000  # in a filter; SQLite takes 32,766 in a statement
_IS_WINDOWS = os.name == "nt"


class Clause(NamedTuple):
    """A condition on the table `photo` and the values of its placeholders."""

    sql: str
    values: tuple[Any, ...] = ()


class Span(Struct, frozen=True, forbid_unknown_fields=True):
    """Local dates from `start` to before `end`; None: open."""

    start: Day | None = None
    end: Day | None = None

    def __post_init__(self) -> None:
        if self.start is not None and self.end is not None and self.start >= self.end:
            raise ValueError("a span of dates ends after it starts")


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    """Degrees, edges included; where `west` is more than `east` it crosses the date line."""

    south: Latitude
    west: Longitude
    north: Latitude
    east: Longitude

    def __post_init__(self) -> None:
        if self.south > self.north:
            raise ValueError("an area's south is not above its north")


class Rating(Struct, frozen=True, forbid_unknown_fields=True):
    """Stars from `low` to `high`, both included; -1 is rejected."""

    low: Stars = -1
    high: Stars = 5

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("the lower rating comes first")


@dataclass(frozen=True)
class Field:
    """A kind of condition.

    `sentence` says to people which photos pass; `type` is what each value is checked against, and
    `clause` turns checked values into SQL. A condition has at most `most` values.
    """

    sentence: str
    type: Any
    clause: Callable[[Sequence[Any]], Clause]
    most: int = 100


class Condition(Struct, frozen=True, forbid_unknown_fields=True):
    """That a photo has one of `values` in a field, or, negated, none of them.

    Raises:
        ValueError: there is no such field, or these values are not for it.
    """

    field: str
    values: tuple[Any, ...]
    negated: bool = False

    def __post_init__(self) -> None:
        field = FIELDS.get(self.field)
        if field is None:
            raise ValueError(f"photos have no field {self.field[:50]!r} to filter by")
        if not 0 < len(self.values) <= field.most:
            raise ValueError(f"{self.field} takes 1 to {field.most} values")
        try:
            values = convert(to_builtins(self.values), tuple[field.type, ...])  # type: ignore[name-defined]
        except ValidationError as error:
            raise ValueError(f"{self.field}: {error}") from error
        force_setattr(self, "values", values)

    def where(self) -> Clause:
        """Return the SQL of this condition."""
        sql, values = FIELDS[self.field].clause(self.values)
        # What is unknown is NULL, and NOT NULL is no truth either.
        return Clause(f"NOT ifnull(({sql}), 0)" if self.negated else f"({sql})", values)


class Filter(Struct, frozen=True, forbid_unknown_fields=True):
    """The photos for which all `conditions` hold; without conditions all photos.

    Raises:
        ValueError: there are too many values.
    """

    conditions: Annotated[tuple[Condition, ...], Meta(max_length=100)] = ()

    def __post_init__(self) -> None:
        if sum(len(condition.values) for condition in self.conditions) > _MOST_VALUES:
            raise ValueError(f"a filter takes at most {_MOST_VALUES} values")

    def __bool__(self) -> bool:
        return bool(self.conditions)

    @classmethod
    def of(cls, **values: Iterable[Any]) -> "Filter":
        """Return the filter with these values by field, as in `Filter.of(rating=[Rating(4)])`."""
        return cls(tuple(Condition(field, tuple(wanted)) for field, wanted in values.items()))

    def where(self) -> Clause:
        """Return the SQL of this filter, for a statement that selects from `photo`."""
        clauses = [condition.where() for condition in self.conditions]
        sql = " AND ".join(clause.sql for clause in clauses) or "1"
        return Clause(sql, tuple(value for clause in clauses for value in clause.values))


ALL_PHOTOS = Filter()


# ---- how each field becomes SQL ---------------------------------------------------------------


def _is_one_of(expression: str) -> Callable[[Sequence[Any]], Clause]:
    def clause(values: Sequence[Any]) -> Clause:
        kept = tuple(to_sql(value) if isinstance(value, str) else value for value in values)
        return Clause(f"{expression} IN ({marks(kept)})", kept)

    return clause


def _any_of(clauses: Iterable[Clause]) -> Clause:
    alternatives = list(clauses)
    sql = " OR ".join(f"({clause.sql})" for clause in alternatives)
    return Clause(sql, tuple(value for clause in alternatives for value in clause.values))


# Paths are compared as bytes that end in '/': names may be no valid Unicode, and are kept as bytes
# then, which SQLite sorts behind all texts. '0' comes right after '/'.
_ROOT = "replace(path, '\\', '/')" if _IS_WINDOWS else "path"
_SAME = "lower({}) = lower({})" if _IS_WINDOWS else "{} = {}"
_ASKED = (
    "WITH asked (path) AS (VALUES {asked}),"
    f" root (id, path) AS (SELECT id, CAST(rtrim({_ROOT}, '/') || '/' AS BLOB) FROM folder)"
)
_WHOLE = (
    f"{_ASKED} SELECT root.id FROM root JOIN asked"
    f" ON {_SAME.format('substr(root.path, 1, length(asked.path))', 'asked.path')}"
)
_PART = (
    f"{_ASKED}, part (id, low) AS ("
    " SELECT root.id, substr(asked.path, length(root.path) + 1) FROM root JOIN asked"
    f" ON {_SAME.format('substr(asked.path, 1, length(root.path))', 'root.path')}"
    " WHERE length(asked.path) > length(root.path)),"
    " bounds (id, low, high) AS (SELECT id, low,"
    " CAST(substr(low, 1, length(low) - 1) || '0' AS BLOB) FROM part)"
    " SELECT kept.id FROM bounds CROSS JOIN photo AS kept ON kept.folder_id = bounds.id"
    " AND kept.relative >= CAST(low AS TEXT) AND kept.relative < CAST(high AS TEXT)"
    " UNION ALL"
    " SELECT kept.id FROM bounds CROSS JOIN photo AS kept ON kept.folder_id = bounds.id"
    " AND kept.relative >= low AND kept.relative < high"
)


def _below(paths: Sequence[str]) -> Clause:
    asked = tuple(os.fsencode(f"{Path(path).as_posix().rstrip('/')}/") for path in paths)
    rows = ", ".join(["(?)"] * len(asked))
    whole, part = (sql.replace("{asked}", rows) for sql in (_WHOLE, _PART))
    return Clause(f"photo.folder_id IN ({whole}) OR photo.id IN ({part})", asked + asked)


def _taken(spans: Sequence[Span]) -> Clause:
    """Return the SQL of dates. The key is the date where there is one, and the key is indexed."""
    return _any_of(
        Clause(
            f"{_HAS['date']} AND photo.sort_key >= ? AND photo.sort_key < ?",
            (span.start or "", span.end or "~"),
        )
        for span in spans
    )


def _area(areas: Sequence[Area]) -> Clause:
    return _any_of(
        Clause(
            "photo.latitude BETWEEN ? AND ? AND (photo.longitude >= ?"
            f" {'AND' if area.west <= area.east else 'OR'} photo.longitude <= ?)",
            (area.south, area.north, area.west, area.east),
        )
        for area in areas
    )


def _keyword(words: Sequence[str]) -> Clause:
    known = _is_one_of("value")(words)
    return Clause(f"EXISTS (SELECT 1 FROM json_each(photo.keywords) WHERE {known.sql})", known[1])


def _words(texts: Sequence[str]) -> Clause:
    """Return the SQL of texts, each of which must stand in a photo with all its words."""
    # Only words reach the index, each quoted: its own language is never spoken.
    found = (re.findall(r"\w+", text) for text in texts)
    wanted = [" ".join(f'"{word}"*' for word in words) for words in found if words]
    if not wanted:
        return Clause("0")
    match = " OR ".join(f"({words})" for words in wanted)
    return Clause("photo.id IN (SELECT rowid FROM photo_text WHERE photo_text MATCH ?)", (match,))


def _rating(ratings: Sequence[Rating]) -> Clause:
    return _any_of(
        Clause("photo.rating BETWEEN ? AND ?", (rating.low, rating.high)) for rating in ratings
    )


_HAS = {
    "place": "photo.latitude IS NOT NULL AND photo.longitude IS NOT NULL",
    "date": "photo.taken_at > ''",
}


def _has(names: Sequence[str]) -> Clause:
    return _any_of(Clause(_HAS[name]) for name in names)


FIELDS: dict[str, Field] = {
    "folder": Field(
        "in one of these folders of the library", Number, _is_one_of("photo.folder_id"), 10_000
    ),
    "below": Field("in one of these folders or in a folder inside it", Whole, _below, 1000),
    "taken": Field("taken from the first date to before the second", Span, _taken),
    "area": Field("taken within these bounds", Area, _area),
    "camera": Field("taken with one of these cameras", Text, _is_one_of("photo.camera"), 1000),
    "lens": Field("taken with one of these lenses", Text, _is_one_of("photo.lens"), 1000),
    "kind": Field("files of one of these kinds", Text, _is_one_of("photo.format")),
    "keyword": Field("with one of these keywords", Text, _keyword, 1000),
    "words": Field("with all these words in names or descriptions", Text, _words),
    "rating": Field("rated from the lower to the higher number of stars", Rating, _rating),
    "has": Field("that say when or where they were taken", Literal["place", "date"], _has),
}
