"""The real window in a process of its own, which tells what happens: python telling_window.py PATH…

Prints a line for each query that it asks and each sentence that it says. Each line of its standard
input is a file that the desktop opens, as macOS does; those that are there at once come together.
It ends with its standard input.
"""

import sys
import threading

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from visret_desktop.gui import app
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.window.main_window import MainWindow


class Ears(QObject):
    """Brings what a person types to the window's thread."""

    heard = Signal(str)


class TellingWindow(MainWindow):
    """A window that tells what happens to it."""

    def begin(self, folders: object, query: str = "") -> None:
        self.findChild(QueryBar).asked.connect(
            lambda terms, text: _tell("asked", *[t.image or t.text for t in terms])
        )
        banner = self.findChild(Banner)
        say = banner.say
        banner.say = lambda key, words, **rest: (_tell("said", words), say(key, words, **rest))
        self._ears = Ears(self)
        self._ears.heard.connect(self._hear)
        threading.Thread(target=self._listen, daemon=True).start()
        super().begin(folders, query)

    def take_over(self, what: object) -> None:
        self.showMinimized()
        super().take_over(what)
        _tell("shown", str(not self.isMinimized()))

    def _listen(self) -> None:
        for line in sys.stdin:
            self._ears.heard.emit(line.strip())
        self._ears.heard.emit("")

    def _hear(self, path: str) -> None:
        application = QApplication.instance()
        assert application is not None
        if path:
            QCoreApplication.sendEvent(application, QFileOpenEvent(path))
        else:
            self.close()


def _tell(*words: str) -> None:
    print("\t".join(words), flush=True)


if __name__ == "__main__":
    app.MainWindow = TellingWindow
    code = app.main(sys.argv[1:])
    _tell("ended")
    sys.exit(code)
