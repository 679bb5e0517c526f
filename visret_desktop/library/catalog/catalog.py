"""Write the catalog: the one place that changes what we know about photos."""

import errno
import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, astuple
from pathlib import Path
from types import MappingProxyType

import numpy as np

from visret_desktop.errors import CatalogTooNew, FolderSilent, UsageError
from visret_desktop.library.catalog import catalog_clocks, migrations
from visret_desktop.library.catalog.catalog_annotations import (
    adopt_notes,
    copy_notes,
    let_ask_for_marks,
    notes_of,
    place_photo,
    put_notes,
)
from visret_desktop.library.catalog.catalog_connection import (
    OneConnection,
    connect,
    from_sql,
    to_sql,
)
from visret_desktop.library.catalog.catalog_deployments import (
    PackageFacts,
    StoredDeployment,
    drop_source,
    drop_unused,
    move_into,
    put_deployed,
    put_deployments,
    put_description,
    put_machine_observations,
    put_package,
)
from visret_desktop.library.catalog.catalog_detections import (
    DetectionFile,
    Label,
    PhotoFindings,
    drop_detections,
    forget_detections,
    put_detections,
)
from visret_desktop.library.catalog.catalog_embeddings import WHOLE, Vectors
from visret_desktop.library.catalog.catalog_locations import (
    PhotoSpot,
    Unplaced,
    forget_spots,
    photos_without_spot,
    put_spots,
)
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.catalog_text import put_inscription, put_words
from visret_desktop.library.catalog.deployment_places import place_by_deployments
from visret_desktop.library.catalog.folder_tree import keep_folders
from visret_desktop.library.catalog.pass_results import Value
from visret_desktop.library.catalog.photo_groups import Grouped, begin_groups, put_groups
from visret_desktop.library.catalog.photo_order import sort_key
from visret_desktop.library.folders.disk import DirectDisk, Disk, VolumePath
from visret_desktop.library.records import (
    METADATA_COLUMNS,
    Failure,
    Fingerprint,
    Folder,
    FolderState,
    Metadata,
    Notes,
)
from visret_desktop.library.repair.backups import Backups, steps_of
from visret_desktop.library.sqlite_files import BUSY_SECONDS, transaction
from visret_desktop.ocr_lines import InscribedLine
from visret_desktop.sentence_json import to_text
from visret_desktop.sentences import sentence

_DISK = DirectDisk()
_SAMPLE = 50
_READERS_MS = 5000  # that readers have to finish
_MOST_SECONDS_TO_CONVERT = 3600  # a large catalog, while other processes wait
_IS_USED = (
    "EXISTS (SELECT 1 FROM photo WHERE photo.content_hash = {0}.content_hash)"
    " OR {0}.content_hash IN (SELECT content_hash FROM problem WHERE content_hash IS NOT NULL)"
)
_OF_CONTENTS = ("embedding", "pass_result", "inscription")  # tables of what passes make of contents
_AGREEMENT = 0.9
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
            _bring_up_to_date(path, connection)
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
        if not _is_up_to_date(path):
            cls.open(path).close()
        return CatalogReader(path, judgments=judgments)

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Make everything in the `with` block one transaction."""
        self._changed = False
        with transaction(self._db):
            yield
            if self._changed:
                self._db.execute(
                    "UPDATE meta SET value = hex(randomblob(8)) WHERE key = 'generation'"
                )

    # ---- folders ----------------------------------------------------------------------------

    def add_folder(self, path: Path, disk: Disk = _DISK) -> Folder:
        """Add a root, or recognize one that was known under another path.

        A root inside a known one is refused; known roots inside the new one are absorbed.

        Raises: as `note_folder`.
        """
        number = self.note_folder(path, disk).id
        self.absorb_inner_folders()
        return next(folder for folder in self.folders() if folder.id == number)

    def note_folder(self, path: Path, disk: Disk = _DISK) -> Folder:
        """Add a root as `add_folder`, but leave known ones inside it for later.

        So it can be done while a run is at work on those.

        Raises:
            UsageError: a known folder covers it already.
            FolderSilent: its disk does not answer.
        """
        volume_path = disk.place(path)
        number = self._same_folder(path, volume_path, disk)
        if number is not None:
            self.move_folder(number, path, volume_path)
        else:
            if outer := self.folder_around(path):
                reason = sentence(
                    "{path} is inside {outer}, which is in the library already.",
                    path=path,
                    outer=outer.path,
                )
                raise UsageError(reason=reason)
            number = self._insert_folder(path, volume_path)
        return next(folder for folder in self.folders() if folder.id == number)

    def _insert_folder(self, path: Path, volume: VolumePath) -> int:
        with self.batch():
            cursor = self._db.execute(
                "INSERT INTO folder (path, volume_uid, path_in_volume, state, added_at)"
                " VALUES (?, ?, ?, 'online', ?)",
                (to_sql(str(path)), volume.volume_uid, to_sql(volume.inside), time.time()),
            )
            number = cursor.lastrowid
            assert number is not None
            keep_folders(self._db)
        return number

    def absorb_inner_folders(self) -> None:
        """Make roots that lie inside others a part of those."""
        for inner in self.folders():
            outer = self.folder_around(inner.path)
            if outer is not None:
                with self.batch():
                    self._absorb(inner, outer.id, inner.path.relative_to(outer.path).as_posix())
                    keep_folders(self._db)

    def _absorb(self, inner: Folder, outer: int, prefix: str) -> None:
        for table in ("photo", "problem"):
            rows = self._db.execute(
                f"SELECT rowid, relative FROM {table} WHERE folder_id = ?", (inner.id,)
            ).fetchall()
            self._db.executemany(
                f"UPDATE {table} SET folder_id = ?, relative = ? WHERE rowid = ?",
                [(outer, to_sql(f"{prefix}/{from_sql(old)}"), number) for number, old in rows],
            )
        move_into(self._db, inner.id, outer, prefix)
        self._db.execute("DELETE FROM folder WHERE id = ?", (inner.id,))

    def _same_folder(self, path: Path, volume_path: VolumePath, disk: Disk) -> int | None:
        """Return the known folder that `path` is: same path, same place on a volume, same files."""
        places = self.folder_places()
        for folder in self.folders():
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

    def move_folder(self, folder_id: int, path: Path, volume_path: VolumePath) -> None:
        """Note that a folder is now found under `path`, which lies at `volume_path`."""
        with self.batch():
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

    def remove_folder(self, folder_id: int, *, keeps_notes: bool = False) -> None:
        """Drop a folder, its photos, and what no other folder's photos need; note its path.

        Notes that are kept wait for their photos to come back, in whatever folder.

        Its bytes are gone after `cross_out_forgotten`; until then `being_forgotten` names it.
        """
        path = next((str(each.path) for each in self.folders() if each.id == folder_id), None)
        if path is None:  # removed already
            return
        with self.batch():
            self._changed = True
            self._db.execute("DELETE FROM photo WHERE folder_id = ?", (folder_id,))
            self._db.execute("DELETE FROM folder WHERE id = ?", (folder_id,))
            for table in _OF_CONTENTS:
                self._db.execute(
                    f"DELETE FROM {table} WHERE NOT EXISTS (SELECT 1 FROM photo"
                    f" WHERE photo.content_hash = {table}.content_hash)"
                )
            drop_unused(self._db)
            place_by_deployments(self, self._db)
            forget_detections(self._db, Path(path))
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
            self._note_forgetting([*self.being_forgotten(), Path(path)])

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

    def note_use(self) -> None:
        """Mark a catalog as used, so that an empty one is not taken for a new one."""
        with self.batch():
            self._changed = True

    # ---- contents without a file --------------------------------------------------------------

    def note_gone(self, thumbnails: Iterable[str], now: float) -> None:
        """Note since when contents have had no file: those with results or these thumbnails."""
        with transaction(self._db):
            self._db.execute("UPDATE gone SET since = ? WHERE since > ?", (now, now))
            self._db.execute(f"DELETE FROM gone WHERE {_IS_USED.format('gone')}")
            for table in _OF_CONTENTS:
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
            for table in (*_OF_CONTENTS, "gone"):
                self._db.executemany(f"DELETE FROM {table} WHERE content_hash = ?", names)

    def set_folder_state(self, folder_id: int, state: FolderState, reason: str = "") -> None:
        """Note whether a folder's drive is there, and why not if it is not just unplugged."""
        self._db.execute(
            "UPDATE folder SET state = ?, offline_reason = ? WHERE id = ?",
            (state.value, to_text(reason), folder_id),
        )

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

    # ---- what people noted ------------------------------------------------------------------

    def put_notes(self, notes: Mapping[str, Notes]) -> dict[str, Notes]:
        """Keep notes by content hash; return those that were there before, to undo it.

        All or none; vectors and their indexes have nothing to do with it.
        """
        with transaction(self._db):
            before = self.notes.of(notes)
            put_notes(self._db, notes)
            self._count_notes()
        return {content_hash: before.get(content_hash, Notes()) for content_hash in notes}

    # ---- what other programs found ----------------------------------------------------------

    def put_detections(
        self, file: DetectionFile, labels: Sequence[Label], photos: Iterable[PhotoFindings]
    ) -> DetectionFile:
        """Keep what a file says in place of what it said before; all or none."""
        with transaction(self._db):
            self._count_notes()
            return put_detections(self._db, file, labels, photos)

    def drop_detections(self, path: Path) -> int:
        """Drop what a file says; return of how many contents it spoke."""
        with transaction(self._db):
            self._count_notes()
            return drop_detections(self._db, path)

    def put_sidecars(self, folder_id: int, ours: Mapping[str, str]) -> None:
        """Keep what in sidecars of a folder is from us, as JSON by path; "" drops it."""
        with transaction(self._db):
            rows = [(folder_id, to_sql(relative), text) for relative, text in ours.items()]
            self._db.executemany("INSERT OR REPLACE INTO sidecar VALUES (?, ?, ?)", rows)
            self._db.execute("DELETE FROM sidecar WHERE ours = ''")

    # ---- where cameras stood ----------------------------------------------------------------

    def put_deployments(self, deployments: Sequence[StoredDeployment]) -> None:
        """Keep what was said of deployments, in place of what was said of the same before."""
        with transaction(self._db):
            put_deployments(self._db, deployments)
            place_by_deployments(self, self._db)
            self._count_notes()

    def put_package(self, facts: PackageFacts) -> None:
        """Keep what packages say of themselves."""
        with transaction(self._db):
            put_package(self._db, facts)
            place_by_deployments(self, self._db)
            self._count_notes()

    def place_by_deployments(self) -> bool:
        """Give photos the places that were told of their deployments; tell whether any changed."""
        with transaction(self._db):
            return place_by_deployments(self, self._db)

    def take_package(
        self,
        deployments: Mapping[str, StoredDeployment],
        media: Mapping[str, Mapping[str, Mapping[str, str]]],
        notes: Mapping[str, Notes],
        machines: Mapping[str, Sequence[tuple[str, Mapping[str, str]]]] = MappingProxyType({}),
        description: str = "",
    ) -> None:
        """Keep what a package says, all or nothing: deployments by name, their photos by hash.

        `machines` are observations of contents by deployment, `description` that of the package as
        JSON. It takes the place of what the package said before.
        """
        with transaction(self._db):
            for source in {one.source for one in deployments.values()}:
                drop_source(self._db, source)
            numbers = put_deployments(self._db, list(deployments.values()))
            for name, number in zip(deployments, numbers, strict=True):
                put_deployed(self._db, number, media.get(name, {}))
                put_machine_observations(self._db, number, machines.get(name, ()))
            for source in {one.source for one in deployments.values()} if description else ():
                put_description(self._db, source, description)
            put_notes(self._db, notes)
            place_by_deployments(self, self._db)
            self._count_notes()

    def drop_package(self, source: str, notes: Mapping[str, Notes]) -> int:
        """Drop the deployments of a package, and keep notes without it; return how many."""
        with transaction(self._db):
            put_notes(self._db, notes)
            self._count_notes()
            dropped = drop_source(self._db, source)
            place_by_deployments(self, self._db)
        return dropped

    def put_correction(self, label: str, shifts: Mapping[str, catalog_clocks.ClockShift]) -> int:
        """Keep a correction of clocks by content hash; return its number. Raises as that does."""
        with self.batch():
            self._changed = True
            self._count_notes()
            return catalog_clocks.put_correction(self._db, label, shifts)

    def drop_correction(self, number: int) -> int:
        """Take a correction of clocks back; return of how many contents."""
        with self.batch():
            self._changed = True
            self._count_notes()
            return catalog_clocks.drop_correction(self._db, number)

    def _count_notes(self) -> None:
        """Count that people's own notes changed, by which backups know it."""
        self._db.execute(
            "INSERT INTO meta VALUES ('noted', '1')"
            " ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + 1"
        )

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
        with self.batch():
            self._changed = True
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


def _bring_up_to_date(path: Path, connection: sqlite3.Connection) -> None:
    """Apply the steps that are missing, all or none; one process does it, others wait for it."""
    if not _missing_steps(path, connection):
        return
    connection.execute(f"PRAGMA busy_timeout = {_MOST_SECONDS_TO_CONVERT * 1000}")
    with transaction(connection):
        missing = _missing_steps(path, connection)  # unless another process was faster
        is_older = bool(missing and migrations.applied(connection))
        if is_older:
            Backups(path).make_before(missing[0])
        migrations.apply(connection)
    connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    if is_older:  # a table that was made anew leaves as much room again
        with suppress(sqlite3.OperationalError):  # the disk is full, or somebody reads
            connection.execute("VACUUM")


def _missing_steps(path: Path, connection: sqlite3.Connection) -> list[str]:
    names, applied = migrations.names(), migrations.applied(connection)
    if not applied <= set(names):
        raise CatalogTooNew(path=path)
    return [name for name in names if name not in applied]


def _is_up_to_date(path: Path) -> bool:
    try:
        return set(steps_of(path)) == set(migrations.names())
    except sqlite3.OperationalError:  # no file, or nothing in it yet
        return False


def _is_left(folder: Folder, disk: Disk) -> bool:
    """Tell whether a folder is no longer where it was; one that does not answer may still be."""
    try:
        if not disk.is_occupied(folder.path):
            return True
        now = disk.place(folder.path).volume_uid
    except FolderSilent:
        return False
    return now != folder.volume_uid  # another drive took its place
