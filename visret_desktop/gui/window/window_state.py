"""What the window remembers between runs, in an ini file."""

from pathlib import Path

from PySide6.QtCore import QByteArray, QMargins, QRect, QSettings
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow, QSplitter, QWidget

_CELL = 176
_TITLE_PIXELS = 32  # of a title bar, which the system puts above the window


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
        _fit_on_a_screen(window)
        sizes = self._stored.value("splitter")
        if isinstance(sizes, QByteArray):
            splitter.restoreState(sizes)
        # As earlier versions kept what was dragged shut.
        shut = [splitter.widget(n) for n, pixels in enumerate(splitter.sizes()) if not pixels]
        for name, panel in panels.items():
            is_hidden = bool(self._stored.value(f"hidden/{name}", False, bool))
            panel.setHidden(is_hidden or panel in shut)

    def keep(self, window: QMainWindow, splitter: QSplitter, panels: dict[str, QWidget]) -> None:
        """Save the window's state."""
        self._stored.setValue("geometry", window.saveGeometry())
        self._stored.setValue("splitter", splitter.saveState())
        for name, panel in panels.items():
            self._stored.setValue(f"hidden/{name}", panel.isHidden())

    @property
    def cell(self) -> int:
        """Height of the photos in the grid in pixels."""
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

    @property
    def has_captions(self) -> bool:
        """Whether names stand below the photos."""
        return bool(self._stored.value("captions", False, bool))

    @has_captions.setter
    def has_captions(self, has_captions: bool) -> None:
        self._stored.setValue("captions", has_captions)

    @property
    def has_map(self) -> bool:
        """Whether the map is open."""
        return bool(self._stored.value("map", False, bool))

    @has_map.setter
    def has_map(self, has_map: bool) -> None:
        self._stored.setValue("map", has_map)

    @property
    def filmstrip_is_folded(self) -> bool:
        """Whether the viewer shows no filmstrip."""
        return bool(self._stored.value("filmstrip_folded", False, bool))

    @filmstrip_is_folded.setter
    def filmstrip_is_folded(self, is_folded: bool) -> None:
        self._stored.setValue("filmstrip_folded", is_folded)

    @property
    def leaf(self) -> str:
        """Which leaf of the left panel is shown."""
        return str(self._stored.value("leaf", ""))

    @leaf.setter
    def leaf(self, name: str) -> None:
        self._stored.setValue("leaf", name)

    @property
    def has_timeline(self) -> bool:
        """Whether there is a timeline beside photos that have dates."""
        return bool(self._stored.value("timeline", True, bool))

    @has_timeline.setter
    def has_timeline(self, has_timeline: bool) -> None:
        self._stored.setValue("timeline", has_timeline)

    @property
    def dated_order(self) -> str:
        """In which order by date photos stand, as the grid calls it."""
        return str(self._stored.value("dated_order", ""))

    @dated_order.setter
    def dated_order(self, order: str) -> None:
        self._stored.setValue("dated_order", order)

    def is_dismissed(self, hint: str) -> bool:
        """Return whether a hint was dismissed for good."""
        return bool(self._stored.value(f"dismissed/{hint}", False, bool))

    def dismiss(self, hint: str) -> None:
        """Never show a hint again."""
        self._stored.setValue(f"dismissed/{hint}", True)


def _fit_on_a_screen(window: QMainWindow) -> None:
    """Bring a window onto a screen that is there, and make it no larger than that."""
    if window.isMaximized() or window.isFullScreen():
        return
    middle = window.geometry().center()
    screen = QGuiApplication.screenAt(middle) or QGuiApplication.primaryScreen()
    room = screen.availableGeometry().marginsRemoved(QMargins(0, _TITLE_PIXELS, 0, 0))
    place = QRect(window.pos(), window.size().boundedTo(room.size()))
    place.moveLeft(max(room.left(), min(place.left(), room.right() - place.width() + 1)))
    place.moveTop(max(room.top(), min(place.top(), room.bottom() - place.height() + 1)))
    if place != window.geometry():
        window.setGeometry(place)
