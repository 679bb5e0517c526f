"""Why a photo is here: what names it, and its rank in every list, with the list's sketch."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QIcon, QImage, QPixmap
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from visret_desktop.gui.grid.list_names import by_list, place_in_list
from visret_desktop.gui.widgets.accessibility import speak_as
from visret_desktop.gui.widgets.plain_text import PlainLabel, literally

FindSketch = Callable[[str], QImage | None]
_ICON = QSize(40, 40)


class WhyLines(QWidget):
    """What names the photo, what it says of a formula, then a line for each list, best rank first.

    `chosen` carries the list that was clicked.
    """

    chosen = Signal(str)

    def __init__(
        self,
        ranks: dict[str, int],
        find_sketch: FindSketch,
        named: str = "",
        says: Mapping[str, str] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        speak_as(self, QAccessible.Role.Grouping)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        saying = self._saying(named)
        if saying:
            column.addWidget(PlainLabel(saying))
        answers = [self._answer(*pair) for pair in (says or {}).items()]
        for answer in answers:
            column.addWidget(PlainLabel(answer, is_wrapped=True))
        ordered = sorted(ranks.items(), key=lambda pair: pair[1])
        for name, rank in ordered:
            column.addWidget(self._line(name, rank, find_sketch(name)))
        places = [place_in_list(*pair) for pair in ordered]
        self.setAccessibleName(", ".join(filter(None, (saying, *answers, *places))))

    def _answer(self, part: str, answer: str) -> str:
        """Return what a photo says of a part of a formula."""
        return {
            "yes": self.tr("✓ {0}: yes"),
            "no": self.tr("✗ {0}: no"),
            "unknown": self.tr("? {0}: not known"),
        }[answer].format(part)

    def _saying(self, named: str) -> str:
        return {
            "keywords": self.tr("Its keywords say so"),
            "title": self.tr("Its title says so"),
            "name": self.tr("Its file name says so"),
            "folder": self.tr("Its folder’s name says so"),
        }.get(named, "")

    def _line(self, name: str, rank: int, sketch: QImage | None) -> QPushButton:
        line = QPushButton(place_in_list(name, rank))
        line.setObjectName("why")
        line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # no wider panel
        if sketch is not None:
            line.setIcon(QIcon(QPixmap.fromImage(sketch)))
            line.setIconSize(_ICON)
        words = self.tr("Order the photos {0}").format(by_list(name))
        line.setToolTip(literally(words))
        line.setAccessibleDescription(words)
        line.setCursor(Qt.CursorShape.PointingHandCursor)
        line.clicked.connect(lambda: self.chosen.emit(name))
        return line
