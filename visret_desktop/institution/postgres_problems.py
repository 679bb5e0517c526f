"""Files that could not be read, or only partly, as rows beside those that could."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from visret_desktop.institution.store import StoredFile, StoredProblem
from visret_desktop.library.records import Failure, Fingerprint
from visret_desktop.sentence_json import from_text, to_text

if TYPE_CHECKING:
    import psycopg

TABLE = (
    "CREATE TABLE problem (path bytea PRIMARY KEY, size bigint NOT NULL, mtime_ns bigint NOT NULL,"
    " code text NOT NULL, tries integer NOT NULL, tried_at double precision NOT NULL,"
    " allowed bigint, reason text NOT NULL, indexed boolean NOT NULL)"
)
_PUT = (
    "INSERT INTO problem VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT (path) DO UPDATE"
    " SET size = excluded.size, mtime_ns = excluded.mtime_ns, code = excluded.code,"
    " tries = excluded.tries, tried_at = excluded.tried_at, allowed = excluded.allowed,"
    " reason = excluded.reason, indexed = excluded.indexed"
)
_BELOW = "SELECT * FROM problem WHERE path >= %s AND path < %s ORDER BY path"


def put(
    db: "psycopg.Connection[Any]", files: Sequence[StoredFile], problems: Sequence[StoredProblem]
) -> None:
    """Note problems, and that other files have none any more."""
    drop(db, [os.fsencode(file.path) for file in files])
    with db.cursor() as cursor:
        cursor.executemany(_PUT, sorted(map(_row, problems)))


def drop(db: "psycopg.Connection[Any]", paths: Sequence[bytes]) -> None:
    """Forget the problems of files."""
    db.execute("DELETE FROM problem WHERE path = ANY (%s)", ([*paths],))


def below(db: "psycopg.Connection[Any]", after: bytes, end: bytes) -> list[StoredProblem]:
    """Return the problems of files between two paths, by path."""
    return [
        StoredProblem(
            os.fsdecode(path),
            Fingerprint(size, mtime_ns),
            Failure(*failure),
            from_text(reason),
            indexed,
        )
        for path, size, mtime_ns, *failure, reason, indexed in db.execute(_BELOW, (after, end))
    ]


def _row(problem: StoredProblem) -> tuple[Any, ...]:
    fingerprint, failure = problem.fingerprint, problem.failure
    return (
        os.fsencode(problem.path),
        *(fingerprint.size, fingerprint.mtime_ns),
        *(failure.code, failure.tries, failure.tried_at, failure.allowed),
        *(to_text(problem.reason).replace("\0", "\ufffd"), problem.is_indexed),
    )
