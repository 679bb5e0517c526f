"""A window on a small drawn library whose engine rewrites and draws, opened once for a module."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEventLoop
from PySide6.QtWidgets import QApplication

from visret_desktop import settings as settings_file
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.window.main_window import MainWindow
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

PHOTOS = 40
SKETCHES = 2
_PATIENCE_MS = 120_000


@pytest.fixture(scope="session")
def drawn_library(tmp_path_factory: pytest.TempPathFactory, compiled: Path) -> Paths:
    """A profile with the demonstration, indexed: made once."""
    root = tmp_path_factory.mktemp("drawn")
    (root / "data").mkdir()
    (root / "data" / "compiled").symlink_to(compiled)
    with pytest.MonkeyPatch.context() as patch:
        _use_profile(patch, root)
        command = ["-m", "visret_desktop", "demo", "--prepare-only", "--photos", str(PHOTOS)]
        subprocess.run([sys.executable, *command], check=True, capture_output=True, env=os.environ)
    return Paths(root / "data", root / "cache", root / "config")


@pytest.fixture(scope="module")
def open_on_library(
    qapp: QApplication, drawn_library: Paths
) -> Iterator[Callable[[Settings], MainWindow]]:
    """Open windows with these settings, one after the other; wait until all photos are there."""
    opened: list[MainWindow] = []

    def make(settings: Settings) -> MainWindow:
        chosen = replace(settings, m=SKETCHES, watch_folders=False)
        settings_file.save(drawn_library.settings, chosen)
        window = MainWindow(drawn_library, chosen, EngineClient())
        opened.append(window)
        window.show()
        window.activateWindow()
        window.begin([], "")
        _wait(lambda: window._model.rowCount() >= PHOTOS and not window._session.indexing)
        return window

    with pytest.MonkeyPatch.context() as patch:
        _use_profile(patch, drawn_library.data.parent)
        yield make
    for window in opened:
        window.close()
        window.deleteLater()
    QCoreApplication.processEvents()


@pytest.fixture(scope="module")
def drawing_window(open_on_library: Callable[[Settings], MainWindow]) -> MainWindow:
    """A window with all that is needed to draw."""
    return open_on_library(Settings())


@pytest.fixture
def own_photo(drawn_library: Paths) -> Path:
    """One of the photos, as a file that the person chooses."""
    return min(drawn_library.demo.rglob("*.jpg"))


def _use_profile(patch: pytest.MonkeyPatch, root: Path) -> None:
    for name in ("data", "cache", "config"):
        patch.setenv(f"VISRET_{name.upper()}_DIR", str(root / name))


def _wait(condition: Callable[[], bool]) -> None:
    deadline = QDeadlineTimer(_PATIENCE_MS)
    while not condition():
        assert not deadline.hasExpired(), "waited too long"
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 50)
