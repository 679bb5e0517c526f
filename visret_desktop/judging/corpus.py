"""The photos that are searched: for each set of judgments a library of its own, or the person's.

Nothing is copied where links are possible, and the photos themselves are only read.
"""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from visret_desktop import file_changes
from visret_desktop.engine.control import Control
from visret_desktop.engine.indexing.index_job import index_folders
from visret_desktop.engine.messages import IndexFolders, Message
from visret_desktop.engine.runtime import Library
from visret_desktop.judging.judged_queries import JudgedQuery, PresentImages
from visret_desktop.paths import Paths


@dataclass(frozen=True)
class BenchPaths(Paths):
    """Directories of a benchmark's own library, which uses the person's model packs."""

    home: Paths

    @property
    def packs(self) -> Path:
        """Installed model packs."""
        return self.home.packs

    @property
    def compiled(self) -> Path:
        """Encoders compiled to ONNX, once per pack."""
        return self.home.compiled


@dataclass(frozen=True)
class Corpus:
    """Judged queries and where their photos are.

    `pool_folders` has the folder of candidates by query and pool number; without an entry the
    candidates are the whole library. `to_index` has the folders to be indexed first.
    """

    paths: Paths
    work: Path
    queries: list[JudgedQuery]
    to_index: tuple[Path, ...] = ()
    pool_folders: dict[tuple[int, int], Path] = field(default_factory=dict)
    present_images: PresentImages | None = None

    def absolute(self, query: int, pool: int, path: str) -> str:
        """Return where a judged image is in the library."""
        folder = self.pool_folders.get((query, pool))
        return str(folder / path) if folder else path


def work_of(home: Paths, name: str, *made_of: str) -> Path:
    """Return the folder that a data set is worked on in, by all that makes it what it is."""
    digest = hashlib.sha256("\n".join(made_of).encode(errors="surrogateescape")).hexdigest()
    work = home.cache / "bench" / f"{name}-{digest[:8]}"
    work.mkdir(parents=True, exist_ok=True)
    return work


def link(image: Path, target: Path) -> None:
    """Link, or copy where the disk or the system has no links."""
    for is_symbolic in (True, False):  # a hard link would change the link count of the photo
        try:
            file_changes.link(image, target, is_symbolic=is_symbolic)
        except OSError:
            continue
        return
    file_changes.copy(image, target)


def index(library: Library, corpus: Corpus) -> Iterator[Message]:
    """Index the data set's own library; a person's library stays as it is."""
    if corpus.to_index:
        request = IndexFolders(folders=tuple(map(str, corpus.to_index)))
        yield from index_folders(library, request, Control(os.cpu_count() or 1))
