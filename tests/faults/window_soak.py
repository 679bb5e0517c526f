"""Use the real window at random for a while: python window_soak.py FOLDER SECONDS SEED.

Asks, stops, looks at photos, walks through them, looks for changes; then closes the window.
"""

import random
import sys
import threading
import time

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication

from tests.gui.driver import WindowDriver
from visret_desktop.gui import app
from visret_desktop.gui.window.main_window import MainWindow

WORDS = ("bird", "owl", "heron", "moss", "snow", "dusk", "feet", "frog", "blue", "sea", "wing")
_PAUSE_MS = 250


class Guest:
    """Does something every quarter of a second."""

    def __init__(self, window: MainWindow, seconds: float, chance: random.Random) -> None:
        self._driver = WindowDriver(window)
        self._chance = chance
        self._end = time.monotonic() + seconds
        self._timer = QTimer(window)
        self._timer.timeout.connect(self._act)
        self._timer.start(_PAUSE_MS)

    def _act(self) -> None:
        if time.monotonic() > self._end:
            self._timer.stop()
            self._driver.window.close()
            return
        self._chance.choice((self._ask, self._escape, self._view, self._walk, self._refresh))()

    def _ask(self) -> None:
        self._driver.begin(" ".join(self._chance.sample(WORDS, 2)))

    def _escape(self) -> None:
        self._driver.press(self._driver.window, Qt.Key.Key_Escape)

    def _view(self) -> None:
        if photos := self._driver.model.rowCount():
            self._driver.look_at(self._chance.randrange(photos))

    def _walk(self) -> None:
        self._driver.press(self._driver.viewer, Qt.Key.Key_Right)

    def _refresh(self) -> None:
        if not self._driver.session.indexing:
            self._driver.session.index()


def _enter() -> None:
    """Wait for the window and come in; on the window's own thread from then on."""
    while not isinstance(application := QApplication.instance(), QApplication):
        time.sleep(0.05)
    while not (found := [w for w in application.topLevelWidgets() if isinstance(w, MainWindow)]):
        time.sleep(0.05)
    chance = random.Random(sys.argv[3])
    guest = float(sys.argv[2])
    QTimer.singleShot(0, found[0], lambda: setattr(app, "guest", Guest(found[0], guest, chance)))


if __name__ == "__main__":
    threading.Thread(target=_enter, daemon=True).start()
    sys.exit(app.main([sys.argv[1]]))
