"""Where a photo was taken: in words, and as a small map that leads to the large one.

The words name the nearest town with distance and direction: '12 km NE of Lyon, France'.
"""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QLocale, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from visret_desktop.gui.languages import figures
from visret_desktop.gui.map.earth import Earth, EarthColors
from visret_desktop.gui.map.map_painting import paint_attribution, paint_pin
from visret_desktop.gui.map.projection import MapView, mercator
from visret_desktop.gui.widgets.accessibility import keep_left_to_right
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.theme import Text, font_of
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.places.gazetteer import LANGUAGES, Gazetteer
from visret_desktop.places.place import Spot

translate = QCoreApplication.translate
_WIDE = 30.0  # kilometers, more than which is not at one place


def language() -> str:
    """Return the language in which places are named."""
    code = QLocale().name()[:2]
    return code if code in LANGUAGES else "en"


def name_of(latitude: float, longitude: float, kilometers: float = 0.0) -> str:
    """Return where something of some width lies; "" where nothing is known, as at sea."""
    spot = Gazetteer.open().spot(latitude, longitude)
    if kilometers <= _WIDE:
        return in_words(spot)
    return translate("PlaceNames", "around {0}").format(name) if (name := _named(spot)) else ""


def town_name(number: int) -> str:
    """Return the name of a town by its GeoNames id; "" where there is none."""
    town = Gazetteer.open().town(number, language())
    return "" if town is None else town.name


def in_words(spot: Spot) -> str:
    """Return where a spot is, with distance and direction where it is outside of a town."""
    name = _named(spot)
    if not name or not spot.town or not spot.direction:
        return name
    ways = {
        "N": translate("PlaceNames", "N"),
        "NE": translate("PlaceNames", "NE"),
        "E": translate("PlaceNames", "E"),
        "SE": translate("PlaceNames", "SE"),
        "S": translate("PlaceNames", "S"),
        "SW": translate("PlaceNames", "SW"),
        "W": translate("PlaceNames", "W"),
        "NW": translate("PlaceNames", "NW"),
    }
    away = figures.count(max(1, round(spot.kilometers)))
    return translate("PlaceNames", "{0} km {1} of {2}").format(away, ways[spot.direction], name)


def _named(spot: Spot) -> str:
    places, words = Gazetteer.open(), language()
    names = (places.town(spot.town, words), places.country(spot.country, words))
    return ", ".join(place.name for place in names if place is not None)


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
