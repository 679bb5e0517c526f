"""What is unfolded below an answer: its table, how it was reasoned, and what each photo said."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from visret_desktop.engine.messages import Answered, AnswerRow, Evidence
from visret_desktop.gui.answers.evidence_row import ICONS
from visret_desktop.gui.widgets.accessibility import ArrowGroup
from visret_desktop.gui.widgets.icons import flat_button, icon, pixmap
from visret_desktop.gui.widgets.plain_text import ElidedLabel, PlainLabel, literally
from visret_desktop.gui.widgets.theme import Text, set_text
from visret_desktop.gui.widgets.window_layout import fill

_HEIGHT, _BADGE_ICON = 28, 14  # pixels
_ICONS = {
    "photos": "images",
    "sketch": "pencil",
    "photos and sketch": "pencil",
    "memory": "circle-help",
    "catalog": "list-ordered",
}


class SourceBadge(QFrame):
    """Hidden where there is no answer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chip")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_HEIGHT)
        self._source = ""
        self._icon, self._words = PlainLabel(), PlainLabel()
        set_text(self._words, Text.SMALL)
        parts = (self._icon, self._words)
        fill(QHBoxLayout(self), *parts, margins=(10, 0, 12, 0), spacing=6)

    def text(self) -> str:
        """Return the words shown, "" while hidden."""
        return "" if self.isHidden() else self._words.text()

    def show_source(self, source: str) -> None:
        """Say where the answer is from: the `source` of an `Answered`."""
        self._source = source
        self.setVisible(bool(source))
        words, explained = self._said(source)
        self._words.setText(words)
        self.setToolTip(literally(explained))
        self._paint_icon()

    def _said(self, source: str) -> tuple[str, str]:
        return {
            "photos": (self.tr("From photos"), self.tr("Photos of yours say so")),
            "sketch": (
                self.tr("From a sketch"),
                self.tr("A drawn sketch says so, which is no record: no photo of yours does"),
            ),
            "photos and sketch": (
                self.tr("From photos and sketches"),
                self.tr("Photos of yours say so, and drawn sketches, which are no record"),
            ),
            "memory": (
                self.tr("From memory"),
                self.tr("The model says so without having looked at a photo; it may be wrong"),
            ),
            "catalog": (
                self.tr("From the catalog"),
                self.tr("Counted by what the library knows of its photos"),
            ),
        }.get(source, ("", ""))

    def _paint_icon(self) -> None:
        if self._source:
            color, scale = self.palette().windowText().color(), self.devicePixelRatioF()
            self._icon.setPixmap(pixmap(_ICONS[self._source], color, _BADGE_ICON, scale))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the colors of the window."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._paint_icon()


_ICON, _NAME, _LINE = 16, 180, 24  # pixels


class _Row(NamedTuple):
    """The parts of a row that change while the photo is read, and the button at its end."""

    state: PlainLabel
    told: PlainLabel
    drop: QToolButton | None


class AnswerDetails(QScrollArea):
    """One row for each photo; `dropped` carries the evidence of one to be left out."""

    dropped = Signal(object)
    row_chosen = Signal(str)  # the query of a row of the table

    def __init__(self, words_of: Callable[[Evidence], str], parent: QWidget | None = None) -> None:
        """Show the state of a photo in the words that `words_of` returns."""
        super().__init__(parent)
        self._words_of = words_of
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("What each photo said"))
        self.viewport().setAutoFillBackground(False)
        self._needed = 0
        self._rows: list[_Row] = []
        self._layout_of: object = None  # the page: what it has beside what each photo said
        self.setMinimumHeight(2 * _LINE)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def set_most(self, height: int) -> None:
        """Be no higher than so many pixels; where there is no room, lower."""
        self.setMaximumHeight(max(2 * _LINE, height))

    def sizeHint(self) -> QSize:
        """Return the size that shows everything."""
        return QSize(super().sizeHint().width(), self._needed)

    def show_answer(
        self,
        answered: Answered,
        evidence: Sequence[Evidence],
        headings: Sequence[str],
        before: QWidget,
    ) -> None:
        """Show another answer, and what the photos in the order of `evidence` said.

        Each photo stands below its heading. Tab comes here from `before`.
        """
        place = self.verticalScrollBar().value()
        photos = [(one.n, one.entity, one.content_hash, one.name) for one in evidence]
        layout_of = (answered.reasoning, list(headings), answered.reader, answered.rows, photos)
        if layout_of != self._layout_of:
            self._layout_of = layout_of
            self._make_page(answered, evidence, headings)
        for one, row in zip(evidence, self._rows, strict=True):
            self._show_row(row, one)
        for row in self._rows:
            if row.drop is not None:
                QWidget.setTabOrder(before, row.drop)
                before = row.drop
        self._fit()
        self.verticalScrollBar().setValue(place)

    def _make_page(
        self, answered: Answered, evidence: Sequence[Evidence], headings: Sequence[str]
    ) -> None:
        page = QWidget()
        drops = [row.drop for row in self._rows if row.drop is not None]
        focused = next((n for n, drop in enumerate(drops) if drop.hasFocus()), -1)
        self._rows = []
        grid = QGridLayout(page)
        grid.setContentsMargins(0, 4, 8, 4)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(3, 1)
        for row in answered.rows:
            self._add_table_row(grid, row)
        if answered.reasoning:
            self._add_whole(grid, PlainLabel(answered.reasoning, is_wrapped=True))
        for heading, rows in groupby(zip(headings, evidence, strict=True), lambda one: one[0]):
            if heading:
                self._add_whole(grid, PlainLabel(heading, is_wrapped=True, is_bold=True))
            for _, one in rows:
                self._add_row(grid, one)
        drops = [row.drop for row in self._rows if row.drop is not None]
        ArrowGroup(page, drops)
        if answered.reader:
            reader_label = PlainLabel(
                self.tr("Read by {0}").format(answered.reader.rpartition("-")[0])
            )
            self._add_whole(grid, _faint(reader_label))
        grid.setRowStretch(grid.rowCount(), 1)
        self.setWidget(page)
        page.setAutoFillBackground(False)
        if focused >= 0 and drops:
            drops[min(focused, len(drops) - 1)].setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as high as the words need at this width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _fit(self) -> None:
        page = self.widget()
        layout = page.layout() if page is not None else None
        if layout is not None:
            self._needed = layout.totalHeightForWidth(self.viewport().width())
            self.updateGeometry()

    def _add_whole(self, grid: QGridLayout, widget: QWidget) -> None:
        grid.addWidget(widget, grid.rowCount(), 0, 1, 5)

    def _add_table_row(self, grid: QGridLayout, row: AnswerRow) -> None:
        name = ElidedLabel(row.name or self.tr("not noted"), mode=Qt.TextElideMode.ElideMiddle)
        one, many = self.tr("1 photo"), self.tr("{0} photos").format(f"{row.photos:,}")
        count = QPushButton(one if row.photos == 1 else many)
        count.setEnabled(bool(row.query))
        count.setToolTip(literally(row.query))
        count.setAccessibleName(f"{name.text()}: {count.text()}")
        count.clicked.connect(lambda: self.row_chosen.emit(row.query))
        at = grid.rowCount()
        grid.addWidget(name, at, 0, 1, 3)
        grid.addWidget(count, at, 3, Qt.AlignmentFlag.AlignLeft)

    def _add_row(self, grid: QGridLayout, evidence: Evidence) -> None:
        row, top = grid.rowCount(), Qt.AlignmentFlag.AlignTop
        number = PlainLabel(str(evidence.n), is_bold=True)
        state = PlainLabel()
        name = ElidedLabel(evidence.name, mode=Qt.TextElideMode.ElideMiddle)
        name.setFixedWidth(_NAME)
        reading_label = PlainLabel(is_wrapped=True)
        for label in (number, state, name):
            label.setFixedHeight(_LINE)
        reading_label.setContentsMargins(
            0, (_LINE - reading_label.fontMetrics().lineSpacing()) // 2, 0, 0
        )
        parts: Sequence[QWidget] = (number, state, _faint(name), reading_label)
        for column, part in enumerate(parts):
            grid.addWidget(part, row, column, top)
        drop = None if evidence.is_sketch else self._drop_button(evidence)
        if drop is not None:
            grid.addWidget(drop, row, 4, top)
        self._rows.append(_Row(state, reading_label, drop))

    def _show_row(self, row: _Row, evidence: Evidence) -> None:
        shown = "pencil" if evidence.is_sketch else ICONS[evidence.state]
        row.state.setPixmap(icon(shown).pixmap(_ICON, _ICON))
        words = (self._words_of(evidence), evidence.reasoning)
        row.told.setText("\n".join(part for part in words if part))

    def _drop_button(self, evidence: Evidence) -> QToolButton:
        words = self.tr("Answer without photo {0}").format(evidence.n)
        button = flat_button("x", words, _LINE)
        button.clicked.connect(lambda: self.dropped.emit(evidence))
        return button


def _faint(label: PlainLabel) -> PlainLabel:
    label.setEnabled(False)
    set_text(label, Text.SMALL)
    return label
