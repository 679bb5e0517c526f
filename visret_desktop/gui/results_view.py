"""The grid: paints what is visible, keeps current photo and selection over every re-ranking."""

from collections.abc import Iterable

from PySide6.QtCore import QMimeData, QPoint, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QMenu, QWidget

from visret_desktop.gui.grid_layout import GridLayout, Section
from visret_desktop.gui.photo_painter import PhotoPainter, caption_font
from visret_desktop.gui.results_model import GridEntry, ResultsModel
from visret_desktop.gui.thumbnail_loader import ThumbnailLoader

SMALLEST_CELL, LARGEST_CELL = 96, 384
_AHEAD = 1.0  # screens above and below whose thumbnails are loaded too


class ResultsView(QAbstractScrollArea):
    """A grid of photos; one tab stop."""

    activated = Signal(object)
    selection_changed = Signal(list)
    similar_requested = Signal(object)
    menu_requested = Signal(object)  # the QMenu to fill
    cell_size_changed = Signal(int)

    def __init__(
        self, model: ResultsModel, loader: ThumbnailLoader, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._loader = loader
        self._cell = 176
        self._current = -1
        self._anchor = -1
        self._selected: set[int] = set()
        self._current_id = 0
        self._show_scores = False
        self._pressed: QPoint | None = None
        self._painter = PhotoPainter(self.tr("drive not plugged in"))
        self._layout = GridLayout([], 1, self._cell)
        model.modelReset.connect(self._on_reset)
        loader.loaded.connect(lambda _: self.viewport().update())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Photos"))
        self.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        self.setFont(caption_font(self.font()))

    # ---- what others ask --------------------------------------------------------------------

    def set_cell_size(self, pixels: int) -> None:
        """Make the cells larger or smaller; the current photo stays in sight."""
        pixels = min(max(pixels, SMALLEST_CELL), LARGEST_CELL)
        if pixels != self._cell:
            self._cell = pixels
            self._lay_out()
            self._reveal(self._current)
            self.cell_size_changed.emit(pixels)

    def set_show_scores(self, show: bool) -> None:
        """Show rank and score instead of names."""
        self._show_scores = show
        self.viewport().update()

    def selected_entries(self) -> list[GridEntry]:
        """Return the selected photos in the order shown."""
        rows = sorted(self._model.row_of(number) for number in self._selected)
        return [entry for row in rows if (entry := self._model.entry(row)) is not None]

    def current_row(self) -> int:
        """Return the row that the keyboard is on; -1 for none."""
        return self._current

    def select_row(self, row: int) -> None:
        """Select one photo and bring it into sight."""
        self._move_to(row, Qt.KeyboardModifier.NoModifier)

    def select_all(self) -> None:
        """Select every photo shown."""
        self._selected = {entry.photo_id for entry in self._model.entries()}
        self._announce()

    # ---- layout -----------------------------------------------------------------------------

    def _on_reset(self) -> None:
        self._current = self._model.row_of(self._current_id)
        self._anchor = self._current
        kept = {number for number in self._selected if self._model.row_of(number) >= 0}
        changed = kept != self._selected
        self._selected = kept
        self._lay_out()
        if changed:
            self._announce()

    def _sections(self) -> list[Section]:
        entries = self._model.entries()
        if self._model.order != "relevance" or not entries or not entries[0].band:
            return [Section("", 0, len(entries))]
        titles = {
            "confident": self.tr("confident"),
            "maybe": self.tr("maybe"),
            "weak": self.tr("weak"),
        }
        sections = []
        start = 0
        for row in range(1, len(entries) + 1):
            if row == len(entries) or entries[row].band != entries[start].band:
                title = titles.get(entries[start].band, "")
                sections.append(Section(title, start, row - start))
                start = row
        return sections

    def _lay_out(self) -> None:
        self._layout = GridLayout(self._sections(), self.viewport().width(), self._cell)
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, self._layout.height - self.viewport().height()))
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(self._cell // 3)
        self._want_visible()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out anew."""
        super().resizeEvent(event)
        self._lay_out()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Paint another part."""
        self._want_visible()
        self.viewport().update()

    def _want_visible(self) -> None:
        top, height = self.verticalScrollBar().value(), self.viewport().height()
        margin = int(_AHEAD * height)
        visible = self._hashes(top, top + height)
        around = self._hashes(top - margin, top + height + margin)
        self._loader.set_wanted(dict.fromkeys((*visible, *around)))

    def _hashes(self, top: int, bottom: int) -> list[str]:
        rows = self._layout.rows_between(top, bottom)
        return [e.content_hash for row in rows if (e := self._model.entry(row)) is not None]

    def refresh_thumbnails(self) -> None:
        """Ask again for thumbnails that were not there."""
        self._loader.retry_absent()
        self._want_visible()

    # ---- paint ------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cells in sight."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setFont(self.font())
        top = self.verticalScrollBar().value()
        bottom = top + self.viewport().height()
        for title, rect in self._layout.headers_between(top, bottom):
            self._painter.paint_header(painter, rect.translated(0, -top), title, self.palette())
        for row in self._layout.rows_between(top, bottom):
            entry = self._model.entry(row)
            if entry is not None:
                self._painter.paint(
                    painter,
                    self._layout.rect(row).translated(0, -top),
                    entry,
                    self._loader.image(entry.content_hash),
                    self.palette(),
                    selected=entry.photo_id in self._selected,
                    current=row == self._current and self.hasFocus(),
                    show_score=self._show_scores,
                )
        painter.end()

    # ---- hands ------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move, select, open."""
        key, modifiers = event.key(), event.modifiers()
        rows = max(1, self.viewport().height() // self._layout.cell)
        last = self._model.rowCount() - 1
        here = max(0, self._current)
        targets = {
            Qt.Key.Key_Left: here - 1,
            Qt.Key.Key_Right: here + 1,
            Qt.Key.Key_Up: self._layout.step(here, -1),
            Qt.Key.Key_Down: self._layout.step(here, 1),
            Qt.Key.Key_PageUp: self._layout.step(here, -rows),
            Qt.Key.Key_PageDown: self._layout.step(here, rows),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        entry = self._model.entry(self._current)
        control = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        is_enter = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if key in targets and last >= 0:
            target = 0 if self._current < 0 else targets[Qt.Key(key)]
            self._move_to(min(max(target, 0), last), modifiers)
        elif is_enter and control and entry is not None:
            self.similar_requested.emit(entry)
        elif (is_enter or key == Qt.Key.Key_Space) and entry is not None:
            self.activated.emit(entry)
        elif key == Qt.Key.Key_A and control:
            self.select_all()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select under the mouse."""
        row = self._row_under(event.position().toPoint())
        self._pressed = event.position().toPoint()
        entry = self._model.entry(row)
        if entry is None:
            self._selected.clear()
            self._announce()
            return
        right = event.button() == Qt.MouseButton.RightButton
        if not (right and entry.photo_id in self._selected):
            self._move_to(row, event.modifiers())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag selected photos out as files."""
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        distance = (event.position().toPoint() - self._pressed).manhattanLength()
        if distance >= QApplication.startDragDistance():
            self._pressed = None
            self._drag()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open under the mouse."""
        entry = self._model.entry(self._row_under(event.position().toPoint()))
        if entry is not None:
            self.activated.emit(entry)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll, or zoom with Ctrl."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_cell_size(self._cell + (16 if event.angleDelta().y() > 0 else -16))
        else:
            super().wheelEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Let the actions fill a menu."""
        if self._selected:
            menu = QMenu(self)
            self.menu_requested.emit(menu)
            menu.popup(event.globalPos())

    def _row_under(self, point: QPoint) -> int:
        return self._layout.row_at(point + QPoint(0, self.verticalScrollBar().value()))

    def _drag(self) -> None:
        paths = [entry.path for entry in self.selected_entries() if entry.online]
        if not paths:
            return
        drag = QDrag(self)
        drag.setMimeData(files_as_mime(paths))
        first = self._loader.image(self.selected_entries()[0].content_hash)
        if first is not None:
            pixmap = QPixmap.fromImage(first)
            drag.setPixmap(pixmap.scaled(QSize(96, 96), Qt.AspectRatioMode.KeepAspectRatio))
        drag.exec(Qt.DropAction.CopyAction)

    # ---- selection --------------------------------------------------------------------------

    def _move_to(self, row: int, modifiers: Qt.KeyboardModifier) -> None:
        entry = self._model.entry(row)
        if entry is None:
            return
        self._current, self._current_id = row, entry.photo_id
        if modifiers & Qt.KeyboardModifier.ShiftModifier and self._anchor >= 0:
            low, high = sorted((self._anchor, row))
            self._selected = {e.photo_id for e in self._model.entries()[low : high + 1]}
        elif modifiers & Qt.KeyboardModifier.ControlModifier:
            self._selected ^= {entry.photo_id}
            self._anchor = row
        else:
            self._selected = {entry.photo_id}
            self._anchor = row
        self._reveal(row)
        self.setAccessibleDescription(self._model.spoken(row))
        self._announce()

    def _announce(self) -> None:
        self.viewport().update()
        self.selection_changed.emit(self.selected_entries())

    def _reveal(self, row: int) -> None:
        rect = self._layout.rect(row)
        bar = self.verticalScrollBar()
        if rect.isNull():
            return
        if rect.top() < bar.value():
            bar.setValue(rect.top())
        elif rect.bottom() > bar.value() + self.viewport().height():
            bar.setValue(rect.bottom() - self.viewport().height())


def files_as_mime(paths: Iterable[str]) -> QMimeData:
    """Return paths as what file managers and editors accept in a drop."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(path) for path in paths])
    return mime
