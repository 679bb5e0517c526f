"""Keep what the files of detectors say of photos, and drop what one said."""

from collections.abc import Generator, Iterator
from pathlib import Path

import numpy as np

from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.field_messages import DetectionsSaid, DropDetections, ImportDetections
from visret_desktop.engine.messages import Finished, LibraryChanged, Message, Progress
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import Cancelled
from visret_desktop.interchange.detections.detection_reader import (
    NOT_KNOWN,
    DetectionData,
    KnownPhotos,
    gathering,
)
from visret_desktop.interchange.detections.entries import PathMatcher
from visret_desktop.library.catalog.catalog_detections import DetectionFile, PhotoFindings
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.processes.interruptible import IsStopped

_LOOKED_EVERY = 1000  # photos


def import_detections(
    library: Library, request: ImportDetections, control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Read a file and, unless it is a dry run, keep what it says in place of what it said before.

    Yields `Progress` in bytes, `DetectionsSaid`, `LibraryChanged` and `Finished` with how many
    photos it speaks of, how many of them are blank, and of how many it is not understood.

    Raises:
        FileMissing, DetectionsUnusable: the file cannot be read.
        LibraryBusy: another process is writing.
        Cancelled: nothing was kept.
    """
    gathered = yield from gathered_of(library.reader, request, control.is_cancelled)
    yield said(gathered, request.job)
    least = gathered.advised if request.least is None else request.least
    source = gathered.source
    file = DetectionFile(Path(request.path), source.title, source.model, least)
    counts = {"not_known": 0}
    if gathered.counts.outcomes.get("matched") and not request.is_dry_run:
        photos = _unless(control.is_cancelled, gathered.photos(least), counts)
        with library.adding() as catalog:
            file = catalog.put_detections(file, gathered.labels, photos)
        yield LibraryChanged(request.job)
    summary = {"kept": file.photos, "blank": file.blank, "least": least, **counts}
    yield Finished(request.job, summary)


def gathered_of(
    reader: CatalogReader, request: ImportDetections, cancelled: IsStopped
) -> Generator[Message, None, DetectionData]:
    """Read a file: yield `Progress`, and return what it says. Raises as `import_detections`."""
    photos = photos_of(reader, request.folder)
    is_name_enough = bool(request.folder)
    steps = gathering(Path(request.path), photos, is_name_enough=is_name_enough)
    while True:
        try:
            done, total = next(steps)
        except StopIteration as ended:
            gathered: DetectionData = ended.value
            return gathered
        if cancelled():
            raise Cancelled
        yield Progress(request.job, "detections", done, total)


def _unless(
    cancelled: IsStopped, photos: Iterator[PhotoFindings], counts: dict[str, int]
) -> Iterator[PhotoFindings]:
    for number, one in enumerate(photos):
        if number % _LOOKED_EVERY == 0 and cancelled():
            raise Cancelled
        counts["not_known"] += one.failure == NOT_KNOWN
        yield one


def drop_detections(
    library: Library, request: DropDetections, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Drop what was kept of a file.

    Raises:
        LibraryBusy: another process is writing.
    """
    with library.adding() as catalog:
        dropped = catalog.drop_detections(Path(request.path))
    yield LibraryChanged(request.job)
    yield Finished(request.job, {"dropped": dropped})


def photos_of(reader: CatalogReader, folder: str = "") -> KnownPhotos:
    """Return the library's photos, or those below a folder, as files of detectors name them."""
    only = Filter.of(below=[folder]) if folder else ALL_PHOTOS
    numbers: dict[str, int] = {}
    sizes: list[tuple[int, int]] = []

    def listed() -> Iterator[tuple[str, int]]:
        for path, content_hash, width, height in reader.detections.contents(only):
            number = numbers.setdefault(content_hash, len(numbers))
            if number == len(sizes):
                sizes.append((width or 0, height or 0))
            yield path, number

    tails = PathMatcher(listed())
    return KnownPhotos(tails, list(numbers), np.array(sizes, np.int32).reshape(-1, 2))


def said(gathered: DetectionData, job: int = 0) -> DetectionsSaid:
    """Return what a file says in numbers."""
    counts, source = gathered.counts, gathered.source
    by_label, blank = gathered.histogram()
    labels = [
        (label.name, label.common, tuple(by_label[number]))
        for number, label in enumerate(gathered.labels)
    ]
    return DetectionsSaid(
        job,
        source.title,
        source.model,
        gathered.advised,
        counts.entries,
        counts.outcomes,
        {name: tuple(paths) for name, paths in counts.examples.items()},
        dict(gathered.flaws),
        tuple(sorted(labels, key=lambda one: -one[2][0])),
        tuple(blank),
    )
