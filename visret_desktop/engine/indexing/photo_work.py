"""What is done to one photo: read once, hash, and, if its bytes are new, decode once for all.

Reading and decoding happen in a process of their own (`decoding`); what comes back are numbers and
words that were checked. The encoder runs in the thread that asked.
"""

import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from visret_desktop.decoding.decoders import FOR_INDEXING
from visret_desktop.decoding.messages import Order, Picture, ReadFile, Wanted
from visret_desktop.errors import PhotoUnreadable
from visret_desktop.library.catalog.catalog_reader import CatalogReader, KnownFile
from visret_desktop.library.folders.scan import FoundFile
from visret_desktop.library.photos import drawn_mark
from visret_desktop.library.photos.thumbnails import make_thumbnail
from visret_desktop.library.records import Fingerprint, Metadata
from visret_desktop.models.interfaces import Encoder, Pixels, Vectors
from visret_desktop.settings import Settings


@dataclass(frozen=True)
class Raws:
    """The RAWs beside a picture: photos of their own if the picture cannot be read."""

    tasks: tuple["Task", ...] = ()  # those to be read then
    unchanged: int = 0  # those that need not be
    known: tuple[tuple[str, KnownFile], ...] = ()  # what goes if the picture can be read


@dataclass(frozen=True)
class Task:
    """One file to bring into the catalog."""

    folder_id: int
    root: Path
    found: FoundFile
    known: KnownFile | None = None
    raws: Raws = Raws()
    is_retry: bool = False  # a person asked for it
    is_alone: bool = False  # it may have failed because the machine was busy

    @property
    def path(self) -> Path:
        """The file."""
        return self.root / self.found.relative


@dataclass
class Outcome:
    """What became of a task. `pixels` wait for the encoder, which turns them into `vector`."""

    task: Task
    fingerprint: Fingerprint
    content_hash: str | None = None
    metadata: Metadata | None = None
    thumbnail: bytes | None = None
    pixels: Pixels | None = None
    vector: Vectors | None = None
    problem: tuple[str, str] | None = None  # code, sentence
    is_known_content: bool = False
    is_same: bool = False  # the catalog has all of it: only its fingerprint is new


class PhotoWork:
    """Turns tasks into outcomes. One instance serves all workers of a run; thread-safe."""

    def __init__(
        self,
        reader: CatalogReader,
        lacks_thumbnail: Callable[[str], bool],
        encoder: Encoder,
        settings: Settings,
    ) -> None:
        self._reader = reader
        self._lacks_thumbnail = lacks_thumbnail
        self._encoder = encoder
        self._settings = settings
        self._preprocess: dict[str, Any] = asdict(encoder.preprocess)
        self._claimed: set[str] = set()
        self._lock = threading.Lock()
        self._minimum_side = side_needed(encoder, settings)

    def open(self, task: Task, quick_seconds: float | None = None) -> Outcome:
        """Read and, where its bytes are new, decode one photo; faults end in `problem`.

        One that takes longer than `quick_seconds` to decode is given up as 'slow'.
        """
        outcome = Outcome(task, task.found.fingerprint)
        try:
            self._fill(outcome, quick_seconds)
        except PhotoUnreadable as error:
            outcome.problem = (error.reason_code, error.reason)
        return outcome

    def _fill(self, outcome: Outcome, quick_seconds: float | None) -> None:
        order = replace(self._order(outcome.task), quick_seconds=quick_seconds)
        decoded = FOR_INDEXING.decode(order, lambda read: self._decide(read, outcome))
        if decoded.read.is_drawn:
            raise PhotoUnreadable("drawn", drawn_mark.SENTENCE)
        if decoded.metadata is not None:
            outcome.metadata, outcome.problem = decoded.metadata, decoded.warning
        if decoded.picture is not None and decoded.square is not None:
            outcome.thumbnail = self._thumbnail(decoded.picture)
            outcome.pixels = self._encoder.preprocess.normalize(decoded.square)

    def _order(self, task: Task) -> Order:
        sidecar = task.found.sidecar
        return Order(
            str(task.path),
            None if sidecar is None else str(task.root / sidecar),
            max_megapixels=self._settings.max_megapixels,
            minimum_side=self._minimum_side,
            picture=self._settings.thumbnail_pixels,
            preprocess=self._preprocess,
            seconds=self._settings.decode_seconds,
        )

    def _decide(self, read: ReadFile, outcome: Outcome) -> Wanted:
        """Tell what is still to be made of a file that was read; asked again at a second try."""
        if outcome.content_hash is not None and not outcome.is_known_content:
            self.release(outcome.content_hash)
        if read.is_drawn:
            return Wanted.NOTHING
        outcome.content_hash, outcome.fingerprint = read.content_hash, read.fingerprint
        outcome.metadata = None
        outcome.is_known_content = self._is_known(read.content_hash)
        if not outcome.is_known_content:
            return Wanted.ALL
        outcome.is_same = _is_same(outcome.task, read)
        if outcome.is_same:
            return Wanted.NOTHING
        if not read.has_sidecar and not outcome.task.is_retry:
            outcome.metadata = self._reader.metadata_of_hash(read.content_hash)
        return Wanted.METADATA if outcome.metadata is None else Wanted.NOTHING

    def _thumbnail(self, picture: Picture) -> bytes:
        image = Image.frombytes("RGB", (picture.width, picture.height), picture.rgb)
        return make_thumbnail(image, self._settings.thumbnail_pixels)

    def _is_known(self, content_hash: str) -> bool:
        """Tell whether vector and thumbnail exist or another worker is making them."""
        with self._lock:
            if content_hash in self._claimed:
                return True
            known = self._reader.embeddings.has(content_hash, self._encoder.name)
            if known and not self._lacks_thumbnail(content_hash):
                return True
            self._claimed.add(content_hash)
            return False

    def release(self, content_hash: str) -> None:
        """Give up a claim whose photo could not be finished, so that a copy may be tried."""
        with self._lock:
            self._claimed.discard(content_hash)


def _is_same(task: Task, read: ReadFile) -> bool:
    """Tell whether a photo of the catalog has the same bytes and sidecar as before."""
    known = task.known
    return (
        known is not None
        and known.photo_id is not None
        and known.content_hash == read.content_hash
        and known.sidecar_fingerprint == task.found.sidecar_fingerprint
        and known.volume_uid == task.found.volume_uid
        and not task.is_retry
    )


def side_needed(encoder: Encoder, settings: Settings) -> int:
    """Return how many pixels the shorter side of a photo needs, for encoder and thumbnail."""
    return max(encoder.input_pixels, settings.thumbnail_pixels * 2 // 3)


def forward(encoder: Encoder, outcomes: list[Outcome]) -> None:
    """Embed the waiting pixels of a micro-batch in place."""
    waiting = [outcome for outcome in outcomes if outcome.pixels is not None]
    if not waiting:
        return
    vectors = encoder.embed_images(np.stack([w.pixels for w in waiting if w.pixels is not None]))
    for outcome, vector in zip(waiting, vectors, strict=True):
        outcome.vector = vector
        outcome.pixels = None
