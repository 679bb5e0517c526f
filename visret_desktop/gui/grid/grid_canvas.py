"""Lays out and paints the grid, and moves its photos when a better ranking comes in."""

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from visret_desktop.gui.grid.grid_layout import GridLayout, Section, sections_of
from visret_desktop.gui.grid.grid_motion import GridMotion
from visret_desktop.gui.grid.grid_pins import Pin, arrange
from visret_desktop.gui.grid.photo_painter import PhotoPainter, caption_font, picture_area
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.grid.selection import Selection
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader

_AHEAD = 1.0  # screens above and below for which thumbnails are loaded as well
_DIM = 0.35
_RESTING_SECONDS = 30.0  # after this long without moving, the cursor points at nothing


class GridCanvas(QAbstractScrollArea):
    """Shows a model's entries; the photos that someone looks at keep their places."""

    def __init__(
        self, model: ResultsModel, loader: ThumbnailLoader, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._loader = loader
        self._cell = 176
        self._selection = Selection(model)
        self._show_scores = False
        self._is_outdated = False
        self._order = model.order
        self._held: list[tuple[int, int]] = []
        self._scroll_after: int | None = None
        self._ranking: Sequence[GridEntry] | None = None  # in its own order, if photos are pinned
        self._pinned_sections: list[Section] | None = None
        self._mouse_moved_at = -_RESTING_SECONDS
        self._grade_of: Callable[[GridEntry], bool | None] = lambda _entry: None
        self._painter = PhotoPainter(self.tr("drive not plugged in"), self.tr("offline"))
        self._layout = GridLayout([], 1, self._cell)
        self._motion = GridMotion(self)
        self._motion.moved.connect(self.viewport().update)
        model.modelAboutToBeReset.connect(self._on_about_to_reset)
        model.modelReset.connect(self._on_reset)
        loader.loaded.connect(self._on_loaded)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        self.viewport().setMouseTracking(True)
        self.setFont(caption_font(self.font()))

    def set_show_scores(self, show: bool) -> None:
        """Show rank and score instead of names."""
        self._show_scores = show
        self.viewport().update()

    def set_outdated(self, is_outdated: bool) -> None:
        """Dim the photos while they answer an earlier query."""
        if is_outdated != self._is_outdated:
            self._is_outdated = is_outdated
            self.viewport().update()

    # ---- a new ranking ----------------------------------------------------------------------

    def show_ranking(self, entries: Sequence[GridEntry]) -> None:
        """Show a better ranking of the same query.

        The grid stays scrolled as it is and photos move to their new places, except the photo under
        the cursor and the current one, which keep theirs.
        """
        self._re_rank(entries, self._pins())

    def _re_rank(self, entries: Sequence[GridEntry], pins: Sequence[Pin]) -> None:
        self._motion.stop()
        old_row_of, old_layout = self._model.finder(), self._layout
        scroll = self.verticalScrollBar().value()
        seen = self._in_sight()
        is_relevance = self._model.order == "relevance"
        room = (self.viewport().width(), self._cell)
        titles = self._titles(entries)
        placed = arrange(entries, titles, pins if is_relevance else (), scroll, room)
        self._pinned_sections = placed.sections if is_relevance else None
        self._scroll_after = placed.scroll
        is_bent = placed.entries != list(entries)
        self._model.set_entries(placed.entries)
        self._ranking = entries if is_bent else None
        self._move(seen, old_row_of, old_layout, scroll)

    def _settle(self) -> None:
        """Release the photo that was under the cursor, so that the ranking's own order is shown."""
        if self._ranking is not None:
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
        """Return a cell, or the nearest place just out of sight if it is further away."""
        top = min(max(cell.top(), -self._layout.line), self.viewport().height())
        return QRect(cell.left(), top, cell.width(), cell.height())

    def _in_sight(self) -> list[tuple[GridEntry, QRect]]:
        top = self.verticalScrollBar().value()
        rows = self._layout.rows_between(top, top + self.viewport().height())
        found = ((self._model.entry(row), self._cell_of(row)) for row in rows)
        return [(entry, cell) for entry, cell in found if entry is not None]

    def _cell_of(self, row: int) -> QRect:
        """Return a row's cell in the viewport."""
        return self._layout.rect(row).translated(0, -self.verticalScrollBar().value())

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
        """Remember that the cursor is in use."""
        self._mouse_moved_at = time.monotonic()

    def viewportEvent(self, event: QEvent) -> bool:
        """Release the photo under the cursor when the cursor leaves."""
        if event.type() == QEvent.Type.Leave and QApplication.activePopupWidget() is None:
            self._mouse_moved_at = -_RESTING_SECONDS
            self._settle()
        return super().viewportEvent(event)

    # ---- layout -----------------------------------------------------------------------------

    def _on_about_to_reset(self) -> None:
        self._held = self._places()
        self._motion.stop()
        self._ranking = None

    def _on_reset(self) -> None:
        scroll, self._scroll_after = self._scroll_after, None
        if scroll is None:
            self._pinned_sections = None
        self._selection.follow_model()
        self._lay_out()
        bar = self.verticalScrollBar()
        if self._model.order != self._order:
            self._order = self._model.order
            bar.setValue(0)
            self._reveal(self._selection.current)
        elif scroll is not None:
            bar.setMaximum(max(bar.maximum(), scroll))  # so that a pinned photo can stay in place
            bar.setValue(scroll)
        else:
            self._put_back(self._held)

    def _places(self) -> list[tuple[int, int]]:
        """Return the photos in sight with their distance from the top; the current one first.

        None when scrolled to the very top, where new photos should be seen.
        """
        top, height = self.verticalScrollBar().value(), self.viewport().height()
        if top == 0:
            return []
        rows = list(self._layout.rows_between(top + self._layout.line // 2, top + height))
        if self._selection.current in rows:
            rows.insert(0, self._selection.current)
        found = ((self._model.entry(row), self._layout.rect(row).top() - top) for row in rows)
        return [(entry.photo_id, y) for entry, y in found if entry is not None]

    def _put_back(self, places: list[tuple[int, int]]) -> None:
        """Scroll so that the first of `places` that is still shown keeps its distance."""
        for photo_id, y in places:
            row = self._model.row_of(photo_id)
            if row >= 0:
                self.verticalScrollBar().setValue(self._layout.rect(row).top() - y)
                return
        self.verticalScrollBar().setValue(0)

    def _titles(self, entries: Sequence[GridEntry]) -> list[str]:
        return [self._model.band_title(entry) for entry in entries]

    def _sections(self) -> list[Section]:
        entries = self._model.entries()
        if self._model.order != "relevance":
            return [Section("", 0, len(entries))]
        return self._pinned_sections or sections_of(self._titles(entries))

    def _lay_out(self) -> None:
        self._layout = GridLayout(self._sections(), self.viewport().width(), self._cell)
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, self._layout.height - self.viewport().height()))
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(self._cell // 3)
        self._want_visible()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out again; what is in sight stays in sight."""
        super().resizeEvent(event)
        self._motion.stop()
        held = self._places()
        self._lay_out()
        self._put_back(held)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Repaint, and load what comes into sight."""
        self._want_visible()
        self.viewport().update()

    def _want_visible(self) -> None:
        top, height = self.verticalScrollBar().value(), self.viewport().height()
        margin = int(_AHEAD * height)
        visible = self._hashes(top, top + height)
        around = self._hashes(top - margin, top + height + margin)
        cell = picture_area(QRect(0, 0, self._layout.cell, self._layout.line)).size()
        box = (cell.toSizeF() * self.devicePixelRatioF()).toSize()
        self._loader.set_wanted(dict.fromkeys((*visible, *around)), box)

    def _hashes(self, top: int, bottom: int) -> list[str]:
        rows = self._layout.rows_between(top, bottom)
        return [e.content_hash for row in rows if (e := self._model.entry(row)) is not None]

    def refresh_thumbnails(self) -> None:
        """Ask again for thumbnails that were missing."""
        self._loader.retry_absent()
        self._want_visible()

    def _row_under(self, point: QPoint) -> int:
        return self._layout.row_at(point + QPoint(0, self.verticalScrollBar().value()))

    def _reveal(self, row: int) -> None:
        rect = self._layout.rect(row)
        bar = self.verticalScrollBar()
        if rect.isNull():
            return
        if rect.top() < bar.value():
            bar.setValue(rect.top())
        elif rect.bottom() > bar.value() + self.viewport().height():
            bar.setValue(rect.bottom() - self.viewport().height())

    # ---- paint ------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cells in sight."""
        painter = QPainter(self.viewport())
        painter.setFont(self.font())
        top = self.verticalScrollBar().value()
        bottom = top + self.viewport().height()
        for title, rect in self._layout.headers_between(top, bottom):
            self._painter.paint_header(painter, rect.translated(0, -top), title, self.palette())
        for entry, cell, opacity in self._motion.leaving():
            self._paint_cell(painter, cell, entry, opacity)
        is_moving = self._motion.is_running
        for entry, cell in self._in_sight():
            opacity = 1.0
            if is_moving:
                cell = cell.translated(self._motion.offset(entry.photo_id))
                opacity = self._motion.opacity(entry.photo_id)
            self._paint_cell(painter, cell, entry, opacity)
        painter.end()

    def _paint_cell(self, painter: QPainter, cell: QRect, entry: GridEntry, opacity: float) -> None:
        self._painter.paint(
            painter,
            cell,
            entry,
            self._loader.scaled(entry.content_hash),
            self.palette(),
            selected=entry.photo_id in self._selection.ids,
            current=self._is_current(entry) and self.hasFocus(),
            show_score=self._show_scores,
            opacity=opacity * (_DIM if self._is_outdated or self._model.is_dim(entry) else 1.0),
            badge=self._model.column_title(entry),
            grade=self._grade_of(entry),
        )

    def _is_current(self, entry: GridEntry) -> bool:
        return self._selection.current >= 0 and entry.photo_id == self._selection.current_id

    def _on_loaded(self, content_hash: str) -> None:
        self.viewport().update()
