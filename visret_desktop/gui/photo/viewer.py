"""One photo over the whole page: fit, 100 %, zoom at the cursor, pan, next and previous."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from visret_desktop.errors import VisretError
from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.pictures.photo_decoding import decode_levels, level_for
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.widgets.background import Background

_BACKGROUND = QColor("#1b1b1b")
_LARGEST_ZOOM = 16.0
_STEP = 1.25


class PhotoViewer(QWidget):
    """Shows entries one at a time; the thumbnail first, the photo when it is decoded."""

    closed = Signal(int)  # photo id last shown
    shown = Signal(object)  # entry

    def __init__(self, loader: ThumbnailLoader, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._loader = loader
        self._background = Background(self)
        self._entries: Sequence[GridEntry] = ()
        self._row = 0
        self._levels: tuple[QImage, ...] = ()
        self._sentence = ""
        self._zoom = 0.0  # device pixels per photo pixel; 0: fit
        self._center = QPointF()  # photo point in the middle of the page
        self._grabbed: QPointF | None = None
        self.words_of: Callable[[GridEntry], str] = lambda _entry: ""  # beside its name
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Photo"))
        loader.loaded.connect(self._on_thumbnail)

    def show_entries(self, entries: Sequence[GridEntry], row: int) -> None:
        """Show the photo at `row` of `entries`."""
        self._entries = entries
        self._go(row)

    def close_pool(self) -> None:
        """Stop decoding."""
        self._background.close()

    def entry(self) -> GridEntry | None:
        """Return what is shown."""
        return self._entries[self._row] if 0 <= self._row < len(self._entries) else None

    def photo(self) -> QImage | None:
        """Return the decoded photo, once it is there."""
        return self._levels[0] if self._levels else None

    def sentence(self) -> str:
        """Return why the photo itself is not shown; empty while all is well."""
        return self._sentence

    # ---- load -------------------------------------------------------------------------------

    def _go(self, row: int) -> None:
        self._row = min(max(row, 0), len(self._entries) - 1)
        self._levels, self._sentence, self._zoom = (), "", 0.0
        entry = self.entry()
        if entry is None:
            return
        self._loader.request(entry.content_hash)
        self.shown.emit(entry)
        path = Path(entry.path)
        if entry.online:
            self._background.run("photo", lambda: decode_levels(path), self._on_decoded)
        else:
            self._background.run("photo", lambda: None, self._on_decoded)  # earlier ones are stale
            sentence = self.tr("This photo is on a drive that is not plugged in: {0}")
            self._sentence = sentence.format(entry.path)
        words = (entry.name, self._position(), self._sentence)
        self.setAccessibleDescription(", ".join(word for word in words if word))
        self.update()

    def _position(self) -> str:
        return self.tr("{0} of {1}").format(f"{self._row + 1:,}", f"{len(self._entries):,}")

    def _on_decoded(self, result: object) -> None:
        entry = self.entry()
        if isinstance(result, tuple):
            self._levels = result
        elif isinstance(result, VisretError):
            self._sentence = str(result)
        elif isinstance(result, OSError) and entry is not None:
            sentence = self.tr("This photo cannot be read any more: {0}")
            self._sentence = sentence.format(entry.path)
        elif isinstance(result, Exception):
            raise result
        self.update()

    def _on_thumbnail(self, content_hash: str) -> None:
        entry = self.entry()
        if entry is not None and entry.content_hash == content_hash and not self._levels:
            self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let go of the photo: a large one takes hundreds of megabytes."""
        super().hideEvent(event)
        if not event.spontaneous():
            self._levels = ()
            self._background.run("photo", lambda: None, self._on_decoded)  # what runs is stale

    # ---- paint ------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the photo, or its thumbnail while it loads."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), _BACKGROUND)
        entry, image = self.entry(), self._image()
        if entry is not None and image is not None:
            # Above 300 % a pixel is a square: whoever looks so closely wants to see it.
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, self._scale() < 3)
            painter.drawImage(self._target(), image)
        if entry is not None:
            self._paint_words(painter, entry)
        painter.end()

    def _paint_words(self, painter: QPainter, entry: GridEntry) -> None:
        strip = self.rect().adjusted(0, self.height() - 32, 0, 0)
        painter.fillRect(strip, QColor(0, 0, 0, 150))
        painter.setPen(QColor("white"))
        parts = (entry.name, self.words_of(entry), self._position(), f"{self._scale():.0%}")
        text = "   ·   ".join(part for part in parts if part)
        if self._sentence:
            text = f"{entry.name}   ·   {self._sentence}"
        shown = painter.fontMetrics().elidedText(
            text, Qt.TextElideMode.ElideMiddle, strip.width() - 24
        )
        painter.drawText(strip, Qt.AlignmentFlag.AlignCenter, shown)

    def _image(self) -> QImage | None:
        entry = self.entry()
        if self._levels:
            return level_for(self._levels, self._scale())
        return self._loader.image(entry.content_hash) if entry is not None else None

    def _size(self) -> tuple[float, float]:
        """Return the photo's full size, also while only its thumbnail is there."""
        entry = self.entry()
        if self._levels:
            return self._levels[0].width(), self._levels[0].height()
        if entry is not None and entry.width and entry.height:
            return entry.width, entry.height
        return 4.0, 3.0

    def _fit(self) -> float:
        width, height = self._size()
        ratio = self.devicePixelRatioF()
        return min(self.width() * ratio / width, self.height() * ratio / height, 4.0)

    def _scale(self) -> float:
        return self._zoom or self._fit()

    def _target(self) -> QRectF:
        width, height = self._size()
        scale = self._scale() / self.devicePixelRatioF()
        center = self._center if self._zoom else QPointF(width / 2, height / 2)
        corner = QPointF(self.width() / 2, self.height() / 2) - center * scale
        return QRectF(corner.x(), corner.y(), width * scale, height * scale)

    # ---- mouse and keys ---------------------------------------------------------------------

    def zoom_to(self, zoom: float, at: QPointF | None = None) -> None:
        """Zoom so that the photo point under `at` (none: the middle) stays where it is."""
        middle = QPointF(self.width() / 2, self.height() / 2)
        at = at or middle
        ratio, fit = self.devicePixelRatioF(), self._fit()
        point = (at - self._target().topLeft()) * ratio / self._scale()
        zoom = min(max(zoom or fit, min(fit, 1.0)), _LARGEST_ZOOM)
        self._center = point + (middle - at) * ratio / zoom
        self._zoom = 0.0 if abs(zoom / fit - 1) < 0.001 else zoom
        self._keep_inside()
        self.update()

    def _keep_inside(self) -> None:
        """Move the photo so that it fills what it can of the page."""
        if not self._zoom:
            return
        size, scale = self._size(), self._zoom / self.devicePixelRatioF()
        center = []
        for place, length, page in zip(
            (self._center.x(), self._center.y()), size, (self.width(), self.height()), strict=True
        ):
            seen = page / scale / 2
            center.append(min(max(place, seen), length - seen) if 2 * seen < length else length / 2)
        self._center = QPointF(*center)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the cursor."""
        steps = event.angleDelta().y() / 120
        self.zoom_to(self._scale() * _STEP**steps, event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the photo."""
        self._grabbed = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan."""
        if self._grabbed is not None and self._zoom:
            moved = event.position() - self._grabbed
            self._center -= moved * self.devicePixelRatioF() / self._zoom
            self._grabbed = event.position()
            self._keep_inside()
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        self._grabbed = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Toggle between fit and 100 %."""
        if self._zoom:
            self._zoom = 0.0
            self.update()
        else:
            self.zoom_to(1.0, event.position())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk, zoom, close."""
        key = event.key()
        walk = {
            Qt.Key.Key_Left: self._row - 1,
            Qt.Key.Key_Right: self._row + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: len(self._entries) - 1,
        }
        zoom = {
            Qt.Key.Key_Plus: self._scale() * _STEP,
            Qt.Key.Key_Equal: self._scale() * _STEP,
            Qt.Key.Key_Minus: self._scale() / _STEP,
            Qt.Key.Key_1: 1.0,
            Qt.Key.Key_0: 0.0,
        }
        if key in walk:
            self._go(walk[Qt.Key(key)])
        elif key in zoom:
            self.zoom_to(zoom[Qt.Key(key)])
        elif key in (Qt.Key.Key_Escape, Qt.Key.Key_Space):
            entry = self.entry()
            self.closed.emit(entry.photo_id if entry is not None else 0)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep a zoomed photo inside the page."""
        super().resizeEvent(event)
        self._keep_inside()
        self.update()
