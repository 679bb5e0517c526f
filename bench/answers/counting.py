"""Counting: drawn animals and plants in words, by a reader's boxes, and beside a detector's.

The detector is drawn, too: it misses every tenth and sees every twentieth twice. Of an animal it
says "animal", of a plant its name. Its file is imported as people's are, and dropped again.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from bench.answers.asking import Asker
from bench.answers.book import Book, Box, DrawnPhoto
from visret_desktop import file_changes
from visret_desktop.engine.field_messages import DropDetections, ImportDetections
from visret_desktop.engine.fieldwork.import_job import DETECTIONS
from visret_desktop.engine.messages import Answered, Ask, AskedPhoto
from visret_desktop.engine.runtime import Library
from visret_desktop.fieldbook.grammar import group_of, plural
from visret_desktop.models.answering.answer_matching import gist

Json = dict[str, Any]
_MISSED, _TWICE = 0.1, 0.05
_FILE = "detections.json"  # in the form of MegaDetector


@dataclass(frozen=True)
class Count:
    """What a count came to, in words and by boxes; None: there are no boxes."""

    is_one: bool
    is_right: bool
    are_boxes_right: bool | None
    is_doubted: bool


@dataclass(frozen=True)
class CountTest:
    """One count with nothing but the photo, and one with imported detections beside it."""

    alone: Count
    beside: Count


def measure(
    library: Library, asker: Asker, species: Sequence[str], drawn: Book, work: Path, root: Path
) -> list[CountTest]:
    """Count one photo of each of these species, every second time of several, where there is one.

    `root` has the photos in folders of the species, `work` takes the detector's file.
    """
    asked = [one for n, name in enumerate(species) if (one := _chosen(name, n, drawn))]
    hashes = {row.path: row.content_hash for row in library.reader.photo_rows()}
    path = work / _FILE

    def counts() -> Iterator[Count]:
        for name, file, photo in asked:
            text = f"how many {plural(name)} do you count?"  # a wording kept from training
            photos = (AskedPhoto(hashes[str(root / name / file)]),)
            yield count_of(text, asker.ask(Ask(question=text, photos=photos, images=1)), photo)

    drop = DropDetections(path=str(path))
    list(DETECTIONS.undo(library, drop))  # of a run that was interrupted
    alone = list(counts())
    file_changes.write(path, json.dumps(detector_file(drawn)).encode())
    request = ImportDetections(path=str(path), folder=str(root), least=0.0, is_dry_run=False)
    list(DETECTIONS.run(library, request))
    beside = list(counts())
    list(DETECTIONS.undo(library, drop))
    return [CountTest(*pair) for pair in zip(alone, beside, strict=True)]


def _chosen(species: str, number: int, drawn: Book) -> tuple[str, str, DrawnPhoto] | None:
    stream = Random(f"{species} {number}")
    photos = [(file, one) for file, one in drawn.photos[species].items() if one.animals]
    several = [(file, one) for file, one in photos if len(one.animals) > 1]
    if not photos:
        return None
    return species, *stream.choice(several if several and stream.random() < 0.5 else photos)


def count_of(text: str, answered: Answered, photo: DrawnPhoto) -> Count:
    """Return what an answer to a question for a number came to."""
    (one,) = answered.evidence
    true = len(photo.animals)
    amount = gist(one.said, text).amount if one.said else None
    return Count(
        true == 1,
        amount is not None and amount.low == amount.high == true,
        len(one.boxes) == true if one.boxes_kind in ("read", "detected") else None,
        answered.is_doubted,
    )


def detector_file(drawn: Book) -> Json:
    """Return what the drawn detector finds in all photos."""
    kinds = {name: str(n) for n, name in enumerate(("animal", *drawn.photos), start=1)}
    images = []
    for species, photos in drawn.photos.items():
        kind = kinds[species if group_of(species) == "flower" else "animal"]
        for file, photo in photos.items():
            stream = Random(f"detector {species} {file}")
            boxes = [box for one in photo.animals for box in _seen(one, stream)]
            found = [{"category": kind, "conf": 0.9, "bbox": box} for box in boxes]
            images.append({"file": f"{species}/{file}", "detections": found})
    names = {number: name for name, number in kinds.items()}
    return {"images": images, "detection_categories": names, "info": {"format_version": "1.3"}}


def _seen(box: Box, stream: Random) -> list[list[float]]:
    left, top, right, bottom = box
    chance = stream.random()
    times = 0 if chance < _MISSED else 2 if chance > 1 - _TWICE else 1
    return [[left, top, right - left, bottom - top]] * times
