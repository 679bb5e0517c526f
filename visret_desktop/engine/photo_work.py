"""What is done to one photo: read once, hash, and, if its bytes are new, decode once for all."""

import os
import threading
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import xxhash

from visret_desktop.errors import PhotoUnreadable
from visret_desktop.library import imaging, metadata
from visret_desktop.library.catalog_reader import CatalogReader
from visret_desktop.library.records import Fingerprint, Metadata
from visret_desktop.library.scan import FoundFile
from visret_desktop.library.thumbnails import ThumbnailStore, make_thumbnail
from visret_desktop.models.interfaces import Encoder, Pixels, Vectors
from visret_desktop.settings import Settings

_MAX_FILE_BYTES = 2 * 1024**3


@dataclass(frozen=True)
class Task:
    """One file to bring into the catalog."""

    folder_id: int
    root: Path
    found: FoundFile

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


class PhotoWork:
    """Turns tasks into outcomes. One instance serves all workers of a run; thread-safe."""

    def __init__(
        self,
        reader: CatalogReader,
        thumbnails: ThumbnailStore,
        encoder: Encoder,
        settings: Settings,
    ) -> None:
        self._reader = reader
        self._thumbnails = thumbnails
        self._encoder = encoder
        self._settings = settings
        self._claimed: set[str] = set()
        self._lock = threading.Lock()
        self._minimum_side = max(encoder.input_pixels, settings.thumbnail_pixels * 2 // 3)

    def open(self, task: Task) -> Outcome:
        """Read and, where its bytes are new, decode one photo; faults end in `problem`."""
        outcome = Outcome(task, task.found.fingerprint)
        try:
            self._fill(outcome)
        except PhotoUnreadable as error:
            outcome.problem = (error.reason_code, error.reason)
        except MemoryError:
            outcome.problem = ("too-large", "The picture does not fit into memory.")
        return outcome

    def _fill(self, outcome: Outcome) -> None:
        path = outcome.task.path
        data, outcome.fingerprint = read_whole(path)
        outcome.content_hash = xxhash.xxh3_128_hexdigest(data)
        sidecar = self._sidecar(outcome.task)
        if self._is_known(outcome.content_hash):
            outcome.is_known_content = True
            if sidecar is None:
                outcome.metadata = self._reader.metadata_of_hash(outcome.content_hash)
            if outcome.metadata is not None:
                return
        decoded = imaging.decode(
            data,
            path.name,
            minimum_side=self._minimum_side,
            max_megapixels=self._settings.max_megapixels,
        )
        outcome.problem = decoded.warning
        outcome.metadata = metadata.read_metadata(decoded, data, path.name, sidecar)
        if outcome.is_known_content:
            return
        outcome.thumbnail = make_thumbnail(decoded.image, self._settings.thumbnail_pixels)
        outcome.pixels = self._encoder.preprocess(decoded.image)

    def _sidecar(self, task: Task) -> bytes | None:
        if task.found.sidecar is None:
            return None
        try:
            return (task.root / task.found.sidecar).read_bytes()
        except OSError:
            return None

    def _is_known(self, content_hash: str) -> bool:
        """Tell whether vector and thumbnail exist or another worker is making them."""
        with self._lock:
            if content_hash in self._claimed:
                return True
            known = self._reader.has_embedding(content_hash, self._encoder.name)
            if known and not self._thumbnails.missing([content_hash]):
                return True
            self._claimed.add(content_hash)
            return False

    def release(self, content_hash: str) -> None:
        """Give up a claim whose photo could not be finished, so that a copy may be tried."""
        with self._lock:
            self._claimed.discard(content_hash)


def read_whole(path: Path) -> tuple[bytes, Fingerprint]:
    """Return a file's bytes and the fingerprint it had when it was opened.

    Raises:
        PhotoUnreadable: it vanished, may not be read, or is absurdly large.
    """
    try:
        with path.open("rb") as file:
            status = _stat(file.fileno())
            if status.size > _MAX_FILE_BYTES:
                raise PhotoUnreadable("too-large", "The file is larger than 2 GB.")
            return file.read(), status
    except PermissionError as error:
        raise PhotoUnreadable("no-permission", "You may not read this file.") from error
    except FileNotFoundError as error:
        raise PhotoUnreadable("vanished", "The file vanished while it was read.") from error
    except OSError as error:
        reason = f"The disk could not read this file ({error.strerror})."
        raise PhotoUnreadable("unreadable", reason) from error


def _stat(descriptor: int) -> Fingerprint:
    status = os.fstat(descriptor)
    return Fingerprint(status.st_size, status.st_mtime_ns)


def forward(encoder: Encoder, outcomes: list[Outcome]) -> None:
    """Embed the waiting pixels of a micro-batch in place."""
    waiting = [outcome for outcome in outcomes if outcome.pixels is not None]
    if not waiting:
        return
    vectors = encoder.embed_images(np.stack([w.pixels for w in waiting if w.pixels is not None]))
    for outcome, vector in zip(waiting, vectors, strict=True):
        outcome.vector = vector
        outcome.pixels = None
