"""The graph of a library in PostgreSQL, and the nearest contents that pass a filter.

Two plans find them: the exact one compares all that pass, the graph looks at the nearest until
enough pass. The graph loses hits where few pass, and the exact plan takes long where many do; how
many pass is counted first. So what is found does not depend on the filter. Contents that are not in
the graph yet are all compared.

That a content comes into a large graph takes ten times as long as writing it. So what is written
once there is a graph waits: it is kept and found like all others. Whoever writes lets some in.
"""

import os
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import psycopg
from pgvector import HalfVector

from visret_desktop.institution.postgres_filter import compiled
from visret_desktop.institution.postgres_rows import Row
from visret_desktop.institution.store import StoredHit, Vector
from visret_desktop.library.catalog.filter_clauses import Clause
from visret_desktop.library.catalog.photo_filter import Filter

PORTION = 20  # contents that come in at once; some 50 ms, in which nobody else can change them
# The index looks at no vectors, so that those that wait are found by it wherever they lie.
WAITING_INDEX = "CREATE INDEX photo_waiting ON photo (content_hash) WHERE is_waiting"
_GRAPH = (
    "CREATE INDEX IF NOT EXISTS photo_vector ON photo USING hnsw (vector halfvec_ip_ops)"
    " WITH (m = 16, ef_construction = 64) WHERE NOT is_waiting"
)
_FEED = (
    "UPDATE photo SET is_waiting = FALSE WHERE content_hash = ANY (ARRAY(SELECT content_hash"
    " FROM photo WHERE is_waiting ORDER BY content_hash LIMIT %s FOR NO KEY UPDATE SKIP LOCKED))"
)
_WAITING = "SELECT count(*) FROM (SELECT FROM photo WHERE is_waiting LIMIT %s) AS waiting"
# Of the graph: how many it keeps in view, of which pgvector takes no more. Chosen at a million, of
# which six in a hundred pass: of the ten nearest to words .96 were found by 800 and 50, .98 so.
_EFFORT = 1000
_BESIDE = 100  # contents that pass and are compared beyond those that are asked for
_SPARE = 4  # times as many contents as should be enough, before the graph gives up
_LEAST_LOOKED_AT, _MOST_LOOKED_AT = 20_000, 2**31 - 1  # pgvector takes no more
_COMPARED = "SELECT content_hash, vector <#> %s AS distance FROM photo WHERE "
_ALL_IN_ORDER = " ORDER BY (vector <#> %s) + 0 LIMIT %s"  # of a sum there is no index
_EXACT = f"near AS MATERIALIZED ({_COMPARED}{{passes}}{_ALL_IN_ORDER})"
# What `IS TRUE` is about is looked up by photo, and cannot lead the way in place of the graph.
_BY_GRAPH = (
    f"found AS MATERIALIZED ({_COMPARED}NOT is_waiting AND ({{passes}}) IS TRUE"
    " ORDER BY vector <#> %s LIMIT %s),"
    # Those that wait are looked up first: of a large library few wait, and many may pass.
    " waiting AS MATERIALIZED (SELECT content_hash, vector <#> %s AS distance"
    " FROM (SELECT * FROM photo WHERE is_waiting OFFSET 0) AS photo"
    f" WHERE {{passes}}{_ALL_IN_ORDER}),"
    " near AS (SELECT * FROM found UNION ALL SELECT * FROM waiting)"
)


def nearest(
    db: "psycopg.Connection[Any]", vector: Vector, most: int, only: Filter, exact_most: int
) -> list[StoredHit]:
    """Return the nearest contents of which a file passes a filter, the nearest first.

    Of up to `exact_most` that pass, all are compared.
    """
    where, path = compiled(db, only)
    half = HalfVector(np.asarray(vector, np.float32))
    if has_graph(db) and (not only or count(db, where, exact_most + 1) > exact_most):
        _set_effort(db, most, exact_most)
        values = (half, *where.values, half, most + _BESIDE, half, *where.values, half, most)
        enough = Clause("(SELECT count(*) FROM found) >= %s", (most,))  # or else it gave up
        hits = _ranked(db, _BY_GRAPH.format(passes=where.sql), values, enough, path, most)
        if hits:
            return hits
    exact = (half, *where.values, half, most)
    return _ranked(db, _EXACT.format(passes=where.sql), exact, Clause("TRUE"), path, most)


def count(db: "psycopg.Connection[Any]", passing: Clause, most: int | None = None) -> int:
    """Return how many contents pass; counting ends at `most`."""
    limit = "" if most is None else f" LIMIT {most}"
    query = f"SELECT count(*) FROM (SELECT 1 FROM photo WHERE {passing.sql}{limit}) AS passing"
    row = db.execute(query, passing.values).fetchone()
    return int(row[0]) if row else 0


def hits_of(rows: Iterable[Row]) -> list[StoredHit]:
    """Return rows of hash, path, similarity and time as the hits that they are."""
    return [
        StoredHit(content_hash.hex, os.fsdecode(path or b""), similarity, taken_at)
        for content_hash, path, similarity, taken_at in rows
    ]


def _set_effort(db: "psycopg.Connection[Any]", most: int, passing: int) -> None:
    """Let the graph go on until enough pass, in this transaction.

    At least one in `total / passing` passes, unless those that pass lie far from the query.
    """
    row = db.execute("SELECT reltuples FROM pg_class WHERE oid = 'photo'::regclass").fetchone()
    total = max(0, int(row[0])) if row else 0
    looked_at = min(_MOST_LOOKED_AT, _SPARE * (most + _BESIDE) * total // passing)
    for name, value in (
        ("hnsw.ef_search", _EFFORT),
        ("hnsw.iterative_scan", "relaxed_order"),
        ("hnsw.max_scan_tuples", max(_LEAST_LOOKED_AT, looked_at)),
        ("hnsw.scan_mem_multiplier", 16),
        ("enable_sort", "off"),  # all that is left is the graph, which gives an order itself
    ):
        db.execute("SELECT set_config(%s, %s, true)", (name, str(value)))


def _ranked(
    db: "psycopg.Connection[Any]",
    near: str,
    values: Sequence[Any],
    enough: Clause,
    path: Clause,
    most: int,
) -> list[StoredHit]:
    """Return the nearest of `near`, each with its path and time; none unless there are enough."""
    query = (
        f"WITH {near} SELECT content_hash, ({path.sql}), -distance, photo.taken_at"
        f" FROM near JOIN photo USING (content_hash) WHERE {enough.sql}"
        " ORDER BY distance, content_hash LIMIT %s"
    )
    return hits_of(db.execute(query, (*values, *path.values, *enough.values, most)))


def make_graph(db: "psycopg.Connection[Any]") -> None:
    """Make the graph of the vectors; nobody can write meanwhile."""
    db.execute("LOCK TABLE photo IN SHARE ROW EXCLUSIVE MODE")  # nobody else makes it, too
    db.execute(_GRAPH)


def has_graph(db: "psycopg.Connection[Any]") -> bool:
    """Tell whether the graph was made."""
    row = db.execute("SELECT to_regclass('photo_vector') IS NOT NULL").fetchone()
    return bool(row and row[0])


def waiting(db: "psycopg.Connection[Any]", most: int | None = None) -> int:
    """Return how many contents wait to come into the graph; counting ends at `most`."""
    row = db.execute(_WAITING, (most,)).fetchone()
    return int(row[0]) if row else 0


def feed(db: "psycopg.Connection[Any]", most: int = PORTION) -> int:
    """Let at most so many contents into the graph; return how many came in.

    After a crash of the server they may wait again, as nobody waits for the disk here.
    """
    db.execute("SET LOCAL synchronous_commit = off")
    return int(db.execute(_FEED, (most,)).rowcount)
