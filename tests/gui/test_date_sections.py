"""Headlines over photos in the order of their dates."""

import random

import pytest
from pytestqt.qtbot import QtBot

from tests.gui.entries import entry
from visret_desktop.gui.grid.grid_layout import GridLayout
from visret_desktop.gui.grid.results_model import ResultsModel
from visret_desktop.gui.grid.sections import (
    DAY,
    MONTH,
    Run,
    date_words,
    dated_sections,
    day_of,
    runs,
)


@pytest.mark.parametrize(
    ("key", "day"),
    [
        ("2024-05-03T10:00:00", 20240503),
        ("-2024-05-03T10:00:00", 0),
        ("-12024-05-03T10:00:00", 0),
        ("", 0),
        ("0000", 0),
        ("²024-05-03", 0),
    ],
)
def test_the_day_of_a_photo(key: str, day: int) -> None:
    assert day_of(key) == day


def test_runs_begin_where_the_day_or_the_month_changes() -> None:
    days = [20240503, 20240503, 20240503, 20240501, 20240420, 20231224, 0]
    assert runs(days, DAY) == [
        Run(20240503, 0, 3, 3),
        Run(20240501, 3, 1, 1),
        Run(20240420, 4, 1, 1),
        Run(20231224, 5, 1, 1),
        Run(0, 6, 1, 1),
    ]
    months = [(run.date, run.start, run.count) for run in runs(days, MONTH)]
    assert months == [(202405, 0, 4), (202404, 4, 1), (202312, 5, 1), (0, 6, 1)]
    assert runs([], DAY) == []


def test_headlines_say_the_date_and_undated_photos_have_one_of_their_own() -> None:
    days = [20240503, 20240503, 20240420, 0]
    by_day = [section.title for section in dated_sections(days, DAY)]
    assert by_day == [date_words(20240503), date_words(20240420), "No date"]
    by_month = [(section.title, section.count) for section in dated_sections(days, MONTH)]
    assert by_month == [("May 2024", 2), ("April 2024", 1), ("No date", 1)]


def test_photos_by_date_stand_under_headlines_and_others_do_not(qtbot: QtBot) -> None:
    model = ResultsModel()
    model.set_entries([entry(number, band="maybe") for number in range(1, 41)])
    model.sort_by("date", MONTH)
    (column,) = model.blocks[0]
    assert [section.title for section in column][:2] == ["May 2019", "May 2018"]
    assert sum(section.count for section in column) == 40
    days = model.days()
    assert list(days) == sorted(days, reverse=True)
    model.sort_by("name")
    assert [[section.title for section in column] for column in model.blocks[0]] == [[""]]
    assert list(model.days()) == list(days)
    model.sort_by("date")
    assert len(model.blocks[0][0]) == 1


def test_weak_ones_stay_folded_below_the_headlines(qtbot: QtBot) -> None:
    model = ResultsModel()
    bands = ["confident"] * 3 + ["weak"] * 5
    model.set_entries([entry(number, band=band) for number, band in enumerate(bands, start=1)])
    model.sort_by("date", DAY)
    titles = [(section.title, section.count) for section in model.blocks[0][0]]
    assert len(titles) == 4
    assert titles[-1] == ("Less likely", 0)
    model.fold(False)
    assert sum(section.count for section in model.blocks[0][0]) == 8


def test_headings_in_a_span_are_those_of_a_look_at_each() -> None:
    chance = random.Random(3)
    days = sorted((chance.randrange(20200101, 20201231) for _ in range(400)), reverse=True)
    layout = GridLayout([[dated_sections(days, DAY)]], [1.5] * 400, 600, 120)
    for _ in range(50):
        top = chance.randrange(layout.height)
        bottom = top + chance.randrange(900)
        found = list(layout.headings_between(top, bottom))
        touching = [one for one in layout.headings if one[1].bottom() >= top]
        assert found == [one for one in touching if one[1].top() <= bottom]


def test_photos_behind_others_of_their_burst_are_counted(qtbot: QtBot) -> None:
    model = ResultsModel()
    model.show_bursts_as_one(True)
    taken = "2024-05-03T10:00:00"
    burst = [entry(number, taken_at=taken, burst=7) for number in (1, 2, 3)]
    model.set_entries([*burst, entry(4, taken_at="2023-05-03T10:00:00")])
    model.sort_by("date", MONTH)
    (column,) = model.blocks[0]
    assert [(each.start, each.count, each.total) for each in column] == [(0, 1, 3), (1, 1, 1)]
    assert list(model.days()) == [20240503, 20230503]
    assert sorted(model.whole_ids()) == [1, 2, 3, 4]
    (may, _) = runs(model.days(), MONTH, model.whole_days())
    assert (may.count, may.photos) == (1, 3)
