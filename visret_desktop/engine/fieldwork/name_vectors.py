"""Lists of names as vectors of an encoder: made once, kept in the cache."""

import hashlib
import io
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from visret_desktop import file_changes
from visret_desktop.assets import bundled
from visret_desktop.engine.caches.small_files import write_bytes
from visret_desktop.errors import Cancelled
from visret_desktop.interchange.species.name_lists import NameList
from visret_desktop.interchange.species.name_ranking import prompts_of
from visret_desktop.models.interfaces import Encoder, Vectors
from visret_desktop.processes.interruptible import IsStopped

_AT_ONCE = 32  # names; between them it can be stopped
_KEPT_EVERY = 1024  # names, so that little is lost when it is stopped


@cache
def templates() -> tuple[str, ...]:
    """Return the phrases of `resources/prompts/species.txt`."""
    lines = bundled("prompts/species.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


class NameVectors:
    """The vectors of lists, a file for each list and encoder below `directory`."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._made: dict[Path, Vectors] = {}

    def prepare(
        self, known: NameList, encoder: Encoder, is_stopped: IsStopped
    ) -> Iterator[tuple[int, int]]:
        """Make what is missing; yields how many names are done, of how many.

        Raises:
            Cancelled: it was stopped; what was made is kept.
        """
        path, total = self._path(known, encoder.name), len(known.names)
        vectors = _read(path, encoder.dimension)[:total]
        kept = len(vectors)
        while len(vectors) < total:
            is_over = is_stopped()
            if len(vectors) - kept >= _KEPT_EVERY or (is_over and len(vectors) > kept):
                self._write(path, known, vectors)
                kept = len(vectors)
            if is_over:
                raise Cancelled
            part = known.names[len(vectors) : len(vectors) + _AT_ONCE]
            made = vectors_of([prompts_of(name, templates()) for name in part], encoder)
            vectors = np.concatenate((vectors, made))
            yield len(vectors), total
        if len(vectors) > kept:
            self._write(path, known, vectors)
        self._made[path] = vectors

    def get(self, known: NameList, encoder: Encoder) -> Vectors:
        """Return float32 (names, d) of unit length; what is missing is made first."""
        path = self._path(known, encoder.name)
        if path not in self._made:
            for _ in self.prepare(known, encoder, lambda: False):
                pass
        return self._made[path]

    def drop(self, title: str) -> None:
        """Forget the vectors of a list."""
        for path in self._directory.glob(f"*/{title}-*.npy"):
            file_changes.remove(path)

    def _path(self, known: NameList, encoder: str) -> Path:
        phrases = [*templates(), *(f"{one.name}\0{one.common}" for one in known.names)]
        digest = hashlib.sha256("\n".join(phrases).encode()).hexdigest()[:12]
        return self._directory / encoder / f"{known.title}-{digest}.npy"

    def _write(self, path: Path, known: NameList, vectors: Vectors) -> None:
        file = io.BytesIO()
        np.save(file, vectors, allow_pickle=False)
        for old in path.parent.glob(f"{known.title}-*.npy"):
            if old != path and len(old.stem) == len(path.stem):  # of what the list was before
                file_changes.remove(old)
        write_bytes(path, file.getvalue())


def vectors_of(phrases: Sequence[Sequence[str]], encoder: Encoder) -> Vectors:
    """Return the mean of each name's phrases as a vector of unit length."""
    every = list(dict.fromkeys(phrase for of_name in phrases for phrase in of_name))
    vectors = dict(zip(every, encoder.embed_texts(every), strict=True))
    means = np.stack([np.mean([vectors[one] for one in of_name], axis=0) for of_name in phrases])
    lengths = np.linalg.norm(means, axis=1, keepdims=True)
    unit: Vectors = (means / np.maximum(lengths, 1e-12)).astype(np.float32)
    return unit


def _read(path: Path, dimension: int) -> Vectors:
    try:
        with path.open("rb") as file:
            found: Vectors = np.load(file, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return np.empty((0, dimension), np.float32)
    fits = found.dtype == np.float32 and found.ndim == 2 and found.shape[1] == dimension
    return found if fits and np.isfinite(found).all() else np.empty((0, dimension), np.float32)
