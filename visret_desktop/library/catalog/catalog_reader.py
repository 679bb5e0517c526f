"""Ask the catalog: every query that reads. Usable from several threads at once."""

import json
from collections.abc import Callable, Collection, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from visret_desktop.library.catalog.catalog_annotations import (
    NOTE_COLUMNS,
    PhotoNotes,
    let_ask_for_marks,
)
from visret_desktop.library.catalog.catalog_clocks import ClockCorrections
from visret_desktop.library.catalog.catalog_connection import (
    CHUNK,
    CatalogPart,
    Connections,
    batched,
    from_sql,
    marks,
    row_at,
)
from visret_desktop.library.catalog.catalog_deployments import Deployments
from visret_desktop.library.catalog.catalog_detections import PhotoDetections
from visret_desktop.library.catalog.catalog_embeddings import Embeddings
from visret_desktop.library.catalog.catalog_facts import FactsOfPhotos
from visret_desktop.library.catalog.catalog_locations import PhotoPlacing
from visret_desktop.library.catalog.catalog_text import Inscriptions, PhotoWords
from visret_desktop.library.catalog.fact_columns import FactColumns, days_of, read_points
from visret_desktop.library.catalog.folder_tree import Subfolder, subfolders
from visret_desktop.library.catalog.pass_results import PassResults
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.library.catalog.photo_groups import PhotoGroups
from visret_desktop.library.catalog.photo_order import ORDER_BY, Order
from visret_desktop.library.catalog.photo_records import (
    PHOTO_ROW,
    KnownFile,
    known_files,
    metadata_of,
    photo_of,
    read_rows,
)
from visret_desktop.library.records import (
    METADATA_COLUMNS,
    Fingerprint,
    Folder,
    FolderState,
    Metadata,
    Photo,
    PhotoRow,
    Problem,
)
from visret_desktop.library.sqlite_files import FileConnections, connect_to_read
from visret_desktop.sentence_json import from_text


class CatalogReader(CatalogPart):
    """What the catalog says of folders, photos and problems. Embeddings and words: see there."""

    def __init__(
        self,
        path: Path,
        connections: Connections | None = None,
        judgments: Callable[[], Path] | None = None,
    ) -> None:
        """Read through `connections`; None: through a read-only one for each thread.

        `judgments` names the file with the person's marks.
        """
        self.path = path
        self._connections = connections or FileConnections(
            path, lambda file: let_ask_for_marks(connect_to_read(file), judgments)
        )
        self.embeddings = Embeddings(self._connections)
        self.passes = PassResults(self._connections)
        self.words = PhotoWords(self._connections)
        self.inscriptions = Inscriptions(self._connections)
        self.facts = FactsOfPhotos(self._connections, path.parent)
        self.groups = PhotoGroups(self._connections)
        self.notes = PhotoNotes(self._connections)
        self.placing = PhotoPlacing(self._connections)
        self.deployments = Deployments(self._connections)
        self.clocks = ClockCorrections(self._connections)
        self.detections = PhotoDetections(self._connections)

    def close(self) -> None:
        """Close this thread's connections; those of others close with their threads."""
        self._connections.close()

    def export_secret(self) -> bytes:
        """Return the secret by which exports with obscured places name photos and deployments."""
        (secret,) = self._db.execute(
            "SELECT value FROM meta WHERE key = 'export_secret'"
        ).fetchone()
        return bytes.fromhex(secret)

    def is_taken_along(self) -> bool:
        """Tell whether the library is a selection of one on a server."""
        row = self._db.execute("SELECT 1 FROM meta WHERE key = 'taken-along'").fetchone()
        return row is not None

    # ---- folders and photos -----------------------------------------------------------------

    def folders(self) -> list[Folder]:
        """Return the folders in the order they were added."""
        rows = self._db.execute(
            "SELECT id, path, state, (SELECT count(*) FROM photo WHERE folder_id = folder.id),"
            " volume_uid, added_at, offline_reason FROM folder ORDER BY id"
        )
        return [
            Folder(
                number,
                Path(from_sql(path)),
                FolderState(state),
                count,
                uid,
                added,
                from_text(reason),
            )
            for number, path, state, count, uid, added, reason in rows
        ]

    def folder_paths(self) -> dict[int, Path]:
        """Return the folders by their ids."""
        rows = self._db.execute("SELECT id, path FROM folder")
        return {number: Path(from_sql(path)) for number, path in rows}

    def folder_around(self, path: Path) -> Folder | None:
        """Return the library's folder that a path lies in, below it."""
        return next((folder for folder in self.folders() if folder.path in path.parents), None)

    def subfolders(self, folder_id: int, inside: str = "") -> list[Subfolder]:
        """Return the folders with photos right below the path `inside` of a folder, by name."""
        return subfolders(self._db, folder_id, inside)

    def folder_places(self) -> dict[int, tuple[str, str]]:
        """Return by folder id where it lies: uid of the volume, path on it."""
        rows = self._db.execute("SELECT id, volume_uid, path_in_volume FROM folder")
        return {number: (uid, from_sql(inside)) for number, uid, inside in rows}

    def photo_folders(self) -> dict[Path, set[str]]:
        """Return by library folder the folders in it that hold its photos, as '/'-separated paths.

        Those with files that could not be read count, too.
        """
        rows = self._db.execute(
            "SELECT folder.path, relative FROM folder JOIN photo ON folder.id = folder_id"
            " UNION ALL SELECT folder.path, relative FROM folder JOIN problem"
            " ON folder.id = folder_id"
        )
        hashes: dict[Path, set[str]] = {folder.path: set() for folder in self.folders()}
        roots = cache(lambda path: hashes[Path(from_sql(path))])
        for root, relative in rows:
            roots(root).add(from_sql(relative).rpartition("/")[0])
        return hashes

    def photo_rows(self, order: Order = "date", only: Filter = ALL_PHOTOS) -> list[PhotoRow]:
        """Return the photos of a filter, newest first or by name."""
        where, values = only.where()
        query = f"SELECT {PHOTO_ROW} WHERE {where} ORDER BY {ORDER_BY[order]}"
        return read_rows(self._db.execute(query, values))

    def photo_ids(self, order: Order = "date", only: Filter = ALL_PHOTOS) -> npt.NDArray[np.int64]:
        """Return the ids of the photos of a filter, newest first or by name: int64 (n,)."""
        where, values = only.where()
        query = f"SELECT photo.id FROM photo WHERE {where} ORDER BY {ORDER_BY[order]}"
        return np.fromiter((row[0] for row in self._db.execute(query, values)), np.int64)

    def photo_days(
        self, only: Filter = ALL_PHOTOS
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
        """Return the ids of the photos of a filter, newest first, and the day of each.

        int64 (n,) and int32 (n,), such as 20240503; 0 where a photo does not say when it was taken.
        """
        return days_of(self._db, only)

    def photo_aspects(
        self, only: Filter = ALL_PHOTOS
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """Return the ids of the photos of a filter, ascending, and width by height of each.

        int64 (n,) and float64 (n,); 0 where the pixels are not known.
        """
        where, values = only.where()
        rows = self._db.execute(
            "SELECT id, iif(height, CAST(width AS REAL) / height, 0.0) FROM photo"
            f" WHERE {where} ORDER BY id",
            values,
        )
        aspects = np.fromiter(rows, np.dtype([("id", np.int64), ("aspect", np.float64)]))
        return aspects["id"], aspects["aspect"]

    def fact_columns(
        self, photo_days: tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]] | None = None
    ) -> FactColumns:
        """Return the facts of photos as columns, to be counted; None: of all photos."""
        return FactColumns(self._connections, *(photo_days or self.photo_days()))

    def photo_points(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
        """Return the ids (n,) of photos that have a place, and latitude and longitude (n, 2)."""
        return read_points(self._connections)

    def rows_of_ids(self, photo_ids: Sequence[int]) -> dict[int, PhotoRow]:
        """Return photos by id; those that left the catalog have no entry."""
        photo_rows: dict[int, PhotoRow] = {}
        for chunk in batched(photo_ids, CHUNK):
            rows = self._db.execute(f"SELECT {PHOTO_ROW} WHERE photo.id IN ({marks(chunk)})", chunk)
            photo_rows.update((row.photo_id, row) for row in read_rows(rows))
        return photo_rows

    def photo(self, photo_id: int) -> Photo | None:
        """Return everything about one photo; None if it left the catalog."""
        return next(iter(self.photos([photo_id])), None)

    def photos(self, photo_ids: Sequence[int]) -> list[Photo]:
        """Return everything about photos, in this order; without those that left the catalog."""
        photos_by_id: dict[int, Photo] = {}
        columns = ", ".join(f"photo.{name}" for name in METADATA_COLUMNS)
        notes = ", ".join(f"note.{name}" for name in NOTE_COLUMNS.split(", "))
        for chunk in batched(photo_ids, CHUNK):
            rows = self._db.execute(
                "SELECT photo.id, photo.folder_id, folder.path, relative, name,"
                " photo.content_hash, size, mtime_ns, online, companion,"
                " (SELECT words FROM inscription"
                " WHERE inscription.content_hash = photo.content_hash), placed_by, camera_time,"
                f" {columns}, {notes}"
                " FROM photo JOIN folder ON folder.id = photo.folder_id"
                " LEFT JOIN note ON note.content_hash = photo.content_hash"
                f" WHERE photo.id IN ({marks(chunk)})",
                chunk,
            )
            photos_by_id.update((row[0], photo_of(row)) for row in rows)
        return [photos_by_id[number] for number in photo_ids if number in photos_by_id]

    def content_of_path(self, path: Path) -> str | None:
        """Return the hash of a photo in the library whose file did not change since.

        A file that is out of reach counts as unchanged.
        """
        row = row_at(self._db, path, "content_hash, size, mtime_ns, changed_ns FROM photo")
        return str(row[0]) if row and _is_as_noted(path, Fingerprint(*row[1:])) else None

    def metadata_of_hash(self, content_hash: str) -> Metadata | None:
        """Return what a photo with these bytes says about itself; None if there is none."""
        columns = ", ".join(METADATA_COLUMNS)
        row = self._db.execute(
            f"SELECT {columns} FROM photo WHERE content_hash = ? AND sidecar_size IS NULL LIMIT 1",
            (content_hash,),
        ).fetchone()
        return None if row is None else metadata_of(row)

    def rows_by_hash(
        self, hashes: Sequence[str], only: Filter = ALL_PHOTOS
    ) -> dict[str, list[PhotoRow]]:
        """Return the photos with these bytes, by hash, online copies first."""
        by_hash: dict[str, list[PhotoRow]] = {}
        where, values = only.where()
        for chunk in batched(hashes, CHUNK):
            rows = self._db.execute(
                f"SELECT {PHOTO_ROW} WHERE content_hash IN ({marks(chunk)}) AND +({where})"
                " ORDER BY photo.online DESC, photo.id",
                (*chunk, *values),
            )
            for row in read_rows(rows):
                by_hash.setdefault(row.content_hash, []).append(row)
        return by_hash

    def ids_by_hash(
        self, hashes: Collection[str], only: Filter = ALL_PHOTOS
    ) -> npt.NDArray[np.int64]:
        """Return the ids of a filter's photos with these bytes, in no order: int64 (n,)."""
        where, values = only.where()
        rows = self._db.execute(
            "SELECT photo.id FROM photo WHERE content_hash IN (SELECT value FROM json_each(?))"
            f" AND +({where})",
            (json.dumps(list(hashes)), *values),
        )
        return np.fromiter((number for (number,) in rows), np.int64)

    def rows_of_labels(
        self, labels: Sequence[int], only: Filter = ALL_PHOTOS
    ) -> dict[int, list[PhotoRow]]:
        """Return the photos of each label that pass, online copies first; if none, no entry."""
        by_label: dict[int, list[PhotoRow]] = {}
        where, values = only.where()
        # In their order, because neighbors lie on the same page of the file. By label first, and
        # only then by the filter, for which the plus stands: it may fit most of the library.
        for chunk in batched(sorted(labels), CHUNK):
            rows = self._db.execute(
                f"SELECT label, {PHOTO_ROW} JOIN embedding USING (content_hash)"
                f" WHERE label IN ({marks(chunk)}) AND +({where})"
                " ORDER BY photo.online DESC, photo.id",
                (*chunk, *values),
            ).fetchall()
            for row, (label, *_) in zip(read_rows(row[1:] for row in rows), rows, strict=True):
                by_label.setdefault(label, []).append(row)
        return by_label

    def known_files(self, folder_id: int) -> dict[str, KnownFile]:
        """Return what is known of each file of a folder, by path relative to it."""
        return known_files(self._db, folder_id)

    def counts(self, only: Filter = ALL_PHOTOS) -> tuple[int, int]:
        """Return (photos of a filter, how many of them are offline)."""
        where, values = only.where()
        row = self._db.execute(
            f"SELECT count(*), coalesce(sum(NOT online), 0) FROM photo WHERE {where}", values
        ).fetchone()
        return row[0], row[1]

    def contents(self, only: Filter = ALL_PHOTOS) -> list[str]:
        """Return the content hashes of the photos of a filter, each once."""
        where, values = only.where()
        rows = self._db.execute(f"SELECT DISTINCT content_hash FROM photo WHERE {where}", values)
        return [content_hash for (content_hash,) in rows]

    def problems(self, folder_id: int | None = None) -> list[Problem]:
        """Return the files that could not be read, or only partly, in path order."""
        where, values = ("", ()) if folder_id is None else (" WHERE folder_id = ?", (folder_id,))
        rows = self._db.execute(
            "SELECT folder.path, relative, code, reason, indexed FROM problem"
            f" JOIN folder ON folder.id = folder_id{where} ORDER BY folder_id, relative",
            values,
        )
        return [
            Problem(
                str(Path(from_sql(root)) / from_sql(relative)),
                code,
                from_text(reason),
                bool(indexed),
            )
            for root, relative, code, reason, indexed in rows
        ]

    # ---- what is left of deleted photos -------------------------------------------------------

    def is_forgetting(self) -> bool:
        """Tell whether traces of folders that were removed may be left."""
        return self._forgetting() is not None

    def being_forgotten(self) -> list[Path]:
        """Return the folders of which traces may be left in other files than the catalog."""
        return [Path(path) for path in json.loads(self._forgetting() or "[]")]

    def _forgetting(self) -> str | None:
        row = self._db.execute("SELECT value FROM meta WHERE key = 'forgetting'").fetchone()
        return None if row is None else str(row[0])

    def content_hashes(self) -> set[str]:
        """Return what the files of the library hold, those included that could not be read."""
        rows = self._db.execute(
            "SELECT content_hash FROM photo UNION"
            " SELECT content_hash FROM problem WHERE content_hash IS NOT NULL"
        )
        return {row[0] for row in rows}

    def gone(self) -> list[tuple[str, float]]:
        """Return the contents that no file has, and since when, the newest first."""
        query = "SELECT content_hash, since FROM gone ORDER BY since DESC, content_hash"
        return [(str(name), float(since)) for name, since in self._db.execute(query)]


def _is_as_noted(path: Path, noted: Fingerprint) -> bool:
    try:
        return Fingerprint.of(path.stat()).is_surely(noted)
    except OSError:
        return True
