"""Ordinary phrases as vectors of an encoder: what a query is compared with to judge its hits.

They are made once per encoder and kept in the cache. That takes a small encoder part of a second
and a large one ten: a search that finds them missing makes as many as it has time for, so that a
few searches later they are there.
"""

import hashlib
import io
import threading
import time
from functools import cache
from pathlib import Path

import numpy as np

from visret_desktop.engine.caches.small_files import write_bytes
from visret_desktop.models.interfaces import Encoder, Vectors
from visret_desktop.paths import bundled
from visret_desktop.processes.interruptible import IsStopped

_AT_ONCE = 32  # phrases; between them it can be stopped


@cache
def ordinary_phrases() -> tuple[str, ...]:
    """Return the phrases of `resources/ordinary_phrases.txt`."""
    lines = bundled("ordinary_phrases.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


class PhraseVectors:
    """The phrases' vectors by encoder, in memory and below `directory`. Thread-safe."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._known: dict[str, Vectors] = {}  # by encoder; the first of the phrases, or all
        self._lock = threading.Lock()

    def get(self, encoder: str, dimension: int) -> Vectors | None:
        """Return float32 (phrases, dimension) of an encoder, if all of them are there."""
        with self._lock:
            vectors = self._made(encoder, dimension)
            return vectors if len(vectors) == len(ordinary_phrases()) else None

    def make(self, encoder: Encoder, seconds: float, is_stopped: IsStopped) -> Vectors | None:
        """Make what is missing, for about so many seconds; return what `get` does then."""
        until = time.monotonic() + seconds
        with self._lock:
            vectors, phrases = self._made(encoder.name, encoder.dimension), ordinary_phrases()
            begun = len(vectors)
            while len(vectors) < len(phrases) and time.monotonic() < until and not is_stopped():
                fresh = encoder.embed_texts(phrases[len(vectors) :][:_AT_ONCE])
                vectors = np.concatenate((vectors, fresh))
            self._known[encoder.name] = vectors
            if len(vectors) > begun:
                self._write(encoder.name, vectors)
            return vectors if len(vectors) == len(phrases) else None

    def _made(self, encoder: str, dimension: int) -> Vectors:
        """Return the vectors that were made so far."""
        if encoder not in self._known:
            self._known[encoder] = self._read(encoder, dimension)
        return self._known[encoder]

    def _read(self, encoder: str, dimension: int) -> Vectors:
        try:
            with self._path(encoder).open("rb") as file:
                vectors = np.load(file, allow_pickle=False)
        except (OSError, ValueError, EOFError):
            return np.empty((0, dimension), np.float32)
        fits = vectors.dtype == np.float32 and vectors.ndim == 2 and vectors.shape[1] == dimension
        is_usable = fits and len(vectors) <= len(ordinary_phrases()) and np.isfinite(vectors).all()
        return vectors if is_usable else np.empty((0, dimension), np.float32)

    def _write(self, encoder: str, vectors: Vectors) -> None:
        file = io.BytesIO()
        np.save(file, vectors, allow_pickle=False)
        write_bytes(self._path(encoder), file.getvalue())

    def _path(self, encoder: str) -> Path:
        """Return where they are kept; other phrases are kept elsewhere."""
        of_phrases = hashlib.sha256("\n".join(ordinary_phrases()).encode()).hexdigest()[:12]
        return self._directory / f"{encoder}-{of_phrases}.npy"
