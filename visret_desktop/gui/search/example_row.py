"""Three queries to try, while the demonstration is in the library and nothing is asked."""

import json
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)

from visret_desktop.demonstration import BOOK
from visret_desktop.gui.widgets.accessibility import ArrowGroup
from visret_desktop.gui.widgets.plain_text import PlainLabel, literally

_SHOWN = 3


class ExampleRow(QWidget):
    """`chosen` carries the query whose button was pressed."""

    chosen = Signal(str)

    def __init__(self, demonstration: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._demonstration = demonstration
        self._buttons: list[QPushButton] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 4, 8, 4)
        self._row.setSpacing(8)
        self._title = PlainLabel(self.tr("Try:"))
        self._row.addWidget(self._title)
        # All at once, so that Tab comes here before it comes to what is below.
        self._unused = [self._make_button() for _ in range(_SHOWN)]
        ArrowGroup(self, self._unused)
        self._row.addStretch(1)
        self.hide()

    def queries(self) -> list[str]:
        """Return what the buttons ask."""
        return [button.property("query") for button in self._buttons]

    def refresh(self, is_browsing: bool) -> None:
        """Show the row if the demonstration is there and no query is open."""
        if is_browsing and not self._buttons:
            self._fill()
        self.setVisible(is_browsing and bool(self._buttons) and self._demonstration.exists())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the examples that can be read whole, the first one in any case."""
        super().resizeEvent(event)
        self._show_what_fits()

    def _show_what_fits(self) -> None:
        margins, room = self._row.contentsMargins(), self.width() - self._row.spacing()
        room -= margins.left() + margins.right() + self._title.sizeHint().width()
        for place, button in enumerate(self._buttons):
            room -= button.sizeHint().width() + self._row.spacing()
            button.setVisible(place == 0 or room >= 0)

    def _make_button(self) -> "_ExampleButton":
        button = _ExampleButton()
        button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        button.setMinimumWidth(48)
        button.clicked.connect(lambda: self.chosen.emit(button.property("query")))
        button.hide()
        self._row.addWidget(button)
        return button

    def _fill(self) -> None:
        for query, button in zip(_examples(self._demonstration / BOOK), self._unused, strict=False):
            button.setText(query.replace("&", "&&"))
            button.setProperty("query", query)
            button.setToolTip(literally(query))
            button.setAccessibleName(self.tr("Search for {0}").format(query))
            self._buttons.append(button)
        self._show_what_fits()


class _ExampleButton(QPushButton):
    """Shows as much of a query as there is room for, from its beginning."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button with shortened words."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        inside = QStyle.SubElement.SE_PushButtonContents
        room = self.style().subElementRect(inside, option, self).width()
        right = Qt.TextElideMode.ElideRight
        option.text = self.fontMetrics().elidedText(self.text(), right, room)
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        painter.end()


def _examples(book: Path) -> list[str]:
    """Return the first queries of the demonstration's description; none if it is not finished."""
    try:
        queries = json.loads(book.read_text(encoding="utf-8"))["queries"]
        return [str(entry["query"]) for entry in queries[:_SHOWN]]
    except (OSError, ValueError, LookupError, TypeError):
        return []
