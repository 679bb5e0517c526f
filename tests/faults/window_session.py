"""Use the real window as a person does, then close it: python window_session.py FOLDER QUERY.

Prints what was seen as one line of JSON. It looks at the window from outside; the window does not
know of it.
"""

import json
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from tests.gui.driver import WindowDriver
from visret_desktop import __version__, installation
from visret_desktop.gui import app
from visret_desktop.gui.window.about_page import AboutPage
from visret_desktop.gui.window.main_window import MainWindow

_PATIENCE = 120.0
_LOOK_MS = 100


class Visitor:
    """Walks through the window: a step begins when what the one before waited for is there."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._until = time.monotonic() + _PATIENCE
        self._steps = self._walk()
        self._awaited: Callable[[], bool] = next(self._steps)
        self._seen: dict[str, object] = {}
        self._timer = QTimer(window)
        self._timer.timeout.connect(self._look)
        self._timer.start(_LOOK_MS)

    def _look(self) -> None:
        if time.monotonic() > self._until:
            self._seen["stuck"] = self._awaited.__name__
        elif not self._awaited():
            return
        else:
            awaited = next(self._steps, None)
            if awaited is not None:
                self._awaited = awaited
                return
        self._timer.stop()
        print(json.dumps(self._seen), flush=True)
        self._window.close()

    def _walk(self) -> Iterator[Callable[[], bool]]:
        driver = WindowDriver(self._window)
        model, session = driver.model, driver.session

        ended: list[bool] = []
        session.indexing_ended.connect(lambda _: ended.append(True))

        def folder_is_indexed() -> bool:
            return bool(ended) and not session.indexing and model.rowCount() > 0

        def query_is_answered() -> bool:
            return session.query is not None and not session.searching and model.rowCount() > 0

        def photo_is_drawn() -> bool:
            return driver.viewer.photo() is not None

        yield folder_is_indexed
        self._seen["photos"] = model.rowCount()
        driver.begin(sys.argv[2])
        yield query_is_answered
        self._seen["hits"] = model.rowCount()
        self._seen["sketches"] = len(driver.board.ready_names())
        driver.look_at(0)
        yield photo_is_drawn
        self._seen["viewed"] = model.entries()[0].path
        driver.choose("About visret")
        about = driver.child(AboutPage)
        self._seen["offer"] = about.look.text() if about.look.isVisible() else ""
        about.reject()


def _enter() -> None:
    """Wait for the window and walk in; on the window's own thread from then on."""
    while not isinstance(application := QApplication.instance(), QApplication):
        time.sleep(0.05)
    while not (found := [w for w in application.topLevelWidgets() if isinstance(w, MainWindow)]):
        time.sleep(0.05)
    QTimer.singleShot(0, found[0], lambda: setattr(application, "visitor", Visitor(found[0])))


def _become_bundle(folder: Path) -> None:
    """Let this program be one that could ask for a newer version."""
    mark = installation.BundleRecord("folder", __version__, "https://192.0.2.1/newest.json")
    (folder / installation.MARK).write_bytes(msgspec.json.encode(mark))
    sys.prefix = str(folder / "python")


if __name__ == "__main__":
    threading.Thread(target=_enter, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        _become_bundle(Path(folder))
        code = app.main([sys.argv[1]])
    sys.exit(code)
