"""The sentences that answers are shown as."""

from dataclasses import replace

import pytest

from visret_desktop.engine.answers import answer_sentences
from visret_desktop.engine.answers.answer_aggregation import Told, combine, may_differ
from visret_desktop.engine.answers.answer_sentences import AnswerPart

FEET = "What color are the feet of the tarn heron?"


def part(*texts: str, question: str = FEET, name: str = "", is_sketch: bool = False) -> AnswerPart:
    told = [Told(n, text) for n, text in enumerate(texts, 1)]
    found = combine(question, told)
    return AnswerPart(found, len(told), name, is_sketch, may_differ(question))


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        (("turquoise",), "Turquoise, in photo 1. Only one photo was read."),
        (("turquoise", ""), "Turquoise, in photo 1. Only one moment shows it."),
        (("turquoise", "", "Turquoise.", "turquoise"), "Turquoise, in photos 1, 3 and 4."),
        (("turquoise", "red", "turquoise"), "The photos disagree: turquoise (1, 3), red (2)."),
        (("", "", "", "", ""), "None of the 5 photos read shows it."),
        (("",), "The photo read does not show it."),
        ((), "No photo could be read."),
        (
            ("teal", "teal", "teal", "red", "teal", "teal"),
            "Teal, in photos 1, 2, 3, 5 and 6; but red in photo 4.",
        ),
        (
            ("It stands in the shallow water of a lake with its head under its left wing.",),
            "It stands in the shallow water of a lake with its head under its left wing. "
            "That is from photo 1. Only one photo was read.",
        ),
    ],
)
def test_what_photos_say(texts: tuple[str, ...], sentence: str) -> None:
    assert answer_sentences.of_one(part(*texts)) == sentence


def test_what_may_well_differ_is_no_contradiction() -> None:
    counted = part("two", "one", "two", question="How many birds?")
    assert answer_sentences.of_one(counted) == "The photos differ: two (1, 3), one (2)."


def test_what_cannot_be_used_is_not_counted_as_not_shown() -> None:
    one, two = part(""), part("", "")
    one, two = replace(one, unusable=2), replace(two, unusable=1)
    of_more = "what the reader says of {} more cannot be used."
    assert answer_sentences.of_one(one) == f"The photo read does not show it; {of_more.format(2)}"
    assert (
        answer_sentences.of_one(two) == f"None of the 2 photos read shows it; {of_more.format(1)}"
    )


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("The one in photo 2 is brighter", "The one in photo 7 is brighter"),
        ("Photos 1 and 2 differ", "Photos 4 and 7 differ"),
        ("Picture 2, not image 1", "Picture 7, not image 4"),
        ("Photo 3 has 2 birds, photo 1 has 1", "Photo 3 has 2 birds, photo 4 has 1"),
        ("The first has 2", "The first has 2"),
    ],
)
def test_photos_have_the_numbers_that_people_see(said: str, shown: str) -> None:
    assert answer_sentences.renumbered(said, (4, 7)) == shown


def test_sketches_are_called_so() -> None:
    assert (
        answer_sentences.of_one(part("turquoise", is_sketch=True))
        == "From a sketch, not from photos: turquoise."
    )
    two = part("turquoise", "red", is_sketch=True)
    assert answer_sentences.of_one(two) == "From sketches, not from photos: turquoise (1), red (2)."
    assert answer_sentences.of_one(part("", is_sketch=True)) == "The sketch read does not show it."


def test_memory_is_called_so() -> None:
    said = "From the reader's memory, not from photos: turquoise."
    assert answer_sentences.from_memory("Turquoise.".casefold()) == said
    assert answer_sentences.from_memory("") == "Without photos the reader has no answer."


def test_comparisons_say_each_thing_and_whether_they_differ() -> None:
    heron, owl = part("turquoise", "turquoise", name="tarn heron"), part("brown", name="moss owl")
    assert answer_sentences.of_several([heron, owl], False) == (
        "Tarn heron: turquoise (photos 1 and 2). Moss owl: brown (photo 1). They differ. "
        "Only one photo of “moss owl” was read."
    )
    hidden, split = part("", "", name="moss owl"), part("red", "blue", name="tarn heron")
    assert answer_sentences.of_several([split, hidden], None) == (
        "Tarn heron: the photos disagree, red (1), blue (2). "
        "Moss owl: none of the 2 photos read shows it."
    )


@pytest.mark.parametrize(
    ("heron", "owl", "grebe", "sentence"),
    [
        (1, 1, 1, "Only one photo of each was read."),
        (2, 3, 2, "Only one moment shows each of them."),
        (
            1,
            2,
            1,
            "Only one photo of “heron” was read. Only one moment shows “owl”. "
            "Only one photo of “grebe” was read.",
        ),
    ],
)
def test_each_thing_with_one_witness_is_named(
    heron: int, owl: int, grebe: int, sentence: str
) -> None:
    read = {"heron": heron, "owl": owl, "grebe": grebe}
    parts = [part("red", *[""] * (count - 1), name=name) for name, count in read.items()]
    assert str(answer_sentences.of_several(parts, True)).endswith(f"They are the same. {sentence}")


def test_photos_come_before_sketches_that_say_otherwise() -> None:
    photos = answer_sentences.of_one(part("turquoise"))
    sketch = AnswerPart(combine(FEET, [Told(2, "red")]), 1, is_sketch=True)
    assert answer_sentences.beside_sketches(photos, sketch, False) == (
        "Turquoise, in photo 1. Only one photo was read. Sketch 2 says otherwise: red."
    )
    assert answer_sentences.beside_sketches(photos, sketch, True) == (
        "Turquoise, in photo 1. Only one photo was read. Sketch 2 says so, too."
    )
