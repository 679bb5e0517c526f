"""What the window remembers between runs, in an ini file."""

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow, QSplitter, QWidget

_CELL = 176


class WindowState:
    """Geometry, panels, size of the photos, dismissed hints."""

    def __init__(self, path: Path) -> None:
        self._stored = QSettings(str(path), QSettings.Format.IniFormat)

    def restore(self, window: QMainWindow, splitter: QSplitter, panels: dict[str, QWidget]) -> None:
        """Bring the window back to its last state."""
        window.resize(1280, 800)
        geometry = self._stored.value("geometry")
        if isinstance(geometry, QByteArray):
            window.restoreGeometry(geometry)
        sizes = self._stored.value("splitter")
        if isinstance(sizes, QByteArray):
            splitter.restoreState(sizes)
        for name, panel in panels.items():
            panel.setHidden(bool(self._stored.value(f"hidden/{name}", False, bool)))

    def keep(self, window: QMainWindow, splitter: QSplitter, panels: dict[str, QWidget]) -> None:
        """Save the window's state."""
        self._stored.setValue("geometry", window.saveGeometry())
        self._stored.setValue("splitter", splitter.saveState())
        for name, panel in panels.items():
            self._stored.setValue(f"hidden/{name}", panel.isHidden())

    @property
    def cell(self) -> int:
        """Width of the grid's cells in pixels."""
        try:
            pixels = int(str(self._stored.value("cell", _CELL)))
        except ValueError:  # damaged
            return _CELL
        return min(max(pixels, _CELL // 4), _CELL * 4)

    @cell.setter
    def cell(self, pixels: int) -> None:
        self._stored.setValue("cell", pixels)

    @property
    def strip_is_folded(self) -> bool:
        """Whether the sketches are folded away."""
        return bool(self._stored.value("strip_folded", False, bool))

    @strip_is_folded.setter
    def strip_is_folded(self, is_folded: bool) -> None:
        self._stored.setValue("strip_folded", is_folded)

    def is_dismissed(self, hint: str) -> bool:
        """Return whether a hint was dismissed for good."""
        return bool(self._stored.value(f"dismissed/{hint}", False, bool))

    def dismiss(self, hint: str) -> None:
        """Never show a hint again."""
        self._stored.setValue(f"dismissed/{hint}", True)
