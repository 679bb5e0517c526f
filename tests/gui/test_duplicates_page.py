"""Files with the same bytes are listed and shown; nothing is done to them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from tests.gui.entries import hash_of, write_thumbnails
from visret_desktop.gui.library.duplicates_page import DuplicatesPage
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.widgets.background import close_all
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.records import Fingerprint, Metadata

FILES = (("a.jpg", 1, 100), ("b.jpg", 2, 5000), ("in/b.jpg", 2, 5000), ("a again.jpg", 1, 100))


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    """A catalog of two photos that are there twice and one that is not."""
    made = Catalog.open(tmp_path / "catalog.db")
    (tmp_path / "p").mkdir()
    folder = made.roots.add(tmp_path / "p").id
    with made.batch():
        for name, number, size in (*FILES, ("alone.jpg", 3, 9)):
            fingerprint = Fingerprint(size, 10**18)
            made.put_photo(folder, name, fingerprint, hash_of(number), "", Metadata(4, 3))
    yield made
    made.close()


@pytest.fixture
def reader(catalog: Catalog) -> Iterator[CatalogReader]:
    made = CatalogReader(catalog.path)
    yield made
    made.close()


@pytest.fixture
def page(qtbot: QtBot, tmp_path: Path) -> Iterator[DuplicatesPage]:
    loader = ThumbnailLoader(write_thumbnails(tmp_path / "t.db", (1, 2, 3), (40, 30)))
    made = DuplicatesPage(loader)
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    yield made
    close_all(made)
    loader.close()


def names(page: DuplicatesPage) -> list[str]:
    model = page.list.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def files(page: DuplicatesPage) -> list[tuple[str, str]]:
    table = page.files
    cells = [[table.item(row, n) for n in (0, 1)] for row in range(table.rowCount())]
    return [(one.text(), Path(two.text()).name) for one, two in cells if one and two]


def test_the_largest_come_first_with_their_files(
    page: DuplicatesPage, reader: CatalogReader, qtbot: QtBot
) -> None:
    page.read(reader)
    qtbot.waitUntil(lambda: len(files(page)) == 2)
    assert [each.split(":")[0] for each in names(page)] == ["b.jpg", "a.jpg"]
    assert files(page) == [("b.jpg", "p"), ("b.jpg", "in")]
    assert page.title().startswith("2 photos are there more than once.")
    assert "5.1 kB" in page.title()
    assert page.title().endswith("Your files are not touched.")
    page.list.setCurrentIndex(page.list.model().index(1, 0))
    qtbot.waitUntil(lambda: files(page) == [("a.jpg", "p"), ("a again.jpg", "p")])
    qtbot.waitUntil(lambda: not page._picture.pixmap().isNull())


def test_what_was_chosen_stays_chosen(
    page: DuplicatesPage, catalog: Catalog, reader: CatalogReader, qtbot: QtBot
) -> None:
    page.read(reader)
    qtbot.waitUntil(lambda: len(names(page)) == 2)
    page.list.setCurrentIndex(page.list.model().index(1, 0))
    with catalog.batch():
        for name in ("x.jpg", "y.jpg"):
            photo = (name, Fingerprint(10**6, 0), hash_of(4), "", Metadata(4, 3))
            catalog.put_photo(catalog.folders()[0].id, *photo)
    page.read(reader)
    qtbot.waitUntil(lambda: len(names(page)) == 3)
    assert page.list.currentIndex().row() == 2


def test_where_there_are_none_it_says_so(
    page: DuplicatesPage, catalog: Catalog, reader: CatalogReader, qtbot: QtBot
) -> None:
    with catalog.batch():
        catalog.delete_photos([row.photo_id for row in catalog.photo_rows()])
    page.read(reader)
    qtbot.waitUntil(lambda: page.title().startswith("No two files"))
    assert names(page) == []
    show = next(b for b in page.findChildren(QPushButton) if b.text() == "Show file")
    assert not show.isEnabled()
