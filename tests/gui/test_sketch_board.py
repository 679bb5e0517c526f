"""The board: what is planned, drawn, stopped and wanted, without any widget."""

import pytest

from visret_desktop.engine.messages import (
    Enough,
    Notice,
    Planned,
    Sketch,
    SketchProgress,
    SketchReady,
)
from visret_desktop.gui.sketches.sketch_view_model import (
    DRAWING,
    LEFT_OUT,
    READY,
    STOPPED,
    WAITING,
    SketchViewModel,
)

FEET = "the feet of a heron"


class Desk:
    """A board, and how often it asked."""

    def __init__(self) -> None:
        self.board = SketchViewModel()
        self.asked = 0
        self.board.asked.connect(self._count)
        self.board.begin("hybrid")
        self.board.set_open(True, is_plan_due=True)

    def _count(self) -> None:
        self.asked += 1

    def plan(self) -> None:
        sketches = tuple(Sketch(name, FEET, seed) for seed, name in enumerate("ABC"))
        self.board.take_plan(Planned(1, "question", (FEET,), sketches))

    def ready(self, name: str) -> None:
        self.board.note_ready(SketchReady(1, name, f"/{name}.png"))

    def states(self) -> dict[str, str]:
        return {slot.sketch.name: slot.state for slot in self.board.slots()}

    def wanted(self) -> list[str]:
        return [sketch.name for sketch in self.board.requested()[1]]


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_drawn_sketch_is_used_again_after_undo_and_never_left_out(desk: Desk) -> None:
    sketches = tuple(Sketch(name, FEET, n, if_needed=True) for n, name in enumerate("ABC"))
    desk.board.take_plan(Planned(1, "question", (FEET,), sketches))
    desk.ready("A")
    desk.ready("B")
    desk.board.drop("B")
    desk.board.undo()
    needed = {sketch.name: not sketch.if_needed for sketch in desk.board.requested()[1]}
    assert needed == {"A": True, "B": True, "C": False}


def test_a_sketch_waits_is_drawn_and_is_there(desk: Desk) -> None:
    assert desk.board.is_awaited
    desk.plan()
    assert not desk.board.is_awaited
    desk.board.note_progress(SketchProgress(1, "A", 2, 12, 1.5, "/preview.png"))
    assert desk.states() == {"A": DRAWING, "B": WAITING, "C": WAITING}
    drawing = desk.board.drawing()
    assert drawing is not None
    assert (drawing.step, drawing.steps, drawing.preview) == (2, 12, "/preview.png")
    desk.ready("A")
    assert desk.states()["A"] == READY
    assert desk.board.ready_names() == {"A"}


def test_what_was_stopped_is_left_out_of_every_later_wish(desk: Desk) -> None:
    desk.plan()
    desk.ready("A")
    desk.board.stop()
    desk.board.set_open(False)
    assert desk.states() == {"A": READY, "B": STOPPED, "C": STOPPED}
    assert desk.wanted() == ["A"]
    desk.board.drop("C")
    assert desk.wanted() == ["A"]
    answered = Planned(2, "question", (FEET,), (Sketch("A", FEET, 0),))
    desk.board.take_plan(answered)
    assert desk.states() == {"A": READY, "B": STOPPED}  # still there to be drawn
    desk.board.reroll("B")
    assert desk.wanted() == ["A", "B"]
    assert desk.board.plan.sketch("B") == Sketch("B", FEET, 1)  # as planned, not from another seed


def test_what_is_not_needed_is_drawn_when_asked_for(desk: Desk) -> None:
    sketches = tuple(Sketch(name, FEET, seed, if_needed=True) for seed, name in enumerate("ABC"))
    desk.board.take_plan(Planned(1, "question", (FEET,), sketches))
    desk.ready("A")
    desk.board.take_enough(Enough(1, ("B", "C")))
    assert desk.states() == {"A": READY, "B": LEFT_OUT, "C": LEFT_OUT}
    assert desk.board.ready_names() == {"A"}
    assert desk.board.requested()[1] == sketches  # each search decides anew
    desk.board.reroll("B")
    assert desk.board.requested()[1][1] == Sketch("B", FEET, 1)  # as planned, in any case
    desk.board.take_plan(Planned(2, "question", (FEET,), desk.board.requested()[1]))
    assert desk.states() == {"A": READY, "B": WAITING, "C": WAITING}
    desk.board.take_enough(Enough(2, ("C",)))
    desk.board.draw_left_out()
    assert [sketch.if_needed for sketch in desk.board.requested()[1]] == [True, False, False]


def test_what_is_locked_or_ones_own_is_never_left_out(desk: Desk) -> None:
    sketches = tuple(Sketch(name, FEET, seed, if_needed=True) for seed, name in enumerate("ABC"))
    desk.board.take_plan(Planned(1, "question", (FEET,), sketches))
    desk.board.set_locked("A", True)
    desk.board.replace("B", "/own.png")
    assert [sketch.if_needed for sketch in desk.board.requested()[1]] == [False, False, True]


def test_all_stopped_is_not_none_planned(desk: Desk) -> None:
    desk.plan()
    desk.board.stop()
    assert desk.board.is_stopped
    assert desk.wanted() == []
    desk.board.take_plan(Planned(2, "question", (FEET,)))
    assert list(desk.states()) == ["A", "B", "C"]
    desk.board.reroll_all()
    assert desk.wanted() == ["A", "B", "C"]


def test_wishes_can_be_taken_back_with_their_pictures(desk: Desk) -> None:
    desk.plan()
    for name in "ABC":
        desk.ready(name)
    desk.board.drop("B")
    desk.board.replace("A", "/mine.jpg")
    desk.board.undo()
    desk.board.undo()
    assert desk.states() == {"A": READY, "B": READY, "C": READY}
    assert not desk.board.can_undo
    assert desk.asked == 4
    desk.board.undo()
    assert desk.asked == 4


def test_a_lock_asks_nothing_and_holds(desk: Desk) -> None:
    desk.plan()
    desk.board.set_locked("A", True)
    assert desk.asked == 0
    desk.board.reroll("A")
    assert desk.asked == 0
    desk.board.reroll_all()
    assert [s.seed for s in desk.board.plan.sketches] == [0, 3, 4]


def test_the_same_words_or_none_edit_nothing(desk: Desk) -> None:
    desk.plan()
    for words in ("", "   ", f" {FEET.replace(' ', '   ')}  "):
        desk.board.edit_instruction(0, words)
    assert desk.asked == 0
    desk.board.edit_instruction(0, "the head  of a heron")
    assert desk.board.requested()[0] == ("the head of a heron",)
    assert desk.asked == 1


def test_another_family_is_rewritten_anew(desk: Desk) -> None:
    desk.plan()
    desk.board.choose_family("comparison")
    assert desk.board.family_asked == "comparison"
    assert desk.board.requested() == ((), ())
    two = tuple(Sketch(n, n, 0, c) for c, n in enumerate("AB"))
    desk.board.take_plan(Planned(2, "comparison", ("A", "B"), two))
    assert desk.wanted() == ["A", "B"]


def test_strategies_keep_the_sketches_that_they_share(desk: Desk) -> None:
    desk.plan()
    desk.board.choose_strategy("visret")
    assert desk.wanted() == ["A", "B", "C"]
    desk.board.choose_strategy("original")
    assert desk.board.requested() == ((), ())


def test_one_line_says_why_less_is_done_until_the_next_search(desk: Desk) -> None:
    desk.board.take_notice(Notice(1, "pack-missing", "No visualizer is installed."))
    desk.plan()
    assert desk.board.note == "No visualizer is installed."
    desk.board.set_open(False)
    assert desk.board.note
    desk.board.set_open(True)
    assert desk.board.note == ""


def test_another_query_begins_with_nothing(desk: Desk) -> None:
    desk.plan()
    desk.ready("A")
    desk.board.drop("B")
    desk.board.begin("visret")
    assert desk.board.slots() == []
    assert not desk.board.can_undo
    assert not desk.board.is_planned
