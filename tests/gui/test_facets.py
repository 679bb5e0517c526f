"""Facets, timeline and a photo's day in the real window."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAccessible, QKeySequence
from PySide6.QtTest import QTest

from tests.gui.driver import WindowDriver
from visret_desktop.facts.operators import fact_of
from visret_desktop.gui.facts.condition_text import gazetteer
from visret_desktop.gui.facts.facet_panel import ROW, FacetPanel
from visret_desktop.gui.facts.facet_rows import ON, OUT, FacetRow
from visret_desktop.gui.facts.timeline_bar import TimelineBar
from visret_desktop.gui.grid.sections import MONTH, day_of
from visret_desktop.gui.photo.photo_actions import PhotoActions
from visret_desktop.gui.widgets.window_layout import SidePanel
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.settings import Settings

Key = Qt.Key
NOTHING, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


class Facets:
    """The panel of facets as a person sees it."""

    def __init__(self, driver: WindowDriver) -> None:
        self.driver = driver
        self.panel, self.bar = driver.child(FacetPanel), driver.child(TimelineBar)
        self.all = len(driver.model.whole_ids())
        self.side = driver.child(SidePanel)

    @property
    def reader(self) -> CatalogReader:
        found = self.driver.library.view.reader
        assert found is not None
        return found

    def rows(self) -> list[FacetRow]:
        return [row for row in self.panel.rows() if row.condition is not None]

    def shown(self) -> int:
        return len(self.driver.model.whole_ids())

    def shown_ids(self) -> list[int]:
        return list(map(int, self.driver.model.whole_ids()))

    def true(self, row: FacetRow) -> int:
        """Count the photos of a row within what is browsed, by asking the catalog."""
        assert row.condition is not None
        wanted = self.driver.library.view.snapshot.only
        return self.reader.counts(Filter((*wanted.conditions, row.condition)))[0]

    def until_counted(self, photos: int) -> None:
        """Wait until so many photos are shown, and the counts are of them."""
        self.driver.until(lambda: self.shown() == photos and self.panel._counts.photos == photos)

    def index(self, row: FacetRow) -> QModelIndex:
        model, found = self.panel.tree.model(), self.panel.tree.model().index(0, 0)
        while found.data(ROW) is None or found.data(ROW).key != row.key:
            found = self.panel.tree.indexBelow(found)
        assert found.model() is model
        return found

    def click(self, row: FacetRow, modifier: Qt.KeyboardModifier = NOTHING) -> None:
        tree, index = self.panel.tree, self.index(row)
        tree.scrollTo(index)
        place = tree.visualRect(index).center()
        QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, modifier, place)


@pytest.fixture(scope="module")
def window(open_on_library: Callable[[Settings], WindowDriver]) -> WindowDriver:
    return open_on_library(Settings(pictures_enabled=False))


@pytest.fixture
def facets(window: WindowDriver) -> Iterator[Facets]:
    made = Facets(window)
    made.side.show_leaf("facts")
    made.until_counted(made.all)
    yield made
    window.bar.ask_facts(())
    window.grid.dated_order = "date"
    made.side.show_leaf("library")
    window.until(lambda: made.shown() == made.all)


def test_each_count_is_what_the_catalog_says(facets: Facets) -> None:
    rows = facets.rows()
    names = {row.key[0] for row in rows}
    assert {"year", "camera"} <= names
    for row in rows:
        assert row.count == f"{facets.true(row):,}", row
        assert 0 < facets.true(row) <= facets.all


def test_a_click_narrows_and_the_next_one_widens(facets: Facets) -> None:
    row = min(facets.rows(), key=lambda row: int(row.count))
    facets.click(row)
    (fact,) = facets.driver.bar.facts.facts()
    assert fact.condition == row.condition
    known = facets.driver.library.view.snapshot.known
    assert fact_of(fact.text, known, gazetteer()).condition == row.condition
    facets.until_counted(int(row.count))
    (now,) = [each for each in facets.rows() if each.condition == row.condition]
    assert (now.state, now.count) == (ON, row.count)
    for each in facets.rows():
        assert each.count == f"{facets.true(each):,}", each
    facets.click(now)
    facets.until_counted(facets.all)
    assert facets.driver.bar.facts.facts() == ()


def test_shift_excludes_and_what_is_excluded_stays_listed(facets: Facets) -> None:
    row = next(row for row in facets.rows() if row.key[0] == "camera")
    facets.click(row, SHIFT)
    facets.until_counted(facets.all - int(row.count))
    (fact,) = facets.driver.bar.facts.facts()
    assert fact.text.startswith("-camera:")
    (now,) = [each for each in facets.rows() if each.condition == row.condition]
    assert (now.state, now.count) == (OUT, "")
    facets.click(now)
    facets.until_counted(facets.all)


def test_keys_narrow_and_screen_readers_hear_counts(facets: Facets) -> None:
    tree = facets.panel.tree
    row = next(row for row in facets.rows() if row.key[0] == "year")
    tree.setCurrentIndex(facets.index(row))
    assert tree.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole) == (
        f"{row.words}, {row.count} photos"
    )
    heard = QAccessible.queryAccessibleInterface(tree)
    assert heard.text(QAccessible.Text.Name) == "Narrow the photos"
    facets.driver.press(tree, Key.Key_Right)  # to its months
    months = [each for each in facets.rows() if each.key[0] == "month"]
    assert sum(int(month.count) for month in months) == int(row.count)
    facets.driver.press(tree, Key.Key_Return)
    facets.until_counted(int(row.count))
    spoken = tree.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == f"{row.words}, {row.count} photos, on"
    facets.driver.press(tree, Key.Key_Return, SHIFT)  # whatever is there goes
    facets.until_counted(facets.all)


def test_a_search_is_counted_and_narrowed(facets: Facets) -> None:
    driver = facets.driver
    driver.ask("a heron")
    driver.until(lambda: facets.panel._counts.photos == facets.shown() > 0)
    row = max(
        (row for row in facets.rows() if row.key[0] == "camera"), key=lambda row: int(row.count)
    )
    facets.click(row)
    driver.settle()
    entries = driver.entries()
    assert entries
    wanted = set(facets.reader.photo_ids("date", Filter((row.condition,))).tolist())
    assert {entry.photo_id for entry in entries} <= wanted
    driver.bar.ask_text("")


def test_leaves_have_keys_and_are_remembered(facets: Facets) -> None:
    window, side = facets.driver.window, facets.side
    driver = facets.driver
    assert side.shows("facts")
    driver.press(window, Key.Key_F9)
    assert side.shows("library")
    driver.press(window, Key.Key_F9)
    assert side.isHidden()
    driver.press(window, Key.Key_F8)
    assert side.shows("facts")


def test_nothing_is_counted_while_nobody_looks(facets: Facets) -> None:
    facets.side.show_leaf("library")
    before = facets.panel._counts
    facets.driver.bar.ask_facts(
        [fact_of("before:1900", facets.driver.library.view.snapshot.known, gazetteer())]
    )
    facets.driver.until(lambda: facets.shown() == 0)
    assert facets.panel._counts.photos == before.photos > 0
    facets.side.show_leaf("facts")
    facets.driver.until(lambda: facets.panel._counts.photos == 0)
    assert [(row.words, row.state) for row in facets.rows()] == [("before 1900", ON)]


# ---- timeline -----------------------------------------------------------------------------


def test_the_timeline_has_the_months_of_what_is_shown(facets: Facets) -> None:
    bar, months = facets.bar, facets.bar.months()
    assert bar.isVisible()
    columns = facets.reader.fact_columns()
    told = [(count.value, count.photos) for count in columns.months()]
    assert [(month.date, month.photos) for month in months if month.date] == told
    undated = sum(not entry.taken_at for entry in facets.driver.model.entries())
    assert (months[-1].date, months[-1].photos) == (0, undated)
    assert sum(month.photos for month in months) == facets.all
    facets.driver.bar.ask_facts(
        [
            fact_of(
                f"taken:{told[0][0] // 100}", facets.driver.library.view.snapshot.known, gazetteer()
            )
        ]
    )
    facets.driver.until(lambda: {m.date // 100 for m in bar.months()} == {told[0][0] // 100})


def test_a_click_leads_to_a_month_and_keys_to_the_next(facets: Facets) -> None:
    driver, bar, view = facets.driver, facets.bar, facets.driver.view
    driver.grid.dated_order = "month"
    view.set_line_height(300)
    months = bar.months()
    number = len(months) // 2
    place = QPoint(10, round(bar.center_of(number)))
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, NOTHING, place)
    assert bar.here() == months[number]
    first = driver.entry(view.first_row_in_sight())
    assert day_of(first.sort_key) // MONTH == months[number].date
    bar.setFocus()
    driver.press(bar, Key.Key_Up)
    assert bar.here() == months[number - 1]
    assert bar.accessibleDescription() == bar.words(months[number - 1])
    driver.press(bar, Key.Key_Home)
    assert view.first_row_in_sight() == 0
    driver.press(bar, Key.Key_End)
    assert bar.here() in months[-3:]
    view.set_line_height(176)


def test_a_month_of_a_search_orders_it_by_date(facets: Facets) -> None:
    driver, bar = facets.driver, facets.bar
    driver.ask("a heron")
    driver.until(lambda: sum(month.photos for month in bar.months()) == facets.shown())
    assert driver.model.order == "relevance"
    shown = driver.model.rowCount()
    place = QPoint(10, round(bar.center_of(0)))
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, NOTHING, place)
    assert driver.model.order == "date"
    assert driver.model.rowCount() == shown  # weak ones stay folded away
    keys = [entry.sort_key for entry in driver.model.entries()]
    assert keys == sorted(keys, reverse=True)
    driver.bar.ask_text("")


def test_the_timeline_is_switched_in_the_menu(facets: Facets) -> None:
    facets.driver.choose("Timeline")
    assert not facets.bar.isVisible()
    facets.driver.choose("Timeline")
    facets.driver.until(facets.bar.isVisible)


# ---- what was taken around a photo --------------------------------------------------------


def test_the_day_of_a_photo_is_shown_from_a_result(facets: Facets) -> None:
    driver = facets.driver
    driver.ask("a heron")
    driver.view.select_row(0)
    entry = driver.entry(0)
    action = next(a for a in driver.child(PhotoActions).actions if "day" in a.text())
    action.trigger()
    day = entry.sort_key[:10]
    driver.until(
        lambda: (
            driver.view.selected_entries()[:1] != []
            and driver.view.selected_entries()[0].photo_id == entry.photo_id
            and driver.library.view.snapshot.only == driver.library._search.wanted
        )
    )
    assert [fact.text for fact in driver.bar.facts.facts()] == [f"taken:{day}"]
    assert driver.line.text() == ""
    assert {each.sort_key[:10] for each in driver.model.entries()} == {day}
    assert driver.page is driver.grid


@pytest.mark.parametrize(("field", "keys"), [("event", "Ctrl+Shift+T"), ("burst", "Ctrl+B")])
def test_what_was_taken_with_a_photo_is_shown(facets: Facets, field: str, keys: str) -> None:
    driver, reader = facets.driver, facets.reader
    driver.bar.ask_text("")
    facets.driver.until(lambda: facets.shown() == facets.all)
    entry = next(each for each in driver.model.entries() if each.burst)
    number = getattr(entry, field)
    driver.view.select_row(driver.model.row_of(entry.photo_id))
    driver.view.setFocus()
    QTest.keySequence(driver.view, QKeySequence(keys))
    wanted = Filter.of(**{field: [entry.path]})
    photos = reader.photo_ids("date", wanted).tolist()
    driver.until(lambda: sorted(facets.shown_ids()) == sorted(photos))
    driver.until(
        lambda: [each.photo_id for each in driver.view.selected_entries()] == [entry.photo_id]
    )
    assert 1 < len(photos) < facets.all
    assert {getattr(row, field) for row in reader.rows_of_ids(photos).values()} == {number}
    assert field == "event" or driver.model.rowCount() == len(photos)  # none is folded away
    (fact,) = driver.bar.facts.facts()
    assert fact.text == f'{field}:"{entry.path}"'
    assert fact_of(fact.text, driver.library.view.snapshot.known, gazetteer()).condition == (
        fact.condition
    )
