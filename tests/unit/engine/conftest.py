"""A library of small generated photos with the built-in encoder, exported once for all tests."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from visret_desktop.engine.control import IndexControl
from visret_desktop.engine.indexing import index_folders
from visret_desktop.engine.messages import Finished, IndexFolders, Message, Ranked, Search
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.searching import search
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings


def write_photo(path: Path, seed: int, size: tuple[int, int] = (160, 120)) -> Path:
    """Write a JPEG that no other seed makes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    coarse = np.random.default_rng(seed).integers(0, 256, (4, 5, 3), np.uint8)
    Image.fromarray(coarse).resize(size, Image.Resampling.BICUBIC).save(path, quality=90)
    return path


@pytest.fixture(scope="session")
def exports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Exports of encoder packs, shared by the session: making one loads torch."""
    return tmp_path_factory.mktemp("exports")


@pytest.fixture
def paths(tmp_path: Path, exports: Path) -> Paths:
    """Directories of a fresh profile."""
    made = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    for directory in (made.data, made.cache, made.config):
        directory.mkdir()
    made.exports.symlink_to(exports)
    return made


@dataclass
class Desk:
    """An opened library and the two things one does with it."""

    library: Library

    def index(
        self, *folders: Path, retry: tuple[str, ...] = (), control: IndexControl | None = None
    ) -> dict[str, object]:
        """Index folders and return the summary."""
        events = self.events(*folders, retry=retry, control=control)
        (finished,) = [event for event in events if isinstance(event, Finished)]
        return finished.summary

    def events(
        self, *folders: Path, retry: tuple[str, ...] = (), control: IndexControl | None = None
    ) -> list[Message]:
        """Index folders and return all events."""
        request = IndexFolders(1, tuple(map(str, folders)), retry)
        return list(index_folders(self.library, request, control or IndexControl(4)))

    def search(self, request: Search) -> Ranked:
        """Search and return the ranking."""
        events = list(search(self.library, request, lambda: False))
        (ranked,) = [event for event in events if isinstance(event, Ranked)]
        return ranked


@pytest.fixture
def open_desk(paths: Paths) -> Iterator[Callable[[], Desk]]:
    """Open the same library again and again, as separate runs of the program would."""
    opened: list[Library] = []

    def make() -> Desk:
        opened.append(Library(paths, Settings()))
        return Desk(opened[-1])

    yield make
    for library in opened:
        library.close()


@pytest.fixture
def desk(open_desk: Callable[[], Desk]) -> Desk:
    """One opened library."""
    return open_desk()


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Twelve photos in two folders."""
    root = tmp_path / "photos"
    for number in range(12):
        write_photo(root / ("spring" if number % 2 else "autumn") / f"{number:02}.jpg", number)
    return root
