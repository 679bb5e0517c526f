"""A library of small generated photos with the built-in encoder, exported once for all tests."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests import indexed
from visret_desktop.engine.control import Control
from visret_desktop.engine.indexing.index_job import index_folders
from visret_desktop.engine.messages import Finished, IndexFolders, Message, Ranked, Search
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.search_job import search
from visret_desktop.errors import Cancelled
from visret_desktop.models.drawing.compiled_visualizer import place
from visret_desktop.models.drawing.visualizer import open_visualizer
from visret_desktop.models.interfaces import (
    Family,
    Rewrite,
    Rewriter,
    SketchOrder,
    SketchStep,
    Visualizer,
)
from visret_desktop.models.rewriting.rewriter import open_rewriter
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role
from visret_desktop.settings import Settings


def write_photo(path: Path, seed: int, size: tuple[int, int] = (160, 120)) -> Path:
    """Write a JPEG that no other seed makes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    coarse = np.random.default_rng(seed).integers(0, 256, (4, 5, 3), np.uint8)
    Image.fromarray(coarse).resize(size, Image.Resampling.BICUBIC).save(path, quality=90)
    return path


@pytest.fixture
def paths(tmp_path: Path, compiled: Path, starter_pack: Callable[[Role], Pack]) -> Paths:
    """Directories of a fresh profile; what was compiled for all tests is linked, pack by pack."""
    made = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    for directory in (made.data, made.cache, made.config):
        directory.mkdir()
    made.compiled.mkdir()
    for pack in map(starter_pack, (Role.ENCODER, Role.REWRITER, Role.READER)):
        shared = compiled / f"{pack.name}-{pack.digest}"
        shared.mkdir(exist_ok=True)
        (made.compiled / shared.name).symlink_to(shared)
    drawing = place(starter_pack(Role.VISUALIZER), made)
    drawing.symlink_to(compiled / drawing.name)
    return made


class CancelledBy(Control):
    """A control that a test answers for."""

    def __init__(self, answer: Callable[[], bool]) -> None:
        super().__init__()
        self._answer = answer

    def is_cancelled(self) -> bool:
        return self._answer()


@dataclass
class Desk:
    """An opened library and the two things one does with it."""

    library: Library

    def index(
        self, *folders: Path, retry: tuple[str, ...] = (), control: Control | None = None
    ) -> dict[str, object]:
        """Index folders and return the summary."""
        events = self.events(*folders, retry=retry, control=control)
        (finished,) = [event for event in events if isinstance(event, Finished)]
        return finished.summary

    def events(
        self, *folders: Path, retry: tuple[str, ...] = (), control: Control | None = None
    ) -> list[Message]:
        """Index folders and return all events."""
        request = IndexFolders(1, tuple(map(str, folders)), retry)
        return list(index_folders(self.library, request, control or Control(4)))

    def search(self, request: Search) -> Ranked:
        """Search and return the last ranking."""
        return [event for event in self.ask(request) if isinstance(event, Ranked)][-1]

    def ask(self, request: Search, cancelled: Callable[[], bool] = lambda: False) -> list[Message]:
        """Search and return all events."""
        return list(search(self.library, request, CancelledBy(cancelled)))


@pytest.fixture
def open_desk(paths: Paths) -> Iterator[Callable[..., Desk]]:
    """Open the same library again and again, as separate runs of the program would."""
    opened: list[Library] = []

    def make(**changed: Any) -> Desk:
        opened.append(Library(paths, Settings(**changed)))
        return Desk(opened[-1])

    yield make
    for library in opened:
        library.close()


@pytest.fixture
def desk(open_desk: Callable[..., Desk]) -> Desk:
    """One opened library."""
    return open_desk()


@pytest.fixture(scope="session")
def twelve(folder_of_run: Path, compiled: Path) -> Path:
    """A profile with twelve photos in two folders, indexed once a run."""

    def make(home: Path) -> None:
        for number in range(12):
            inside = home / indexed.PHOTOS / ("spring" if number % 2 else "autumn")
            write_photo(inside / f"{number:02}.jpg", number)
        indexed.index(home, compiled)

    return indexed.once_a_run(folder_of_run / "twelve", make)


@pytest.fixture
def photos(tmp_path: Path, twelve: Path) -> Path:
    """Twelve photos in two folders."""
    return Path(shutil.copytree(twelve / indexed.PHOTOS, tmp_path / indexed.PHOTOS))


@pytest.fixture
def indexed_photos(paths: Paths, photos: Path, twelve: Path) -> Path:
    """The folder of `photos`; this test's library has indexed it before it is opened."""
    del paths  # whose models stay
    indexed.copy(twelve, photos.parent)
    return photos


@pytest.fixture
def other(paths: Paths, starter_pack: Callable[[Role], Pack]) -> str:
    """The name of a second encoder pack: the built-in one again, under another name."""
    pack = starter_pack(Role.ENCODER)
    (paths.compiled / f"other-{pack.digest}").symlink_to(f"{pack.name}-{pack.digest}")
    directory = paths.packs / "other"
    shutil.copytree(pack.directory, directory)
    manifest = directory / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"name": "starter"', '"name": "other"'))
    return "other"


# ---- the models that rewrite and draw -----------------------------------------------------------


class CountedRewriter:
    """The real rewriter, and what it was asked."""

    def __init__(self, real: Rewriter) -> None:
        self.name = real.name
        self.asked: list[str] = []
        self._real = real

    def rewrite(self, query: str, family: Family | None = None) -> Rewrite:
        self.asked.append(query)
        return self._real.rewrite(query, family)


class CountedVisualizer:
    """The real visualizer, what was ordered of it, and the pictures it made.

    `after_step` is called after each step, `failure` is raised
    instead of the picture of that number.
    """

    def __init__(self, real: Visualizer) -> None:
        self.name, self.steps, self.pixels = real.name, real.steps, real.pixels
        self.ordered: list[SketchOrder] = []
        self.made: dict[SketchOrder, Image.Image] = {}
        self.steps_done = 0
        self.after_step: Callable[[int], None] = lambda _: None
        self.failure: tuple[int, Exception] | None = None
        self._real = real

    def visualize(
        self, orders: Sequence[SketchOrder], on_step: Callable[[SketchStep], bool]
    ) -> Iterator[tuple[int, Image.Image]]:
        begun = len(self.ordered)
        self.ordered += orders

        def counted(step: SketchStep) -> bool:
            self.steps_done += 1
            self.after_step(self.steps_done)
            return on_step(step)

        for number, picture in self._real.visualize(orders, counted):
            if self.failure is not None and begun + number == self.failure[0]:
                raise self.failure[1]
            self.made[orders[number]] = picture
            yield number, picture


class QuickVisualizer:
    """The real visualizer, which draws an order once: the same one gives the same picture."""

    def __init__(self, real: Visualizer) -> None:
        self.name, self.steps, self.pixels = real.name, real.steps, real.pixels
        self._real = real
        self._drawn: dict[SketchOrder, tuple[list[SketchStep], Image.Image]] = {}

    def visualize(
        self, orders: Sequence[SketchOrder], on_step: Callable[[SketchStep], bool]
    ) -> Iterator[tuple[int, Image.Image]]:
        for number, order in enumerate(orders):
            if order in self._drawn:
                for step in self._drawn[order][0]:
                    if on_step(replace(step, number=number)):
                        raise Cancelled
            else:
                self._drawn[order] = self._draw(number, order, on_step)
            yield number, self._drawn[order][1].copy()

    def _draw(
        self, number: int, order: SketchOrder, on_step: Callable[[SketchStep], bool]
    ) -> tuple[list[SketchStep], Image.Image]:
        steps: list[SketchStep] = []

        def noted(step: SketchStep) -> bool:
            steps.append(step)
            return on_step(replace(step, number=number))

        ((_, picture),) = self._real.visualize([order], noted)
        return steps, picture


@dataclass
class Models:
    """The rewriter and the visualizer that every library of a test gets."""

    rewriter: CountedRewriter
    visualizer: CountedVisualizer


@pytest.fixture(scope="session")
def real_models(
    starter_pack: Callable[[Role], Pack], paths_of_run: Paths, compiled: Path
) -> tuple[Rewriter, Visualizer]:
    """The starter models, loaded once."""
    rewriter = open_rewriter(starter_pack(Role.REWRITER), paths_of_run)
    return rewriter, open_visualizer(starter_pack(Role.VISUALIZER), paths_of_run)


@pytest.fixture(scope="session")
def quick_visualizer(real_models: tuple[Rewriter, Visualizer]) -> QuickVisualizer:
    """The starter visualizer, which draws each order once."""
    return QuickVisualizer(real_models[1])


@pytest.fixture
def models(
    real_models: tuple[Rewriter, Visualizer],
    quick_visualizer: QuickVisualizer,
    monkeypatch: pytest.MonkeyPatch,
) -> Models:
    """Count what the starter models are asked."""
    return _counted(real_models[0], quick_visualizer, monkeypatch)


@pytest.fixture
def unhurried_models(
    real_models: tuple[Rewriter, Visualizer], monkeypatch: pytest.MonkeyPatch
) -> Models:
    """Those that draw anew each time, for tests about the time that drawing takes."""
    return _counted(*real_models, monkeypatch)


def _counted(rewriter: Rewriter, visualizer: Visualizer, monkeypatch: pytest.MonkeyPatch) -> Models:
    counted = Models(CountedRewriter(rewriter), CountedVisualizer(visualizer))
    monkeypatch.setattr(
        "visret_desktop.models.rewriting.rewriter.open_rewriter", lambda *_: counted.rewriter
    )
    opener = "visret_desktop.models.drawing.visualizer.open_visualizer"
    monkeypatch.setattr(opener, lambda *_, **__: counted.visualizer)
    return counted
