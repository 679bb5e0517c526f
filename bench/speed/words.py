"""What reading the words in pictures takes."""

import statistics
import time
from collections.abc import Iterator

from bench.speed.desk import Desk
from bench.speed.rows import Row
from visret_desktop.decoding.decoders import FOR_INDEXING
from visret_desktop.decoding.messages import Order, Rendition
from visret_desktop.engine.indexing.passes import image_of
from visret_desktop.errors import PhotoUnreadable, UsageError
from visret_desktop.library.photos.formats import EXTENSIONS
from visret_desktop.models.ocr.ocr_reader import SIDE, InscriptionReader

_MOST_SECONDS = 0.15  # of one core, for a photo on average


def words(desk: Desk) -> Iterator[Row]:
    """Reading the words in the photos of the folder that was given; one core, without decoding."""
    if desk.photos is None:
        raise UsageError(reason="Name a folder of photos to read words in: --photos DIR.")
    reader = InscriptionReader()
    seconds: list[float] = []
    found = 0
    for path in sorted(desk.photos.rglob("*")):
        if path.suffix.lower() not in EXTENSIONS:
            continue
        try:
            decoded = FOR_INDEXING.decode(Order(str(path), views=(Rendition(SIDE, SIDE * 2 // 3),)))
        except PhotoUnreadable:
            continue
        since = time.process_time()
        found += bool(reader.lines(image_of(decoded.pictures[0])))
        seconds.append(time.process_time() - since)
    if not seconds:
        raise UsageError(reason=f"{desk.photos} has no photos that can be read.")
    mean, half = statistics.mean(seconds), statistics.median(seconds)
    detail = (
        f"{len(seconds)} photos, {found} with words; median {half:.3f} s, most {max(seconds):.2f}"
    )
    yield Row(
        "words in a photo",
        mean,
        "processor s",
        aim="value at most",
        target=_MOST_SECONDS,
        detail=detail,
    )
