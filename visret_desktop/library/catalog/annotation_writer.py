"""What people and other programs noted of photos: the one place that changes it."""

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from visret_desktop.library.catalog import catalog_clocks
from visret_desktop.library.catalog.catalog_annotations import put_notes
from visret_desktop.library.catalog.catalog_connection import to_sql
from visret_desktop.library.catalog.catalog_deployments import (
    PackageFacts,
    StoredDeployment,
    drop_source,
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
    put_detections,
)
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.deployment_places import place_by_deployments
from visret_desktop.library.catalog.library_roots import Batch
from visret_desktop.library.records import Notes
from visret_desktop.library.sqlite_files import transaction


class AnnotationWriter:
    """Keeps notes, detections, sidecars, deployments and corrections of clocks; all or none."""

    def __init__(self, reader: CatalogReader, db: sqlite3.Connection, batch: Batch) -> None:
        self._reader, self._db, self._batch = reader, db, batch
        # Keeps notes where others see them, before they are kept here.
        self.share_notes: Callable[[Mapping[str, Notes]], None] = lambda _: None

    def put_notes(self, notes: Mapping[str, Notes]) -> dict[str, Notes]:
        """Keep notes by content hash; return those that were there before, to undo it.

        All or none; vectors and their indexes have nothing to do with it.
        """
        self.share_notes(notes)
        with transaction(self._db):
            before = self._reader.notes.of(notes)
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
            place_by_deployments(self._reader, self._db)
            self._count_notes()

    def put_package(self, facts: PackageFacts) -> None:
        """Keep what packages say of themselves."""
        with transaction(self._db):
            put_package(self._db, facts)
            place_by_deployments(self._reader, self._db)
            self._count_notes()

    def place_by_deployments(self) -> bool:
        """Give photos the places that were told of their deployments; tell whether any changed."""
        with transaction(self._db):
            return place_by_deployments(self._reader, self._db)

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
            place_by_deployments(self._reader, self._db)
            self._count_notes()

    def drop_package(self, source: str, notes: Mapping[str, Notes]) -> int:
        """Drop the deployments of a package, and keep notes without it; return how many."""
        with transaction(self._db):
            put_notes(self._db, notes)
            self._count_notes()
            dropped = drop_source(self._db, source)
            place_by_deployments(self._reader, self._db)
        return dropped

    def put_correction(self, label: str, shifts: Mapping[str, catalog_clocks.ClockShift]) -> int:
        """Keep a correction of clocks by content hash; return its number. Raises as that does."""
        with self._batch(new_generation=True):
            self._count_notes()
            return catalog_clocks.put_correction(self._db, label, shifts)

    def drop_correction(self, number: int) -> int:
        """Take a correction of clocks back; return of how many contents."""
        with self._batch(new_generation=True):
            self._count_notes()
            return catalog_clocks.drop_correction(self._db, number)

    def _count_notes(self) -> None:
        """Count that people's own notes changed, by which backups know it."""
        self._db.execute(
            "INSERT INTO meta VALUES ('noted', '1')"
            " ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + 1"
        )
