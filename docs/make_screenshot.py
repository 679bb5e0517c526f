"""Make the screenshot of the README: a real search in the real window, on the demonstration.

    xvfb-run -a -s "-screen 0 1600x1200x24" uv run python docs/make_screenshot.py

Draws and indexes the demonstration in a temporary profile first, so it takes minutes and touches
nobody's library.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QDeadlineTimer, QEventLoop, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication

from visret_desktop import settings
from visret_desktop.file_changes import private
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.grid.collapsed_bursts import FoldButton
from visret_desktop.gui.grid.results_model import ResultsModel
from visret_desktop.gui.grid.results_view import ResultsView
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.sketches.sketch_view_model import SketchViewModel
from visret_desktop.gui.widgets import theme
from visret_desktop.gui.window.main_window import MainWindow
from visret_desktop.paths import default_paths

_PICTURE = Path(__file__).parent / "images" / "search.png"
_QUERY = "What colour are the feet of the tarn heron?"
_SIZE = (1280, 800)
_PATIENCE_MS = 15 * 60_000  # a busy machine may take minutes to load the models
_SETTLE_MS = 3_000  # thumbnails may still be loading, photos still moving


def main() -> int:
    """Write the picture."""
    parser = argparse.ArgumentParser(description="Make the screenshot of the README.")
    parser.add_argument("--query", default=_QUERY, help=f"what to search for ({_QUERY})")
    parser.add_argument("--out", type=Path, default=_PICTURE, help="docs/images/search.png")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="visret-") as profile, private():
        for name in ("data", "cache", "config"):
            os.environ[f"VISRET_{name.upper()}_DIR"] = str(Path(profile, name))
        command = [sys.executable, "-m", "visret_desktop", "demo", "--prepare-only"]
        subprocess.run(command, check=True)
        application = QApplication(sys.argv[:1])
        theme.use(application, "system")
        picture = _search(options.query)
    return 0 if picture.save(str(options.out)) else 1


def _search(query: str) -> QPixmap:
    """Open the window, search, wait for all sketches, and return what the window shows."""
    paths = default_paths()
    window = MainWindow(paths, settings.load(paths.settings), EngineClient())
    session, board = window.findChild(Session), window.findChild(SketchViewModel)
    photos, view = window.findChild(ResultsModel), window.findChild(ResultsView)
    window.resize(*_SIZE)
    window.show()
    window.activateWindow()
    window.begin([], "")
    _wait(lambda: photos.rowCount() > 0 and not session.indexing)
    window.findChild(QueryBar).ask_text(query)
    _wait(lambda: board.is_planned and len(board.ready_names()) == len(board.slots()))
    _wait(lambda: not (session.searching or session.reading))
    window.findChild(FoldButton).click()  # the less likely ones too
    view.select_row(0)
    view.setFocus()
    _settle()
    picture = window.grab()
    window.close()
    return picture


def _settle() -> None:
    loop = QEventLoop()
    QTimer.singleShot(_SETTLE_MS, loop.quit)
    loop.exec()


def _wait(is_so: Callable[[], bool]) -> None:
    deadline = QDeadlineTimer(_PATIENCE_MS)
    while not is_so():
        if deadline.hasExpired():
            raise TimeoutError("the search did not end in time")
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 100)


if __name__ == "__main__":
    sys.exit(main())
