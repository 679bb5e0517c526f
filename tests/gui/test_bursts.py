"""Bursts in the grid: one picture with a count, which a key or a click opens and closes."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.gui.entries import entry, write_thumbnails
from visret_desktop.gui.grid.library_entries import LibraryEntries
from visret_desktop.gui.grid.photo_painter import burst_place
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.grid.results_view import ResultsView
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import Fingerprint, Metadata


def ranking() -> list[GridEntry]:
    """Return photos 1 to 8: 2, 5 and 7 are a burst, 3 and 4 another one, 8 stands alone in one."""
    bursts = {2: 5, 5: 5, 7: 5, 3: 3, 4: 3, 8: 99}
    times = {2: "03", 5: "05", 7: "04"}
    return [
        entry(n, burst=bursts.get(n, 0), sort_key=f"2025-01-01T00:00:{times.get(n, '00')}")
        for n in range(1, 9)
    ]


def shown(model: ResultsModel) -> list[int]:
    return [each.photo_id for each in model.entries()]


@pytest.fixture
def model() -> ResultsModel:
    made = ResultsModel()
    made.show_bursts_as_one(True)
    made.set_entries(ranking())
    return made


def test_a_burst_is_its_best_hit_and_opens_in_the_order_of_time(model: ResultsModel) -> None:
    assert shown(model) == [1, 2, 3, 6, 8]
    first = model.entry(1)
    assert first is not None
    assert (model.burst_size(first), model.is_open(first)) == (3, False)
    assert model.toggle_burst(5)
    assert shown(model) == [1, 2, 7, 5, 3, 6, 8]
    assert model.is_open(first)
    assert not model.toggle_burst(5)
    assert shown(model) == [1, 2, 3, 6, 8]


def test_one_photo_of_a_burst_alone_has_no_count(model: ResultsModel) -> None:
    last = model.entry(4)
    assert last is not None
    assert last.photo_id == 8
    assert model.burst_size(last) == 0


def test_all_photos_are_shown_where_bursts_are_not_one(model: ResultsModel) -> None:
    model.show_bursts_as_one(False)
    assert shown(model) == list(range(1, 9))
    assert not any(map(model.burst_size, model.entries()))


def test_photos_under_different_headings_stay_there(model: ResultsModel) -> None:
    bands = {1: "confident", 2: "confident", 5: "maybe", 7: "maybe"}
    known = [entry(n, burst=5 if n in (2, 5, 7) else 0, band=bands[n]) for n in bands]
    model.set_entries(known)
    assert shown(model) == [1, 2, 5]
    model.toggle_burst(5)
    assert shown(model) == [1, 2, 5, 7]


@pytest.mark.parametrize("order", ["relevance", "date"])
def test_headings_count_photos_not_pictures(model: ResultsModel, order: str) -> None:
    bands = {1: "confident", 2: "confident", 3: "confident", 5: "weak", 7: "weak"}
    burst = {2: 2, 3: 2, 5: 5, 7: 5}
    model.set_entries([entry(n, burst=burst.get(n, 0), band=bands[n]) for n in bands])
    model.sort_by(order)
    assert sorted(shown(model)) == [1, 2]
    sections = [section for block in model.blocks for column in block for section in column]
    counted = {section.title: section.total for section in sections}
    assert counted["Less likely"] == 2
    if order == "relevance":
        assert counted["Confident"] == 3
        model.toggle_burst(2)
        assert model.blocks[0][0][0].total == 3


def test_a_new_search_begins_with_closed_bursts(model: ResultsModel) -> None:
    model.toggle_burst(5)
    model.begin_folded()
    model.set_entries(ranking())
    assert shown(model) == [1, 2, 3, 6, 8]


def test_a_photo_that_somebody_asks_for_comes_out(model: ResultsModel) -> None:
    model.unfold_for(7)
    assert 7 in shown(model)


def test_screen_readers_hear_of_bursts(model: ResultsModel) -> None:
    first = model.entry(1)
    assert first is not None
    assert model.spoken(first).endswith("burst of 3 photos")
    model.toggle_burst(5)
    assert model.spoken(first).endswith("of an open burst of 3")


def test_an_event_says_how_many_photos_it_has(model: ResultsModel) -> None:
    of_event = entry(1, event=1, stands_for=12)
    model.set_entries([of_event, entry(2)])
    assert [model.count_of(each) for each in model.entries()] == [12, 0]
    assert model.spoken(of_event).endswith("event of 12 photos")


# ---- keys and mouse ---------------------------------------------------------------------------


@pytest.fixture
def view(qtbot: QtBot, tmp_path: Path, model: ResultsModel) -> Iterator[ResultsView]:
    store = write_thumbnails(tmp_path / "t.db", range(1, 9), (40, 30))
    loader = ThumbnailLoader(store)
    made = ResultsView(model, loader)
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    yield made
    loader.close()


def test_a_key_opens_and_closes_and_stays_on_the_burst(view: ResultsView) -> None:
    model = view._model
    view.select_row(1)
    QTest.keyClick(view, Qt.Key.Key_B)
    assert shown(model) == [1, 2, 7, 5, 3, 6, 8]
    view.select_row(3)
    QTest.keyClick(view, Qt.Key.Key_B)
    assert shown(model) == [1, 2, 3, 6, 8]
    assert [each.photo_id for each in view.selected_entries()] == [2]
    view.select_row(0)
    QTest.keyClick(view, Qt.Key.Key_B)
    assert shown(model) == [1, 2, 3, 6, 8], "it is in no burst"


def test_a_click_on_the_count_opens_it(view: ResultsView) -> None:
    place = burst_place(view._cell_of(1), 3)
    assert view._cell_of(1).contains(place)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place.center())
    assert shown(view._model) == [1, 2, 7, 5, 3, 6, 8]
    beside = view._cell_of(1).topLeft() + QPoint(20, 20)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=beside)
    assert shown(view._model) == [1, 2, 7, 5, 3, 6, 8]
    assert "burst" in view.item_text(1, QAccessible.Text.Name)


def test_all_selected_are_all_photos_of_bursts_too(view: ResultsView) -> None:
    assert shown(view._model) == [1, 2, 3, 6, 8]
    QTest.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert [each.photo_id for each in view.selected_entries()] == [1, 2, 7, 5, 3, 4, 6, 8]
    assert shown(view._model) == [1, 2, 7, 5, 3, 4, 6, 8], "what is selected is seen"


# ---- browsing ---------------------------------------------------------------------------------


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    """A catalog of 600 photos in two folders, many of them in bursts of several sizes."""
    made, chance = Catalog.open(tmp_path / "catalog.db"), random.Random(3)
    folders = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        folders.append(made.roots.add(tmp_path / name).id)
    numbers = []
    with made.batch():
        for n in range(600):
            taken = f"2025-05-01T10:{chance.randrange(60):02}:{chance.randrange(60):02}"
            told = Metadata(width=4, height=3, taken_at=taken)
            photo = (folders[n % 2], f"{n:04}.jpg", Fingerprint(9, n), f"{n:032x}", "", told)
            numbers.append(made.put_photo(*photo))
        while len(numbers) > 300:
            burst = [numbers.pop(chance.randrange(len(numbers))) for _ in range(3)]
            made.put_groups([(number, burst[1], None) for number in burst])
    yield made
    made.close()


@pytest.mark.parametrize("order", ["date", "name"])
def test_browsing_shows_the_front_of_each_burst(catalog: Catalog, order: str) -> None:
    base = LibraryEntries(catalog).in_order(order)
    rows = list(base)
    opened = frozenset(sorted(base.burst_sizes())[:5])
    for some in (frozenset(), opened):
        wanted = [e for e in rows if not e.burst or e.burst in some or e.burst == e.photo_id]
        folded = base.one_per_burst(some)
        assert list(folded) == wanted
        assert [folded.row_of(each.photo_id) for each in wanted] == list(range(len(wanted)))
        assert len(folded.aspects) == len(wanted)
    assert set(base.burst_sizes().values()) == {3}


def test_a_burst_whose_front_is_filtered_out_shows_another(catalog: Catalog) -> None:
    only = Filter.of(folder=[catalog.folders()[0].id])
    base = LibraryEntries(catalog, "date", only)
    bursts = [each.burst for each in base.one_per_burst(frozenset()) if each.burst]
    assert len(bursts) == len(set(bursts)) == len(base.burst_sizes())


def test_a_burst_that_changed_is_noticed(catalog: Catalog) -> None:
    before = LibraryEntries(catalog)
    assert next(iter(before.one_per_burst(frozenset())))
    assert LibraryEntries(catalog) == before
    alone = next(each for each in before if not each.burst)
    catalog.put_groups([(alone.photo_id, next(iter(before.burst_sizes())), None)])
    assert LibraryEntries(catalog) != before


def test_the_model_browses_bursts_as_one(catalog: Catalog) -> None:
    model = ResultsModel()
    model.sort_by("date")
    model.show_bursts_as_one(True)
    model.set_entries(LibraryEntries(catalog))
    assert model.rowCount() == 600 - 2 * len(LibraryEntries(catalog).burst_sizes())
    front = next(each for each in model.entries() if each.burst)
    model.toggle_burst(front.burst)
    assert sum(each.burst == front.burst for each in model.entries()) == 3
    assert model.burst_size(front) == 3
