"""What stands around photos of an export: their deployments and events, and what detectors found.

Looked up for a few hundred photos at a time.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from visret_desktop.exporters.exporter import Export
from visret_desktop.exporters.obscuring import Aliases
from visret_desktop.interchange.deployments.survey import survey
from visret_desktop.library.catalog.catalog_detections import Detection
from visret_desktop.library.records import Photo


class PhotoContext(NamedTuple):
    """Of one photo. Photos of one `event` have the same number; 0: nobody knows when it was taken.

    `detections` are names with their confidence: 'animal 0.92'.
    """

    deployment: str = ""
    event: int = 0
    detections: tuple[str, ...] = ()


UNKNOWN = PhotoContext()


class PhotoContexts:
    """What is around the photos of an export; with `aliases`, deployments have others' names."""

    def __init__(self, export: Export, aliases: Aliases | None) -> None:
        self._reader = export.reader
        surveyed = survey(export.reader, export.photo_ids)
        names = [one.name for one in surveyed.deployments]
        self._names = [aliases.of(name)[:16] for name in names] if aliases else names
        order = np.argsort(surveyed.photo_ids)
        self._ids, self._of = surveyed.photo_ids[order], surveyed.of[order]

    def of(self, photos: Sequence[Photo]) -> dict[int, PhotoContext]:
        """Return it by the ids of photos."""
        rows = self._reader.rows_of_ids([photo.id for photo in photos])
        hashes = [photo.content_hash for photo in photos]
        same = self._reader.rows_by_hash(hashes)
        detected = self._reader.detections.of_contents(hashes)
        return {
            photo.id: PhotoContext(
                self._deployment(row.photo_id for row in same.get(photo.content_hash, ())),
                rows[photo.id].event if photo.id in rows else 0,
                tuple(
                    _in_words(one)
                    for file in detected.get(photo.content_hash, ())
                    for one in file.found
                ),
            )
            for photo in photos
        }

    def _deployment(self, photo_ids: Iterable[int]) -> str:
        """Return the deployment of the one of these photos that stands for their content."""
        for number in photo_ids:
            at = int(self._ids.searchsorted(number))
            if at < len(self._ids) and self._ids[at] == number:
                return self._names[int(self._of[at])]
        return ""


def _in_words(one: Detection) -> str:
    sure = "" if one.confidence is None else f" {one.confidence:.2f}"
    return f"{one.label.name}{sure}"
