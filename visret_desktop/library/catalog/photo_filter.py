"""Which photos are wanted: conditions as data, and the one way in which they become SQL.

All conditions of a filter must hold. The values of one condition are alternatives. A negated
condition holds for exactly the photos for which it would not hold otherwise, so also for those that
say nothing about it. A filter is about files: of photos with the same bytes, some may pass.

To add a condition, write a function that returns its SQL and add a row to `FIELDS`.
"""

import json
import math
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct, ValidationError, convert, to_builtins
from msgspec.structs import force_setattr

from visret_desktop.library.catalog.catalog_connection import marks, to_sql
from visret_desktop.library.catalog.filter_values import (
    EARTH_KILOMETERS,
    Area,
    Circle,
    Country,
    Hours,
    Month,
    Number,
    Outline,
    Range,
    Rating,
    Region,
    Span,
    Text,
    Weekday,
    Whole,
)

_MOST_VALUES = 20_000  # in a filter; SQLite takes 32,766 in a statement
_IS_WINDOWS = os.name == "nt"


class Clause(NamedTuple):
    """A condition on the table `photo` and the values of its placeholders."""

    sql: str
    values: tuple[Any, ...] = ()


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


class Plain(Condition, frozen=True, forbid_unknown_fields=True):
    """A condition that is no choice between groups of others."""

    def __post_init__(self) -> None:
        if self.field == "either":
            raise ValueError("groups of conditions cannot have groups in them")
        super().__post_init__()


def _count(condition: Condition) -> int:
    """Return how many values a condition has, those in its groups included."""
    if condition.field != "either":
        return len(condition.values)
    return sum(_count(inner) for group in condition.values for inner in group)


class Filter(Struct, frozen=True, forbid_unknown_fields=True):
    """The photos for which all `conditions` hold; without conditions all photos.

    Raises:
        ValueError: there are too many values.
    """

    conditions: Annotated[tuple[Condition, ...], Meta(max_length=100)] = ()

    def __post_init__(self) -> None:
        if sum(map(_count, self.conditions)) > _MOST_VALUES:
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


def _near(circles: Sequence[Circle]) -> Clause:
    """Return the SQL of circles: first their boxes, for which there is an index."""
    return _any_of(_in_circle(circle) for circle in circles)


def _in_circle(circle: Circle) -> Clause:
    box = _area([circle.box])
    # The haversine: it is exact for small distances, and of opposite points good to some meters.
    half = math.sin(min(math.pi, circle.kilometers / EARTH_KILOMETERS) / 2) ** 2
    nearness = (
        "pow(sin(radians(photo.latitude - ?) / 2), 2) + cos(radians(photo.latitude))"
        " * cos(radians(?)) * pow(sin(radians(photo.longitude - ?) / 2), 2) <= ?"
    )
    values = (circle.latitude, circle.latitude, circle.longitude, half)
    return Clause(f"({box.sql}) AND {nearness}", (*box.values, *values))


def _inside(outlines: Sequence[Outline]) -> Clause:
    return _any_of(_in_outline(outline.points) for outline in outlines)


def _in_outline(points: Sequence[tuple[float, float]]) -> Clause:
    """Return the SQL of an outline: a line to the north crosses its sides an odd number of times.

    SQLite builds the sides from one value, so that any number of them is one short statement.
    """
    south, north = min(p[0] for p in points), max(p[0] for p in points)
    west, east = min(p[1] for p in points), max(p[1] for p in points)
    turns = [turn for turn in (-360, 0, 360) if west <= 180 + turn and east >= -180 + turn]
    crossing = (
        "SELECT count(*) % 2 FROM (SELECT json_extract(value, '$[0]') AS a, json_extract(value,"
        " '$[1]') AS b, json_extract(value, '$[2]') AS c, json_extract(value, '$[3]') AS d"
        " FROM json_each(?)) WHERE (b > photo.longitude + ?) <> (d > photo.longitude + ?)"
        " AND photo.latitude < (c - a) * (photo.longitude + ? - b) / (d - b) + a"
    )
    sides = [(*one, *other) for one, other in zip(points, (*points[1:], points[0]), strict=True)]
    kept = json.dumps(sides)
    return _any_of(
        Clause(
            "photo.latitude BETWEEN ? AND ? AND photo.longitude + ? BETWEEN ? AND ?"
            f" AND ({crossing})",
            (south, north, turn, west, east, kept, turn, turn, turn),
        )
        for turn in turns or (0,)
    )


def _keyword(words: Sequence[str]) -> Clause:
    known = _is_one_of("keyword")(words)
    return Clause(f"photo.id IN (SELECT photo_id FROM photo_keyword WHERE {known.sql})", known[1])


def _month(months: Sequence[int]) -> Clause:
    kept = tuple(f"{month:02d}" for month in months)
    return Clause(f"{_HAS['date']} AND substr(sort_key, 6, 2) IN ({marks(kept)})", kept)


def _hour(spans: Sequence[Hours]) -> Clause:
    return _any_of(
        Clause(
            f"{_HAS['date']} AND (substr(sort_key, 12, 5) >= ?"
            f" {'AND' if span.start < span.end else 'OR'} substr(sort_key, 12, 5) < ?)",
            (span.start, span.end),
        )
        for span in spans
    )


def _weekday(days: Sequence[int]) -> Clause:
    kept = tuple(str(day % 7) for day in days)
    return Clause(f"{_HAS['date']} AND strftime('%w', sort_key) IN ({marks(kept)})", kept)


def _range(column: str) -> Callable[[Sequence[Range]], Clause]:
    def clause(ranges: Sequence[Range]) -> Clause:
        return _any_of(_between(f"photo.{column}", wanted) for wanted in ranges)

    return clause


def _between(column: str, wanted: Range) -> Clause:
    ends = ((">=", wanted.low), ("<=", wanted.high))
    said = [(f"{column} {sign} ?", end) for sign, end in ends if end is not None]
    return Clause(" AND ".join(sql for sql, _ in said), tuple(end for _, end in said))


def _label(names: Sequence[str]) -> Clause:
    kept = tuple(name.lower() for name in names)
    return Clause(f"lower(photo.color_label) IN ({marks(kept)})", kept)


def _copy(values: Sequence[bool]) -> Clause:
    first = "photo.id IN (SELECT min(id) FROM photo GROUP BY content_hash)"
    return _any_of(Clause(f"NOT {first}" if value else first) for value in values)


def _either(groups: Sequence[Sequence[Condition]]) -> Clause:
    return _any_of(Filter(tuple(group)).where() for group in groups)


def _words(texts: Sequence[str]) -> Clause:
    """Return the SQL of texts, each of which must stand in a photo with all its words."""
    match = _match(texts)
    if not match:
        return Clause("0")
    return Clause("photo.id IN (SELECT rowid FROM photo_text WHERE photo_text MATCH ?)", (match,))


def _text(texts: Sequence[str]) -> Clause:
    """Return the SQL of texts, each of which must stand in the picture with all its words."""
    match = _match(texts)
    if not match:
        return Clause("0")
    return Clause(
        "photo.content_hash IN (SELECT content_hash FROM inscription WHERE id IN"
        " (SELECT rowid FROM inscription_text WHERE inscription_text MATCH ?))",
        (match,),
    )


def _match(texts: Sequence[str]) -> str:
    """Return what an index of words is asked for: only words, each quoted, never its language."""
    found = (re.findall(r"\w+", text) for text in texts)
    wanted = [" ".join(f'"{word}"*' for word in words) for words in found if words]
    return " OR ".join(f"({words})" for words in wanted)


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
    "near": Field("taken within so many kilometers of these points", Circle, _near),
    "inside": Field("taken inside a line drawn on the map", Outline, _inside),
    "country": Field("taken in one of these countries", Country, _is_one_of("photo.country")),
    "region": Field("taken in one of these regions", Region, _is_one_of("photo.region")),
    "town": Field("taken nearest to one of these towns", Number, _is_one_of("photo.town")),
    "month": Field("taken in one of these months of any year", Month, _month),
    "hour": Field("taken between these times of day", Hours, _hour),
    "weekday": Field("taken on one of these days of the week", Weekday, _weekday),
    "exposure": Field("exposed for so many seconds", Range, _range("exposure_seconds")),
    "aperture": Field("with f-numbers in these ranges", Range, _range("f_number")),
    "focal": Field("with focal lengths in these ranges, in mm", Range, _range("focal_length_mm")),
    "iso": Field("with ISO speeds in these ranges", Range, _range("iso")),
    "label": Field("with one of these color labels", Text, _label),
    "text": Field("with all these words in the picture", Text, _text),
    "copy": Field(
        "that are, or are not, a further file with the same bytes as another", bool, _copy
    ),
    "either": Field(
        "for which all conditions of one of these groups hold", tuple[Plain, ...], _either
    ),
}
