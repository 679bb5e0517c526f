"""Where on earth something lies, in words: '12 km NE of Lyon, France'."""

from PySide6.QtCore import QCoreApplication, QLocale

from visret_desktop.gui.languages import figures
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
    found = (places.town(spot.town, words), places.country(spot.country, words))
    return ", ".join(place.name for place in found if place is not None)
