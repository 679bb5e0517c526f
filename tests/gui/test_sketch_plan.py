"""Wishes about sketches, each of which makes another plan."""

from dataclasses import replace

from visret_desktop.engine.messages import Sketch, sketch_name
from visret_desktop.gui.sketches.sketch_plan import SketchPlan, distinct_parts, key_of

HERON, TOAD = "the head of a heron", "the head of a toad"


def _plan() -> SketchPlan:
    sketches = (
        Sketch("A", HERON, 0, 0),
        Sketch("B", HERON, 1, 0),
        Sketch("C", TOAD, 0, 1),
        Sketch("D", TOAD, 1, 1),
    )
    return SketchPlan("hybrid", "comparison", (HERON, TOAD), sketches)


def test_dropping_the_last_sketch_is_no_wish_for_new_ones() -> None:
    plan = _plan().with_lock("A", True).without("A")
    assert plan.names() == ["B", "C", "D"]
    assert plan.locked == frozenset()
    assert not plan.is_bare
    for name in ("B", "C", "D"):
        plan = plan.without(name)
    assert plan.is_bare
    assert plan.instructions == (HERON, TOAD)


def test_rerolling_takes_seeds_that_none_has_and_spares_the_locked_and_own() -> None:
    plan = _plan().with_lock("B", True).with_own_picture("C", "/mine.jpg")
    rolled = plan.rerolled(plan.names())
    assert [sketch.seed for sketch in rolled.sketches] == [2, 1, 0, 3]
    assert rolled.sketch("C") == plan.sketch("C")
    assert plan.rerolled(["B"]) == plan


def test_an_own_picture_decides_what_is_searched_by_whatever_the_words() -> None:
    plan = _plan().with_own_picture("A", "/mine.jpg")
    own = plan.sketch("A")
    assert own is not None
    assert key_of(own) == key_of(replace(own, instruction="other", seed=9))
    drawn = plan.sketch("B")
    assert drawn is not None
    assert key_of(drawn) != key_of(replace(drawn, seed=9))


def test_another_picture_stands_by_its_column_under_a_free_letter() -> None:
    plan = _plan().without("B").with_another("hash:1", 0)
    assert plan.names() == ["A", "B", "C", "D"]
    added = plan.sketch("B")
    assert added == Sketch("B", HERON, 0, 0, "hash:1")
    bare = SketchPlan("hybrid", is_bare=True).with_another("/mine.jpg")
    assert bare.names() == ["A"]
    assert not bare.is_bare


def test_more_like_one_leaves_out_words_and_others() -> None:
    only = _plan().only("C")
    assert only.strategy == "visret"
    assert only.names() == ["C"]


def test_an_instruction_is_drawn_anew_but_for_locked_sketches() -> None:
    plan = _plan().with_lock("A", True).with_instruction(0, "the feet of a heron")
    assert plan.instructions == ("the feet of a heron", TOAD)
    told = {sketch.name: sketch.instruction for sketch in plan.sketches}
    assert told == {"A": HERON, "B": "the feet of a heron", "C": TOAD, "D": TOAD}


def test_columns_are_called_by_what_tells_them_apart() -> None:
    assert distinct_parts((HERON, TOAD)) == ("heron", "toad")
    assert distinct_parts(("red frog feet", "blue frog feet")) == ("red", "blue")
    assert distinct_parts(("a heron", "a heron in flight")) == ("a heron", "in flight")
    assert distinct_parts((HERON,)) == (HERON,)
    assert distinct_parts(()) == ()


def test_letters_go_on_after_z() -> None:
    assert [sketch_name(n) for n in (0, 25, 26, 51, 52, 702)] == ["A", "Z", "AA", "AZ", "BA", "AAA"]
