"""The map beside the photos: what can be done with it, the map, and the same as a list."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.gui.map.clusters import PhotoPoints
from visret_desktop.gui.map.map_canvas import MapCanvas
from visret_desktop.gui.map.place_list import PlaceCount, PlaceList
from visret_desktop.gui.widgets.arrow_group import ArrowGroup
from visret_desktop.gui.widgets.icons import icon
from visret_desktop.gui.widgets.plain_text import ElidedLabel, PlainLabel
from visret_desktop.gui.widgets.window_layout import fill

_MAP, _SENTENCE = 0, 1
_LIST_SHARE = (3, 1)
_LOW = 280  # pixels: below them there is no room for the list


class MapPanel(QWidget):
    """Shows where photos are. `chosen`: the condition of what was clicked or drawn around."""

    chosen = Signal(object)  # Condition

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Map"))
        self.canvas, self.places = MapCanvas(), PlaceList()
        self.title = ElidedLabel()
        self.lasso = self._button("lasso", self.tr("Draw around photos (or Shift + drag: a box)"))
        self.lasso.setCheckable(True)
        self.lasso.toggled.connect(self.canvas.set_lasso)
        whole = self._button("maximize", self.tr("Show all of them (0)"))
        whole.clicked.connect(self.canvas.show_all)
        nearer = self._button("zoom-in", self.tr("Larger (+)"))
        nearer.clicked.connect(lambda: self.canvas.zoom(2))
        farther = self._button("zoom-out", self.tr("Smaller (−)"))
        farther.clicked.connect(lambda: self.canvas.zoom(1 / 2))
        self._buttons = (self.lasso, whole, nearer, farther)
        ArrowGroup(self, self._buttons)
        self.canvas.chosen.connect(self.chosen)
        self.canvas.drawing_ended.connect(lambda: self.lasso.setChecked(False))
        self.places.chosen.connect(self.chosen)
        parts = QSplitter(Qt.Orientation.Vertical)
        for widget, share in zip((self.canvas, self.places), _LIST_SHARE, strict=True):
            parts.addWidget(widget)
            parts.setStretchFactor(parts.indexOf(widget), share)
        parts.setChildrenCollapsible(True)
        parts.setCollapsible(0, False)
        self._sentence = PlainLabel(is_wrapped=True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setMargin(24)
        self._pages = QStackedWidget()
        self._pages.addWidget(parts)
        self._pages.addWidget(self._sentence)
        header = QHBoxLayout()
        fill(header, (self.title, 1), *self._buttons, margins=(12, 4, 8, 4), spacing=2)
        fill(QVBoxLayout(self), header, (self._pages, 1), margins=(0, 0, 0, 0))
        self.say("")

    @property
    def sentence(self) -> str:
        """What stands in the place of the map; "": the map is shown."""
        return self._sentence.text() if self._pages.currentIndex() == _SENTENCE else ""

    def say(self, sentence: str) -> None:
        """Show a sentence instead of the map; "": the map."""
        self._sentence.setText(sentence)
        self._pages.setCurrentIndex(_SENTENCE if sentence else _MAP)
        for button in self._buttons:
            button.setEnabled(not sentence)

    def show_points(self, points: PhotoPoints, *, of_all: int, fits: bool) -> None:
        """Show photos, of so many that the library has a place of."""
        if not of_all:
            self.say(
                self.tr(
                    "No photo in the library says where it was taken. Phones note it, and cameras"
                    " that have GPS."
                )
            )
        elif not len(points):
            self.say(self.tr("None of these photos says where it was taken."))
        else:
            self.say("")
            self.canvas.show_points(points, fits=fits)
        self.title.setText(self.tr("%Ln photo(s) with a place", "", len(points)))

    def show_places(self, places: Sequence[PlaceCount]) -> None:
        """Show the same as a list."""
        self.places.show_places(places)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the list out where it would cover the map."""
        super().resizeEvent(event)
        self.places.setVisible(event.size().height() >= _LOW)

    def _button(self, icon_name: str, words: str) -> QToolButton:
        made = QToolButton(self)
        made.setObjectName("flat")
        made.setIcon(icon(icon_name))
        made.setToolTip(words)
        made.setAccessibleName(words)
        return made
