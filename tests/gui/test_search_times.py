"""What the status line says of a search while it runs, and of what it took."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from visret_desktop.engine.messages import Planned, Ranked, Sketch, SketchProgress, SketchReady
from visret_desktop.gui.search.search_times import SearchTimes
from visret_desktop.gui.sketches.sketch_view_model import SketchViewModel
from visret_desktop.gui.widgets.status_line import StatusLine

SKETCHES = (Sketch("A", "a heron", 0), Sketch("B", "a heron", 1), Sketch("C", image="/mine.jpg"))


class Watch:
    """A search's times with the line they are told in."""

    def __init__(self, qtbot: QtBot, owner: QObject) -> None:
        self.status, self.board = StatusLine(), SketchViewModel()
        qtbot.addWidget(self.status)
        self.times = SearchTimes(self.status, self.board, owner)
        self.board.begin("hybrid")
        self.times.begin()

    def plan(self, seconds: float) -> None:
        self.board.take_plan(Planned(1, "question", ("a heron",), SKETCHES, "", seconds))

    def ready(self, ready: SketchReady) -> None:
        self.board.note_ready(ready)
        self.times.note_ready(ready)


@pytest.fixture
def watch(qtbot: QtBot) -> Iterator[Watch]:
    owner = QObject()
    made = Watch(qtbot, owner)
    yield made
    made.times.end()


def test_what_took_how_long_in_the_order_of_the_plan(watch: Watch) -> None:
    watch.times.note_ranked(Ranked(1, (), True, {"encode": 0.01, "rank": 0.02}, ("text",)))
    watch.plan(4.0)
    watch.ready(SketchReady(1, "B", "/b.png", seconds=1.26))
    watch.ready(SketchReady(1, "A", "/a.png", is_cached=True))
    watch.ready(SketchReady(1, "C", "/mine.jpg"))
    watch.times.note_ranked(Ranked(1, (), True, {"encode": 9.0}, ("text", "A", "B")))
    watch.times.end()
    assert watch.status.times() == "0.03 s"
    assert watch.status.explanation().splitlines() == [
        "The first photos were found in 0.03 s",
        "Sketch A had been drawn earlier",
        "Sketch B was drawn in 1.3 s",
    ]


def test_what_goes_on_and_how_long_it_is_expected_to(watch: Watch) -> None:
    watch.times.note_ranked(Ranked(1, (), True, {"rank": 0.02}, ("text",)))
    assert watch.status.times() == "Thinking about your words …"
    watch.plan(4.0)
    watch.board.set_open(True)
    watch.times._show()
    assert "Getting ready to draw" in watch.status.times()
    watch.board.note_progress(SketchProgress(1, "A", 3, 12, 2.0))
    watch.times._show()
    assert watch.status.times() == "Drawing A: step 3 of 12 · about 4 s"
    watch.times._begun -= 2
    watch.times._show()
    assert watch.status.times() == "Drawing A: step 3 of 12 · 2 s of about 4 s"


def test_what_took_no_time_to_speak_of_is_not_said_to_take_none(watch: Watch) -> None:
    watch.times.note_ranked(Ranked(1, (), True, {"rank": 0.001}, ("text",)))
    watch.times.end()
    assert watch.status.times() == "< 0.01 s"


def test_nothing_is_said_where_nothing_is_asked(watch: Watch) -> None:
    watch.times.note_ranked(Ranked(1, (), True, {"rank": 0.02}, ("text",)))
    watch.times.clear()
    assert watch.status.times() == ""
