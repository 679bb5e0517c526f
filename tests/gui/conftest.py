"""A window on a small drawn library whose engine rewrites and draws, opened once for a module."""

import gc
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from tests import indexed
from tests.gui.driver import WindowDriver
from visret_desktop import settings as settings_file
from visret_desktop.gui.widgets.lifetimes import GarbageCollection
from visret_desktop.gui.window.main_window import MainWindow
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

PHOTOS = indexed.DRAWN
INDEXED_PHOTOS = 12
SKETCHES = 2
OneWidget = TypeVar("OneWidget", bound=QWidget)


@pytest.fixture(scope="package", autouse=True)
def collection_of_garbage(application: QApplication) -> Iterator[None]:
    """Collect garbage on the thread of the windows alone, as the program does."""
    collection = GarbageCollection(application)
    yield
    collection.deleteLater()
    gc.unfreeze()
    gc.enable()


@pytest.fixture(autouse=True)
def windows_left_alone() -> Iterator[None]:
    """Fail the test that leaves a window open, or one that is there for others changed."""
    windows = [WindowDriver(one) for one in _open(MainWindow)]
    for driver in windows:
        driver.to_front()
    before = _open(QWidget)
    states = [driver.standing() for driver in windows]
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    opened = [type(one).__name__ for one in _open(QWidget) if one not in before]
    assert not opened, f"left open: {opened}"
    for driver, state in zip(windows, states, strict=True):
        if isValid(driver.window):
            driver.until_back(state)


def _open(kind: type[OneWidget]) -> list[OneWidget]:
    """Return the windows of a kind that are open."""
    tops = QApplication.topLevelWidgets()
    return [one for one in tops if isinstance(one, kind) and one.isVisible()]


@pytest.fixture(scope="module")
def drawn_library(
    tmp_path_factory: pytest.TempPathFactory, folder_of_run: Path, compiled: Path
) -> Paths:
    """A profile with the demonstration, indexed: made once a run, of which each file has a copy."""
    return indexed.copy(indexed.drawn(folder_of_run, compiled), tmp_path_factory.mktemp("drawn"))


@pytest.fixture(scope="module")
def open_on_library(
    qapp: QApplication, drawn_library: Paths
) -> Iterator[Callable[[Settings], WindowDriver]]:
    """Open windows with these settings, one after the other; wait until all photos are there."""
    opened: list[WindowDriver] = []

    def make(settings: Settings) -> WindowDriver:
        chosen = replace(settings, m=SKETCHES, draw_all=True, watch_folders=False)
        chosen = replace(chosen, bursts_as_one=False)  # tests count photos
        settings_file.save(drawn_library.settings, chosen)
        driver = WindowDriver.open(drawn_library, chosen)
        opened.append(driver)
        driver.window.begin([], "")
        driver.until(lambda: driver.model.rowCount() >= PHOTOS and not driver.session.indexing)
        return driver

    with pytest.MonkeyPatch.context() as patch:
        use_profile(patch, drawn_library.data.parent)
        yield make
    for driver in opened:
        driver.close()
    QCoreApplication.processEvents()


@pytest.fixture(scope="module")
def drawing_window(open_on_library: Callable[[Settings], WindowDriver]) -> WindowDriver:
    """A window with all that is needed to draw."""
    return open_on_library(Settings())


@pytest.fixture
def own_photo(drawn_library: Paths) -> Path:
    """One of the photos, as a file that the person chooses."""
    return min(drawn_library.demo.rglob("*.jpg"))


@pytest.fixture(scope="session")
def indexed_photos(folder_of_run: Path, compiled: Path) -> Path:
    """A profile that has indexed small photos and a problem: made once a run."""

    def make(home: Path) -> None:
        root = home / indexed.PHOTOS
        root.mkdir(parents=True)
        for number in range(INDEXED_PHOTOS):
            coarse = np.random.default_rng(number).integers(0, 256, (4, 5, 3), np.uint8)
            picture = Image.fromarray(coarse).resize((160, 120), Image.Resampling.BICUBIC)
            picture.save(root / f"{number:02}.jpg")
        (root / "letter.jpg").write_text("no picture")
        indexed.index(home, compiled)

    return indexed.once_a_run(folder_of_run / "window", make)


def use_profile(patch: pytest.MonkeyPatch, root: Path) -> None:
    for name in ("data", "cache", "config"):
        patch.setenv(f"VISRET_{name.upper()}_DIR", str(root / name))
