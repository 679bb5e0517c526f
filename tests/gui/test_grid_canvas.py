"""A better ranking comes into the grid: photos move, and what is looked at does not."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.gui.entries import entry, write_thumbnails
from tests.gui.still import ask_for_stillness
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.grid.results_view import ResultsView
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader


def _ranking(*ids: int) -> list[GridEntry]:
    places = enumerate(ids, start=1)
    return [entry(n, rank=rank, ranks={"text": rank}) for rank, n in places]


@pytest.fixture
def view(qtbot: QtBot, tmp_path: Path) -> Iterator[ResultsView]:
    loader = ThumbnailLoader(write_thumbnails(tmp_path / "t.db", range(1, 4), (384, 256)))
    model = ResultsModel()
    made = ResultsView(model, loader)
    qtbot.addWidget(made)
    made.resize(560, 400)
    made.set_line_height(90)
    made.show()
    model.set_entries(_ranking(*range(1, 41)))
    yield made
    loader.close()


def _order(view: ResultsView) -> list[int]:
    return [shown.photo_id for shown in view._model.entries()]


def _place(view: ResultsView, photo_id: int) -> QPoint:
    return view._cell_of(view._model.row_of(photo_id)).topLeft()


def test_photos_begin_where_they_were(view: ResultsView, qtbot: QtBot) -> None:
    before = {number: _place(view, number) for number in (1, 2, 5)}
    view.show_ranking(_ranking(5, *range(1, 5), *range(6, 41)))
    for number, place in before.items():
        assert _place(view, number) + view._motion.offset(number) == place
    assert _place(view, 5) != before[5]
    qtbot.waitUntil(lambda: not view._motion.is_running)
    assert _order(view)[:3] == [5, 1, 2]


def test_while_one_types_nothing_flies_through_the_grid(view: ResultsView) -> None:
    seen = {shown.photo_id: cell for shown, cell in view._in_sight()}
    view.show_typed(_ranking(2, *range(40, 2, -1), 1))
    now = {shown.photo_id for shown, _ in view._in_sight()}
    assert _place(view, 2) + view._motion.offset(2) == seen[2].topLeft()
    coming = now - seen.keys()
    assert len(coming) > 5
    assert {view._motion.offset(number) for number in coming} == {QPoint()}
    assert {view._motion.opacity(number) for number in coming} < {0.0, 1.0}
    leaving = {shown.photo_id: cell for shown, cell, _ in view._motion.leaving()}
    assert leaving == {number: seen[number] for number in seen.keys() - now}


def test_without_motion_they_are_there_at_once(view: ResultsView) -> None:
    ask_for_stillness(view)
    view.show_ranking(_ranking(*range(40, 0, -1)))
    assert not view._motion.is_running
    assert _order(view)[0] == 40


def test_the_selected_photo_stays_and_the_others_flow_around_it(view: ResultsView) -> None:
    view.select_row(7)
    place = _place(view, 8)
    view.show_ranking(_ranking(*range(40, 0, -1)))
    assert _place(view, 8) == place
    assert [number for number in _order(view) if number != 8] == [
        number for number in range(40, 0, -1) if number != 8
    ]


def test_a_selected_photo_out_of_sight_is_not_held(view: ResultsView) -> None:
    view.select_row(0)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    view.show_ranking(_ranking(*range(40, 0, -1)))
    assert _order(view) == list(range(40, 0, -1))


def test_the_photo_under_the_cursor_stays_until_the_cursor_leaves(
    view: ResultsView, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell = view._cell_of(7)

    class Cursor:
        @staticmethod
        def pos() -> QPoint:
            return view.viewport().mapToGlobal(cell.center())

    monkeypatch.setattr(view, "cursor", Cursor)
    monkeypatch.setattr(view, "_mouse_moved_at", float("inf"))
    view.show_ranking(_ranking(*range(40, 0, -1)))
    assert _place(view, 8) == cell.topLeft()
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    assert _order(view) == list(range(40, 0, -1))


def test_another_order_than_relevance_holds_nothing(view: ResultsView) -> None:
    view.select_row(7)
    view._model.sort_by("list:text")
    view.show_ranking(_ranking(*range(40, 0, -1)))
    assert _order(view) == list(range(40, 0, -1))
