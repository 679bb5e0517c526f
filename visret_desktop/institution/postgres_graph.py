"""The graph of a library's vectors, and the contents that wait to come into it.

That a content comes into a large graph takes ten times as long as writing it. So what is written
once there is a graph waits: it is kept and found like all others, since those that wait are all
compared with what is looked for. Whoever writes lets some of them in.
"""

from typing import Any

import psycopg

PORTION = 20  # contents that come in at once; some 50 ms, in which nobody else can change them
# The index looks at no vectors, so that those that wait are found by it wherever they lie.
WAITING_INDEX = "CREATE INDEX photo_waiting ON photo (content_hash) WHERE is_waiting"
_GRAPH = (
    "CREATE INDEX IF NOT EXISTS photo_vector ON photo USING hnsw (vector halfvec_ip_ops)"
    " WITH (m = 16, ef_construction = 64) WHERE NOT is_waiting"
)
_FEED = (
    "UPDATE photo SET is_waiting = FALSE WHERE content_hash IN (SELECT content_hash FROM photo"
    " WHERE is_waiting ORDER BY content_hash LIMIT %s FOR NO KEY UPDATE SKIP LOCKED)"
)
_WAITING = "SELECT count(*) FROM (SELECT FROM photo WHERE is_waiting LIMIT %s) AS waiting"


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
