"""How the values of each condition become SQL over the table `photo`."""

import json
import math
import os
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from visret_desktop.library.catalog.catalog_connection import marks, to_sql
from visret_desktop.library.catalog.catalog_facts import VALUES
from visret_desktop.library.catalog.filter_values import (
    ANY_NAME,
    EARTH_KILOMETERS,
    Area,
    Circle,
    Detected,
    Hours,
    Outline,
    Range,
    Rating,
    Span,
)

_IS_WINDOWS = os.name == "nt"
_LABELS = VALUES.format(column="color_label", table="photo")


class Clause(NamedTuple):
    """A condition on the table `photo`, or a query of its ids, and its placeholders' values."""

    sql: str
    values: tuple[Any, ...] = ()


def is_one_of(expression: str) -> Callable[[Sequence[Any]], Clause]:
    """Return the SQL of a value that is one of these."""

    def clause(values: Sequence[Any]) -> Clause:
        kept = tuple(to_sql(value) if isinstance(value, str) else value for value in values)
        return Clause(f"{expression} IN ({marks(kept)})", kept)

    return clause


def any_of(clauses: Iterable[Clause]) -> Clause:
    """Return the SQL of conditions of which one holds."""
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
_INSIDE = (
    f"{_ASKED}, part (id, low) AS ("
    " SELECT root.id, substr(asked.path, length(root.path) + 1) FROM root JOIN asked"
    f" ON {_SAME.format('substr(asked.path, 1, length(root.path))', 'root.path')}"
    " WHERE length(asked.path) > length(root.path))"
)
_PART = (
    f"{_INSIDE}, bounds (id, low, high) AS (SELECT id, low,"
    " CAST(substr(low, 1, length(low) - 1) || '0' AS BLOB) FROM part)"
    " SELECT kept.id FROM bounds CROSS JOIN photo AS kept ON kept.folder_id = bounds.id"
    " AND kept.relative >= CAST(low AS TEXT) AND kept.relative < CAST(high AS TEXT)"
    " UNION ALL"
    " SELECT kept.id FROM bounds CROSS JOIN photo AS kept ON kept.folder_id = bounds.id"
    " AND kept.relative >= low AND kept.relative < high"
)
_EXACTLY = (
    f"{_INSIDE} SELECT kept.id FROM part CROSS JOIN photo AS kept ON kept.folder_id = part.id"
    " AND kept.relative IN (CAST(low AS TEXT), low)"
)


def below(paths: Sequence[str]) -> Clause:
    """Return the SQL of photos in folders, or in folders inside them."""
    asked = tuple(os.fsencode(f"{Path(path).as_posix().rstrip('/')}/") for path in paths)
    rows = ", ".join(["(?)"] * len(asked))
    whole, part = (sql.replace("{asked}", rows) for sql in (_WHOLE, _PART))
    return Clause(f"photo.folder_id IN ({whole}) OR photo.id IN ({part})", asked + asked)


def taken(spans: Sequence[Span]) -> Clause:
    """Return the SQL of dates. The key is the date where there is one, and the key is indexed."""
    return any_of(
        Clause(
            f"{HAS['date']} AND photo.sort_key >= ? AND photo.sort_key < ?",
            (span.start or "", span.end or "~"),
        )
        for span in spans
    )


def area(areas: Sequence[Area]) -> Clause:
    """Return the SQL of bounds on the map."""
    return any_of(
        Clause(
            "photo.latitude BETWEEN ? AND ? AND (photo.longitude >= ?"
            f" {'AND' if area.west <= area.east else 'OR'} photo.longitude <= ?)",
            (area.south, area.north, area.west, area.east),
        )
        for area in areas
    )


def near(circles: Sequence[Circle]) -> Clause:
    """Return the SQL of circles: first their boxes, for which there is an index."""
    return any_of(_in_circle(circle) for circle in circles)


def _in_circle(circle: Circle) -> Clause:
    box = area([circle.box])
    # The haversine: it is exact for small distances, and of opposite points good to some meters.
    half = math.sin(min(math.pi, circle.kilometers / EARTH_KILOMETERS) / 2) ** 2
    nearness = (
        "pow(sin(radians(photo.latitude - ?) / 2), 2) + cos(radians(photo.latitude))"
        " * cos(radians(?)) * pow(sin(radians(photo.longitude - ?) / 2), 2) <= ?"
    )
    values = (circle.latitude, circle.latitude, circle.longitude, half)
    return Clause(f"({box.sql}) AND {nearness}", (*box.values, *values))


def inside(outlines: Sequence[Outline]) -> Clause:
    """Return the SQL of lines drawn on the map."""
    return any_of(_in_outline(outline.points) for outline in outlines)


def _in_outline(points: Sequence[tuple[float, float]]) -> Clause:
    """Return the SQL of an outline: a line to the north crosses its sides an odd number of times.

    SQLite makes the sides of one value, so that any number of them is one short statement.
    """
    south, north = min(p[0] for p in points), max(p[0] for p in points)
    west, east = min(p[1] for p in points), max(p[1] for p in points)
    turns = [turn for turn in (-360, 0, 360) if west <= 180 + turn and east >= -180 + turn]
    crossing = (
        "WITH side (a, b, c, d) AS MATERIALIZED (SELECT json_extract(value, '$[0]'),"
        " json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]')"
        " FROM json_each(?)) SELECT count(*) % 2 FROM side"
        " WHERE (b > photo.longitude + ?) <> (d > photo.longitude + ?)"
        " AND photo.latitude < (c - a) * (photo.longitude + ? - b) / (d - b) + a"
    )
    sides = [(*one, *other) for one, other in zip(points, (*points[1:], points[0]), strict=True)]
    kept = json.dumps(sides)
    return any_of(
        Clause(
            "photo.latitude BETWEEN ? AND ? AND photo.longitude + ? BETWEEN ? AND ?"
            f" AND ({crossing})",
            (south, north, turn, west, east, kept, turn, turn, turn),
        )
        for turn in turns or (0,)
    )


def keyword(words: Sequence[str]) -> Clause:
    """Return the SQL of keywords."""
    return _in(photos_by_keyword(words))


def photos_by_keyword(words: Sequence[str]) -> Clause:
    """Return the SQL of a query of the photos with keywords, or with one below these."""
    known = is_one_of("keyword")(words)
    # "}" comes right after "|". From the bounds to the index: `OR` would read all keywords.
    bounds = tuple(to_sql(f"{word}{end}") for word in words for end in "|}")
    return Clause(
        f"SELECT photo_id AS id FROM photo_keyword WHERE {known.sql} UNION"
        " SELECT below.photo_id FROM (SELECT column1 AS low, column2 AS high FROM (VALUES"
        f" {', '.join(['(?, ?)'] * len(words))})) AS bound CROSS JOIN photo_keyword AS below"
        " ON below.keyword >= bound.low AND below.keyword < bound.high",
        (*known.values, *bounds),
    )


def _in(photos: Clause) -> Clause:
    return Clause(f"photo.id IN ({photos.sql})", photos.values)


def month(months: Sequence[int]) -> Clause:
    """Return the SQL of months of any year."""
    kept = tuple(f"{month:02d}" for month in months)
    return Clause(f"{HAS['date']} AND substr(sort_key, 6, 2) IN ({marks(kept)})", kept)


def hour(spans: Sequence[Hours]) -> Clause:
    """Return the SQL of times of day."""
    return any_of(
        Clause(
            f"{HAS['date']} AND (substr(sort_key, 12, 5) >= ?"
            f" {'AND' if span.start < span.end else 'OR'} substr(sort_key, 12, 5) < ?)",
            (span.start, span.end),
        )
        for span in spans
    )


def weekday(days: Sequence[int]) -> Clause:
    """Return the SQL of days of the week, Monday is 1."""
    kept = tuple(str(day % 7) for day in days)
    return Clause(f"{HAS['date']} AND strftime('%w', sort_key) IN ({marks(kept)})", kept)


def in_range(column: str) -> Callable[[Sequence[Range]], Clause]:
    """Return the SQL of numbers in ranges."""

    def clause(ranges: Sequence[Range]) -> Clause:
        return any_of(_between(f"photo.{column}", wanted) for wanted in ranges)

    return clause


def _between(column: str, wanted: Range) -> Clause:
    ends = ((">=", wanted.low), ("<=", wanted.high))
    bounds = [(f"{column} {sign} ?", end) for sign, end in ends if end is not None]
    return Clause(" AND ".join(sql for sql, _ in bounds), tuple(end for _, end in bounds))


def label(names: Sequence[str]) -> Clause:
    """Return the SQL of color labels, which other programs write in any case."""
    kept = tuple(name.casefold() for name in names)
    texts = f"SELECT value FROM ({_LABELS}) WHERE typeof(value) = 'text'"
    called = f"{texts} AND casefold(value) IN ({marks(kept)})"
    return Clause(f"photo.color_label IN ({called})", kept)


def mark(names: Sequence[str]) -> Clause:
    """Return the SQL of photos that the person marked, for any query."""
    return any_of(
        Clause("photo.content_hash IN (SELECT value FROM json_each(marked_contents(?)))", (name,))
        for name in names
    )


def copy(values: Sequence[bool]) -> Clause:
    """Return the SQL of further files with the same bytes, or the first ones."""
    copy = (
        "EXISTS (SELECT 1 FROM photo AS first WHERE first.content_hash = photo.content_hash"
        " AND first.id < photo.id)"
    )
    return any_of(Clause(copy if value else f"NOT {copy}") for value in values)


def photos_by_copy(values: Sequence[bool]) -> Clause:
    """Return a query of the further files, or of the first ones, by what is known of all."""
    if tuple(values) != (True,):
        return Clause(f"SELECT id FROM photo WHERE {copy(values).sql}")
    return Clause(
        "SELECT photo.id FROM (SELECT content_hash, min(id) AS first FROM photo"
        " GROUP BY content_hash HAVING count(*) > 1) JOIN photo USING (content_hash)"
        " WHERE photo.id > first"
    )


def words(texts: Sequence[str]) -> Clause:
    """Return the SQL of texts, each of which must stand in a photo with all its words."""
    return _in(photos_by_words(texts))


def photos_by_words(texts: Sequence[str]) -> Clause:
    """Return the SQL of a query of the photos with words."""
    match = _match(texts)
    if not match:
        return Clause("SELECT id FROM photo WHERE 0")
    return Clause("SELECT rowid AS id FROM photo_text WHERE photo_text MATCH ?", (match,))


def text(texts: Sequence[str]) -> Clause:
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


RATING = "ifnull(own_rating, rating)"


def rating(ratings: Sequence[Rating]) -> Clause:
    """Return the SQL of ratings."""
    return any_of(
        Clause(f"{RATING} BETWEEN ? AND ?", (rating.low, rating.high)) for rating in ratings
    )


def species(names: Sequence[str]) -> Clause:
    """Return the SQL of names that a person accepted; `ANY_NAME` is any of them."""
    if ANY_NAME in names:
        return Clause("photo.content_hash IN (SELECT content_hash FROM noted_name)")
    known = f"SELECT content_hash FROM noted_name WHERE name IN ({marks(names)})"
    return Clause(f"photo.content_hash IN ({known})", tuple(names))


def detected(wanted: Sequence[Detected]) -> Clause:
    """Return the SQL of what detectors found."""
    return any_of(_in(photos_by_detected([one])) for one in wanted)


def photos_by_detected(wanted: Sequence[Detected]) -> Clause:
    """Return the SQL of a query of the photos in which detectors found something."""
    clause = any_of(_found(one) for one in wanted)
    return Clause(
        "SELECT photo.id FROM photo WHERE content_hash IN"
        f" (SELECT content_hash FROM detection WHERE {clause.sql})",
        clause.values,
    )


def _found(wanted: Detected) -> Clause:
    labels = "label_id IN (SELECT id FROM detection_label WHERE name = ?)"
    if not wanted.least:
        return Clause(labels, (wanted.name,))
    return Clause(f"{labels} AND ifnull(confidence, 1) >= ?", (wanted.name, wanted.least))


# By ids: to look at each photo's hash takes ten times as long.
BLANK = (
    "photo.id IN (SELECT looked.id FROM detected JOIN photo AS looked USING (content_hash)"
    " WHERE is_blank AND NOT EXISTS (SELECT 1 FROM detected AS other WHERE other.content_hash ="
    " detected.content_hash AND NOT other.is_blank AND other.failure = ''))"
)


def blank(_values: Sequence[str]) -> Clause:
    """Return the SQL of photos in which a detector found nothing, and no other one anything."""
    return Clause(BLANK)


HAS = {
    "place": "photo.latitude IS NOT NULL AND photo.longitude IS NOT NULL",
    "date": "photo.taken_at > ''",
}


_LACKS = {
    "place": "(photo.latitude IS NULL OR photo.longitude IS NULL)",
    "date": "ifnull(photo.taken_at, '') = ''",
}


def has(names: Sequence[str]) -> Clause:
    """Return the SQL of photos that say when or where."""
    return any_of(Clause(HAS[name]) for name in names)


def lacks(names: Sequence[str]) -> Clause:
    """Return the SQL of photos that do not say when or where."""
    return Clause(" AND ".join(_LACKS[name] for name in names))


def files(names: Sequence[str], column: str = "photo.id") -> Clause:
    """Return the SQL of photos, each by its path or its name."""
    paths = tuple(os.fsencode(Path(one).as_posix()) for one in names if Path(one).is_absolute())
    plain = tuple(to_sql(one) for one in names if not Path(one).is_absolute())
    asked = ", ".join(["(?)"] * len(paths))
    those = [_EXACTLY.replace("{asked}", asked)] if paths else []
    those += [f"SELECT id FROM photo WHERE name COLLATE NOCASE IN ({marks(plain)})"]
    return Clause(" OR ".join(f"{column} IN ({photos})" for photos in those), paths + plain)


def in_group(kind: str) -> Callable[[Sequence[str]], Clause]:
    """Return the SQL of bursts or events, each by the path or the name of a photo in it."""

    def clause(names: Sequence[str]) -> Clause:
        those = files(names, "photo_id")
        return Clause(
            "photo.id IN (SELECT photo_id FROM photo_group WHERE"
            f" {kind} IN (SELECT {kind} FROM photo_group WHERE {those.sql}))",
            those.values,
        )

    return clause
