"""The library in the grid, a page at a time."""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from tests.gui.entries import write_thumbnails
from visret_desktop.gui.grid.grid_layout import aspect_of
from visret_desktop.gui.grid.library_entries import LibraryEntries
from visret_desktop.gui.grid.results_model import ResultsModel, entry_of
from visret_desktop.gui.grid.results_view import ResultsView
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import Fingerprint, Metadata

COUNT = 1000


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    """A catalog of two folders, in an order that is none of the grid's."""
    made = Catalog.open(tmp_path / "catalog.db")
    chance = random.Random(1)
    folders = [made.roots.add(folder).id for folder in _folders(tmp_path)]
    with made.batch():
        for number in range(COUNT):
            put(made, folders[number % 2], number, f"20{chance.randrange(10, 26)}-05-01T10:00:00")
    yield made
    made.close()


def _folders(root: Path) -> list[Path]:
    folders = [root / "birds", root / "trees"]
    for folder in folders:
        folder.mkdir()
    return folders


def put(catalog: Catalog, folder: int, number: int, taken_at: str) -> None:
    name = f"{'Ab'[number % 2]}{(number * 7919) % COUNT:04}.jpg"
    metadata = Metadata(width=3 + number % 4, height=4, taken_at=taken_at)
    catalog.put_photo(folder, name, Fingerprint(9, number), f"{number:032x}", "", metadata)


def test_every_entry_is_that_of_the_catalogs_whole_list(catalog: Catalog) -> None:
    paged = LibraryEntries(catalog)
    whole = [entry_of(row) for row in catalog.photo_rows("date")]
    assert len(paged) == COUNT
    assert list(paged) == whole
    assert paged[-1] == whole[-1]
    assert paged[100:400:7] == whole[100:400:7]
    with pytest.raises(IndexError):
        paged[COUNT]


def test_a_folder_is_shown_alone(catalog: Catalog) -> None:
    only = Filter.of(folder=[catalog.folders()[1].id])
    entries = list(LibraryEntries(catalog, "date", only))
    assert entries == [entry_of(row) for row in catalog.photo_rows("date", only)]
    assert {Path(entry.path).parent.name for entry in entries} == {"trees"}


def test_rows_are_found_by_photo_in_every_order(catalog: Catalog) -> None:
    by_date = LibraryEntries(catalog)
    by_name = by_date.in_order("name")
    names = [entry.name for entry in by_name]
    assert names == sorted(names, key=str.casefold)
    assert names != [entry.name for entry in by_date]
    for entries in (by_date, by_name):
        assert [entries.row_of(entry.photo_id) for entry in entries] == list(range(COUNT))
        assert entries.row_of(10_000_000) == -1
    assert by_name.in_order("date") != by_name
    assert by_date.in_order("relevance") == by_date


def test_an_empty_library_has_no_rows(tmp_path: Path) -> None:
    catalog = Catalog.open(tmp_path / "empty.db")
    entries = LibraryEntries(catalog)
    assert not entries
    assert entries.row_of(1) == -1
    catalog.close()


def test_only_pages_in_use_stay_in_memory(catalog: Catalog) -> None:
    entries = LibraryEntries(catalog)
    assert not entries._pages
    assert entries[500].photo_id == entries.photo_ids(500, 501)[0]
    assert len(entries._pages) == 1


def test_a_change_that_can_be_seen_makes_other_entries(catalog: Catalog) -> None:
    before = LibraryEntries(catalog)
    seen = before[3]
    assert LibraryEntries(catalog) == before
    catalog.set_offline([seen.photo_id])
    changed = LibraryEntries(catalog)
    assert changed != before
    assert not changed[3].online
    put(catalog, catalog.folders()[0].id, COUNT + 1, "2030-01-01T00:00:00")
    assert LibraryEntries(catalog) != changed


def test_what_left_the_catalog_since_is_blank(catalog: Catalog) -> None:
    entries = LibraryEntries(catalog)
    catalog.roots.remove(catalog.folders()[0].id)
    blanks = [entry for entry in entries if not entry.content_hash]
    assert len(blanks) == COUNT // 2
    assert not any(entry.online for entry in blanks)


def test_the_model_shows_pages(catalog: Catalog, qtmodeltester: ModelTester) -> None:
    model = ResultsModel()
    model.set_entries(LibraryEntries(catalog))
    model.sort_by("name")
    assert model.rowCount() == COUNT
    entry = model.entry(77)
    assert entry is not None
    assert model.row_of(entry.photo_id) == 77
    assert model.finder()(entry.photo_id) == 77
    assert model.finder()(10_000_000) == -1
    qtmodeltester.check(model, force_py=True)


def test_all_can_be_selected(catalog: Catalog, tmp_path: Path, qtbot: QtBot) -> None:
    model = ResultsModel()
    model.set_entries(LibraryEntries(catalog))
    loader = ThumbnailLoader(write_thumbnails(tmp_path / "t.db", [1], (40, 30)))
    view = ResultsView(model, loader)
    qtbot.addWidget(view)
    view.select_all()
    assert view.selected_entries() == list(model.entries())
    loader.close()


def test_results_stand_in_the_order_of_browsing(tmp_path: Path) -> None:
    catalog = Catalog.open(tmp_path / "catalog.db")
    chance = random.Random(2)
    names = ["b", "B", "a_", "aZ", "Éa", "éa", "ä", "Z", "_", os.fsdecode(b"A\xe9"), "😀", "\uffee"]
    dates = [None, "2024-05-01T10:00:00+02:00", "2024-05-01T10:00:00.5", "2031-01-01T00:00:00"]
    folders = [catalog.roots.add(folder).id for folder in _folders(tmp_path)]
    for folder in folders:
        for number, name in enumerate(chance.sample(names, len(names))):
            metadata = Metadata(taken_at=dates[number % 4])
            time_of_file = Fingerprint(1, (1_650_000_000 + 40_000_000 * (number % 3)) * 10**9)
            catalog.put_photo(folder, name, time_of_file, "ab", "", metadata)
    browsed = LibraryEntries(catalog)
    model = ResultsModel()
    model.set_entries(chance.sample(list(browsed), len(browsed)))
    for order in ("date", "name"):
        model.sort_by(order)
        assert list(model.entries()) == list(browsed.in_order(order))
    undated = [row for row, entry in enumerate(browsed) if entry.taken_at is None]
    assert undated == list(range(len(browsed) - len(undated), len(browsed)))
    catalog.close()


def test_shapes_are_known_of_all_photos_in_every_order(catalog: Catalog) -> None:
    entries = LibraryEntries(catalog)
    for order in ("date", "name"):
        shown = entries.in_order(order)
        assert list(shown.aspects) == [aspect_of(e.width, e.height) for e in shown]
    assert len(set(entries.aspects)) > 1
