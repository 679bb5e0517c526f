"""The grid with keys and mouse: moving, selecting, opening, dragging out."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QMenu, QToolTip, QWidget

from visret_desktop.gui.grid.grid_canvas import GridCanvas
from visret_desktop.gui.grid.grid_drag import drag_files
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.widgets.plain_text import literally

SMALLEST_CELL, LARGEST_CELL = 96, 384


class ResultsView(GridCanvas):
    """A grid of photos; one tab stop."""

    activated = Signal(object)
    selection_changed = Signal(list)
    similar_requested = Signal(object)
    menu_requested = Signal(object)  # the QMenu to fill
    cell_size_changed = Signal(int)

    def __init__(
        self, model: ResultsModel, loader: ThumbnailLoader, parent: QWidget | None = None
    ) -> None:
        super().__init__(model, loader, parent)
        self._pressed: QPoint | None = None
        self._press_waits = False  # a press on the selection: a drag, or selects one on release
        self._announced: list[GridEntry] = []
        self._mark_words_of: Callable[[GridEntry], str] = lambda _entry: ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Photos"))

    # ---- for the window ---------------------------------------------------------------------

    def set_cell_size(self, pixels: int) -> None:
        """Make the cells larger or smaller; what is in sight stays in sight."""
        pixels = min(max(pixels, SMALLEST_CELL), LARGEST_CELL)
        if pixels != self._cell:
            held = self._places()
            self._cell = pixels
            self._lay_out()
            self._put_back(held)
            self.cell_size_changed.emit(pixels)

    def set_marks(
        self, grade_of: Callable[[GridEntry], bool | None], words_of: Callable[[GridEntry], str]
    ) -> None:
        """Set the functions that return how a photo was judged, and the words for it."""
        self._grade_of, self._mark_words_of = grade_of, words_of

    def show_marks(self) -> None:
        """Show how photos are judged now, and say it to screen readers."""
        self.viewport().update()
        if self.hasFocus() and self._selection.current >= 0:
            self._say(self._selection.current)

    def selected_entries(self) -> list[GridEntry]:
        """Return the selected photos in the order shown."""
        return self._selection.entries()

    def current_row(self) -> int:
        """Return the row that the keyboard is on; -1 for none."""
        return self._selection.current

    def select_row(self, row: int) -> None:
        """Select one photo and bring it into sight."""
        self._move_to(row, Qt.KeyboardModifier.NoModifier)

    def select_none(self) -> None:
        """Select nothing; the keyboard is on no photo."""
        self._selection.clear()
        self._announce()

    def select_all(self) -> None:
        """Select every photo shown."""
        self._selection.select_all()
        self._announce()

    def _on_reset(self) -> None:
        super()._on_reset()
        if self.selected_entries() != self._announced:
            self._announce()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show and say where the keyboard is."""
        super().focusInEvent(event)
        self.viewport().update()
        if self._model.rowCount():
            self._say(max(0, self._selection.current))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide where the keyboard was."""
        super().focusOutEvent(event)
        self.viewport().update()

    # ---- keys and mouse ---------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move, select, open."""
        key, modifiers = event.key(), event.modifiers()
        rows = max(1, self.viewport().height() // self._layout.line)
        last = self._model.rowCount() - 1
        here = max(0, self._selection.current)
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
        entry = self._model.entry(self._selection.current)
        control = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        is_enter = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if key in targets and last >= 0:
            is_start = entry is None and key != Qt.Key.Key_End
            target = 0 if is_start else targets[Qt.Key(key)]
            self._step_to(min(max(target, 0), last), modifiers)
        elif is_enter and control and entry is not None:
            self.similar_requested.emit(entry)
        elif key == Qt.Key.Key_Space and control and entry is not None:
            self._move_to(here, modifiers)
        elif (is_enter or key == Qt.Key.Key_Space) and entry is not None:
            self.activated.emit(entry)
        elif key == Qt.Key.Key_A and control:
            self.select_all()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select; a press on the selection may become a drag of all of it."""
        self._pressed = event.position().toPoint()
        self._press_waits = False
        row = self._row_under(self._pressed)
        entry = self._model.entry(row)
        is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if entry is None:
            self._pressed = None
            if is_plain and self._selection.ids:
                self._selection.ids.clear()
                self._announce()
        elif is_plain and entry.photo_id in self._selection.ids:
            self._press_waits = event.button() == Qt.MouseButton.LeftButton
        else:
            self._move_to(row, event.modifiers())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Select one of several if the press did not become a drag."""
        if self._press_waits:
            self._move_to(self._row_under(event.position().toPoint()), event.modifiers())
        self._pressed, self._press_waits = None, False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the selected photos out as files."""
        super().mouseMoveEvent(event)
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        distance = (event.position().toPoint() - self._pressed).manhattanLength()
        if distance >= QApplication.startDragDistance():
            self._pressed, self._press_waits = None, False
            self._drag()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the photo."""
        entry = self._model.entry(self._row_under(event.position().toPoint()))
        if entry is not None:
            self.activated.emit(entry)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll, or zoom with Ctrl."""
        turned = event.angleDelta().y()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_cell_size(self._cell + (16 if turned > 0 else -16 if turned < 0 else 0))
        else:
            super().wheelEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open a menu that others fill; by keyboard at the current photo."""
        if not self._selection.ids:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.menu_requested.emit(menu)
        place = event.globalPos()
        current = self._selection.current
        if event.reason() == QContextMenuEvent.Reason.Keyboard and current >= 0:
            place = self.viewport().mapToGlobal(self._cell_of(current).center())
        menu.popup(place)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the path of the photo under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            entry = self._model.entry(self._row_under(event.pos()))
            words = literally(entry.path) if entry is not None else ""
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().viewportEvent(event)

    def _drag(self) -> None:
        online = [entry for entry in self.selected_entries() if entry.online]
        if online:
            picture = self._loader.image(online[0].content_hash)
            drag_files(self, [entry.path for entry in online], picture)

    # ---- selection --------------------------------------------------------------------------

    def _step_to(self, row: int, modifiers: Qt.KeyboardModifier) -> None:
        """Move by a key: with Ctrl alone the selection stays as it is."""
        keys = modifiers & ~Qt.KeyboardModifier.KeypadModifier
        if keys != Qt.KeyboardModifier.ControlModifier:
            self._move_to(row, modifiers)
        elif self._selection.go_to(row) is not None:
            self._reveal(row)
            self._say(row)
            self.viewport().update()

    def _move_to(self, row: int, modifiers: Qt.KeyboardModifier) -> None:
        extend = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        toggle = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        if self._selection.select(row, extend=extend, toggle=toggle):
            self._reveal(row)
            self._say(row)
            self._announce()

    def _say(self, row: int) -> None:
        entry = self._model.entry(row)
        mark = self._mark_words_of(entry) if entry is not None else ""
        words = ", ".join(part for part in (self._model.spoken(row), mark) if part)
        self.setAccessibleDescription(words)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def _announce(self) -> None:
        self.viewport().update()
        self._announced = self.selected_entries()
        self.selection_changed.emit(self._announced)
