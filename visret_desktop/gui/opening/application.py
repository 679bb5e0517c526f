"""The application as the desktop knows it: its names, and the files that macOS opens with it."""

import sys

from PySide6.QtCore import QCoreApplication, QEvent, QTimer, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from visret_desktop import APP_ID, DESKTOP_FILE, __version__
from visret_desktop.gui.opening.open_request import opened
from visret_desktop.gui.widgets.app_icon import app_icon

_TOGETHER_MS = 50  # what comes one after the other is one choice of somebody


class Application(QApplication):
    """`files_opened` carries an `Opened`, once `begin` was called."""

    files_opened = Signal(object)

    def __init__(self) -> None:
        _name_on_windows()
        QCoreApplication.setApplicationName("visret")
        QCoreApplication.setApplicationVersion(__version__)
        super().__init__(sys.argv[:1])
        self.setDesktopFileName(DESKTOP_FILE)
        self.setWindowIcon(app_icon())
        self._named: list[str] = []
        self._has_begun = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_TOGETHER_MS)
        self._timer.timeout.connect(self._tell)

    def begin(self) -> None:
        """Tell which files were opened so far, and from now on which are."""
        self._has_begun = True
        self._timer.start()

    def event(self, event: QEvent) -> bool:
        """Note files, which come one by one."""
        if event.type() != QEvent.Type.FileOpen or not isinstance(event, QFileOpenEvent):
            return super().event(event)
        self._named.append(event.file() or event.url().toString())
        if self._has_begun:
            self._timer.start()
        return True

    def _tell(self) -> None:
        named, self._named = self._named, []
        if named:
            self.files_opened.emit(opened(named))


def _name_on_windows() -> None:
    """Give the task bar the name that the shortcut has, too; else it would group us with Python.

    Never run: no Windows was at hand.
    """
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.shell32.SetCurrentProcessExplicitAppUserModelID(APP_ID)
