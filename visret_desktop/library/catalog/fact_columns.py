"""Facts of all photos as columns in memory, to count them in any result at once.

Each facet's own SQL stands in `FACETS`; that of filters in `filter_clauses.py`.
What a million photos say takes some seconds to read and some megabytes for each column, so a column
is read when it is first wanted.
"""

import os
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from visret_desktop.library.catalog.catalog_connection import Connections, from_sql
from visret_desktop.library.catalog.filter_clauses import BLANK, RATING
from visret_desktop.library.catalog.filter_values import Span
from visret_desktop.library.catalog.photo_filter import Condition, Filter
from visret_desktop.library.catalog.photo_order import ORDER_BY
from visret_desktop.library.keyword_paths import SEPARATOR, around_and, called, last_part

Ids = npt.NDArray[np.int64]
_DAY = "iif({0} < '0', 0, CAST(replace(substr({0}, 1, 10), '-', '') AS INTEGER))"  # as 20240503
# From each day to the one before by the index, and the photos of each as one text: of a million
# photos in a fifth of the time that a row for each takes.
_ALL_DAYS = (
    "WITH RECURSIVE day (first, next) AS (SELECT substr(max(sort_key), 1, 10), '~' FROM photo"
    " UNION ALL SELECT (SELECT substr(max(sort_key), 1, 10) FROM photo WHERE sort_key < first),"
    f" first FROM day WHERE first IS NOT NULL) SELECT {_DAY.format('first')}, (SELECT"
    " group_concat(id) FROM (SELECT id FROM photo WHERE sort_key >= first AND sort_key < next"
    f" ORDER BY {ORDER_BY['date']})) FROM day WHERE first IS NOT NULL"
)
_UNIT = 100_000  # of a degree
_EASTS = 360 * _UNIT + 1  # longitudes that are told apart
_BAND = 3  # degrees: a part that is read at once


Rows = npt.NDArray[np.int32]


def keyword_tree(found: Mapping[str, Sequence[Rows]]) -> dict[str, Rows]:
    """Return the rows of each keyword and of all below it, each once.

    `found` has the rows of a keyword and of those below it (`around_and`) in any parts. A flat
    keyword whose photos all say it in a path, too, is left out: it is there already.
    """
    nodes = {
        keyword: np.unique(np.concatenate(parts)) if len(parts) > 1 else parts[0]
        for keyword, parts in found.items()
        if any(map(len, parts))
    }
    ending: dict[str, list[str]] = defaultdict(list)
    roots = set()
    for keyword in nodes:
        if SEPARATOR in keyword:
            ending[last_part(keyword)].append(keyword)
            roots.add(keyword.partition(SEPARATOR)[0])
    return {
        keyword: rows
        for keyword, rows in nodes.items()
        if SEPARATOR in keyword
        or keyword in roots
        or not _is_said_by(rows, [nodes[path] for path in ending.get(called(keyword), ())])
    }


def _is_said_by(rows: Rows, others: Sequence[Rows]) -> bool:
    return bool(others) and bool(np.isin(rows, np.concatenate(others)).all())


@dataclass(frozen=True)
class FacetCount:
    """How many photos of a result have one value; `condition` gives just these."""

    value: Any
    photos: int
    condition: Condition


@dataclass(frozen=True)
class Facet:
    """A fact that is counted: the SQL of (what is stored, ids with commas), a value's condition.

    `values` returns the values that photos have for which this is stored, `joined` the rows of each
    value, of which there may be several parts.
    """

    query: str
    condition: Callable[[Any], Condition]
    values: Callable[[Any], Sequence[Any]] = lambda stored: (stored,)
    joined: Callable[[dict[Any, list[Rows]]], dict[Any, Rows]] = lambda found: {
        value: np.concatenate(parts) for value, parts in found.items() if any(map(len, parts))
    }


def _column(column: str, field: str) -> Facet:
    query = f"SELECT {column}, group_concat(id) FROM photo WHERE {column} > '' GROUP BY {column}"
    return Facet(query, lambda value: Condition(field, (value,)))


def _folders(stored: tuple[Any, Any]) -> Sequence[str]:
    """Return the folder in which photos lie, and those around it in the library."""
    root, *parts = from_sql(stored[0]), *from_sql(stored[1]).split("/")[:-1]
    # A Path takes 10 times as long.
    return [os.path.join(root, *parts[:depth]) for depth in range(len(parts) + 1)]  # noqa: PTH118


FACETS: dict[str, Facet] = {
    "country": _column("country", "country"),
    "region": _column("region", "region"),
    "town": Facet(
        "SELECT town, group_concat(id) FROM photo WHERE town > 0 GROUP BY town",
        lambda number: Condition("town", (number,)),
    ),
    "camera": _column("camera", "camera"),
    "lens": _column("lens", "lens"),
    "kind": _column("format", "kind"),
    "keyword": Facet(
        "SELECT keyword, group_concat(photo_id) FROM photo_keyword GROUP BY keyword",
        lambda word: Condition("keyword", (word,)),
        around_and,
        keyword_tree,
    ),
    "species": Facet(
        # Hashes in their order: from each name to its photos takes twice as long.
        "SELECT noted_name.name, group_concat(photo.id) FROM photo CROSS JOIN noted_name"
        " USING (content_hash) GROUP BY noted_name.name",
        lambda name: Condition("species", (name,)),
    ),
    "rating": Facet(
        f"SELECT {RATING} AS stars, group_concat(id) FROM photo WHERE {RATING} IS NOT NULL"
        " GROUP BY stars",
        lambda stars: Condition("rating", ({"low": stars, "high": stars},)),
    ),
    "detected": Facet(
        "SELECT label.name, group_concat(DISTINCT photo.id) FROM detection_label AS label"
        " JOIN detection ON label_id = label.id JOIN photo USING (content_hash)"
        " GROUP BY label.name",
        lambda name: Condition("detected", ({"name": name},)),
    ),
    "blank": Facet(
        f"SELECT 'blank', ids FROM (SELECT group_concat(id) AS ids FROM photo WHERE {BLANK})"
        " WHERE ids IS NOT NULL",
        lambda _: Condition("blank", ("blank",)),
    ),
    "folder": Facet(
        "SELECT folder.path, inside, ids FROM (SELECT folder_id, inside, group_concat(id) AS ids"
        " FROM photo WHERE typeof(relative) = 'text' GROUP BY folder_id, inside)"
        " JOIN folder ON folder.id = folder_id",
        lambda path: Condition("below", (path,)),
        _folders,
    ),
}


@dataclass(frozen=True)
class _Column:
    """Values, each with some rows: those of the value `n` begin at `starts[n]`."""

    values: Sequence[Any]
    rows: npt.NDArray[np.int32]
    starts: npt.NDArray[np.intp]

    def counted(self, is_in: npt.NDArray[np.bool_] | None) -> npt.NDArray[np.intp]:
        """Return how many rows of each value are in; None: all are."""
        if is_in is None or not len(self.rows):
            return np.diff(self.starts, append=len(self.rows))
        return np.add.reduceat(is_in[self.rows], self.starts, dtype=np.intp)


def days_of(
    db: sqlite3.Connection, only: Filter
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """Return the photos of a filter and their days, as `CatalogReader.photo_days` does."""
    if only:
        where, values = only.where()
        rows = db.execute(
            f"SELECT photo.id, {_DAY.format('photo.sort_key')} FROM photo"
            f" WHERE {where} ORDER BY {ORDER_BY['date']}",
            values,
        )
        days = np.fromiter(rows, np.dtype([("id", np.int64), ("day", np.int32)]))
        return days["id"].copy(), days["day"].copy()
    ids, counts, numbers = [np.empty(0, np.int64)], [0], [0]
    for day, text in db.execute(_ALL_DAYS):
        ids.append(np.fromstring(text, np.int64, sep=","))
        counts.append(len(ids[-1]))
        numbers.append(day)
    return np.concatenate(ids), np.repeat(np.array(numbers, np.int32), counts)


def read_points(connections: Connections) -> tuple[Ids, npt.NDArray[np.float32]]:
    """Return the ids (n,) of photos that have a place, and latitude and longitude (n, 2).

    Places are rounded to a hundred-thousandth of a degree, which is a meter. They are read as
    texts: row by row takes twice as long, and all the time other threads of Python have to wait.
    """
    db = connections.get()
    latitude, longitude = (
        f"CAST(({column} + {most}) * {_UNIT} + 0.5 AS INTEGER)"
        for column, most in (("latitude", 90), ("longitude", 180))
    )
    query = (  # answered from an index
        f"SELECT group_concat(id || ',' || ({latitude} * {_EASTS} + {longitude})) FROM photo"
        " WHERE latitude >= ? AND latitude < ? AND longitude IS NOT NULL"
    )
    parts = [np.empty(0, np.int64)]
    for south in range(-90, 91, _BAND):
        (text,) = db.execute(query, (south, south + _BAND)).fetchone()
        parts += [np.fromstring(text, np.int64, sep=",")] if text else []
    points = np.concatenate(parts).reshape(-1, 2)
    norths, easts = np.divmod(points[:, 1], _EASTS)
    places = np.stack((norths / _UNIT - 90, easts / _UNIT - 180), axis=1)
    return points[:, 0].copy(), places.astype(np.float32)


class FactColumns:
    """The facts of some photos as they were when this was made. Reading takes its time: see there.

    May be made and filled on any thread, but is then used on one.
    """

    def __init__(
        self, connections: Connections, photo_ids: Ids, days: npt.NDArray[np.int32]
    ) -> None:
        """Take photos (n,), in any order, and the day of each as `CatalogReader.photo_days`."""
        self._connections = connections
        order = np.argsort(photo_ids)
        self.ids: Ids = photo_ids[order]
        self.days: npt.NDArray[np.int32] = days[order]
        self._columns: dict[str, _Column] = {}

    def __len__(self) -> int:
        return len(self.ids)

    def rows_of(self, photo_ids: Ids) -> npt.NDArray[np.intp]:
        """Return the rows of photos (n,); those that came in since are left out."""
        places = self.ids.searchsorted(photo_ids)
        is_within = places < len(self.ids)
        places = places[is_within]
        found: npt.NDArray[np.intp] = places[self.ids[places] == photo_ids[is_within]]
        return found

    def read(self, facet: str) -> None:
        """Read the column of a facet, if that was not done."""
        if facet in self._columns:
            return
        known, found = FACETS[facet], dict[Any, list[Rows]]()
        for *stored, ids in self._connections.get().execute(known.query):
            part = self.rows_of(np.fromstring(ids, np.int64, sep=",")).astype(np.int32)
            for value in known.values(stored[0] if len(stored) == 1 else tuple(stored)):
                found.setdefault(value, []).append(part)
        parts = known.joined(found)
        lengths = np.array([0, *map(len, parts.values())], np.intp)
        rows = np.concatenate([*parts.values(), np.empty(0, np.int32)])
        self._columns[facet] = _Column(list(parts), rows, lengths.cumsum()[:-1])

    def counts(
        self, facet: str, rows: npt.NDArray[np.intp] | None = None, most: int | None = None
    ) -> list[FacetCount]:
        """Count a facet's values in rows (n,), or in all photos; the most frequent first.

        Values that none of them has are left out, and those after the first `most`: there may be
        a folder for each day.
        """
        self.read(facet)
        column, known = self._columns[facet], FACETS[facet]
        is_in = None
        if rows is not None:
            is_in = np.zeros(len(self.ids), np.bool_)
            is_in[rows] = True
        counted = column.counted(is_in)
        order = np.argsort(-counted, kind="stable")
        return [
            FacetCount(value, int(counted[number]), known.condition(value))
            for number in order[:most].tolist()
            if counted[number] and (value := column.values[number]) is not None
        ]

    def values_of(self, facet: str) -> int:
        """Return how many values of a facet photos have."""
        self.read(facet)
        return int(np.count_nonzero(self._columns[facet].counted(None)))

    def rows_with(self, facet: str, value: Any) -> Rows:
        """Return the rows of a value of a facet, in no order."""
        self.read(facet)
        column = self._columns[facet]
        place = column.values.index(value)
        return column.rows[column.starts[place] :][: column.counted(None)[place]]

    def years(self, rows: npt.NDArray[np.intp] | None = None) -> list[FacetCount]:
        """Count the years in rows (n,), or in all photos; the latest first."""
        return self._spans(10_000, rows)

    def months(self, rows: npt.NDArray[np.intp] | None = None) -> list[FacetCount]:
        """Count the months of each year, as 202305; the latest first."""
        return self._spans(100, rows)

    def _spans(self, cut: int, rows: npt.NDArray[np.intp] | None) -> list[FacetCount]:
        days = self.days if rows is None else self.days[rows]
        counts = np.bincount(days // cut)  # quicker than to sort them
        spans = np.flatnonzero(counts)[::-1].tolist()
        return [FacetCount(span, int(counts[span]), _taken(span)) for span in spans if span]

    def points(self) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.float32]]:
        """Return the rows (n,) of photos that have a place, and latitude and longitude (n, 2)."""
        ids, places = read_points(self._connections)
        is_known = np.isin(ids, self.ids, assume_unique=True)
        return self.rows_of(ids[is_known]), places[is_known]


def _taken(span: int) -> Condition:
    """Return the condition of a year, or of a month of a year as 202305."""
    if span < 10_000:
        return Condition("taken", (Span(f"{span:04}", f"{span + 1:04}"),))
    year, month = divmod(span, 100)
    following = (year, month + 1) if month < 12 else (year + 1, 1)
    return Condition("taken", (Span(f"{year:04}-{month:02}", "{:04}-{:02}".format(*following)),))
