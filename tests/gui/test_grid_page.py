"""What stands around the grid: orders by list, and the answer that nothing matches."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLayout, QToolButton
from pytestqt.qtbot import QtBot

from tests.gui.entries import entry, write_thumbnails
from visret_desktop.engine.messages import Hit, Ranked
from visret_desktop.gui.answers.answer_line import AnswerLine
from visret_desktop.gui.facts.timeline_bar import Timeline
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.grid.results_model import ResultsModel
from visret_desktop.gui.languages import language
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.search.answer_view_model import AnswerViewModel
from visret_desktop.gui.sketches.sketch_pictures import SketchPictures
from visret_desktop.gui.sketches.sketch_strip import SketchStrip
from visret_desktop.gui.sketches.sketch_view_model import SketchViewModel
from visret_desktop.gui.widgets.background import close_all


@pytest.fixture(params=["en"])
def page(
    request: pytest.FixtureRequest, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> Iterator[GridPage]:
    language.use(qapp, request.param)
    loader = ThumbnailLoader(write_thumbnails(tmp_path / "t.db", range(1, 4), (384, 256)))
    pictures = SketchPictures(loader)
    model = ResultsModel()
    strip = SketchStrip(SketchViewModel(), pictures, tmp_path)
    answer = AnswerLine(AnswerViewModel(), loader, pictures)
    made = GridPage(model, loader, strip, answer)
    qtbot.addWidget(made)
    made.show()
    made.set_searching(True)
    ranks = ({"text": 1, "A": 3}, {"text": 2, "A": 1}, {"text": 3})
    model.set_entries([entry(n, rank=n, ranks=r) for n, r in enumerate(ranks, start=1)])
    yield made
    close_all(pictures)
    loader.close()
    language.use(qapp, "en")


def _orders(page: GridPage) -> list[str]:
    return [page._order.itemText(n) for n in range(page._order.count())]


def _shown(page: GridPage) -> list[int]:
    return [shown.photo_id for shown in page._model.entries()]


def test_each_of_several_lists_is_an_order(page: GridPage) -> None:
    page.set_lists(("text",))
    assert len(_orders(page)) == 5
    page.set_lists(("text", "A"))
    assert _orders(page)[5:] == ["by text", "by sketch A"]
    page.order_by_list("A")
    assert _shown(page) == [2, 1, 3]
    assert page._model.is_dim(page._model.entries()[-1])
    page.order_by_list("A")
    assert _shown(page) == [1, 2, 3]


def test_sketches_fold_for_photos_on_a_low_page_and_come_back(page: GridPage) -> None:
    strip = page.strip
    strip.set_room(700)
    assert not strip.is_folded
    strip.set_room(425)  # of a window of 700 by 560 pixels
    assert (strip.is_folded, strip.is_folded_for_room) == (True, True)
    strip.set_room(700)
    assert not strip.is_folded
    strip.set_room(425)
    strip.fold.click()  # somebody wants to see them nevertheless
    strip.set_room(430)
    assert not strip.is_folded
    strip.fold.click()  # and nobody does
    strip.set_room(700)
    assert (strip.is_folded, strip.is_folded_for_room) == (True, False)


def test_the_timeline_ends_with_the_photos_that_have_no_date(page: GridPage, qtbot: QtBot) -> None:
    timeline = Timeline(page._model, page)
    dates = ["2024-05-01T10:00:00", "2023-05-01T10:00:00", *([None] * 60)]
    page._model.set_entries([entry(n, taken_at=date) for n, date in enumerate(dates, 1)])
    page.resize(600, 400)
    page.order_by_date()
    qtbot.waitUntil(lambda: [run.date for run in timeline.bar.months()] == [202405, 202305, 0])
    assert timeline.bar.here() == timeline.bar.months()[0]
    bar = page.view.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert timeline.bar.here() == timeline.bar.months()[-1]
    assert timeline.bar.words(timeline.bar.months()[-1]).startswith("No date: 60 photo")


def test_the_title_counts_what_is_shown_in_each_order(page: GridPage) -> None:
    page.set_lists(("text", "A"))
    hits = tuple(
        Hit(n, f"{n:032x}", f"/{n}.jpg", f"{n}.jpg", None, 3, 2, True, "", score=1.0, rank=n)
        for n in (1, 2, 3)
    )
    page.show_answer(Ranked(hits=hits, found=2))
    assert page.title.text() == "2 found"
    page.order_by_list("A")
    assert page.title.text() == "3 photos by sketch A"
    page.order_by_list("")
    assert page.title.text() == "2 found"
    page.show_count(7)
    page.order_by_date()
    assert page.title.text() == "7 photos"
    page.show_count(7, of=1200)  # on a server, of which more come in
    assert page.title.text() == "7 of 1,200 photos"


def test_an_order_stays_while_its_list_does(page: GridPage) -> None:
    page.set_lists(("text", "A"))
    page.order_by_list("A")
    page.set_lists(("text", "instruction", "A", "B"))
    assert page._model.list_name == "A"
    assert _orders(page)[5:] == ["by text", "by instruction", "by sketch A", "by sketch B"]
    page.set_lists(("text", "instruction", "B"))
    assert page._model.list_name == ""
    assert _shown(page) == [1, 2, 3]


def test_nothing_matches_is_an_answer_with_a_way_on(page: GridPage) -> None:
    page.show_no_match(3)
    assert page._below.currentWidget() is page.no_match
    assert page.no_match.button.text() == "Show the closest photos"
    page.no_match.button.click()
    assert page._below.currentWidget() is page.view


def test_nothing_matches_in_a_folder_leads_to_all_photos(page: GridPage, qtbot: QtBot) -> None:
    assert page.no_match.all.isHidden()
    page.no_match.set_folder("Norway <2025>")
    page.show_no_match(3)
    assert page.no_match.title.text() == "No photo in “Norway <2025>” matches"
    with qtbot.waitSignal(page.no_match.all_requested):
        page.no_match.all.click()


def test_photos_that_are_looked_at_are_not_taken_away(page: GridPage) -> None:
    page.view.select_row(1)
    page.show_no_match(3)
    assert page._below.currentWidget() is page.view


@pytest.mark.parametrize(
    ("ranked", "title"),
    [
        (Ranked(found=7, is_settled=True), "7 found"),
        (Ranked(found=1, is_settled=True), "1 found"),
        (Ranked(found=0, is_settled=True), "Closest first"),
        (Ranked(is_settled=True), "Closest first"),
        (Ranked(), "Closest first so far"),
        (Ranked(found=0, nothing_matches=True, is_settled=True), "Nothing matches"),
    ],
)
def test_the_title_says_how_many_were_found(page: GridPage, ranked: Ranked, title: str) -> None:
    hit = Hit(1, "ab", "/p/x.jpg", "x.jpg", None, 4, 3, True, "2025")
    page.show_answer(replace(ranked, hits=(hit,)))
    assert page.title.text() == title


def test_a_new_query_folds_weak_photos_again(page: GridPage) -> None:
    ranking = [entry(n, rank=n, band="weak" if n > 2 else "confident") for n in range(1, 9)]
    page._model.set_entries(ranking)
    assert len(_shown(page)) == 2
    page._model.fold(False)
    assert len(_shown(page)) == 8
    page.set_searching(True)
    page._model.set_entries(ranking)
    assert len(_shown(page)) == 2


@pytest.mark.parametrize("page", ["en", "de"], indirect=True)
@pytest.mark.parametrize("width", [320, 380, 460, 700])
def test_no_order_is_cut_off_however_narrow_the_page_is(
    page: GridPage, qtbot: QtBot, width: int
) -> None:
    layout = page.layout()
    assert layout is not None
    layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # panels take the room
    page.setMinimumWidth(width)
    page.resize(width, 400)
    page.set_lists(("text", "instruction", "A"))
    for place in range(page._order.count()):
        page._order.setCurrentIndex(place)
        qtbot.waitUntil(lambda: page._order.width() >= page._order.sizeHint().width())
    assert page.width() == width
    shown = [w for w in page.findChildren(QToolButton) if w.parent() is page and w.isVisible()]
    assert all(button.geometry().right() < width for button in shown)
