"""Write the catalog: the one place that changes what we know about photos."""

import errno
import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, astuple
from pathlib import Path

import numpy as np

from visret_desktop.library.catalog import catalog_clocks
from visret_desktop.library.catalog.annotation_writer import AnnotationWriter
from visret_desktop.library.catalog.catalog_annotations import (
    adopt_notes,
    copy_notes,
    let_ask_for_marks,
    notes_of,
    place_photo,
)
from visret_desktop.library.catalog.catalog_connection import OneConnection, connect, to_sql
from visret_desktop.library.catalog.catalog_embeddings import WHOLE, Vectors
from visret_desktop.library.catalog.catalog_locations import (
    PhotoSpot,
    Unlit,
    Unplaced,
    forget_spots,
    photos_without_light,
    photos_without_spot,
    put_skies,
    put_spots,
)
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.catalog_text import put_inscription, put_words
from visret_desktop.library.catalog.library_roots import LibraryRoots
from visret_desktop.library.catalog.pass_results import CONTENT_TABLES, Value
from visret_desktop.library.catalog.photo_groups import Grouped, begin_groups, put_groups
from visret_desktop.library.catalog.photo_order import sort_key
from visret_desktop.library.catalog.schema_update import bring_up_to_date, is_up_to_date
from visret_desktop.library.records import METADATA_COLUMNS, Failure, Fingerprint, Metadata
from visret_desktop.library.sqlite_files import transaction
from visret_desktop.ocr_lines import InscribedLine
from visret_desktop.sentence_json import to_text

_IS_USED = (
    "EXISTS (SELECT 1 FROM photo WHERE photo.content_hash = {0}.content_hash)"
    " OR {0}.content_hash IN (SELECT content_hash FROM problem WHERE content_hash IS NOT NULL)"
)
_PHOTO_COLUMNS = (
    "folder_id",
    "relative",
    "name",
    "size",
    "mtime_ns",
    "changed_ns",
    "content_hash",
    "volume_uid",
    "online",
    "sort_key",
    "companion",
    "sidecar_size",
    "sidecar_mtime_ns",
    *METADATA_COLUMNS,
)
_PUT_PHOTO = (
    f"INSERT INTO photo ({', '.join(_PHOTO_COLUMNS)})"
    f" VALUES ({', '.join('?' * len(_PHOTO_COLUMNS))})"
    " ON CONFLICT (folder_id, relative) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in _PHOTO_COLUMNS[2:])
    # Whoever moved is looked up on the map again.
    + ", country = iif((latitude, longitude) IS (excluded.latitude, excluded.longitude),"
    " country, NULL), own_rating = NULL, placed_by = NULL, camera_time = NULL RETURNING id"
)


class Catalog(CatalogReader):
    """The catalog as its one writer sees it; reads go through the same connection."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        super().__init__(path, OneConnection(let_ask_for_marks(connection, None)))
        self._changed = False
        self.roots = LibraryRoots(self, self._db, self.batch)
        self.annotations = AnnotationWriter(self, self._db, self.batch)

    @classmethod
    def open(cls, path: Path) -> "Catalog":
        """Open for writing, bringing the schema up to date; a backup is made before that.

        Raises:
            CatalogTooNew: a newer program wrote it.
            OSError, sqlite3.Error: it is damaged, or cannot be opened or written now.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = connect(path)
        try:
            bring_up_to_date(path, connection)
        except BaseException:
            connection.close()
            raise
        return cls(path, connection)

    @classmethod
    def open_readonly(
        cls, path: Path, judgments: Callable[[], Path] | None = None
    ) -> CatalogReader:
        """Open one that is there for reading, bringing its schema up to date.

        `judgments` names the file with the person's marks.

        Raises:
            FileNotFoundError: there is none; `open_reader` knows whether one may be made.
            CatalogTooNew, OSError, sqlite3.Error: as `open`.
        """
        if not path.exists():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        if not is_up_to_date(path):
            cls.open(path).close()
        return CatalogReader(path, judgments=judgments)

    @contextmanager
    def batch(self, *, new_generation: bool = False) -> Iterator[None]:
        """Make everything in the `with` block one transaction.

        `new_generation`: photos change, so what others keep of them is stale.
        """
        self._changed = new_generation
        with transaction(self._db):
            yield
            if self._changed:
                self._db.execute(
                    "UPDATE meta SET value = hex(randomblob(8)) WHERE key = 'generation'"
                )

    def note_use(self) -> None:
        """Mark a catalog as used, so that an empty one is not taken for a new one."""
        with self.batch(new_generation=True):
            pass  # the generation of a new catalog is 0, and no longer now

    def mark_taken_along(self) -> None:
        """Note that the library is a selection of one on a server."""
        with transaction(self._db):
            self._db.execute("INSERT OR REPLACE INTO meta VALUES ('taken-along', '1')")

    # ---- contents without a file --------------------------------------------------------------

    def note_gone(self, thumbnails: Iterable[str], now: float) -> None:
        """Note since when contents have had no file: those with results or these thumbnails."""
        with transaction(self._db):
            self._db.execute("UPDATE gone SET since = ? WHERE since > ?", (now, now))
            self._db.execute(f"DELETE FROM gone WHERE {_IS_USED.format('gone')}")
            for table in CONTENT_TABLES:
                self._db.execute(
                    f"INSERT OR IGNORE INTO gone SELECT DISTINCT content_hash, ? FROM {table}"
                    f" WHERE NOT ({_IS_USED.format(table)})",
                    (now,),
                )
            self._db.executemany(
                "INSERT OR IGNORE INTO gone VALUES (?, ?)", ((name, now) for name in thumbnails)
            )

    def drop_gone(self, hashes: Sequence[str]) -> None:
        """Delete what passes made of contents without a file; the bytes are overwritten."""
        self._db.execute("PRAGMA secure_delete = ON")
        with transaction(self._db):
            names = [(name,) for name in hashes]
            for table in (*CONTENT_TABLES, "gone"):
                self._db.executemany(f"DELETE FROM {table} WHERE content_hash = ?", names)

    # ---- where photos were taken ------------------------------------------------------------

    def forget_spots(self, version: str) -> None:
        """Have all photos looked up again if that was last done by another version."""
        with transaction(self._db):
            forget_spots(self._db, version)

    def photos_without_spot(self, after: int, most: int) -> list[Unplaced]:
        """Return photos with an id above `after` that are to be looked up, by their ids."""
        return photos_without_spot(self._db, after, most)

    def put_spots(self, spots: Sequence[tuple[Unplaced, PhotoSpot]]) -> None:
        """Keep where photos are; vectors and their indexes have nothing to do with it."""
        with transaction(self._db):
            put_spots(self._db, spots)

    def photos_without_light(self, most: int) -> list[Unlit]:
        """Return photos of which sun and moon are to be looked up."""
        return photos_without_light(self._db, most)

    def put_skies(self, skies: Iterable[tuple[int, str, str]]) -> None:
        """Keep the light and the moon of photos, by their ids, as `put_spots` keeps places."""
        with transaction(self._db):
            put_skies(self._db, skies)

    # ---- photos; inside batch() -------------------------------------------------------------

    def put_photo(
        self,
        folder_id: int,
        relative: str,
        fingerprint: Fingerprint,
        content_hash: str,
        volume_uid: str,
        metadata: Metadata,
        companion: str | None = None,
        sidecar_fingerprint: Fingerprint | None = None,
    ) -> int:
        """Insert or replace one photo and return its id."""
        self._changed = True
        described = {**asdict(metadata), "keywords": json.dumps(metadata.keywords)}
        sidecar = sidecar_fingerprint
        values = (
            folder_id,
            to_sql(relative),
            to_sql(relative.rpartition("/")[2]),
            fingerprint.size,
            fingerprint.mtime_ns,
            fingerprint.changed_ns,
            content_hash,
            volume_uid,
            1,
            sort_key(metadata.taken_at, fingerprint.mtime_ns),
            None if companion is None else to_sql(companion),
            sidecar and sidecar.size,
            sidecar and sidecar.mtime_ns,
            *(described[column] for column in METADATA_COLUMNS),
        )
        (number,) = self._db.execute(_PUT_PHOTO, values).fetchone()
        words = (metadata.title, metadata.description, metadata.keywords)
        put_words(self._db, number, relative, *words)
        if noted := notes_of(self._db, content_hash):
            copy_notes(self._db, number, noted)
            adopt_notes(self._db, content_hash, folder_id)
        else:
            place_photo(self._db, number, None)
        catalog_clocks.correct_new(self._db, content_hash)
        return int(number)

    def put_fingerprints(self, fingerprints: Sequence[tuple[int, Fingerprint]]) -> None:
        """Note what the files of photos, by id, look like now that their bytes are the same."""
        self._db.executemany(
            "UPDATE photo SET size = ?, mtime_ns = ?, changed_ns = ?, online = 1,"
            " sort_key = iif(ifnull(taken_at, '') = '', ?, sort_key) WHERE id = ?",
            [
                (now.size, now.mtime_ns, now.changed_ns, sort_key(None, now.mtime_ns), photo_id)
                for photo_id, now in fingerprints
            ],
        )

    def touch(self, photo_ids: Sequence[int], online: bool = True) -> None:
        """Note that photos are online again, or not."""
        self._db.executemany(
            "UPDATE photo SET online = ? WHERE id = ?", [(int(online), n) for n in photo_ids]
        )

    def set_offline(self, photo_ids: Sequence[int]) -> None:
        """Note that these photos are offline; they stay searchable."""
        self.touch(photo_ids, online=False)

    def delete_photos(self, photo_ids: Sequence[int]) -> None:
        """Drop photos whose files were deleted."""
        self._changed = self._changed or bool(photo_ids)
        self._db.executemany(
            "DELETE FROM problem WHERE (folder_id, relative) ="
            " (SELECT folder_id, relative FROM photo WHERE id = ?)",
            [(n,) for n in photo_ids],
        )
        self._db.executemany("DELETE FROM photo WHERE id = ?", [(n,) for n in photo_ids])

    def put_embedding(
        self, content_hash: str, space: str, vector: Vectors, region: str = WHOLE
    ) -> int:
        """Keep the float32 (d,) embedding of a content or a part of it; return its label."""
        self._changed = True
        blob = np.ascontiguousarray(vector, "<f4").tobytes()
        (label,) = self._db.execute(
            "INSERT INTO embedding (content_hash, space, region, vector) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (content_hash, space, region) DO UPDATE SET vector = excluded.vector"
            " RETURNING label",
            (content_hash, space, region, blob),
        ).fetchone()
        return int(label)

    def put_inscription(
        self, version: str, content_hash: str, lines: Sequence[InscribedLine]
    ) -> None:
        """Keep the lines that were read in a content, unless it was forgotten meanwhile."""
        put_inscription(self._db, version, content_hash, lines)

    def put_result(self, name: str, version: str, content_hash: str, value: Value) -> None:
        """Note that a version of a pass is done with a content, and what it found."""
        self._db.execute(
            "INSERT OR REPLACE INTO pass_result (content_hash, pass, version, value)"
            " VALUES (?, ?, ?, ?)",
            (content_hash, name, version, value),
        )

    def drop_results(self, name: str) -> None:
        """Forget what a pass is done with, and what it found."""
        self._db.execute("DELETE FROM pass_result WHERE pass = ?", (name,))

    def put_groups(self, rows: Sequence[Grouped]) -> None:
        """Keep the burst and the event of photos."""
        put_groups(self._db, rows)

    def begin_groups(self, rules: str) -> None:
        """Forget all bursts and events, and note by which rules they are made anew."""
        begin_groups(self._db, rules)

    def delete_embeddings(self, spaces: Sequence[str]) -> None:
        """Delete all embeddings in some spaces, and give their room back to the disk."""
        with self.batch(new_generation=True):
            self._db.executemany("DELETE FROM embedding WHERE space = ?", [(s,) for s in spaces])
        self._db.execute("VACUUM")

    def put_problem(
        self,
        folder_id: int,
        relative: str,
        fingerprint: Fingerprint,
        code: str,
        reason: str,
        indexed: bool,
        content_hash: str | None = None,
        failure: Failure | None = None,
    ) -> None:
        """Note that a file could not be read, or only partly; drop what it was before."""
        place = (folder_id, to_sql(relative))
        own = (fingerprint.size, fingerprint.mtime_ns, fingerprint.changed_ns)
        _, *failed = astuple(failure or Failure(code, tried_at=time.time()))
        self._db.execute(
            "INSERT OR REPLACE INTO problem (folder_id, relative, size, mtime_ns, changed_ns, code,"
            " reason, indexed, content_hash, tries, tried_at, allowed)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*place, *own, code, to_text(reason), indexed, content_hash, *failed),
        )
        if not indexed:
            gone = self._db.execute("DELETE FROM photo WHERE folder_id = ? AND relative = ?", place)
            self._changed = self._changed or gone.rowcount > 0

    def clear_problem(self, folder_id: int, relative: str) -> None:
        """Forget a problem."""
        self._db.execute(
            "DELETE FROM problem WHERE folder_id = ? AND relative = ?",
            (folder_id, to_sql(relative)),
        )
