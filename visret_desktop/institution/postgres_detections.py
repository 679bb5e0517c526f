"""What detectors found in photos of a library on a server, by the files that say so.

A file is one of the person who brought it, as of a path on their computer.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from msgspec import to_builtins

from visret_desktop import typed_values
from visret_desktop.institution.postgres_notes import Run, named, put_words_to_offer
from visret_desktop.institution.postgres_rows import key_of
from visret_desktop.library.catalog.catalog_detections import (
    Detection,
    DetectionFile,
    FileDetections,
)

if TYPE_CHECKING:
    import psycopg

TABLES = (
    # Two people may have files at one path.
    "CREATE TABLE detection_file (id serial PRIMARY KEY, path text NOT NULL,"
    " person text NOT NULL DEFAULT session_user, format text NOT NULL, model text NOT NULL,"
    " least double precision NOT NULL, imported_at double precision NOT NULL,"
    " UNIQUE (person, path))",
    # Each content that a file speaks of, also where nothing was found in it.
    "CREATE TABLE detected (content_hash uuid NOT NULL, file_id integer NOT NULL"
    " REFERENCES detection_file ON DELETE CASCADE, is_blank boolean NOT NULL,"
    " failure text NOT NULL, body jsonb NOT NULL, PRIMARY KEY (content_hash, file_id))",
    "CREATE INDEX detected_blank ON detected (content_hash) WHERE is_blank",
    # Each name that a content has in a file, with its highest confidence; NULL: it gives none.
    'CREATE TABLE detection (name text COLLATE "C" NOT NULL, content_hash uuid NOT NULL,'
    " file_id integer NOT NULL REFERENCES detection_file ON DELETE CASCADE,"
    " confidence double precision, PRIMARY KEY (name, content_hash, file_id))",
    "CREATE INDEX detection_content ON detection (content_hash, file_id)",
)
_PUT_FILE = (
    "INSERT INTO detection_file (path, format, model, least, imported_at)"
    " VALUES (%s, %s, %s, %s, %s) ON CONFLICT (person, path) DO UPDATE SET"
    " format = excluded.format, model = excluded.model, least = excluded.least,"
    " imported_at = excluded.imported_at RETURNING id"
)
_PATH = "CASE WHEN person = session_user THEN path ELSE person || ':' || path END"
_OF = (
    f"SELECT content_hash, {_PATH}, format, model, least, imported_at, id, failure, body"
    " FROM detected JOIN detection_file ON id = file_id WHERE content_hash = ANY (%s)"
    " ORDER BY content_hash, imported_at, id"
)


class PostgresDetections:
    """The detections of one library."""

    def __init__(self, run: Run) -> None:
        """`run` calls what it gets with a connection, in a transaction of its own."""
        self._run = run

    def of_contents(self, hashes: Iterable[str]) -> dict[str, list[FileDetections]]:
        """Return what is known of contents, by hash, the earliest file first.

        A file of somebody else has their name before its path.
        """
        wanted = [UUID(one) for one in hashes]
        by_hash: dict[str, list[FileDetections]] = {}
        for content_hash, path, *file, failure, body in self._run(
            lambda db: db.execute(_OF, (wanted,)).fetchall()
        ):
            detections = typed_values.convert(body, tuple[Detection, ...])
            one = FileDetections(DetectionFile(Path(path), *file), detections, failure)
            by_hash.setdefault(content_hash.hex, []).append(one)
        return by_hash

    def put(self, detections: Mapping[str, Sequence[FileDetections]]) -> None:
        """Keep what files say of contents, in place of what the same files said of them before."""
        files = {one.file.path: one.file for each in detections.values() for one in each}

        def write(db: "psycopg.Connection[Any]") -> None:
            for path in sorted(files):
                number = _file_number(db, files[path])
                _put(
                    db,
                    number,
                    {
                        UUID(name): one
                        for name, each in detections.items()
                        for one in each
                        if one.file.path == path
                    },
                )

        self._run(write)


def _file_number(db: "psycopg.Connection[Any]", file: DetectionFile) -> int:
    path = str(file.path).encode(errors="replace").decode()
    values = (path, file.format, file.model, file.least, file.imported_at)
    row = db.execute(_PUT_FILE, values).fetchone()
    return int(row[0]) if row else 0


def _put(db: "psycopg.Connection[Any]", number: int, looks: Mapping[UUID, FileDetections]) -> None:
    from psycopg.types.json import Jsonb

    for table in ("detection", "detected"):
        query = f"DELETE FROM {table} WHERE content_hash = ANY (%s) AND file_id = %s"
        db.execute(query, ([*looks], number))
    things = {content_hash: look.found for content_hash, look in looks.items()}
    best = {
        (key_of(one.label.name), content_hash): _highest(each, one.label.name)
        for content_hash, each in things.items()
        for one in each
    }
    with db.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO detected VALUES (%s, %s, %s, %s, %s)",
            [
                (
                    *(
                        content_hash,
                        number,
                        not (things[content_hash] or look.failure),
                        look.failure,
                    ),
                    Jsonb(to_builtins(things[content_hash])),
                )
                for content_hash, look in sorted(looks.items())
            ],
        )
        cursor.executemany(
            "INSERT INTO detection VALUES (%s, %s, %s, %s)",
            [(*key, number, confidence) for key, confidence in sorted(best.items())],
        )
    labels = {one.label for each in things.values() for one in each}
    words = {named("detection", one.name, one.common) for one in labels}
    put_words_to_offer(db, words)


def _highest(things: Sequence[Detection], name: str) -> float | None:
    """Return how sure a file is of a name at most; None: it does not say, which is most."""
    shares = [one.confidence for one in things if one.label.name == name]
    sure = [one for one in shares if one is not None]
    return max(sure) if len(sure) == len(shares) else None
