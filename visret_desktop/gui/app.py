"""Start of the window: builds it and what it needs, and runs it."""

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTimer, QTranslator
from PySide6.QtWidgets import QApplication

from visret_desktop import __version__, heap, logs, settings
from visret_desktop.file_changes import private
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.widgets import theme
from visret_desktop.gui.widgets.app_icon import app_icon
from visret_desktop.gui.window.main_window import MainWindow
from visret_desktop.paths import default_paths

_log = logging.getLogger(__name__)


def main(argv: Sequence[str] | None = None) -> int:
    """Open the window; folders as arguments are added and indexed."""
    heap.share_heaps()
    with private():
        return _run(argv)


def _run(argv: Sequence[str] | None) -> int:
    options = _arguments(sys.argv[1:] if argv is None else argv)
    paths = default_paths()
    logs.set_up(paths.logs, "window")
    QCoreApplication.setApplicationName("visret")
    QCoreApplication.setApplicationVersion(__version__)
    application = QApplication(sys.argv[:1])
    application.setDesktopFileName("visret")
    application.setWindowIcon(app_icon())
    chosen = settings.load(paths.settings)
    theme.use(application, chosen.appearance)
    translator = QTranslator(application)
    where = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(QLocale.system(), "qtbase", "_", where):
        application.installTranslator(translator)
    client = EngineClient()
    window = MainWindow(paths, chosen, client)
    sys.excepthook = _excepthook(window)
    window.show()
    # After the first paint, so that neither the engine nor the catalog delays the window.
    folders = [Path(folder).absolute() for folder in options.folders]
    QTimer.singleShot(0, window, lambda: window.begin(folders, options.query))
    return application.exec()


def _arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="visret-desktop", description="Find photos by meaning.")
    parser.add_argument("folders", nargs="*", help="folders of photos to add")
    parser.add_argument("--query", default="", help="search for this at once")
    parser.add_argument("--version", action="version", version=f"visret {__version__}")
    return parser.parse_args(argv)


def _excepthook(window: MainWindow):  # type: ignore[no-untyped-def]
    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        _log.critical("unexpected", exc_info=(kind, error, trace))
        window.report_mistake(error)

    return hook


if __name__ == "__main__":
    sys.exit(main())
