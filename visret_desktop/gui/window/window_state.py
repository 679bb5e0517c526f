"""What the window remembers between runs, in an ini file."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QByteArray, QMargins, QRect, QSettings
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow, QSplitter, QWidget

from visret_desktop.gui.facts.timeline_bar import Timeline
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.photo.viewer import PhotoViewer
from visret_desktop.gui.widgets.window_layout import SidePanel

_CELL = 176
_TITLE_PIXELS = 32  # of a title bar, which the system puts above the window
Value = TypeVar("Value", bool, int, str)


@dataclass(frozen=True)
class _Entry(Generic[Value]):
    """A value of the file, as an attribute: its key, and what it is without one, or if damaged."""

    key: str
    default: Value
    low: int = 0
    high: int = 0  # 0: not a number

    def __get__(self, state: "WindowState", _kind: type) -> Value:
        kind = type(self.default)
        if kind is bool:
            return kind(state.stored.value(self.key, self.default, bool))
        try:
            value = kind(str(state.stored.value(self.key, self.default)))
        except ValueError:
            return self.default
        return kind(min(max(value, self.low), self.high)) if self.high else value

    def __set__(self, state: "WindowState", value: Value) -> None:
        state.stored.setValue(self.key, value)


class WindowState:
    """Geometry, panels, size of the photos, dismissed hints."""

    cell = _Entry("cell", _CELL, _CELL // 4, _CELL * 4)  # height of the photos in pixels
    strip_is_folded = _Entry("strip_folded", False)  # whether the sketches are folded away
    filmstrip_is_folded = _Entry("filmstrip_folded", False)  # whether the viewer shows none
    has_captions = _Entry("captions", False)  # whether names stand below the photos
    has_map = _Entry("map", False)
    has_timeline = _Entry("timeline", True)  # beside photos that have dates
    leaf = _Entry("leaf", "")  # which one of the left panel is shown
    dated_order = _Entry("dated_order", "")  # of photos by date, as the grid calls it

    def __init__(self, path: Path) -> None:
        self.stored = QSettings(str(path), QSettings.Format.IniFormat)

    def restore(self, window: QMainWindow, splitter: QSplitter, panels: dict[str, QWidget]) -> None:
        """Bring the window back to its last state."""
        window.resize(1280, 800)
        geometry = self.stored.value("geometry")
        if isinstance(geometry, QByteArray):
            window.restoreGeometry(geometry)
        _fit_on_a_screen(window)
        sizes = self.stored.value("splitter")
        if isinstance(sizes, QByteArray):
            splitter.restoreState(sizes)
        # As earlier versions kept what was dragged shut.
        shut = [splitter.widget(n) for n, pixels in enumerate(splitter.sizes()) if not pixels]
        for name, panel in panels.items():
            is_hidden = bool(self.stored.value(f"hidden/{name}", False, bool))
            panel.setHidden(is_hidden or panel in shut)

    def keep(self, window: QMainWindow, splitter: QSplitter, panels: dict[str, QWidget]) -> None:
        """Save the window's state."""
        self.stored.setValue("geometry", window.saveGeometry())
        self.stored.setValue("splitter", splitter.saveState())
        for name, panel in panels.items():
            self.stored.setValue(f"hidden/{name}", panel.isHidden())

    def show_in(self, parts: "Parts") -> None:
        """Let parts of the window show what is kept."""
        for name, (_, put) in parts.items():
            put(getattr(self, name))

    def read_from(self, parts: "Parts") -> None:
        """Keep what parts of the window show."""
        for name, (value, _) in parts.items():
            setattr(self, name, value())

    def is_dismissed(self, hint: str) -> bool:
        """Return whether a hint was dismissed for good."""
        return bool(self.stored.value(f"dismissed/{hint}", False, bool))

    def dismiss(self, hint: str) -> None:
        """Never show a hint again."""
        self.stored.setValue(f"dismissed/{hint}", True)


Parts = dict[str, tuple[Callable[[], object], Callable[[Any], object]]]


def parts_kept(grid: GridPage, viewer: PhotoViewer, side: SidePanel, timeline: Timeline) -> Parts:
    """Return how parts of the window tell and take what is kept, by its name in `WindowState`."""
    strip, filmstrip = grid.strip, viewer.bar.filmstrip
    return {
        "cell": (grid.size_slider.value, grid.size_slider.setValue),
        "strip_is_folded": (
            lambda: strip.is_folded and not strip.is_folded_for_room,
            strip.set_folded,
        ),
        "has_captions": (grid.captions.isChecked, grid.captions.setChecked),
        "filmstrip_is_folded": (
            lambda: not filmstrip.isChecked(),
            lambda is_folded: filmstrip.setChecked(not is_folded),
        ),
        "leaf": (lambda: side.leaf, side.show_leaf),
        "has_timeline": (lambda: timeline.is_wanted, timeline.set_wanted),
        "dated_order": (
            lambda: grid.dated_order,
            lambda order: setattr(grid, "dated_order", order),
        ),
    }


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
