"""What screen readers find in the grid: a list of photos with names, states and places."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.gui.entries import entries, entry
from visret_desktop.gui.grid import grid_accessibility
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.grid.results_view import ResultsView
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader

NAME, DESCRIPTION = QAccessible.Text.Name, QAccessible.Text.Description
ITEM = QAccessible.Role.ListItem


@pytest.fixture
def loader(qapp: QApplication, tmp_path: Path) -> Iterator[ThumbnailLoader]:
    made = ThumbnailLoader(tmp_path / "t.db")
    yield made
    made.close()


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def view(qtbot: QtBot, window: QWidget, loader: ThumbnailLoader) -> ResultsView:
    made = ResultsView(ResultsModel(), loader)
    QVBoxLayout(window).addWidget(made)
    window.resize(600, 400)
    window.show()
    window.activateWindow()
    made.setFocus()
    qtbot.waitUntil(made.hasFocus)
    return made


def _list_in(window: QAccessibleInterface) -> QAccessibleInterface:
    """Return the one list of a window, found as a screen reader finds it."""
    children = [window.child(number) for number in range(window.childCount())]
    (found,) = [child for child in children if child.role() == QAccessible.Role.List]
    return found


def _photos(view: ResultsView) -> QAccessibleInterface:
    return _list_in(QAccessible.queryAccessibleInterface(view.window()))


def test_photos_are_items_with_name_date_verdict_and_mark(view: ResultsView) -> None:
    def words(shown: GridEntry) -> str:
        return "right" if shown.photo_id == 2 else ""

    view.set_marks(lambda _entry: None, words)
    bands = ("confident", "maybe", "weak")
    view._model.set_entries([entry(n, band=band, rank=n) for n, band in enumerate(bands, 1)])
    photos = _photos(view)
    assert photos.text(NAME) == "Photos"
    items = [photos.child(number) for number in range(photos.childCount())]
    assert [item.role() for item in items] == [ITEM, ITEM, QAccessible.Role.Button]
    assert items[0].text(NAME) == "IMG_000001.jpg, 1 May 2001, confident"
    assert items[1].text(NAME) == "IMG_000002.jpg, 1 May 2002, maybe, right"
    assert items[1].text(DESCRIPTION) == "photo 2 of 2"
    assert items[2].text(NAME) == "Show 1 photos: Less likely"
    assert [photos.indexOfChild(item) for item in items] == [0, 1, 2]
    assert items[0].parent() == photos


def test_items_say_what_is_selected_has_the_keyboard_and_is_in_sight(view: ResultsView) -> None:
    view._model.set_entries(entries(300))
    view.select_row(3)
    photos = _photos(view)
    assert [photos.child(row).state().selected for row in (2, 3)] == [0, 1]
    assert photos.child(3).state().focused
    assert photos.focusChild().text(NAME).startswith("IMG_000004")
    assert [photos.child(row).state().offscreen for row in (3, 299)] == [0, 1]
    middle = photos.child(3).rect().center()
    assert photos.childAt(middle.x(), middle.y()) == photos.child(3)
    assert photos.childCount() == 300


def test_items_are_let_go_when_there_are_many_or_other_photos(
    view: ResultsView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grid_accessibility, "_MOST_ITEMS", 20)
    view._model.set_entries(entries(500))
    photos = view.accessible_list()
    for row in range(500):
        item = photos.child(row)
        assert item is not None
        QAccessible.uniqueId(item)  # Qt knows it now
    assert len(photos._items) == 20
    view._model.set_entries(entries(3)[::-1])
    assert not photos._items
    gc.collect()
    first = photos.child(0)
    assert first is not None
    assert first.text(NAME).startswith("IMG_000003")


def test_screen_readers_are_told_and_grids_may_go(view: ResultsView, qtbot: QtBot) -> None:
    was_active = QAccessible.isActive()
    QAccessible.setActive(True)
    view._model.set_entries(entries(40))
    for row in (5, 20, 7):
        view.select_row(row)
        assert _photos(view).focusChild().text(DESCRIPTION) == f"photo {row + 1} of 40"
    view.show_marks()
    view.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    assert QAccessible.queryAccessibleInterface(QApplication.activeWindow()) is not None
    QAccessible.setActive(was_active)
