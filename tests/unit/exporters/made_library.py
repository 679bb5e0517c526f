"""A catalog of photos with times, places and accepted names, and a place to export it to."""

import os
from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import replace
from hashlib import md5
from pathlib import Path
from typing import BinaryIO

from visret_desktop.exporters.exporter import FORMATS, Choices, Export, Report
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_deployments import PackageFacts
from visret_desktop.library.records import AcceptedName, Fingerprint, Metadata, Notes

FACTS = PackageFacts(
    title="Otters of the lower Sava",
    contributor="Ana Novak",
    email="ana@example.org",
    license="CC0-1.0",
    media_license="CC-BY-4.0",
    project="Otters",
    sampling_design="targeted",
    capture_method="activityDetection",
)
OTTER = AcceptedName(
    "Lutra lutra",
    "otter",
    "species",
    2,
    "female",
    "adult",
    "swimming",
    "Ana",
    "2026-05-01T10:00:00Z",
)
HERON = AcceptedName("Ardea cinerea", "grey heron", by="Ana", at="2026-05-01T10:00:01Z")
BLANK = AcceptedName("blank", by="Ana", at="2026-05-01T10:00:02Z")


def hash_of(name: str) -> str:
    return md5(os.fsencode(name), usedforsecurity=False).hexdigest()


def put_photo(
    catalog: Catalog, folder: int, relative: str, metadata: Metadata, *names: AcceptedName
) -> str:
    """Put a photo whose content is told by its path, and return its hash."""
    content = hash_of(relative)
    with catalog.batch():
        catalog.put_photo(folder, relative, Fingerprint(10, 10**18), content, "uid", metadata)
    if names:
        catalog.annotations.put_notes({content: Notes(names=names)})
    return content


def fill(catalog: Catalog, root: Path) -> None:
    """Put eight photos of two cameras at a river, and what was seen."""
    folder = catalog.roots.add(root).id
    at_river = Metadata(format="JPEG", latitude=45.9, longitude=15.5)
    for number in range(5):
        taken = f"2026-04-30T21:{10 * number:02}:00"
        names = ((OTTER,), (), (OTTER, HERON), (BLANK,), (replace(OTTER, count=0),))[number]
        metadata = replace(at_river, taken_at=taken)
        put_photo(catalog, folder, f"weir/IMG_{number}.JPG", metadata, *names)
    for number in range(3):
        taken = f"2026-05-02T0{number}:00:00+02:00"
        metadata = Metadata(format="JPEG", taken_at=taken, latitude=45.95, longitude=15.6)
        put_photo(catalog, folder, f"mill/IMG_{number}.JPG", metadata, HERON)


class Kept:
    """A place that keeps files in a folder."""

    is_dry = False

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def file(self, name: str = "") -> AbstractContextManager[BinaryIO]:
        path = self._folder / name if name else self._folder
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("wb")


def export(
    catalog: Catalog, name: str, out: Path, ids: Iterable[int] | None = None, **choices: object
) -> Report:
    """Write a format to a folder, or file, and return what came of it."""
    report = Report()
    chosen = catalog.photo_ids().tolist() if ids is None else list(ids)
    asked = Export(catalog, chosen, Choices(**choices), *[lambda _: None] * 3)  # type: ignore[arg-type,return-value]
    for _ in FORMATS[name].write(asked, Kept(out), report):
        pass
    return report
