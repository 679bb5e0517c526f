"""A filter as PostgreSQL's SQL: what `photo_filter` is for the catalog, over the same conditions.

Most are SQL that both understand. As in the catalog a filter is about files: a content passes if
one of its files passes as a whole. What people noted counts whoever noted it; of ratings and marks
one's own come first.
"""

import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple

from visret_desktop.institution.photo_moments import KINDS, moment
from visret_desktop.institution.postgres_notes import rated, tagged
from visret_desktop.institution.postgres_rows import key_of
from visret_desktop.institution.postgres_values import labels_called
from visret_desktop.institution.store_errors import FilterNotOnServer
from visret_desktop.institution.word_vectors import queries_of
from visret_desktop.library import stored_values
from visret_desktop.library.catalog import filter_clauses as sql
from visret_desktop.library.catalog.filter_clauses import Clause
from visret_desktop.library.catalog.filter_values import ANY_NAME, Detected, Outline, Range, Rating
from visret_desktop.library.catalog.photo_filter import Condition, Filter

if TYPE_CHECKING:
    import psycopg

_NONE = Clause("FALSE")
_WHOLE = 2**63  # of PostgreSQL's whole numbers the first that is too large
_NO_TEXT = "\ufffd"  # in place of what PostgreSQL keeps in no text, so that nothing equals it


class _Field(NamedTuple):
    """How one field becomes SQL, with `?` for values; and whether it looks at `file`."""

    clause: Callable[[Sequence[Any]], Clause]
    is_of_file: bool = False


def compiled(db: "psycopg.Connection[Any]", only: Filter) -> tuple[Clause, Clause]:
    """Return the SQL of a filter on `photo`, and a query of the first path of one that passes.

    To be called first in a transaction: what is looked up for it, and what is asked after it, is
    of one moment then.

    Raises:
        FilterNotOnServer: it has a condition that only a desktop's catalog answers.
    """
    wanted = [one for one in _single(only.conditions) if one.field in _LOOKED_UP]
    if wanted:  # else what somebody notes meanwhile could be in neither of two lists
        db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    looked_up = {one: _clause_of(db, one) for one in wanted}
    of_content = [_where(one, looked_up) for one in only.conditions if not _is_of_file(one)]
    of_file = [_where(one, looked_up) for one in only.conditions if _is_of_file(one)]
    parts = [*of_content, *([_of_one_file(of_file)] if of_file else ())]
    first_path = _all_of(of_file)
    query = (
        "SELECT min(file.path) FROM file WHERE file.content_hash = photo.content_hash"
        f" AND ({first_path.sql})"
    )
    both = (_all_of(parts), Clause(query, first_path.values))
    where, path = (
        Clause(one.sql.replace("%", "%%").replace("?", "%s"), one.values) for one in both
    )
    return where, path


def _single(conditions: Iterable[Condition]) -> Iterator[Condition]:
    for one in conditions:
        if one.field == "either":
            for group in one.values:
                yield from _single(group)
        else:
            yield one


def _where(condition: Condition, looked_up: Mapping[Condition, Clause]) -> Clause:
    if condition in looked_up:
        clause, kept = looked_up[condition]
    elif condition.field == "either":
        groups = (_all_of([_where(one, looked_up) for one in group]) for group in condition.values)
        clause, kept = sql.any_of(groups)
    else:
        field = _FIELDS.get(condition.field)
        if field is None:
            raise FilterNotOnServer(field=condition.field)
        values = condition.values if field.is_of_file else tuple(map(_fit, condition.values))
        clause, kept = field.clause(values)
    return Clause(f"({clause}) IS NOT TRUE" if condition.negated else f"({clause})", kept)


def _is_of_file(condition: Condition) -> bool:
    if condition.field == "either":
        return any(_is_of_file(inner) for group in condition.values for inner in group)
    field = _FIELDS.get(condition.field)
    return condition.field in KINDS or (field is not None and field.is_of_file)


def _of_one_file(clauses: Sequence[Clause]) -> Clause:
    clause = _all_of(clauses)
    return Clause(
        "EXISTS (SELECT 1 FROM file WHERE file.content_hash = photo.content_hash"
        f" AND {clause.sql})",
        clause.values,
    )


def _all_of(clauses: Sequence[Clause]) -> Clause:
    values = tuple(value for clause in clauses for value in clause.values)
    return Clause(" AND ".join(clause.sql for clause in clauses) or "TRUE", values)


def _fit(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return key_of(value) if stored_values.is_text(value) else _NO_TEXT


def bounds(folder: str) -> tuple[bytes, bytes]:
    """Return between which bytes, the last excluded, the paths inside a folder or bucket are."""
    start = os.fsencode(folder.rstrip("/"))
    return start + b"/", start + b"0"  # which comes right after '/'


def _below(folders: Sequence[str]) -> Clause:
    return sql.any_of(Clause("file.path >= ? AND file.path < ?", bounds(one)) for one in folders)


def name_key(path: str) -> bytes:
    """Return a file's name as it is compared: without regard to case in A to Z."""
    return os.fsencode(PurePosixPath(path).name).lower()


def files(names: Sequence[str]) -> Clause:
    """Return the SQL of files, each by its path or its name."""
    return sql.any_of(
        Clause("file.path = ?", (os.fsencode(one),))
        if one.startswith("/") or "://" in one
        else Clause("file.name = ?", (os.fsencode(one).lower(),))
        for one in names
    )


def _copy(values: Sequence[bool]) -> Clause:
    copy = (
        "EXISTS (SELECT 1 FROM file AS first WHERE first.content_hash = file.content_hash"
        " AND first.path < file.path)"
    )
    return sql.any_of(Clause(copy if value else f"NOT {copy}") for value in values)


def _words(texts: Sequence[str]) -> Clause:
    """Return the SQL of texts, of each of which all words stand somewhere in one file."""
    each = (
        _all_of([Clause(_WORD, (query,) * _WORD.count("?")) for query in queries])
        for queries in queries_of([*texts])
    )
    return sql.any_of([_NONE, *each])


_WORD = (
    "file.path IN (SELECT path FROM file AS called WHERE called.words @@ ?::tsquery UNION ALL"
    " SELECT path FROM photo AS described JOIN file AS of_described USING (content_hash)"
    " WHERE described.words @@ ?::tsquery UNION ALL"
    " SELECT path FROM note JOIN file AS of_note USING (content_hash)"
    " WHERE note.words @@ ?::tsquery)"
)


def _text(texts: Sequence[str]) -> Clause:
    each = (
        Clause("photo.inscribed @@ ?::tsquery", (" & ".join(f"({one})" for one in queries),))
        for queries in queries_of([*texts])
    )
    return sql.any_of([_NONE, *each])


def _in(contents: str, values: Sequence[Any] = ()) -> Clause:
    return Clause(f"photo.content_hash IN ({contents})", tuple(values))


def _clause_of(db: "psycopg.Connection[Any]", condition: Condition) -> Clause:
    """Return the SQL of a condition for which something has to be looked up first."""
    if condition.field == "keyword":
        words = [*map(_fit, condition.values)]
        return sql.any_of([Clause("photo.keyword_paths && ?::text[]", (words,)), tagged(db, words)])
    if condition.field == "rating":
        return _rating(db, condition.values)
    if condition.field == "label":  # as they are written, so that their index serves
        labels = labels_called(db, [*map(_fit, condition.values)])
        return Clause("photo.color_label = ANY (?::text[])", (labels,))
    return Clause("file.path = ANY (?)", (moment(db, condition, files),))


def _rating(db: "psycopg.Connection[Any]", ratings: Sequence[Rating]) -> Clause:
    """Return the SQL of ratings: what people gave goes before what the file says."""
    anyone, ranges = rated(db, ratings)
    of_file = sql.any_of(
        Clause("photo.rating BETWEEN ? AND ?", (one.low, one.high)) for one in ratings
    )
    # Not `NOT`, after which older servers go through a list instead of hashing it.
    nobody = Clause(f"({anyone.sql}) IS NOT TRUE", anyone.values)
    return sql.any_of([_all_of([Clause(f"({of_file.sql})", of_file.values), nobody]), *ranges])


def _whole(column: str) -> Callable[[Sequence[Range]], Clause]:
    """Return the SQL of whole numbers in ranges, whose ends are: of others there is no index."""

    def clause(ranges: Sequence[Range]) -> Clause:
        return sql.any_of(
            Clause(
                f"photo.{column} BETWEEN ? AND ?",
                (
                    -_WHOLE if one.low is None else math.ceil(one.low),
                    _WHOLE - 1 if one.high is None else math.floor(one.high),
                ),
            )
            for one in ranges
        )

    return clause


def _species(names: Sequence[str]) -> Clause:
    if ANY_NAME in names:
        return _in("SELECT content_hash FROM note WHERE species <> '{}'")
    return _in("SELECT content_hash FROM note WHERE species && ?::text[]", ([*names],))


def _mark(names: Sequence[str]) -> Clause:
    own = "SELECT content_hash FROM judgment WHERE person = session_user"
    is_right = {"right": " AND is_right", "wrong": " AND NOT is_right", "marked": ""}
    return sql.any_of(_in(own + is_right[name]) for name in names)


def _detected(wanted: Sequence[Detected]) -> Clause:
    detections = (
        "SELECT content_hash FROM detection WHERE name = ? AND coalesce(confidence, 1) >= ?"
    )
    return sql.any_of(_in(detections, (_fit(one.name), one.least)) for one in wanted)


_BLANK = (
    "SELECT content_hash FROM detected WHERE is_blank AND NOT EXISTS (SELECT 1 FROM detected AS"
    " other WHERE other.content_hash = detected.content_hash AND NOT other.is_blank"
    " AND other.failure = '')"
)


def _inside(outlines: Sequence[Outline]) -> Clause:
    return sql.any_of(_in_outline(outline.points) for outline in outlines)


def _in_outline(points: Sequence[tuple[float, float]]) -> Clause:
    """Return the SQL of an outline, by the sides that a line to the north crosses."""
    south, north = min(p[0] for p in points), max(p[0] for p in points)
    west, east = min(p[1] for p in points), max(p[1] for p in points)
    turns = [turn for turn in (-360.0, 0.0, 360.0) if west <= 180 + turn and east >= -180 + turn]
    crossing = (
        "SELECT count(*) % 2 = 1 FROM unnest(?::float8[], ?::float8[], ?::float8[], ?::float8[])"
        " AS side (a, b, c, d) WHERE (b > photo.longitude + ?) <> (d > photo.longitude + ?)"
        " AND photo.latitude < (c - a) * (photo.longitude + ? - b) / nullif(d - b, 0) + a"
    )
    sides = [(*one, *other) for one, other in zip(points, (*points[1:], points[0]), strict=True)]
    columns = [list(column) for column in zip(*sides, strict=True)]
    return sql.any_of(
        Clause(
            "photo.latitude BETWEEN ? AND ? AND photo.longitude + ? BETWEEN ? AND ?"
            f" AND ({crossing})",
            (south, north, turn, west, east, *columns, turn, turn, turn),
        )
        for turn in turns or (0.0,)
    )


_FIELDS = {
    "below": _Field(_below, is_of_file=True),
    "photo": _Field(files, is_of_file=True),
    "copy": _Field(_copy, is_of_file=True),
    "words": _Field(_words, is_of_file=True),
    "text": _Field(_text),
    "species": _Field(_species),
    "mark": _Field(_mark),
    "detected": _Field(_detected),
    "blank": _Field(lambda _: _in(_BLANK)),
    "taken": _Field(sql.taken),
    "month": _Field(sql.month),
    "hour": _Field(sql.hour),
    "weekday": _Field(sql.is_one_of("photo.weekday")),
    "area": _Field(sql.area),
    "near": _Field(sql.near),
    "inside": _Field(_inside),
    "country": _Field(sql.is_one_of("photo.country")),
    "region": _Field(sql.is_one_of("photo.region")),
    "town": _Field(sql.is_one_of("photo.town")),
    "has": _Field(sql.has),
    "camera": _Field(sql.is_one_of("photo.camera")),
    "lens": _Field(sql.is_one_of("photo.lens")),
    "kind": _Field(sql.is_one_of("photo.format")),
    "exposure": _Field(sql.in_range("exposure_seconds")),
    "aperture": _Field(sql.in_range("f_number")),
    "focal": _Field(sql.in_range("focal_length_mm")),
    "iso": _Field(_whole("iso")),
    "altitude": _Field(sql.in_range("altitude")),
}
_LOOKED_UP = (*KINDS, "keyword", "rating", "label")
