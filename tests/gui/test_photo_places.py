"""Where photos are is read from the catalog, counted by place, and listed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from visret_desktop.engine.place_lookup import place_photos
from visret_desktop.gui.map.map_panel import PhotoLocations, PlaceList
from visret_desktop.gui.map.spot_map import name_of
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import Fingerprint, Metadata

PLACES = [(45.764, 4.8357)] * 3 + [(48.8566, 2.3522)] * 2 + [(-29.31, 27.48), None, (0.0, -150.0)]


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[CatalogReader]:
    catalog = Catalog.open(tmp_path / "catalog.db")
    folder = catalog.roots.add(tmp_path).id
    with catalog.batch():
        for number, place in enumerate(PLACES):
            latitude, longitude = place or (None, None)
            metadata = Metadata(latitude=latitude, longitude=longitude)
            prints = Fingerprint(number + 1, number)
            catalog.put_photo(folder, f"{number}.jpg", prints, f"{number:032x}", "", metadata)
    assert list(place_photos(catalog))
    catalog.close()
    opened = Catalog.open_readonly(tmp_path / "catalog.db")
    yield opened
    opened.close()


def test_photos_of_a_result_have_their_places(reader: CatalogReader) -> None:
    ids = reader.photo_ids("name").tolist()
    places = PhotoLocations(reader)
    points, of_all, wait = places.points(ids, 1)
    assert (len(points), of_all, wait) == (7, 7, 0.0)
    assert len(places.points(ids[:2], 1)[0]) == 2
    found = {
        country.name: (country.photos, [(town.name, town.photos) for town in country.inside])
        for country in places.counts(ids, "en")
    }
    assert list(found) == ["France", "Lesotho"]
    assert found["France"] == (5, [("Lyon", 3), ("Paris", 2)])
    assert found["Lesotho"] == (1, [("Maseru", 1)])
    assert [one.name for one in places.counts(ids, "de")] == ["Frankreich", "Lesotho"]


def test_the_library_is_not_read_again_at_once(reader: CatalogReader) -> None:
    ids = reader.photo_ids("name").tolist()
    places = PhotoLocations(reader)
    places.points(ids, 1)
    assert places.points(ids, 2)[2] > 0


def test_what_was_read_is_shown_before_the_library_is_read_again(reader: CatalogReader) -> None:
    ids = reader.photo_ids("name").tolist()
    places = PhotoLocations(reader)
    places.read(1)
    places._may_read_at = 0.0
    points, _, wait = places.points(ids, 2)
    assert (len(points), 0 < wait < 0.1) == (7, True)
    assert places.points(ids, 2)[2] == 0.0


def test_a_place_of_the_list_is_chosen_by_click_and_by_enter(
    reader: CatalogReader, qtbot: QtBot
) -> None:
    ids = reader.photo_ids("name").tolist()
    places = PhotoLocations(reader)
    places.points(ids, 1)
    shown = PlaceList()
    qtbot.addWidget(shown)
    QAbstractItemModelTester(shown.model(), shown)
    shown.show_places(places.counts(ids, "en"))
    shown.show()
    assert shown.accessibleName() == "3 places"
    france = shown.model().index(0, 0)
    with qtbot.waitSignal(shown.chosen) as chosen:
        middle = shown.visualRect(france).center()
        QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert (chosen.args[0].field, chosen.args[0].values) == ("country", ("FR",))
    shown.expandAll()
    shown.setCurrentIndex(shown.model().index(1, 0, france))
    with qtbot.waitSignal(shown.chosen) as chosen:
        QTest.keyClick(shown, Qt.Key.Key_Return)
    assert chosen.args[0].field == "town"
    assert len(reader.photo_ids("name", Filter((chosen.args[0],)))) == 2


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ((45.764, 4.8357), "Lyon, France"),
        ((-29.31, 27.48), "Maseru, Lesotho"),
        ((0.0, -150.0), ""),
    ],
)
def test_a_spot_in_words(place: tuple[float, float], words: str) -> None:
    assert name_of(*place) == words


def test_what_is_wide_is_around_a_town() -> None:
    assert name_of(45.764, 4.8357, 80) == "around Lyon, France"
    assert name_of(0, -150, 80) == ""
    assert name_of(-33.8314, 18.4087) == "11 km N of Cape Town, South Africa"
