"""Ask the catalog: every query that reads. Usable from several threads at once."""

import json
import os
import re
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from visret_desktop.library import sqlite_files
from visret_desktop.library.records import (
    Fingerprint,
    Folder,
    FolderState,
    Metadata,
    Photo,
    PhotoRow,
    Problem,
)

Vectors = npt.NDArray[np.float32]
METADATA_COLUMNS = tuple(declared.name for declared in fields(Metadata))
_CHUNK = 500
_ROW = (
    "photo.id, photo.content_hash, folder.path, photo.relative, photo.name, photo.taken_at,"
    " photo.width, photo.height, photo.online FROM photo JOIN folder ON folder.id = folder_id"
)


@dataclass(frozen=True)
class KnownFile:
    """What the catalog knows of one file of a folder. A `photo_id` of None: only a problem."""

    photo_id: int | None
    fingerprint: Fingerprint
    content_hash: str | None
    volume_uid: str
    online: bool
    sidecar_fingerprint: Fingerprint | None
    problem_code: str | None = None


def to_sql(text: str) -> str | bytes:
    """Return a path as SQLite can keep it: text, or bytes where a name is no valid Unicode."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return os.fsencode(text)
    return text


def from_sql(stored: str | bytes) -> str:
    """Undo `to_sql`."""
    return stored if isinstance(stored, str) else os.fsdecode(stored)


def connect(path: Path) -> sqlite3.Connection:
    """Open the catalog's file with the pragmas that every connection needs."""
    connection = sqlite_files.connect(path)
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


class CatalogReader:
    """Read-only view of the catalog; each thread gets a connection of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._lock = threading.Lock()

    @property
    def _db(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = connect(self.path)
            connection.execute("PRAGMA query_only = ON")
            self._local.connection = connection
            with self._lock:
                self._connections.append(connection)
        return connection

    def close(self) -> None:
        """Close the connections of all threads."""
        with self._lock:
            for connection in self._connections:
                connection.close()
            self._connections.clear()
        self._local = threading.local()

    # ---- folders and photos -----------------------------------------------------------------

    def folders(self) -> list[Folder]:
        """Return the folders in the order they were added."""
        rows = self._db.execute(
            "SELECT id, path, state, (SELECT count(*) FROM photo WHERE folder_id = folder.id),"
            " volume_uid, added_at FROM folder ORDER BY id"
        )
        return [
            Folder(number, Path(from_sql(path)), FolderState(state), count, uid, added)
            for number, path, state, count, uid, added in rows
        ]

    def folder_places(self) -> dict[int, tuple[str, str]]:
        """Return by folder id where it lies: uid of the volume, path on it."""
        rows = self._db.execute("SELECT id, volume_uid, path_in_volume FROM folder")
        return {number: (uid, from_sql(inside)) for number, uid, inside in rows}

    def photo_rows(
        self, order: Literal["date", "name"] = "date", folder_id: int | None = None
    ) -> list[PhotoRow]:
        """Return all photos, newest first or by name."""
        where, values = ("", ()) if folder_id is None else (" WHERE folder_id = ?", (folder_id,))
        by = "photo.sort_key DESC, photo.id" if order == "date" else "photo.name, photo.id"
        return _rows(self._db.execute(f"SELECT {_ROW}{where} ORDER BY {by}", values))

    def photo(self, photo_id: int) -> Photo | None:
        """Return everything about one photo; None if it left the catalog."""
        columns = ", ".join(f"photo.{name}" for name in METADATA_COLUMNS)
        row = self._db.execute(
            "SELECT photo.id, folder_id, folder.path, relative, name, content_hash, size,"
            f" mtime_ns, online, companion, {columns} FROM photo"
            " JOIN folder ON folder.id = folder_id WHERE photo.id = ?",
            (photo_id,),
        ).fetchone()
        if row is None:
            return None
        return Photo(
            id=row[0],
            folder_id=row[1],
            path=Path(from_sql(row[2])) / from_sql(row[3]),
            name=from_sql(row[4]),
            content_hash=row[5],
            fingerprint=Fingerprint(row[6], row[7]),
            online=bool(row[8]),
            companion=None if row[9] is None else from_sql(row[9]),
            metadata=_metadata(row[10:]),
        )

    def metadata_of_hash(self, content_hash: str) -> Metadata | None:
        """Return what a photo with these bytes says about itself; None if there is none."""
        columns = ", ".join(METADATA_COLUMNS)
        row = self._db.execute(
            f"SELECT {columns} FROM photo WHERE content_hash = ? AND sidecar_size IS NULL LIMIT 1",
            (content_hash,),
        ).fetchone()
        return None if row is None else _metadata(row)

    def rows_by_hash(
        self, hashes: Sequence[str], folder_ids: Sequence[int] = ()
    ) -> dict[str, list[PhotoRow]]:
        """Return the photos with these bytes, by hash, online copies first."""
        found: dict[str, list[PhotoRow]] = {}
        folders = f" AND folder_id IN ({_marks(folder_ids)})" if folder_ids else ""
        for chunk in _batched(hashes, _CHUNK):
            rows = self._db.execute(
                f"SELECT {_ROW} WHERE content_hash IN ({_marks(chunk)}){folders}"
                " ORDER BY photo.online DESC, photo.id",
                (*chunk, *folder_ids),
            )
            for row in _rows(rows):
                found.setdefault(row.content_hash, []).append(row)
        return found

    def known_files(self, folder_id: int) -> dict[str, KnownFile]:
        """Return what is known of each file of a folder, by path relative to it."""
        rows = self._db.execute(
            "SELECT relative, id, size, mtime_ns, content_hash, volume_uid, online, sidecar_size,"
            " sidecar_mtime_ns FROM photo WHERE folder_id = ?",
            (folder_id,),
        )
        known = {
            from_sql(relative): KnownFile(
                number,
                Fingerprint(size, mtime),
                content_hash,
                uid,
                bool(online),
                None if sidecar is None else Fingerprint(sidecar, sidecar_mtime),
            )
            for (
                relative,
                number,
                size,
                mtime,
                content_hash,
                uid,
                online,
                sidecar,
                sidecar_mtime,
            ) in rows
        }
        problems = self._db.execute(
            "SELECT relative, size, mtime_ns, code FROM problem"
            " WHERE folder_id = ? AND NOT indexed",
            (folder_id,),
        )
        for relative, size, mtime, code in problems:
            entry = KnownFile(None, Fingerprint(size, mtime), None, "", True, None, code)
            known.setdefault(from_sql(relative), entry)
        return known

    def counts(self, folder_id: int | None = None) -> tuple[int, int]:
        """Return (photos, how many of them are offline)."""
        where, values = ("", ()) if folder_id is None else (" WHERE folder_id = ?", (folder_id,))
        row = self._db.execute(
            f"SELECT count(*), coalesce(sum(NOT online), 0) FROM photo{where}", values
        ).fetchone()
        return row[0], row[1]

    def problems(self, folder_id: int | None = None) -> list[Problem]:
        """Return the files that could not be read, or only partly, in path order."""
        where, values = ("", ()) if folder_id is None else (" WHERE folder_id = ?", (folder_id,))
        rows = self._db.execute(
            "SELECT folder.path, relative, code, reason, indexed FROM problem"
            f" JOIN folder ON folder.id = folder_id{where} ORDER BY folder_id, relative",
            values,
        )
        return [
            Problem(str(Path(from_sql(root)) / from_sql(relative)), code, reason, bool(indexed))
            for root, relative, code, reason, indexed in rows
        ]

    # ---- words ------------------------------------------------------------------------------

    def find_text(self, words: str, limit: int = 1000) -> list[str]:
        """Return hashes of photos whose names, folders or texts have all `words`, best first."""
        terms = re.findall(r"\w+", words)
        if not terms:
            return []
        match = " ".join(f'"{term}"*' for term in terms)
        rows = self._db.execute(
            "SELECT content_hash FROM photo_text JOIN photo ON photo.id = photo_text.rowid"
            " WHERE photo_text MATCH ? ORDER BY bm25(photo_text), photo.id LIMIT ?",
            (match, limit),
        )
        return list(dict.fromkeys(row[0] for row in rows))

    def recent_queries(self, limit: int = 20) -> list[str]:
        """Return what was asked lately, newest first."""
        rows = self._db.execute(
            "SELECT text FROM recent_query ORDER BY asked_at DESC LIMIT ?", (limit,)
        )
        return [row[0] for row in rows]

    # ---- embeddings -------------------------------------------------------------------------

    def generation(self, encoder: str) -> str:
        """Return a word that changes whenever the set of live embeddings changes."""
        rows = dict(self._db.execute("SELECT key, value FROM meta"))
        return f"{rows['catalog']}-{rows['generation']}-{encoder}"

    def embedding_count(self, encoder: str) -> int:
        """Return how many contents have an embedding by `encoder`, live or not."""
        row = self._db.execute("SELECT count(*) FROM embedding WHERE encoder = ?", (encoder,))
        count: int = row.fetchone()[0]
        return count

    def embeddings(
        self, encoder: str, after_label: int = 0, batch: int = 8192
    ) -> Iterator[tuple[list[int], list[str], Vectors]]:
        """Yield live embeddings as (labels, hashes, float32 (n, d)), by label."""
        while True:
            rows = self._db.execute(
                "SELECT label, content_hash, vector FROM embedding WHERE encoder = ? AND label > ?"
                " AND EXISTS (SELECT 1 FROM photo"
                " WHERE photo.content_hash = embedding.content_hash)"
                " ORDER BY label LIMIT ?",
                (encoder, after_label, batch),
            ).fetchall()
            if not rows:
                return
            labels, hashes, blobs = zip(*rows, strict=True)
            vectors = np.frombuffer(b"".join(blobs), "<f4").reshape(len(blobs), -1)
            yield list(labels), list(hashes), vectors
            after_label = labels[-1]

    def embedding(self, content_hash: str, encoder: str) -> Vectors | None:
        """Return the float32 (d,) embedding of these bytes, if there is one."""
        row = self._db.execute(
            "SELECT vector FROM embedding WHERE content_hash = ? AND encoder = ?",
            (content_hash, encoder),
        ).fetchone()
        return None if row is None else np.frombuffer(row[0], "<f4")

    def embedding_of_path(self, path: Path, encoder: str) -> Vectors | None:
        """Return the embedding of a photo in the library whose file did not change since."""
        row = self._db.execute(
            "SELECT content_hash, size, mtime_ns FROM photo JOIN folder ON folder.id = folder_id"
            " WHERE photo.name = ? AND folder.path || '/' || relative = ?",
            (to_sql(path.name), to_sql(path.as_posix())),
        ).fetchone()
        if row is None:
            return None
        try:
            status = path.stat()
        except OSError:
            return self.embedding(row[0], encoder)
        unchanged = (status.st_size, status.st_mtime_ns) == (row[1], row[2])
        return self.embedding(row[0], encoder) if unchanged else None

    def has_embedding(self, content_hash: str, encoder: str) -> bool:
        """Tell whether these bytes have been embedded."""
        row = self._db.execute(
            "SELECT 1 FROM embedding WHERE content_hash = ? AND encoder = ?",
            (content_hash, encoder),
        )
        return row.fetchone() is not None

    def embedded_hashes(self, encoder: str) -> set[str]:
        """Return the hashes of all contents that have been embedded."""
        rows = self._db.execute("SELECT content_hash FROM embedding WHERE encoder = ?", (encoder,))
        return {row[0] for row in rows}

    def hashes_of_labels(self, labels: Iterable[int]) -> dict[int, str]:
        """Return the content hash of each label."""
        found: dict[int, str] = {}
        for chunk in _batched(labels, _CHUNK):
            found.update(
                self._db.execute(
                    f"SELECT label, content_hash FROM embedding WHERE label IN ({_marks(chunk)})",
                    chunk,
                )
            )
        return found

    def labels_of_hashes(self, hashes: Iterable[str], encoder: str) -> dict[str, int]:
        """Return the label of each content hash that `encoder` has embedded."""
        found: dict[str, int] = {}
        for chunk in _batched(hashes, _CHUNK):
            found.update(
                self._db.execute(
                    "SELECT content_hash, label FROM embedding WHERE encoder = ?"
                    f" AND content_hash IN ({_marks(chunk)})",
                    (encoder, *chunk),
                )
            )
        return found

    def labels_in_folders(self, folder_ids: Sequence[int], encoder: str) -> list[int]:
        """Return the live labels in these folders (none: in all)."""
        inside = f" AND folder_id IN ({_marks(folder_ids)})" if folder_ids else ""
        rows = self._db.execute(
            "SELECT DISTINCT label FROM embedding JOIN photo USING (content_hash)"
            f" WHERE encoder = ?{inside}",
            (encoder, *folder_ids),
        )
        return [row[0] for row in rows]

    def integrity(self) -> str:
        """Return 'ok' or what SQLite found damaged."""
        answer: str = self._db.execute("PRAGMA quick_check(1)").fetchone()[0]
        return answer


def _marks(values: Sequence[Any]) -> str:
    return ", ".join("?" * len(values))


def _rows(rows: Iterable[tuple[Any, ...]]) -> list[PhotoRow]:
    return [
        PhotoRow(
            number,
            content_hash,
            f"{from_sql(root).rstrip('/')}{os.sep}{from_sql(relative)}",
            from_sql(name),
            taken_at,
            width,
            height,
            bool(online),
        )
        for number, content_hash, root, relative, name, taken_at, width, height, online in rows
    ]


def _metadata(values: Sequence[Any]) -> Metadata:
    stored = dict(zip(METADATA_COLUMNS, values, strict=True))
    stored["keywords"] = tuple(json.loads(stored["keywords"] or "[]"))
    return Metadata(**stored)


def _batched(values: Iterable[Any], size: int) -> Iterator[tuple[Any, ...]]:
    iterator = iter(values)
    while chunk := tuple(islice(iterator, size)):
        yield chunk
