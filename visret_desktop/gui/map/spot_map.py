"""A photo's own spot, small: where it is in words, and a map that leads to the large one."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from visret_desktop.gui.map.earth import Earth, EarthColors
from visret_desktop.gui.map.map_marks import paint_attribution, paint_pin
from visret_desktop.gui.map.place_names import name_of
from visret_desktop.gui.map.projection import MapView, mercator
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.reading_direction import keep_left_to_right
from visret_desktop.gui.widgets.theme import Text, font_of
from visret_desktop.gui.widgets.window_layout import fill

_HEIGHT = 120  # pixels
_SCALE = 2.0**14.5  # pixels around the earth: some hundred kilometers are seen


class SpotMap(QWidget):
    """Words, a map and a button. `show_large` is called to show more of it."""

    def __init__(
        self, place: tuple[float, float], earth: Earth, show_large: Callable[[], None]
    ) -> None:
        super().__init__()
        self.words = PlainLabel(name_of(*place), is_wrapped=True)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.button = QPushButton(self.tr("Show on the map"))
        self.button.clicked.connect(lambda: show_large())
        drawing = _Drawing(place, earth, show_large)
        fill(QVBoxLayout(self), self.words, drawing, self.button, margins=(0, 0, 0, 0), spacing=8)
        # Only now: shown without a parent it would be a window of its own for a moment.
        self.words.setVisible(bool(self.words.text()))


class _Drawing(QWidget):
    def __init__(
        self, place: tuple[float, float], earth: Earth, show_large: Callable[[], None]
    ) -> None:
        super().__init__()
        self._place, self._earth, self._show_large = place, earth, show_large
        keep_left_to_right(self)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(self.tr("Show on the map"))

    def sizeHint(self) -> QSize:
        return QSize(_HEIGHT, _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._show_large()

    def paintEvent(self, event: QPaintEvent) -> None:
        x, y = (float(one) for one in mercator(*self._place))
        view = MapView(x, y, _SCALE, self.width(), self.height()).moved(0, 0)
        painter = QPainter(self)
        self._earth.paint(painter, view, EarthColors.of(self.palette()), is_patient=True)
        painter.setFont(font_of(Text.SMALL))
        paint_pin(painter, view, self._place, self.palette())
        paint_attribution(painter, view, self.palette())
        painter.end()
