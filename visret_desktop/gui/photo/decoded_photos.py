"""The photo that is looked at and its neighbors, decoded on threads ahead of the person."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.pictures.photo_decoding import decode_levels
from visret_desktop.gui.widgets.background import Background

_MOST_BYTES = 600 * 1024 * 1024  # of all that is kept; the photo looked at is kept at any size
_BYTES_PER_PIXEL = 4 * 4 / 3  # with its halves
_NOW, _AHEAD = "now", "ahead"

Decoded = tuple[QImage, ...] | Exception


class DecodedPhotos(QObject):
    """What became of the photos wanted, by path; the others are let go."""

    decoded = Signal(str)  # a path

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = Background(self)
        self._wanted: list[GridEntry] = []
        self._kept: dict[str, Decoded] = {}
        self._running: dict[str, str] = {}  # a path for each of _NOW and _AHEAD

    def want(self, entries: Sequence[GridEntry]) -> None:
        """Decode the first of these at once, then the others where there is room for them."""
        self._wanted = [entry for entry in entries if entry.online]
        paths = {entry.path for entry in self._wanted}
        self._kept = {path: decoded for path, decoded in self._kept.items() if path in paths}
        self._go_on()

    def get(self, path: str) -> Decoded | None:
        """Return a photo's levels, or why it cannot be shown; None while it is not decoded."""
        return self._kept.get(path)

    def _go_on(self) -> None:
        missing = [entry for entry in self._wanted if entry.path not in self._kept]
        if not missing:
            return
        entry, is_first = missing[0], missing[0] is self._wanted[0]
        if entry.path in self._running.values():
            return
        if is_first:
            self._decode(_NOW, entry.path)
        elif not self._running and self._bytes() + _bytes_of(entry) <= _MOST_BYTES:
            self._decode(_AHEAD, entry.path)

    def _decode(self, key: str, path: str) -> None:
        self._running[key] = path
        self._background.run(
            key, lambda: decode_levels(Path(path)), lambda result: self._on_result(key, result)
        )

    def _on_result(self, key: str, result: Decoded) -> None:
        path = self._running.pop(key)
        if any(entry.path == path for entry in self._wanted):
            self._kept[path] = result
            self.decoded.emit(path)
        self._go_on()

    def _bytes(self) -> int:
        kept = [levels for levels in self._kept.values() if isinstance(levels, tuple)]
        return sum(level.sizeInBytes() for levels in kept for level in levels)


def _bytes_of(entry: GridEntry) -> float:
    return entry.width * entry.height * _BYTES_PER_PIXEL
