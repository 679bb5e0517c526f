"""Saved searches in the window: saved, counted, opened as they were left, changed, passed on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox

from tests.gui.driver import WindowDriver, confirm
from visret_desktop.engine.saved_search import SavedSearch
from visret_desktop.engine.saved_searches import SavedSearches, read_file
from visret_desktop.gui.library.library_model import PLACE, PanelRow
from visret_desktop.gui.saved.saved_controller import SavedController
from visret_desktop.paths import Paths

QUERY = "An ember monarch with open wings"
SAVE = "Save this search …"


@pytest.fixture
def store(drawn_library: Paths) -> SavedSearches:
    return SavedSearches(drawn_library.saved_searches)


@pytest.fixture
def window(drawing_window: WindowDriver, store: SavedSearches) -> Iterator[WindowDriver]:
    yield drawing_window
    drawing_window.settle()
    drawing_window.bar.show_query("", ())
    drawing_window.bar.ask()
    for search in store.all():
        store.remove(search.name)
    drawing_window.child(SavedController).read()


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names that the person types when asked for one, the next one last; what was proposed too."""
    typed: list[str] = []

    def type_name(question: QInputDialog) -> int:
        name = typed.pop()
        typed.insert(0, question.textValue())
        question.setTextValue(name)
        return QInputDialog.DialogCode.Accepted

    monkeypatch.setattr(QInputDialog, "exec", type_name)
    return typed


def rows(window: WindowDriver) -> dict[str, tuple[str, str]]:
    """Return count and state of each saved search in the panel."""
    listed = window.library.panel.rows()
    titles = [title for title, _, _ in listed]
    start = titles.index("Saved") + 1 if "Saved" in titles else len(listed)
    found = {}
    for title, count, state in listed[start:]:
        if title in ("Searches", "Problems"):
            break
        found[title] = (count, state)
    return found


def browse_dated(window: WindowDriver) -> int:
    """Browse the photos that have a date, and return how many there are."""
    assert window.library.view.reader is not None
    in_all, _ = window.library.view.reader.counts()
    window.until(lambda: window.model.rowCount() == in_all)
    dated = sum(bool(entry.taken_at) for entry in window.model.entries())
    assert dated < in_all
    window.ask("taken:2000..")
    window.until(lambda: window.model.rowCount() == dated)
    return dated


def press(
    window: WindowDriver, name: str, key: Qt.Key, modifier: Qt.KeyboardModifier | None = None
) -> None:
    """Press a key on a saved search in the panel."""
    tree = window.library.panel.tree
    index = tree.model().find(PanelRow("saved", query=name))
    assert index.data(PLACE).query == name
    tree.setFocus()
    tree.setCurrentIndex(index)
    window.press(tree, key, modifier or Qt.KeyboardModifier.NoModifier)


def opened(window: WindowDriver, name: str) -> list[int]:
    """Open a saved search with the keyboard, and return the photos it finds."""
    press(window, name, Qt.Key.Key_Return)
    window.settle()
    return [entry.photo_id for entry in window.entries()]


def test_a_search_is_saved_counted_and_opened_as_it_was_left(
    window: WindowDriver, names: list[str], store: SavedSearches
) -> None:
    assert not window.line.keep.isVisible()
    window.ask(f"{QUERY} taken:2000..")
    assert window.line.keep.isVisible()
    window.board.reroll("A")
    window.settle()
    plan = window.board.plan
    found = [entry.photo_id for entry in window.entries()]
    names.append(" Monarchs ")
    window.line.keep.trigger()
    assert names.pop() == f"{QUERY}, from 2000 on"
    saved = store.get("Monarchs")
    assert (saved.words, saved.facts, saved.strategy) == (QUERY, ("taken:2000..",), "hybrid")
    assert [sketch.seed for sketch in saved.sketches] == [s.seed for s in plan.sketches]
    window.escape()
    assert not window.bar.facts.facts()
    assert opened(window, "Monarchs") == found
    assert window.line.text() == QUERY
    assert [fact.text for fact in window.bar.facts.facts()] == ["taken:2000.."]
    assert window.board.plan == plan
    window.until(lambda: rows(window)["Monarchs"][0] == window.grid.title.text().split()[0])
    window.until(lambda: store.get("Monarchs").seen is not None)


def test_a_search_with_sketches_has_the_count_that_opening_it_shows_or_none(
    window: WindowDriver, store: SavedSearches
) -> None:
    for name, strategy in (("With sketches", "hybrid"), ("Words alone", "original")):
        store.add(SavedSearch(name, words=QUERY, strategy=strategy))
    window.child(SavedController).read()
    window.until(lambda: rows(window).get("Words alone", ("", ""))[0] != "")
    by_words = rows(window)["Words alone"][0]
    assert rows(window)["With sketches"][0] == ""  # it was counted first, by its words
    assert opened(window, "Words alone")
    assert window.grid.title.text() == f"{by_words} found"
    assert opened(window, "With sketches")
    window.choose("Draw other sketches")
    window.settle()
    assert rows(window)["With sketches"][0] == ""  # what is shown is not what was saved


def test_facts_alone_are_counted_in_the_catalog(
    window: WindowDriver, names: list[str], store: SavedSearches
) -> None:
    many = browse_dated(window)
    names.append("Later")
    window.choose(SAVE)
    window.until(lambda: rows(window) == {"Later": (f"{many}", "")})


def test_a_folder_is_saved_as_a_fact(
    window: WindowDriver, names: list[str], store: SavedSearches, drawn_library: Paths
) -> None:
    (folder,) = window.library.view.snapshot.folders
    window.library.panel.choose(PanelRow("folder", folder.id))
    names.append("Here")
    window.choose(SAVE)
    assert store.get("Here").facts == (f'folder:"{drawn_library.demo}"',)
    window.library.panel.choose(PanelRow())
    press(window, "Here", Qt.Key.Key_Return)
    assert len(window.bar.facts.facts()) == 1
    window.until(lambda: window.model.rowCount() == folder.photo_count)


def test_what_is_new_is_told_and_marked_until_it_was_looked_at(
    window: WindowDriver, names: list[str], store: SavedSearches
) -> None:
    dated = browse_dated(window)
    names.append("Later")
    window.choose(SAVE)
    window.until(lambda: store.get("Later").seen is not None)
    contents = {entry.content_hash for entry in window.model.entries()}
    window.escape()
    new = min(contents)
    store.note_seen("Later", contents - {new})  # it came in since
    window.child(SavedController).read()
    assert rows(window)["Later"][1] == "1 new"
    press(window, "Later", Qt.Key.Key_Return)
    window.until(lambda: window.model.rowCount() == dated)
    marked = [entry for entry in window.model.entries() if window.model.is_new(entry)]
    assert {entry.content_hash for entry in marked} == {new}
    assert ", new, " in window.model.spoken(marked[0])
    assert "New since you looked" in window.banner.text()
    assert rows(window)["Later"][1] == ""
    assert store.get("Later").new_among(contents) == frozenset()
    window.ask("an owl")
    assert not any(map(window.model.is_new, window.model.entries()))
    assert window.banner.text() == ""


def test_the_list_is_changed_by_keys(
    window: WindowDriver, names: list[str], store: SavedSearches
) -> None:
    for name in ("owls", "frogs", "toads"):
        store.add(SavedSearch(name, name))
    window.child(SavedController).read()
    press(window, "toads", Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert list(rows(window)) == ["owls", "toads", "frogs"]
    press(window, "owls", Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    names.append("green frogs")
    press(window, "frogs", Qt.Key.Key_F2)
    assert list(rows(window)) == ["toads", "owls", "green frogs"]
    press(window, "owls", Qt.Key.Key_Delete)
    assert list(rows(window)) == ["toads", "green frogs"]
    window.click("Undo")
    assert list(rows(window)) == ["toads", "owls", "green frogs"]
    names.append("toads")
    press(window, "owls", Qt.Key.Key_F2)
    assert "called “toads” already" in window.banner.text()
    window.click("Dismiss")


def test_another_search_takes_the_place_of_one_only_if_that_is_wanted(
    window: WindowDriver,
    names: list[str],
    store: SavedSearches,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store.add(SavedSearch("Owls", "owl"))
    window.ask("rating:>=0")
    monkeypatch.setattr(QMessageBox, "exec", lambda _box: None)
    names.append("owls")
    window.choose(SAVE)
    assert store.get("Owls").words == "owl"
    monkeypatch.setattr(QMessageBox, "exec", confirm)
    window.library.panel.saved_requested.emit("update", "Owls")
    assert store.get("Owls").facts == ("rating:>=0",)


def test_a_search_whose_facts_are_not_known_any_more_finds_nothing_else(
    window: WindowDriver, store: SavedSearches
) -> None:
    store.add(SavedSearch("Old", "owl", facts=('camera:"No such"', "rating:>=0")))
    window.child(SavedController).read()
    before = window.model.rowCount()
    press(window, "Old", Qt.Key.Key_Return)
    assert window.line.text() == 'camera:"No such" owl'
    assert "has no camera" in window.banner.text()
    assert not window.session.searching
    assert window.model.rowCount() == before
    assert rows(window) == {"Old": ("", "")}


def test_nothing_is_saved_where_nothing_is_searched(
    window: WindowDriver, store: SavedSearches
) -> None:
    window.choose(SAVE)
    assert "Search for something first" in window.banner.text()
    window.ask("taken:2000..")
    window.until(lambda: window.banner.text() == "")
    assert store.all() == ()


def test_what_could_not_be_read_is_told(
    window: WindowDriver, store: SavedSearches, drawn_library: Paths
) -> None:
    drawn_library.saved_searches.write_text("{")
    window.child(SavedController).read()
    assert "Not all saved searches could be read" in window.banner.text()
    window.click("Dismiss")
    assert rows(window) == {}


def test_searches_are_passed_on(
    window: WindowDriver,
    store: SavedSearches,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "mine.visret-searches"
    here = SavedSearch("here", "frog", facts=(f'folder:"{tmp_path}"',))
    for search in (SavedSearch("owls", "owl"), here):
        store.add(search)
    window.child(SavedController).read()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    window.choose("Export saved searches …")
    window.until(lambda: "left out, in: here." in window.banner.text())
    assert [one.facts for one in read_file(file)] == [(), ()]
    window.click("Export them, too")
    window.until(lambda: read_file(file)[1] == here)
    window.click("Dismiss")
    store.remove("owls")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    window.choose("Import saved searches …")
    assert list(rows(window)) == ["here", "owls"]
