"""Lays out and paints the photos of a model, and keeps what is in sight where it is."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from visret_desktop.gui.grid.collapsed_bursts import FoldButton
from visret_desktop.gui.grid.grid_layout import (
    CAPTION_HEIGHT,
    MARGIN,
    Block,
    GridLayout,
    Section,
    aspect_of,
)
from visret_desktop.gui.grid.grid_motion import GridMotion
from visret_desktop.gui.grid.photo_painter import CellStyle, PhotoPainter, box_for
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.grid.selection import Selection
from visret_desktop.gui.languages.figures import decimal
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.widgets.photo_boxes import Boxes
from visret_desktop.gui.widgets.theme import Text, set_text

SMALLEST_LINE, LINE, LARGEST_LINE = 72, 176, 360  # height of photos
_AHEAD = 1.0  # screens above and below for which thumbnails are loaded as well
_DIM = 0.35
_MANY = 20_000  # photos that are not laid out for each pixel by which the window grows
_PAUSE_MS = 80


class GridCanvas(QAbstractScrollArea):
    """Shows a model's entries."""

    def __init__(
        self, model: ResultsModel, loader: ThumbnailLoader, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._loader = loader
        self._line_height = LINE
        self._selection = Selection(model)
        self._show_scores = self._has_captions = self._is_outdated = False
        self._order = model.order
        self._hovered = -1
        self._read: Mapping[str, Boxes] = {}
        self._pointed_at = ""
        self._held: list[tuple[int, int]] = []
        self._scroll_after: int | None = None
        self._grade_of: Callable[[GridEntry], bool | None] = lambda _entry: None
        self._painter = PhotoPainter(self.tr("offline"), self.tr("new"))
        self._layout = GridLayout([], (), 1, self._line_height)
        self._motion = GridMotion(self)
        self._motion.moved.connect(self.viewport().update)
        self._fold = FoldButton(self.viewport())
        self._fold.clicked.connect(self._toggle_fold)
        self._fold.reached.connect(self._reveal_fold)
        self._waiting = QTimer(self)
        self._waiting.setSingleShot(True)
        self._waiting.setInterval(_PAUSE_MS)
        self._waiting.timeout.connect(self._lay_out_again)
        model.modelAboutToBeReset.connect(self._on_about_to_reset)
        model.modelReset.connect(self._on_reset)
        loader.loaded.connect(self._on_loaded)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.viewport().setMouseTracking(True)
        set_text(self, Text.SMALL)

    # ---- for the window ---------------------------------------------------------------------

    def set_show_scores(self, show: bool) -> None:
        """Show the place and the similarity of each photo."""
        self._show_scores = show
        self.viewport().update()

    def set_captions(self, has_captions: bool) -> None:
        """Show name and date below each photo, or only the name of the one under the mouse."""
        if has_captions != self._has_captions:
            self._held = self._places()
            self._has_captions = has_captions
            self._lay_out_again()

    def set_outdated(self, is_outdated: bool) -> None:
        """Dim the photos while they answer an earlier query."""
        if is_outdated != self._is_outdated:
            self._is_outdated = is_outdated
            self.viewport().update()

    def show_read(self, read: Mapping[str, Boxes]) -> None:
        """Number the photos that an answer is from, and box where they show it; by hash."""
        self._read = read
        self.viewport().update()

    def point_at(self, content_hash: str) -> None:
        """Show the boxes of a photo as if the mouse were on it; "": of none."""
        self._pointed_at = content_hash
        self.viewport().update()

    def refresh_thumbnails(self) -> None:
        """Ask again for thumbnails that were missing."""
        self._loader.retry_absent()
        self._want_visible()

    # ---- layout -----------------------------------------------------------------------------

    def _on_about_to_reset(self) -> None:
        self._held = self._places()
        self._motion.stop()

    def _on_reset(self) -> None:
        scroll, self._scroll_after = self._scroll_after, None
        self._selection.follow_model()
        self._hovered = -1
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
        tops = ((self._model.entry(row), self._layout.rect(row).top() - top) for row in rows)
        return [(entry.photo_id, y) for entry, y in tops if entry is not None]

    def _place_of_chosen(self) -> list[tuple[int, int]]:
        """Return the current photo with its distance from the top, if it is selected."""
        row, chosen = self._selection.current, self._selection.current_id
        is_chosen = row >= 0 and chosen in self._selection.ids
        return [(chosen, self._cell_of(row).top())] if is_chosen else []

    def _put_back(self, places: list[tuple[int, int]]) -> None:
        """Scroll so that the first of `places` that is still shown keeps its distance."""
        for photo_id, y in places:
            row = self._model.row_of(photo_id)
            if row >= 0:
                self.verticalScrollBar().setValue(self._layout.rect(row).top() - y)
                return
        self.verticalScrollBar().setValue(0)

    def _layout_of(self, entries: Sequence[GridEntry], blocks: Sequence[Block]) -> GridLayout:
        """Return how entries would be laid out."""
        aspects = [aspect_of(entry.width, entry.height) for entry in entries]
        return self._laid_out(blocks, aspects)

    def _laid_out(self, blocks: Sequence[Block], aspects: Sequence[float]) -> GridLayout:
        caption = CAPTION_HEIGHT if self._has_captions else 0
        return GridLayout(blocks, aspects, self.viewport().width(), self._line_height, caption)

    def _lay_out(self) -> None:
        self._waiting.stop()
        self._layout = self._laid_out(self._model.blocks, self._model.aspects)
        self._set_range()
        self._place_fold()
        self._want_visible()
        self.viewport().update()

    def _set_range(self) -> None:
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, self._layout.height - self.viewport().height()))
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(self._line_height // 3)

    def _lay_out_again(self) -> None:
        """Lay out the same photos; what was in sight before stays in sight."""
        self._motion.stop()
        self._lay_out()
        self._put_back(self._held)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out again; what is in sight stays in sight."""
        super().resizeEvent(event)
        if not self._waiting.isActive():
            # The photo panel opens for a chosen photo, which must not go elsewhere for that.
            self._held = self._places() or self._place_of_chosen()
        if event.oldSize().width() == event.size().width():
            self._set_range()
            self._put_back(self._held)
            self._want_visible()
        elif self._model.rowCount() < _MANY or not event.oldSize().isValid():
            self._lay_out_again()
        else:
            self._waiting.start()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Repaint, and load what comes into sight."""
        self._place_fold()
        self._want_visible()
        self.viewport().update()

    # ---- where photos are -------------------------------------------------------------------

    def _in_sight(self) -> list[tuple[GridEntry, QRect]]:
        top = self.verticalScrollBar().value()
        rows = self._layout.rows_between(top, top + self.viewport().height())
        cells = ((self._model.entry(row), self._cell_of(row)) for row in rows)
        return [(entry, cell) for entry, cell in cells if entry is not None]

    def _cell_of(self, row: int) -> QRect:
        """Return the place of a row's photo in the viewport."""
        return self._layout.rect(row).translated(0, -self.verticalScrollBar().value())

    def _row_under(self, point: QPoint) -> int:
        return self._layout.row_at(point + QPoint(0, self.verticalScrollBar().value()))

    def _reveal(self, row: int) -> None:
        rect = self._layout.rect(row)
        if not rect.isNull():
            caption = CAPTION_HEIGHT if self._has_captions else 0
            self._bring_into_sight(rect.top() - MARGIN, rect.bottom() + caption + MARGIN)

    def _bring_into_sight(self, top: int, bottom: int) -> None:
        bar = self.verticalScrollBar()
        if top < bar.value():
            bar.setValue(top)
        elif bottom > bar.value() + self.viewport().height():
            bar.setValue(bottom - self.viewport().height())

    def first_row_in_sight(self) -> int:
        """Return the first row of which more than half a line is in sight; -1: there is none."""
        top = self.verticalScrollBar().value()
        below = top + min(self._layout.line // 2, self.viewport().height())
        bottom = top + self.viewport().height()
        return next(iter(self._layout.rows_between(below, bottom)), -1)

    def scroll_to_row(self, row: int) -> None:
        """Bring a row to the top, with the heading above it."""
        rect = self._layout.rect(row)
        if not rect.isNull():
            above = self._layout.headings_between(rect.top() - MARGIN, rect.top() - 1)
            top = min([rect.top(), *(place.top() for _, place in above)])
            self.verticalScrollBar().setValue(top - MARGIN)

    def _focused_row(self) -> int:
        """Return the row that has the keyboard; before any was chosen, the first in sight."""
        if not self.hasFocus():
            return -1
        top = self.verticalScrollBar().value()
        first = next(iter(self._layout.rows_between(top, top + self.viewport().height())), -1)
        return self._selection.current if self._selection.current >= 0 else first

    # ---- thumbnails -------------------------------------------------------------------------

    def _want_visible(self) -> None:
        top, height = self.verticalScrollBar().value(), self.viewport().height()
        margin = int(_AHEAD * height)
        seen = self._layout.rows_between(top, top + height)
        around = self._layout.rows_between(top - margin, top + height + margin)
        ratio = self.devicePixelRatioF()
        boxes: dict[str, QSize] = {}
        for row in (*seen, *around):
            entry = self._model.entry(row)
            if entry is not None and entry.content_hash not in boxes:
                place = (self._layout.rect(row).size().toSizeF() * ratio).toSize()
                boxes[entry.content_hash] = box_for(place, QSize(entry.width, entry.height))
        self._loader.set_wanted(boxes, boxes)

    def _on_loaded(self, content_hash: str) -> None:
        self.viewport().update()

    # ---- what is folded away ----------------------------------------------------------------

    def _folding(self) -> tuple[Section, QRect] | None:
        """Return the section that can be folded, and where its heading is."""
        return self._layout.folding

    def _is_folded(self) -> bool:
        folding = self._folding()
        return folding is not None and folding[0].count == 0

    def _place_fold(self) -> None:
        folding = self._folding()
        if folding is None:
            self._fold.hide()
            return
        section, place = folding
        end = self._painter.heading_end(place, section)
        self._fold.follow(section, place.translated(0, -self.verticalScrollBar().value()), end)

    def _toggle_fold(self) -> None:
        self._scroll_after = self.verticalScrollBar().value()  # the heading stays where it is
        self._model.fold(not self._is_folded())

    def _reveal_fold(self) -> None:
        if (folding := self._folding()) is not None:
            self._bring_into_sight(folding[1].top(), folding[1].bottom())

    # ---- paint ------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what is in sight."""
        painter = QPainter(self.viewport())
        top = self.verticalScrollBar().value()
        area = event.rect()
        for section, place in self._layout.headings_between(top + area.top(), top + area.bottom()):
            place = place.translated(0, -top)
            self._painter.paint_heading(painter, place, section, self.palette())
        painter.setFont(self.font())
        for entry, cell, opacity in self._motion.leaving():
            self._paint_photo(painter, cell, entry, opacity)
        is_moving, focused = self._motion.is_running, self._model.entry(self._focused_row())
        for entry, cell in self._in_sight():
            opacity = 1.0
            if is_moving:
                cell = cell.translated(self._motion.offset(entry.photo_id))
                opacity = self._motion.opacity(entry.photo_id)
            elif not cell.adjusted(-4, -4, 4, CAPTION_HEIGHT).intersects(area):
                continue
            self._paint_photo(painter, cell, entry, opacity, is_focused=entry is focused)
        painter.end()

    def _paint_photo(
        self,
        painter: QPainter,
        cell: QRect,
        entry: GridEntry,
        opacity: float,
        *,
        is_focused: bool = False,
    ) -> None:
        is_dim = self._is_outdated or self._model.is_dim(entry)
        score = entry.score if self._show_scores else None
        read = self._read.get(entry.content_hash)
        is_selected = entry.photo_id in self._selection.ids
        is_hovered = is_focused or entry is self._model.entry(self._hovered)
        is_pointed_at = is_selected or is_hovered or entry.content_hash == self._pointed_at
        look = CellStyle(
            is_selected=is_selected,
            is_focused=is_focused,
            is_hovered=is_hovered,
            has_caption=self._has_captions,
            score=f"{entry.rank} · {decimal(score, 3)}" if score is not None else "",
            grade=self._grade_of(entry),
            number=read.number if read is not None else "",
            boxes=read if is_pointed_at else None,
            is_new=self._model.is_new(entry),
            opacity=opacity * (_DIM if is_dim else 1.0),
            burst=self._model.count_of(entry),
            is_burst_open=self._model.is_open(entry),
        )
        image = self._loader.scaled(entry.content_hash)
        self._painter.paint(painter, cell, entry, image, self.palette(), look)
