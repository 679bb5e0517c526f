"""The grid with keys and mouse: moving, selecting, opening, dragging out."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QMenu, QToolTip, QWidget

from visret_desktop.gui.grid.grid_accessibility import PhotoList, make_accessible, tell
from visret_desktop.gui.grid.grid_canvas import LARGEST_LINE, SMALLEST_LINE
from visret_desktop.gui.grid.photo_painter import burst_place
from visret_desktop.gui.grid.ranking_canvas import RankingCanvas
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.grid.selection import drag_files
from visret_desktop.gui.languages.figures import count
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.widgets.accessibility import announce
from visret_desktop.gui.widgets.plain_text import literally

_STEPS = (
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
)


class ResultsView(RankingCanvas):
    """A grid of photos; one tab stop, and one more for the button that shows weak ones."""

    activated = Signal(object)
    selection_changed = Signal(list)
    similar_requested = Signal(object)
    menu_requested = Signal(object)  # the QMenu to fill
    line_height_changed = Signal(int)

    def __init__(
        self, model: ResultsModel, loader: ThumbnailLoader, parent: QWidget | None = None
    ) -> None:
        super().__init__(model, loader, parent)
        self._pressed: QPoint | None = None
        self._press_waits = False  # a press on the selection: a drag, or selects one on release
        self._announced: list[GridEntry] = []
        self._mark_words_of: Callable[[GridEntry], str] = lambda _entry: ""
        self._walk_x: int | None = None  # where Up and Down began
        self._accessible: PhotoList | None = None
        make_accessible()
        self._fold.left_upwards.connect(self._enter_from_below)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Photos"))

    # ---- for the window ---------------------------------------------------------------------

    def set_line_height(self, pixels: int) -> None:
        """Make the photos larger or smaller; what is in sight stays in sight."""
        pixels = min(max(pixels, SMALLEST_LINE), LARGEST_LINE)
        if pixels != self._line_height:
            self._held = self._places()
            self._line_height = pixels
            self._lay_out_again()
            self.line_height_changed.emit(pixels)

    def set_marks(
        self, grade_of: Callable[[GridEntry], bool | None], words_of: Callable[[GridEntry], str]
    ) -> None:
        """Set the functions that return how a photo was judged, and the words for it."""
        self._grade_of, self._mark_words_of = grade_of, words_of

    def show_new(self, contents: frozenset[str]) -> None:
        """Mark the photos of these content hashes as new."""
        self._model.set_new(contents)
        self.viewport().update()

    def show_marks(self) -> None:
        """Show how photos are judged now, and say it to screen readers."""
        self.viewport().update()
        entry = self._model.entry(self._selection.current)
        if entry is not None and self.hasFocus():
            tell(self, QAccessible.Event.NameChanged, self._selection.current)
            announce(self, self._mark_words_of(entry))

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
        """Select every photo shown, those behind others of their burst, too: all bursts open."""
        self._model.open_bursts()
        self._selection.select_all()
        self._announce()

    def _on_reset(self) -> None:
        super()._on_reset()
        self._walk_x = None
        if self._accessible is not None:
            self._accessible.forget()
            tell(self, QAccessible.Event.ObjectReorder)
        if self.selected_entries() != self._announced:
            self._announce()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show and say where the keyboard is."""
        super().focusInEvent(event)
        self.viewport().update()
        if self._selection.current >= 0:
            tell(self, QAccessible.Event.Focus, self._selection.current)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide where the keyboard was."""
        super().focusOutEvent(event)
        self.viewport().update()

    # ---- keys and mouse ---------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move, select, open."""
        key, modifiers = event.key(), event.modifiers()
        last = self._model.rowCount() - 1
        entry = self._model.entry(self._selection.current)
        control = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        is_enter = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if key in _STEPS and last >= 0:
            is_start = entry is None and key != Qt.Key.Key_End
            target = self._focused_row() if is_start else self._target(Qt.Key(key))
            is_end = key == Qt.Key.Key_Down and target == self._selection.current
            if is_end and self._is_folded():
                self._fold.setFocus(Qt.FocusReason.TabFocusReason)
            else:
                self._step_to(min(max(target, 0), last), modifiers)
        elif is_enter and control and entry is not None:
            self.similar_requested.emit(entry)
        elif key == Qt.Key.Key_Space and control and entry is not None:
            self._move_to(self._selection.current, modifiers)
        elif (is_enter or key == Qt.Key.Key_Space) and entry is not None:
            self.activated.emit(entry)
        elif key == Qt.Key.Key_B and not modifiers and entry is not None:
            self._toggle_burst(entry)
        elif key == Qt.Key.Key_A and control:
            self.select_all()
        else:
            super().keyPressEvent(event)

    def _target(self, key: Qt.Key) -> int:
        """Return the row that a key leads to; Up and Down keep to where they began."""
        here = max(0, self._selection.current)
        lines = {
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_PageUp: -max(1, self.viewport().height() // self._layout.line),
            Qt.Key.Key_PageDown: max(1, self.viewport().height() // self._layout.line),
        }
        if key in lines:
            if self._walk_x is None:
                self._walk_x = self._layout.rect(here).center().x()
            return self._layout.step(here, lines[key], self._walk_x)
        self._walk_x = None
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            return self._layout.beside(here, 1 if key == Qt.Key.Key_Right else -1)
        return 0 if key == Qt.Key.Key_Home else self._model.rowCount() - 1

    def _enter_from_below(self) -> None:
        """Take the keyboard to the photos above the button."""
        self.setFocus(Qt.FocusReason.BacktabFocusReason)
        if self._selection.current < 0:
            self._step_to(self._model.rowCount() - 1, Qt.KeyboardModifier.NoModifier)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select; a press on the selection may become a drag of all of it."""
        if event.button() in (Qt.MouseButton.BackButton, Qt.MouseButton.ForwardButton):
            event.ignore()  # the window goes back and forward
            return
        self._pressed = event.position().toPoint()
        self._press_waits = False
        self._walk_x = None
        row = self._row_under(self._pressed)
        entry = self._model.entry(row)
        is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if entry is not None and is_plain and self._is_on_count(row, entry, self._pressed):
            self._pressed = None
            self.select_row(row)
            self._toggle_burst(entry)
        elif entry is None:
            self._pressed = None
            if is_plain and self._selection.ids:
                self._selection.ids.clear()
                self._announce()
        elif is_plain and entry.photo_id in self._selection.ids:
            self._press_waits = event.button() == Qt.MouseButton.LeftButton
        else:
            self._move_to(row, event.modifiers())

    def _is_on_count(self, row: int, entry: GridEntry, point: QPoint) -> bool:
        size = self._model.burst_size(entry)
        return bool(size) and burst_place(self._cell_of(row), size).contains(point)

    def _toggle_burst(self, entry: GridEntry) -> None:
        """Show all photos of a burst, or one of them, and keep the keyboard on it."""
        size, here = self._model.burst_size(entry), self._selection.current
        if not size:
            return
        self._held = [(entry.photo_id, self._cell_of(here).top())]
        is_open = self._model.toggle_burst(entry.stack)
        if self._model.row_of(entry.photo_id) < 0:
            near = range(max(0, here - size), min(here + size, self._model.rowCount() - 1) + 1)
            shown = ((row, self._model.entry(row)) for row in near)
            self.select_row(next((n for n, e in shown if e and e.stack == entry.stack), -1))
        words = self.tr("{0} photos shown") if is_open else self.tr("{0} photos shown as one")
        announce(self, words.format(count(size)))

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
            self.set_line_height(
                self._line_height + (16 if turned > 0 else -16 if turned < 0 else 0)
            )
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
            tell(self, QAccessible.Event.Focus, row)
            self.viewport().update()

    def _move_to(self, row: int, modifiers: Qt.KeyboardModifier) -> None:
        extend = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        toggle = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        if self._selection.select(row, extend=extend, toggle=toggle):
            self._reveal(row)
            tell(self, QAccessible.Event.Focus, row)
            self._announce()

    def _announce(self) -> None:
        self.viewport().update()
        self._announced = self.selected_entries()
        tell(self, QAccessible.Event.SelectionWithin)
        self.selection_changed.emit(self._announced)

    # ---- for screen readers -----------------------------------------------------------------

    def accessible_list(self) -> PhotoList:
        """Return what screen readers see of the grid; always the same."""
        if self._accessible is None:
            self._accessible = PhotoList(self)
        return self._accessible

    def row_count(self) -> int:
        """Return how many photos are shown."""
        return self._model.rowCount()

    def button_for_more(self) -> QWidget | None:
        """Return the button that shows or hides weak photos, if there is one."""
        return self._fold if self._fold.isVisible() else None

    def row_at_global(self, point: QPoint) -> int:
        """Return the row at a point of the screen, or -1."""
        place = self.viewport().mapFromGlobal(point)
        return self._row_under(place) if self.viewport().rect().contains(place) else -1

    def item_text(self, row: int, which: QAccessible.Text) -> str:
        """Return what a screen reader says of a row: its name, or its place as description."""
        entry = self._model.entry(row)
        if entry is None:
            return ""
        if which == QAccessible.Text.Description:
            return self.tr("photo {0} of {1}").format(count(row + 1), count(self.row_count()))
        parts = (self._model.spoken(entry), self._mark_words_of(entry), self._read_words(entry))
        name = ", ".join(part for part in parts if part)
        return name if which == QAccessible.Text.Name else ""

    def _read_words(self, entry: GridEntry) -> str:
        read = self._read.get(entry.content_hash)
        return self.tr("photo {0} of the answer").format(read.number) if read is not None else ""

    def item_state(self, row: int) -> QAccessible.State:
        """Return whether a row is selected, has the keyboard, is in sight."""
        made = QAccessible.State()
        entry = self._model.entry(row)
        made.focusable = made.selectable = made.multiSelectable = True
        made.selected = entry is not None and entry.photo_id in self._selection.ids
        made.focused = row == self._selection.current and self.hasFocus()
        made.invisible = not self.isVisible()
        made.offscreen = not self._cell_of(row).intersects(self.viewport().rect())
        return made

    def item_rect(self, row: int) -> QRect:
        """Return the place of a row on the screen."""
        cell = self._cell_of(row)
        return QRect(self.viewport().mapToGlobal(cell.topLeft()), cell.size())
