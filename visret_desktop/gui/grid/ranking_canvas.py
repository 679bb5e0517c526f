"""Moves photos when a better ranking comes in; those that someone looks at keep their places."""

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, QRect
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from visret_desktop.gui.grid.grid_canvas import GridCanvas
from visret_desktop.gui.grid.grid_layout import GridLayout
from visret_desktop.gui.grid.grid_pins import Pin, arrange
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.grid.sections import WEAK, group_of, is_foldable
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader

_RESTING_SECONDS = 30.0  # after this long without moving, the cursor points at nothing


class RankingCanvas(GridCanvas):
    """Shows rankings of which each may be replaced by a better one."""

    def __init__(
        self, model: ResultsModel, loader: ThumbnailLoader, parent: QWidget | None = None
    ) -> None:
        super().__init__(model, loader, parent)
        self._ranking: Sequence[GridEntry] = ()
        self._mouse_moved_at = -_RESTING_SECONDS

    def show_ranking(self, entries: Sequence[GridEntry]) -> None:
        """Show a better ranking of the same query.

        The grid stays scrolled as it is and photos move to their new places, except the photo under
        the cursor and the current one, which keep theirs as nearly as the lines allow.
        """
        if self._is_looked_through(entries) or not self._fills_the_view(entries):
            self._model.unfold_first()
        self._re_rank(entries, self._pins())

    def show_typed(self, entries: Sequence[GridEntry]) -> None:
        """Show the ranking of what is typed by now, from its top: nobody looks at a photo yet.

        All photos may have other ranks after a key. Those that stay in sight move, the others fade.
        """
        self.verticalScrollBar().setValue(0)
        self._re_rank(entries, (), is_typed=True)

    def _is_looked_through(self, entries: Sequence[GridEntry]) -> bool:
        """Tell whether someone looks at photos that would be folded away."""
        if not is_foldable(entries):
            return False
        current = self._selection.current_id if self._selection.ids else 0
        weak = {entry.photo_id for entry in entries if group_of(entry) == WEAK}
        return self.verticalScrollBar().value() > 0 or current in weak

    def _fills_the_view(self, entries: Sequence[GridEntry]) -> bool:
        """Tell whether the photos above those that can be folded away fill the first screen."""
        if not is_foldable(entries):
            return True
        above = [entry for entry in entries if group_of(entry) != WEAK]
        return self._layout_of(*self._model.arrange(above)).height >= self.viewport().height()

    def _re_rank(
        self, entries: Sequence[GridEntry], pins: Sequence[Pin], *, is_typed: bool = False
    ) -> None:
        # While one types, rankings overtake each other: photos that fly across are no help then.
        is_overtaking = self._motion.is_running
        self._motion.stop()
        old_row_of, old_layout = self._model.finder(), self._layout
        scroll = self.verticalScrollBar().value()
        seen = self._in_sight()
        pins = pins if self._model.order == "relevance" else ()
        placed = arrange(self._model.arrange(entries), pins, scroll, self._layout_of)
        self._scroll_after = placed.scroll
        if placed.is_bent:
            self._model.show_bent(entries, placed.shown)
        else:
            self._model.set_entries(entries)
        self._ranking = entries
        if not is_overtaking:
            if is_typed:
                self._fade(seen)
            else:
                self._move(seen, old_row_of, old_layout, scroll)

    def _fade(self, seen: Sequence[tuple[GridEntry, QRect]]) -> None:
        before = {entry.photo_id: cell.topLeft() for entry, cell in seen}
        now = {entry.photo_id: cell.topLeft() for entry, cell in self._in_sight()}
        offsets = {one: before[one] - now[one] for one in before.keys() & now.keys()}
        leaving = [(entry, cell, QPoint()) for entry, cell in seen if entry.photo_id not in now]
        self._motion.start(offsets, frozenset(now.keys() - before.keys()), leaving)

    def _settle(self) -> None:
        """Release the photo that was under the cursor, so that the ranking's own order is shown."""
        if self._model.is_bent:
            self._re_rank(self._ranking, self._pins_of_current())

    def _move(
        self,
        seen: Sequence[tuple[GridEntry, QRect]],
        old_row_of: Callable[[int], int],
        old_layout: GridLayout,
        old_scroll: int,
    ) -> None:
        offsets: dict[int, QPoint] = {}
        coming: set[int] = set()
        now = {entry.photo_id: cell for entry, cell in self._in_sight()}
        for photo_id, cell in now.items():
            row = old_row_of(photo_id)
            if row < 0:
                coming.add(photo_id)
                continue
            old = self._near(old_layout.rect(row).translated(0, -old_scroll))
            if old.topLeft() != cell.topLeft():
                offsets[photo_id] = old.topLeft() - cell.topLeft()
        leaving = []
        for entry, cell in seen:
            if entry.photo_id not in now:
                row = self._model.row_of(entry.photo_id)
                target = self._near(self._cell_of(row)) if row >= 0 else cell
                leaving.append((entry, cell, target.topLeft() - cell.topLeft()))
        self._motion.start(offsets, frozenset(coming), leaving)

    def _near(self, cell: QRect) -> QRect:
        """Return a place, or the nearest one just out of sight if it is further away."""
        top = min(max(cell.top(), -self._layout.line), self.viewport().height())
        return QRect(cell.left(), top, cell.width(), cell.height())

    def _pins(self) -> list[Pin]:
        pins = []
        is_awake = time.monotonic() - self._mouse_moved_at < _RESTING_SECONDS
        if is_awake or QApplication.activePopupWidget() is not None:
            place = self.viewport().mapFromGlobal(self.cursor().pos())
            row = self._row_under(place) if self.viewport().rect().contains(place) else -1
            entry = self._model.entry(row)
            if entry is not None:
                pins.append(Pin(entry.photo_id, self._cell_of(row)))
        ids = {pin.photo_id for pin in pins}
        return [*pins, *(pin for pin in self._pins_of_current() if pin.photo_id not in ids)]

    def _pins_of_current(self) -> list[Pin]:
        selection = self._selection
        if selection.current < 0 or not (selection.ids or self.hasFocus()):
            return []
        cell = self._cell_of(selection.current)
        is_seen = self.viewport().rect().contains(cell.center())
        return [Pin(selection.current_id, cell)] if is_seen else []

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Remember that the cursor is in use, and name the photo under it."""
        self._mouse_moved_at = time.monotonic()
        self._hover(self._row_under(event.position().toPoint()))

    def viewportEvent(self, event: QEvent) -> bool:
        """Release the photo under the cursor when the cursor leaves."""
        if event.type() == QEvent.Type.Leave and QApplication.activePopupWidget() is None:
            self._mouse_moved_at = -_RESTING_SECONDS
            self._hover(-1)
            self._settle()
        return super().viewportEvent(event)

    def _hover(self, row: int) -> None:
        if row != self._hovered:
            for changed in (row, self._hovered):
                self.viewport().update(self._cell_of(changed))
            self._hovered = row
