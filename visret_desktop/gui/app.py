"""Start of the window: builds it and what it needs, and runs it."""

import argparse
import logging
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QEvent, QSettings, QTimer, Signal
from PySide6.QtGui import QFileOpenEvent, QGuiApplication
from PySide6.QtWidgets import QApplication

from visret_desktop import APP_ID, DESKTOP_FILE, __version__, installation, logs, settings
from visret_desktop.file_changes import private
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.languages import language
from visret_desktop.gui.opening.one_window import OneWindow, activation_token
from visret_desktop.gui.opening.open_request import OpenRequest, opened
from visret_desktop.gui.widgets import theme
from visret_desktop.gui.widgets.icons import app_icon
from visret_desktop.gui.widgets.lifetimes import GarbageCollection
from visret_desktop.gui.window.main_window import MainWindow
from visret_desktop.paths import Paths, ServerPaths, claim, default_paths, split_password
from visret_desktop.processes import malloc_tuning, own_python

_TOGETHER_MS = 50  # what comes one after the other is one choice of somebody


class Application(QApplication):
    """`files_opened` carries an `OpenRequest`, once `begin` was called."""

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


_log = logging.getLogger(__name__)


def main(argv: Sequence[str] | None = None) -> int:
    """Open the window; folders as arguments are added and indexed, photos are searched by."""
    malloc_tuning.share_heaps()
    with private():
        return _run(argv)


def _run(argv: Sequence[str] | None) -> int:
    options = _arguments(sys.argv[1:] if argv is None else argv)
    what = opened(options.paths, options.query, activation_token())
    own = default_paths()
    if not options.library:
        return _show(own, EngineClient(), what)
    address, password = split_password(options.library)
    if password:  # so that no child is begun with it
        os.environ["PGPASSWORD"] = password
    with TemporaryDirectory(prefix="visret-session-", ignore_cleanup_errors=True) as folder:
        place = address, options.thumbnails
        paths = ServerPaths.below(Path(folder), own, *place)
        claim(paths)
        client = EngineClient(command=own_python.program("engine", *place, folder))
        return _show(paths, client, what)


def _show(paths: Paths, client: EngineClient, what: OpenRequest) -> int:
    logs.set_up(paths.logs, "window")
    one = OneWindow(paths)
    if one.hands_over(what):
        return 0
    with suppress(OSError):  # else the stick that it was started on could not be ejected
        os.chdir(Path.home())
    keep_settings_of_qt(paths)
    application = Application()
    GarbageCollection(application)
    chosen = settings.load(paths.settings)
    theme.use(application, chosen.appearance)
    language.use(application, chosen.language)
    window = MainWindow(paths, chosen, client)
    sys.excepthook = _excepthook(window)
    application.files_opened.connect(window.take_over)
    window.show()
    # After the first paint, so that neither the engine nor the catalog delays the window.
    QTimer.singleShot(0, window, lambda: _begin(window, what, application, one))
    try:
        return application.exec()
    finally:
        leave_clipboard()
        one.end()


def leave_clipboard() -> None:
    """Empty the clipboard of a process without a screen, which Qt keeps until the very end.

    Photos that were copied would be deleted there after Python is gone, which crashes.
    """
    if QGuiApplication.platformName() == "offscreen":
        QGuiApplication.clipboard().clear()


def keep_settings_of_qt(paths: Paths) -> None:
    """Let Qt's own dialogs leave nothing on the computer where everything is beside the program.

    What they remember goes to the registry on Windows, which Qt offers no other place for.
    """
    installed = installation.bundle()
    if installed and installed.portable:
        for kind in (QSettings.Format.NativeFormat, QSettings.Format.IniFormat):
            QSettings.setPath(kind, QSettings.Scope.UserScope, str(paths.config))


def _begin(window: MainWindow, what: OpenRequest, application: Application, one: OneWindow) -> None:
    _log.info(logs.SHOWN)
    window.begin([], "")
    window.open_with(what)
    application.begin()
    QTimer.singleShot(0, window, lambda: _listen(window, one))


def _listen(window: MainWindow, one: OneWindow) -> None:
    door = one.listen(window)
    if door is not None:
        door.opened.connect(window.take_over)


def _arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="visret-desktop", description="Find photos by meaning.")
    words = "folders of photos to add, or photos to search by; also as file:// addresses"
    parser.add_argument("paths", nargs="*", metavar="PATH", help=words)
    parser.add_argument("--query", default="", help="search for this at once")
    words = (
        "open a library on a server: postgresql://NAME@HOST/DATABASE, or a private server's folder"
    )
    parser.add_argument("--library", metavar="ADDRESS", default="", help=words)
    words = "the folder or bucket with that library's thumbnails"
    parser.add_argument("--thumbnails", metavar="PLACE", default="", help=words)
    parser.add_argument("--version", action="version", version=f"visret {__version__}")
    return parser.parse_args(argv)


def _excepthook(window: MainWindow):  # type: ignore[no-untyped-def]
    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        _log.critical("unexpected", exc_info=(kind, error, trace))
        window.report_mistake(error)

    return hook


if __name__ == "__main__":
    sys.exit(main())
