"""A library in PostgreSQL with pgvector: the one `Store` that there is."""

import os
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import nullcontext
from typing import Any, Self, TypeVar
from uuid import UUID

import psycopg
from pgvector.psycopg import register_vector

from visret_desktop.institution import postgres_graph, postgres_problems, postgres_rows
from visret_desktop.institution import postgres_schema as schema
from visret_desktop.institution.postgres_detections import PostgresDetections
from visret_desktop.institution.postgres_filter import bounds, compiled, name_key
from visret_desktop.institution.postgres_graph import count, hits_of, nearest
from visret_desktop.institution.postgres_notes import PostgresNotes, put_words_to_offer
from visret_desktop.institution.postgres_rows import (
    Row,
    content_rows,
    contents_after,
    file_of,
    file_words,
    folders_of,
    key_of,
    put_rows,
)
from visret_desktop.institution.postgres_values import known_facts
from visret_desktop.institution.store import (
    EmbeddingSpace,
    StoreCounts,
    StoredContent,
    StoredFile,
    StoredHit,
    StoredProblem,
    Vector,
)
from visret_desktop.institution.store_errors import is_gone, of_server, server_name
from visret_desktop.library.catalog.catalog_facts import KnownFacts
from visret_desktop.library.catalog.filter_clauses import Clause
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter

EXACT_MOST = 50_000  # contents that the exact plan compares; some 100 ms on two cores
WAITING_MOST = 20_000  # contents that wait to come into the graph; some 10 ms to compare
_FEEDING = 0.2  # the share of a writer's time in which others come into the graph
_MOST_FEEDING = 2.0  # seconds at once, after a pause
_AT_ONCE = 2  # for each that is written, where more wait
_CONNECT_SECONDS = 10
_PAUSE = 1.0  # seconds between two tries to reach a server that is gone
_PAGE = 5000  # files
_Result = TypeVar("_Result")

# How this connection plans: pages are in memory, and what is noted is hashed however much it is.
_SESSION = "SET work_mem = '256MB'; SET random_page_cost = 1.1; SET jit = off"
_TIDY = "VACUUM (ANALYZE, INDEX_CLEANUP OFF) photo, file, note"  # so that indexes alone count
_FORGET = "DELETE FROM file WHERE path = ANY (%s)"
# Where a file got other bytes, or went, those that it had may be nobody's now.
_OLD_CONTENTS = "SELECT DISTINCT content_hash FROM file WHERE path = ANY (%s)"
# Locked first: another writer may just be giving one of them a file.
_LOCK = "SELECT FROM photo WHERE content_hash = ANY (%s) ORDER BY content_hash FOR UPDATE"
_SWEEP = (
    "DELETE FROM photo WHERE content_hash = ANY (%s)"
    " AND NOT EXISTS (SELECT 1 FROM file WHERE file.content_hash = photo.content_hash)"
)


class PostgresStore:
    """A library by its address, such as `postgresql://reader@photos.example.org/library`.

    Where the server goes away, what was being done is done again when it is back, for up to
    `patience` seconds; once at any rate, as the connection may be older than the server. The exact
    plan compares at most `exact_most` contents. Passwords and certificates are libpq's:
    `~/.pgpass`, `PGPASSWORD`, `sslmode=verify-full` in the address.
    """

    def __init__(
        self,
        address: str,
        space: EmbeddingSpace | None = None,
        *,
        patience: float = 0.0,
        exact_most: int = EXACT_MOST,
        waiting_most: int = WAITING_MOST,
    ) -> None:
        """Open a library; one of a `space` is made if there is none, unless that is None.

        Raises:
            StoreError: it cannot be reached, opened or made.
        """
        self.server = server_name(address)
        self._address, self._patience = address, patience
        self._making, self._exact_most = space, exact_most
        self._waiting_most, self._fed_at = waiting_most, time.monotonic()
        self._db: psycopg.Connection[Any] | None = None
        self.notes = PostgresNotes(self._done)
        self.detections = PostgresDetections(self._done)
        self.space = self._done(lambda _: self._there)

    # ---- the connection ---------------------------------------------------------------------

    def _connected(self) -> "psycopg.Connection[Any]":
        if self._db is None or self._db.closed:
            db: psycopg.Connection[Any] = psycopg.connect(
                self._address,
                autocommit=True,
                connect_timeout=_CONNECT_SECONDS,
                application_name="visret",
                prepare_threshold=None,  # a plan is made for the values at hand
            )
            try:
                self._there = (
                    schema.check(db, self.server)
                    if self._making is None
                    else schema.make(db, self._making, self.server)
                )
                register_vector(db)
                db.execute(_SESSION)
            except BaseException:
                db.close()
                raise
            self._db = db
        return self._db

    def _done(
        self, work: Callable[["psycopg.Connection[Any]"], _Result], *, is_whole: bool = True
    ) -> _Result:
        """Return what `work` returns, done again after a loss; by default in one transaction."""
        tries_end = time.monotonic() + self._patience
        while True:
            was_open = self._db is not None
            try:
                db = self._connected()
                with db.transaction() if is_whole else nullcontext():
                    return work(db)
            except psycopg.Error as error:
                self.close()
                if not (is_gone(error) and (was_open or time.monotonic() < tries_end)):
                    raise of_server(error, self.server) from error
            if not was_open:
                time.sleep(_PAUSE)

    def close(self) -> None:
        """Give the connection back."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def __enter__(self) -> Self:
        """Return the store, which is closed at the end."""
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- writing ----------------------------------------------------------------------------

    def upsert(
        self,
        contents: Sequence[StoredContent],
        files: Sequence[StoredFile],
        problems: Sequence[StoredProblem] = (),
    ) -> None:
        """Write contents, and files of these or of contents that are there. Twice is as once."""
        lost = [os.fsencode(one.path) for one in problems if not one.is_indexed]
        rows = content_rows(contents)
        keywords = {key_of(word) for one in contents for word in one.metadata.keywords}
        offered = {("keyword", word, "") for word in keywords}
        offered |= {("folder", one, "") for one in folders_of(file.path for file in files)}
        places = [
            (
                os.fsencode(file.path),
                name_key(file.path),
                UUID(file.content_hash),
                file.fingerprint.size,
                file.fingerprint.mtime_ns,
                file_words(file.path),
            )
            for file in files
        ]

        def write(db: "psycopg.Connection[Any]") -> None:
            touched = [*(place[0] for place in places), *lost]
            before = db.execute(_OLD_CONTENTS, (touched,)).fetchall()
            waits = postgres_graph.has_graph(db)
            put_rows(db, "photo", schema.COLUMNS, ((*row, waits) for row in rows))
            put_rows(db, "file", schema.FILE_COLUMNS, places)
            db.execute(_FORGET, (lost,))
            postgres_problems.put(db, files, problems)
            put_words_to_offer(db, offered)
            _sweep(db, before)

        self._done(write)
        if rows:
            self._feed(len(rows))

    def _feed(self, written: int) -> None:
        """Let contents into the graph: in a fifth of the time, and where too many wait, at once."""
        most, began = self._waiting_most, time.monotonic()
        waiting = self._done(lambda db: postgres_graph.waiting(db, most + 1))
        wanted = _AT_ONCE * written if waiting > most else 0
        end = began + min(_MOST_FEEDING, _FEEDING * (began - self._fed_at))
        came = 0
        while waiting and (came < wanted or time.monotonic() < end):
            portion = self._done(postgres_graph.feed)
            came += portion
            if not portion:  # others have them in hand
                break
        self._fed_at = time.monotonic()

    def delete(self, paths: Collection[str]) -> int:
        """Forget files, and contents that no file has any more; return how many files went."""
        kept = sorted(map(os.fsencode, paths))

        def forget(db: "psycopg.Connection[Any]") -> int:
            before = db.execute(_OLD_CONTENTS, (kept,)).fetchall()
            gone: int = db.execute(_FORGET, (kept,)).rowcount
            postgres_problems.drop(db, kept)
            _sweep(db, before)
            return int(gone)

        return self._done(forget)

    def finish_load(self) -> None:
        """Make the graph, where there is none and the exact plan would take long."""

        def finish(db: "psycopg.Connection[Any]") -> int:
            most = self._exact_most
            if not postgres_graph.has_graph(db) and count(db, Clause("TRUE"), most + 1) > most:
                postgres_graph.make_graph(db)
            return postgres_graph.waiting(db)

        self._done(lambda db: db.execute(_TIDY), is_whole=False)
        waiting = self._done(finish)
        while waiting > 0 and (came := self._done(postgres_graph.feed)):
            waiting -= came

    # ---- what indexing asks -----------------------------------------------------------------

    def lacking(self, hashes: Collection[str]) -> set[str]:
        """Return which of these contents are not there."""
        query = "SELECT content_hash FROM photo WHERE content_hash = ANY (%s)"
        wanted = [UUID(one) for one in hashes]
        there = self._done(lambda db: db.execute(query, (wanted,)).fetchall())
        return set(hashes) - {row[0].hex for row in there}

    def files_below(self, source: str) -> Iterator[StoredFile]:
        """Yield the files of a folder or bucket that are there, by path."""
        after, end = bounds(source)
        query = (
            "SELECT path, size, mtime_ns, content_hash FROM file WHERE path > %s AND path < %s"
            " ORDER BY path LIMIT %s"
        )
        while True:
            page = self._done(
                lambda db, low=after: db.execute(query, (low, end, _PAGE)).fetchall()  # type: ignore[misc]
            )
            yield from map(file_of, page)
            if len(page) < _PAGE:
                return
            after = page[-1][0]

    def problems_below(self, source: str) -> list[StoredProblem]:
        """Return the files of a folder or bucket that have a problem, by path."""
        return self._done(lambda db: postgres_problems.below(db, *bounds(source)))

    # ---- searching --------------------------------------------------------------------------

    def search(self, vector: Vector, most: int, only: Filter = ALL_PHOTOS) -> list[StoredHit]:
        """Return the nearest contents of which a file passes a filter, the nearest first."""
        return self._done(lambda db: nearest(db, vector, most, only, self._exact_most))

    def latest(self, most: int, only: Filter = ALL_PHOTOS) -> list[StoredHit]:
        """Return the contents of which a file passes a filter, those taken last first."""

        def look(db: "psycopg.Connection[Any]") -> list[StoredHit]:
            clause, path = compiled(db, only)
            query = (
                f"SELECT content_hash, ({path.sql}), 0::float8, taken_at FROM photo"
                f" WHERE {clause.sql} ORDER BY sort_key DESC, content_hash LIMIT %s"
            )
            return hits_of(db.execute(query, (*path.values, *clause.values, most)))

        return self._done(look)

    def contents(
        self, only: Filter = ALL_PHOTOS
    ) -> Iterator[tuple[StoredContent, list[StoredFile]]]:
        """Yield the contents of which a file passes a filter, each with all its files."""
        after = None
        while page := self._done(
            lambda db, low=after: contents_after(db, compiled(db, only)[0], low)  # type: ignore[misc]
        ):
            yield from page
            after = page[-1][0].content_hash

    def described(self, hashes: Collection[str]) -> tuple[list[StoredContent], list[StoredFile]]:
        """Return these contents and all their files; without those that are not there."""
        return self._done(lambda db: postgres_rows.described(db, hashes))

    def sample(self, most: int) -> Vector:
        """Return at most so many of the vectors, float32 (n, dimension), evenly chosen."""
        return self._done(lambda db: postgres_rows.sample(db, most))

    def size(self) -> int:
        """Return how many contents there are; of many, about how many."""
        return self._done(lambda db: postgres_rows.size(db, self._exact_most))

    def values(self) -> KnownFacts:
        """Return what cameras, lenses, keywords … there are, to read queries by."""
        return self._done(known_facts)

    def count(self, only: Filter = ALL_PHOTOS, most: int | None = None) -> int:
        """Return how many contents have a file that passes a filter; counting ends at `most`."""
        return self._done(lambda db: count(db, compiled(db, only)[0], most))

    def counts(self) -> StoreCounts:
        """Return how much there is."""
        query = (
            "SELECT (SELECT count(*) FROM photo), (SELECT count(*) FROM file),"
            " pg_total_relation_size('photo') + pg_total_relation_size('file')"
        )

        def look(db: "psycopg.Connection[Any]") -> StoreCounts:
            contents, files, size = db.execute(query).fetchone() or (0, 0, 0)
            return StoreCounts(contents, files, postgres_graph.has_graph(db), size)

        return self._done(look)


def _sweep(db: "psycopg.Connection[Any]", contents: Sequence[Row]) -> None:
    """Forget those of these contents that no file has any more."""
    hashes = [row[0] for row in contents]
    if hashes:
        db.execute(_LOCK, (hashes,))
        db.execute(_SWEEP, (hashes,))
