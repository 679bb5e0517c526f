"""The roots of the library: folders that a person added, with everything below them."""

import json
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from visret_desktop.errors import FolderSilent, UsageError
from visret_desktop.library.catalog import catalog_clocks
from visret_desktop.library.catalog.catalog_connection import from_sql, to_sql
from visret_desktop.library.catalog.catalog_deployments import drop_unused, move_into
from visret_desktop.library.catalog.catalog_detections import forget_detections
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.deployment_places import place_by_deployments
from visret_desktop.library.catalog.folder_tree import keep_folders
from visret_desktop.library.catalog.pass_results import CONTENT_TABLES
from visret_desktop.library.folders.disk import DirectDisk, Disk, VolumePath
from visret_desktop.library.records import Folder, FolderState
from visret_desktop.library.sqlite_files import BUSY_SECONDS
from visret_desktop.sentence_json import to_text
from visret_desktop.sentences import sentence

Batch = Callable[..., AbstractContextManager[None]]  # `Catalog.batch`

_DISK = DirectDisk()
_SAMPLE = 50
_AGREEMENT = 0.9
_READERS_MS = 5000  # that readers have to finish


class LibraryRoots:
    """Writes which folders the library has, where they lie, and which were removed."""

    def __init__(self, reader: CatalogReader, db: sqlite3.Connection, batch: Batch) -> None:
        self._reader, self._db, self._batch = reader, db, batch

    def add(self, path: Path, disk: Disk = _DISK) -> Folder:
        """Add a root, or recognize one that was known under another path.

        A root inside a known one is refused; known roots inside the new one are absorbed.

        Raises: as `note`.
        """
        number = self.note(path, disk).id
        self.absorb_inner()
        return next(folder for folder in self._reader.folders() if folder.id == number)

    def note(self, path: Path, disk: Disk = _DISK) -> Folder:
        """Add a root as `add`, but leave known ones inside it for later.

        So it can be done while a run is at work on those.

        Raises:
            UsageError: a known folder covers it already.
            FolderSilent: its disk does not answer.
        """
        volume_path = disk.place(path)
        number = self._same_folder(path, volume_path, disk)
        if number is not None:
            self.move(number, path, volume_path)
        else:
            if outer := self._reader.folder_around(path):
                reason = sentence(
                    "{path} is inside {outer}, which is in the library already.",
                    path=path,
                    outer=outer.path,
                )
                raise UsageError(reason=reason)
            number = self._insert_folder(path, volume_path)
        return next(folder for folder in self._reader.folders() if folder.id == number)

    def _insert_folder(self, path: Path, volume: VolumePath) -> int:
        with self._batch():
            cursor = self._db.execute(
                "INSERT INTO folder (path, volume_uid, path_in_volume, state, added_at)"
                " VALUES (?, ?, ?, 'online', ?)",
                (to_sql(str(path)), volume.volume_uid, to_sql(volume.inside), time.time()),
            )
            number = cursor.lastrowid
            assert number is not None
            keep_folders(self._db)
        return number

    def absorb_inner(self) -> None:
        """Make roots that lie inside others a part of those."""
        for inner in self._reader.folders():
            outer = self._reader.folder_around(inner.path)
            if outer is not None:
                with self._batch():
                    self._absorb(inner, outer.id, inner.path.relative_to(outer.path).as_posix())
                    keep_folders(self._db)

    def _absorb(self, inner: Folder, outer: int, prefix: str) -> None:
        for table in ("photo", "problem"):
            query = f"SELECT rowid, relative FROM {table} WHERE folder_id = ?"
            rows = self._db.execute(query, (inner.id,)).fetchall()  # "" is the root itself
            inside = ((f"{prefix}/{from_sql(old)}".rstrip("/"), number) for number, old in rows)
            self._db.executemany(
                f"UPDATE {table} SET folder_id = ?, relative = ? WHERE rowid = ?",
                [(outer, to_sql(relative), number) for relative, number in inside],
            )
        move_into(self._db, inner.id, outer, prefix)
        self._db.execute("DELETE FROM folder WHERE id = ?", (inner.id,))

    def _same_folder(self, path: Path, volume_path: VolumePath, disk: Disk) -> int | None:
        """Return the known folder that `path` is: same path, same place on a volume, same files."""
        places = self._reader.folder_places()
        for folder in self._reader.folders():
            if folder.path == path:
                return folder.id
            is_same_place = places[folder.id] == (volume_path.volume_uid, volume_path.inside)
            if (is_same_place or self.is_filled_by(folder, path, disk)) and _is_left(folder, disk):
                return folder.id
        return None

    def is_filled_by(self, folder: Folder, path: Path, disk: Disk) -> bool:
        """Tell whether the photos of a folder lie in `path`, going by a sample of them.

        Raises:
            FolderSilent: the disk of `path` does not answer.
        """
        rows = self._db.execute(
            "SELECT relative, size, mtime_ns FROM photo WHERE folder_id = ? ORDER BY id LIMIT ?",
            (folder.id, _SAMPLE),
        )
        sample = [(from_sql(relative), size, mtime) for relative, size, mtime in rows]
        agree = disk.agreeing(path, sample) if sample else 0
        return agree > 0 and agree >= _AGREEMENT * len(sample)

    def move(self, folder_id: int, path: Path, volume_path: VolumePath) -> None:
        """Note that a folder is now found under `path`, which lies at `volume_path`."""
        with self._batch():
            self._db.execute(
                "UPDATE photo SET volume_uid = ? WHERE folder_id = ? AND volume_uid ="
                " (SELECT volume_uid FROM folder WHERE id = ?)",
                (volume_path.volume_uid, folder_id, folder_id),
            )
            self._db.execute(
                "UPDATE folder SET path = ?, volume_uid = ?, path_in_volume = ? WHERE id = ?",
                (to_sql(str(path)), volume_path.volume_uid, to_sql(volume_path.inside), folder_id),
            )
            keep_folders(self._db)

    def remove(self, folder_id: int, *, keeps_notes: bool = False) -> None:
        """Drop a folder, its photos, and what no other folder's photos need; note its path.

        Notes that are kept wait for their photos to come back, in whatever folder.

        Its bytes are gone after `cross_out_forgotten`; until then `being_forgotten` names it.
        """
        path = self._reader.folder_paths().get(folder_id)
        if path is None:  # removed already
            return
        with self._batch(new_generation=True):
            self._db.execute("DELETE FROM photo WHERE folder_id = ?", (folder_id,))
            self._db.execute("DELETE FROM folder WHERE id = ?", (folder_id,))
            for table in CONTENT_TABLES:
                self._db.execute(
                    f"DELETE FROM {table} WHERE NOT EXISTS (SELECT 1 FROM photo"
                    f" WHERE photo.content_hash = {table}.content_hash)"
                )
            drop_unused(self._db)
            place_by_deployments(self._reader, self._db)
            forget_detections(self._db, path)
            # Notes of photos that are out of their folder for a while stay with that folder.
            if not keeps_notes:
                catalog_clocks.drop_unused_corrections(self._db)
            drop = "UPDATE note SET folder_id = NULL" if keeps_notes else "DELETE FROM note"
            self._db.execute(
                f"{drop} WHERE folder_id = ? AND NOT EXISTS (SELECT 1 FROM photo"
                " WHERE photo.content_hash = note.content_hash)",
                (folder_id,),
            )
            self._db.execute(
                "DELETE FROM noted_name WHERE content_hash NOT IN (SELECT content_hash FROM note)"
            )
            self._db.execute("DELETE FROM gone")
            keep_folders(self._db)
            self._note_forgetting([*self._reader.being_forgotten(), path])

    def set_state(self, folder_id: int, state: FolderState, reason: str = "") -> None:
        """Note whether a folder's drive is there, and why not if it is not just unplugged."""
        self._db.execute(
            "UPDATE folder SET state = ?, offline_reason = ? WHERE id = ?",
            (state.value, to_text(reason), folder_id),
        )

    def _note_forgetting(self, folders: Sequence[Path]) -> None:
        noted = json.dumps([str(path) for path in folders])
        self._db.execute("INSERT OR REPLACE INTO meta VALUES ('forgetting', ?)", (noted,))

    def cross_out_forgotten(self) -> bool:
        """Write the file anew without what was deleted; tell whether that reached the disk.

        SQLite cannot overwrite what somebody is still reading: then the catalog goes on saying that
        traces are left, though not of what.

        Raises:
            sqlite3.OperationalError: there is no room for a second copy for the time it takes.
        """
        self._db.execute("PRAGMA secure_delete = ON")
        self._note_forgetting([])
        for index in ("photo_text", "inscription_text"):
            self._db.execute(f"INSERT INTO {index} ({index}) VALUES ('rebuild')")
        self._db.execute("VACUUM")
        if not self._is_written_through():
            return False
        self._db.execute("DELETE FROM meta WHERE key = 'forgetting'")
        return True

    def _is_written_through(self) -> bool:
        """Write the WAL into the file and empty it, unless somebody still reads the old state."""
        self._db.execute(f"PRAGMA busy_timeout = {_READERS_MS}")
        try:
            (is_busy, _, _) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            self._db.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        return not is_busy


def _is_left(folder: Folder, disk: Disk) -> bool:
    """Tell whether a folder is no longer where it was; one that does not answer may still be."""
    try:
        if not disk.is_occupied(folder.path):
            return True
        now = disk.place(folder.path).volume_uid
    except FolderSilent:
        return False
    return now != folder.volume_uid  # another drive took its place
