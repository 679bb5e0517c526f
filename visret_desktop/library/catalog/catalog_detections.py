"""What other programs found in photos, by the files that they wrote: read, kept and dropped here.

None of it is a fact: each thing is found by a program in a file, with a confidence, until a person
accepts it as a name. It belongs to contents, as notes do, so copies share it.
"""

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from visret_desktop.library.catalog.catalog_connection import (
    CHUNK,
    CatalogPart,
    batched,
    from_sql,
    marks,
    to_sql,
)
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.library.records import Text
from visret_desktop.library.stored_values import read, read_text, stored

UNITS = 10_000  # of a confidence, and of a photo's width and height
_ROWS = 1000  # written at once
_Found = list[tuple[int, int, int, int, int, int]]  # label, confidence and box, in `UNITS`
Box = tuple[float, float, float, float]  # left, top, width and height as shares of the photo


class Label(NamedTuple):
    """What may be found in a photo: 'animal', or a name, scientific where there is one.

    `is_name`: it names what it is, so it can be accepted as a name.
    """

    name: Text
    common: Text = ""
    rank: Text = ""
    is_name: bool = False


@dataclass(frozen=True)
class PhotoFindings:
    """What was found in one content. With a `failure` nobody looked.

    A row of `found` is a label by its number, a confidence, and a box as left, top, width and
    height, all in `UNITS`; -1 stands for a confidence or a box that the file does not give.
    """

    content_hash: str
    found: list[list[int]]
    failure: Text = ""


@dataclass(frozen=True)
class DetectionFile:
    """A file that was imported, and with how much confidence at least things were kept.

    `photos` is of how many contents it speaks, `blank` in how many of them nothing was found.
    """

    path: Path
    format: Text
    model: Text = ""
    least: float = 0.0
    imported_at: float = 0.0
    id: int = 0
    photos: int = 0
    blank: int = 0

    @property
    def source(self) -> str:
        """What found it, and in which file it is said."""
        return f"{self.model or self.format}, {self.path.name}"


@dataclass(frozen=True)
class Detection:
    """One thing that was found; without a `confidence` the file just says it."""

    label: Label
    confidence: float | None
    box: Box | None


@dataclass(frozen=True)
class FileDetections:
    """What one file says of a photo; with a `failure` nobody looked."""

    file: DetectionFile
    found: tuple[Detection, ...]
    failure: str = ""


class PhotoDetections(CatalogPart):
    """The detections of one catalog, for reading."""

    def files(self) -> list[DetectionFile]:
        """Return the files that were imported, in that order."""
        rows = self._db.execute(
            "SELECT path, format, model, least, imported_at, id,"
            " (SELECT count(*) FROM detected WHERE file_id = detection_file.id),"
            " (SELECT count(*) FROM detected WHERE file_id = detection_file.id AND is_blank)"
            " FROM detection_file ORDER BY imported_at, id"
        )
        return [DetectionFile(Path(from_sql(row[0])), *row[1:]) for row in rows]

    def are_there(self) -> bool:
        """Tell whether anything was imported."""
        return self._db.execute("SELECT 1 FROM detection_file LIMIT 1").fetchone() is not None

    def of(self, content_hash: str) -> list[FileDetections]:
        """Return what is known of a content, the earliest file first."""
        return self.of_contents([content_hash]).get(content_hash, [])

    def of_contents(self, hashes: Iterable[str]) -> dict[str, list[FileDetections]]:
        """Return the same by content, of those of which anything is known."""
        by_hash: dict[str, list[FileDetections]] = {}
        for chunk in batched(hashes, CHUNK):
            of_chunk = f"content_hash IN ({marks(chunk)})"
            query = (
                "SELECT id, name, common, rank, is_name FROM detection_label WHERE file_id IN"
                f" (SELECT file_id FROM detected WHERE {of_chunk})"
            )
            labels = {
                number: Label(name, common, rank, bool(is_name))
                for number, name, common, rank, is_name in self._db.execute(query, chunk)
            }
            rows = self._db.execute(
                "SELECT content_hash, path, format, model, least, imported_at, id, failure, found"
                " FROM detected JOIN detection_file ON detection_file.id = file_id"
                f" WHERE {of_chunk} ORDER BY imported_at, id",
                chunk,
            )
            for content_hash, path, *rest, failure, found in rows:
                detections = tuple(
                    _detection(labels[number], numbers)
                    for number, *numbers in read(read_text(found), _Found) or ()
                    if number in labels
                )
                file = DetectionFile(Path(from_sql(path)), *rest)
                known = FileDetections(file, detections, failure)
                by_hash.setdefault(content_hash, []).append(known)
        return by_hash

    def counts(self) -> list[tuple[Label, int]]:
        """Return in how many contents each name was found, the most frequent first."""
        rows = self._db.execute(
            "SELECT name, max(common), max(rank), max(is_name), count(DISTINCT content_hash)"
            " AS photos FROM detection JOIN detection_label ON detection_label.id = label_id"
            " GROUP BY name ORDER BY photos DESC, name"
        )
        return [(Label(name, common, rank, bool(own)), n) for name, common, rank, own, n in rows]

    def contents(self, only: Filter = ALL_PHOTOS) -> Iterator[tuple[str, str, int, int]]:
        """Yield path, content hash, width and height of the photos of a filter."""
        where, values = only.where()
        rows = self._db.execute(
            "SELECT folder.path, relative, content_hash, width, height FROM photo"
            f" JOIN folder ON folder.id = photo.folder_id WHERE {where}",
            values,
        )
        for root, relative, content_hash, width, height in rows:
            yield f"{from_sql(root)}/{from_sql(relative)}", content_hash, width, height


def _detection(label: Label, numbers: Sequence[int]) -> Detection:
    confidence, *box = numbers
    left, top, width, height = (side / UNITS for side in box)
    return Detection(
        label,
        None if confidence < 0 else confidence / UNITS,
        None if left < 0 else (left, top, width, height),
    )


def put_detections(
    db: sqlite3.Connection,
    file: DetectionFile,
    labels: Sequence[Label],
    photos: Iterable[PhotoFindings],
) -> DetectionFile:
    """Keep what a file says in place of what it said before; return it with its counts.

    `photos` are best in the order of their hashes.

    Raises:
        ValueUnfit: something is not as it would be read again.
    """
    for text in (file.format, file.model, *(part for label in labels for part in label[:3])):
        stored(text, Text)
    drop_detections(db, file.path)
    (number,) = db.execute(
        "INSERT INTO detection_file (path, format, model, least, imported_at)"
        " VALUES (?, ?, ?, ?, ?) RETURNING id",
        (to_sql(str(file.path)), file.format, file.model, file.least, time.time()),
    ).fetchone()
    ids = [
        db.execute(
            "INSERT INTO detection_label (file_id, name, common, rank, is_name)"
            " VALUES (?, ?, ?, ?, ?) RETURNING id",
            (number, *label),
        ).fetchone()[0]
        for label in labels
    ]
    count = blank = 0
    looks: list[tuple[str, int, int, str, str]] = []
    found: list[tuple[int, str, float | None]] = []
    for one in photos:
        stored(one.failure, Text)
        is_blank = not (one.found or one.failure)
        count, blank = count + 1, blank + is_blank
        rows = [[ids[row[0]], *row[1:]] for row in one.found]
        text = json.dumps(rows, separators=(",", ":"))
        looks.append((one.content_hash, number, is_blank, one.failure, text))
        best: dict[int, int] = {}
        for label, confidence, *_ in rows:
            best[label] = max(best.get(label, -1), confidence if confidence >= 0 else UNITS + 1)
        found += [
            (label, one.content_hash, None if share > UNITS else share / UNITS)
            for label, share in best.items()
        ]
        if len(looks) >= _ROWS:
            _write(db, looks, found)
    _write(db, looks, found)
    db.execute(
        "DELETE FROM detection_label WHERE file_id = ? AND id NOT IN"
        " (SELECT label_id FROM detection)",
        (number,),
    )
    return replace(file, id=number, photos=count, blank=blank)


def _write(
    db: sqlite3.Connection,
    looks: list[tuple[str, int, int, str, str]],
    found: list[tuple[int, str, float | None]],
) -> None:
    db.executemany("INSERT INTO detected VALUES (?, ?, ?, ?, ?)", looks)
    db.executemany("INSERT INTO detection VALUES (?, ?, ?)", found)
    looks.clear()
    found.clear()


def drop_detections(db: sqlite3.Connection, path: Path) -> int:
    """Drop what a file says; return of how many contents it spoke."""
    row = db.execute(
        "SELECT id, (SELECT count(*) FROM detected WHERE file_id = detection_file.id)"
        " FROM detection_file WHERE path = ?",
        (to_sql(str(path)),),
    ).fetchone()
    if row is None:
        return 0
    db.execute("DELETE FROM detection_file WHERE id = ?", (row[0],))
    return int(row[1])


def forget_detections(db: sqlite3.Connection, folder: Path) -> None:
    """Drop what no photo of the library needs any more, and where in a folder files lay."""
    for table in ("detection", "detected"):
        db.execute(
            f"DELETE FROM {table} WHERE NOT EXISTS (SELECT 1 FROM photo"
            f" WHERE photo.content_hash = {table}.content_hash)"
        )
    db.execute(
        "DELETE FROM detection_label WHERE NOT EXISTS"
        " (SELECT 1 FROM detection WHERE label_id = detection_label.id)"
    )
    db.execute("DELETE FROM detection_file WHERE id NOT IN (SELECT file_id FROM detected)")
    for number, kept in db.execute("SELECT id, path FROM detection_file").fetchall():
        path = Path(from_sql(kept))
        if folder in path.parents:
            # Two may have the same name now.
            shown = to_sql(f"{number}-{path.name}")
            db.execute("UPDATE detection_file SET path = ? WHERE id = ?", (shown, number))
