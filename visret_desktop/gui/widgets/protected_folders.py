"""Where photos lie, looked up on a thread: what the window saves keeps out of there."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from visret_desktop.file_changes import Identity
from visret_desktop.gui.widgets.background import Background


class ProtectedFolders(QObject):
    """`known` is what was found last; None before the first look and where disks are silent."""

    looked = Signal()

    def __init__(self, catalog: Path, seconds: float, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._catalog, self._seconds = catalog, seconds
        self._background = Background(self, threads=1)
        self.known: frozenset[Identity] | None = None

    def look(self) -> None:
        """Look anew; `looked` follows."""
        work = (self._catalog, self._seconds, lambda: self._background.is_closed)
        self._background.run("look", lambda: _look(*work), self._on_looked)

    def _on_looked(self, folders: object) -> None:
        self.known = folders if isinstance(folders, frozenset) else None
        self.looked.emit()


def _look(catalog: Path, seconds: float, cancelled: Callable[[], bool]) -> frozenset[Identity]:
    # Imported on the thread: NumPy and sqlite-utils would hold the window up.
    from visret_desktop.library.protected_folders import photo_places_in

    return photo_places_in(catalog, seconds, cancelled)
