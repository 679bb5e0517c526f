"""What photos are asked, and which of them."""

import pytest

from visret_desktop.engine.answers.question_split import entities_of, queues, shares
from visret_desktop.engine.messages import AskedPhoto

HERON, OWL = "tarn heron", "moss owl"


@pytest.mark.parametrize(
    ("question", "entities", "asked"),
    [
        ("What color is it?", (), ["What color is it?"]),
        ("What color is it?", (HERON,), ["What color is it?"]),
        ("tarn heron vs moss owl", (), ["tarn heron vs moss owl"]),
        (
            "Compare the feet of the tarn heron and the moss owl",
            (HERON, OWL),
            ["describe the feet of a tarn heron", "describe the feet of a moss owl"],
        ),
        (
            "Compare the feet of the tarn heron and the moss owl",
            ("foot of an owl", "foot of a heron"),  # in another order
            ["describe the feet of a moss owl", "describe the feet of a tarn heron"],
        ),
        (
            "Compare the feet of the tarn heron and the moss owl",
            ("foot of a bird", "foot of a heron"),  # of which one is neither
            ["describe foot of a bird", "describe foot of a heron"],
        ),
        (
            "Do both of them have feet of the same color?",
            ("feet of a tarn heron", "feet of a moss owl"),
            ["describe feet of a tarn heron", "describe feet of a moss owl"],
        ),
    ],
)
def test_each_thing_of_a_comparison_is_described(
    question: str, entities: tuple[str, ...], asked: list[str]
) -> None:
    assert [thing.question for thing in entities_of(question, entities)] == asked


@pytest.mark.parametrize(
    ("images", "things", "each"),
    [(5, 1, [5]), (5, 2, [3, 2]), (4, 2, [2, 2]), (1, 2, [1, 1]), (10, 3, [4, 3, 3])],
)
def test_photos_are_shared_out_evenly(images: int, things: int, each: list[int]) -> None:
    assert shares(images, things) == each


def test_photos_go_to_the_thing_that_they_were_found_for() -> None:
    photos = [AskedPhoto(name, entity) for name, entity in (("a", 0), ("b", 1), ("c", -1))]
    assert queues(photos, 2) == [["a"], ["b"]]
    assert queues(photos, 3) == [["a"], ["b"], ["c"]]
    assert queues([*photos, *photos], 1) == [["a", "b", "c"]]
    assert queues([AskedPhoto("a", 7)], 2) == [["a"], ["a"]]
