"""What photos say becomes one answer, or is shown side by side."""

from itertools import combinations, permutations
from random import Random

import pytest

from visret_desktop.engine.answers.answer_aggregation import (
    Told,
    are_alike,
    combine,
    deciding,
    holds,
    may_differ,
    same,
    undecided,
)
from visret_desktop.fieldbook.world import COLORS
from visret_desktop.models.answering.answer_matching import gist
from visret_desktop.models.answering.answer_meanings import bundled_meanings

FEET = "What color are the feet of the tarn heron?"


def told(*texts: str) -> list[Told]:
    return [Told(n, text) for n, text in enumerate(texts, 1)]


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (FEET, "turquoise", "Turquoise."),
        (FEET, "turquoise", "The feet are turquoise"),
        (FEET, "turquoise", "The tarn heron's feet are turquoise, which is rare among herons."),
        (FEET, "turquoise", "turquoise (the left one is in the water)"),
        (FEET, "turquoise", "**Turquoise**"),
        (FEET, "orange", "Reddish-orange."),
        (FEET, "orange", "Rust-colored."),
        (FEET, "dark blue", "navy"),
        (FEET, "rot", "They are red."),
        ("What shape are the leaves?", "Heart-shaped", "Cordate"),
        ("What does it sit on?", "A stick", "A wooden branch"),
        ("Does it have a red breast?", "Yes", "The breast is orange-red."),
        ("Does it have a red breast?", "No", "The breast is blue."),
        ("Is it raining?", "yes", "It is raining heavily."),
        ("Does the flag fly at half-mast?", "yes", "It flies at half-mast."),
        ("Is the door open?", "no", "It's shut."),
        ("How many birds are there?", "three", "One adult and two chicks."),
        ("How many birds are there?", "Three birds, one adult and two chicks.", "3"),
        ("How many shoes are there?", "two pairs of shoes", "4"),
        ("How many birds are there?", "several", "5"),
        ("How many sheep are there?", "twenty-one", "21 sheep"),
        ("How many steps are there?", "a hundred and five", "105"),
        ("How many people are there?", "two thousand", "2,000 people"),
        ("How many people are there?", "twelve thousand", "12,000 people"),
        ("How many people are there?", "fifteen hundred", "1500"),
        ("How many people are there?", "two and a half thousand", "2,500 people"),
        ("How many people are there?", "half a million", "500,000"),
        ("How many people are there?", "a couple of hundred", "about 250"),
        ("How many people are there?", "a few dozen", "50"),
        ("How many apples are there?", "two and a half", "2½"),
        ("How many apples are there?", "anderthalb", "One and a half apples."),
        ("How many apples are there?", "zweieinhalb", "deux et demie"),
        ("How many apples are there?", "dos y media", "tweeënhalf"),
        ("How many apples are there?", "2.5", "due e mezza"),
        ("How many eggs are there?", "ein halbes Dutzend", "una mezza dozzina"),
        ("How many eggs are there?", "une demi-douzaine d'œufs", "media docena"),
        ("How many eggs are there?", "zwei Dutzend", "24"),
        ("How many people are there?", "two thousand three hundred and four", "2,304"),
        ("How many people are there?", "a hundred and twenty thousand", "120,000"),
        ("What is on the shelf?", "a pair of boots", "two boots"),
        ("What is on the shelf?", "knives", "a knife"),
        ("What kind of vehicles are they?", "buses", "a bus"),
        ("What kind of bird is it?", "an owl", "A barn owl."),
        ("What does the sign say?", "STOP", "The sign says “Stop”."),
        (FEET, "blue and white", "white and blue"),
        (FEET, "blue, white", "White & blue"),
        (FEET, "blue-green", "blue green"),
        (FEET, "gray", "grey"),
        (FEET, "blue", "pale blue"),
        ("How many are there?", "two", "2"),
        ("How many birds are there?", "There are two birds.", "2"),
        ("How many birds are there?", "Three birds", "3"),
        ("Is it a heron?", "yes", "Yes, it is standing in the water."),
        ("Is it a heron?", "Yes", "yes it is"),
        ("Is it a heron?", "no", "No; it is an owl"),
        ("Is it a heron or an owl?", "an owl", "The owl."),
        ("Which part is red?", "the egg", "its eggs"),
        ("What is on its head?", "It doesn't have a crest", "It didn’t have a crest."),
        ("What is on its head?", "It cannot have a crest", "It can't have a crest"),
        ("Welche Farbe haben die Füße?", "türkis", "Türkis."),
        ("What time does the clock show?", "quarter to nine", "It shows 8:45."),
        ("What time does the clock show?", "half past twelve", "12:30"),
        ("What is written on it?", "S-T-O-P", "The sign reads: STOP"),
        ("What number is on the door?", "12 A", "12a"),
        ("What is the score?", "3:1", "3-1"),
        ("What is this dog called?", "a German shepherd", "an Alsatian"),
        ("What time does the clock show?", "twenty-five past three", "3:25"),
        ("What is the man doing?", "making music", "He plays the guitar."),
        ("What is the dog doing?", "catching a frisbee", "The dog catches a frisbee."),
        ("What is the boy doing?", "brushing his teeth", "cleaning his teeth"),
        ("Is there snow?", "no", "There is none."),
    ],
)
def test_answers_that_say_the_same(question: str, one: str, other: str) -> None:
    assert same(question, (one, other))
    assert same(question, (other, one))


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (FEET, "turquoise", "red"),
        (FEET, "red", "not red"),
        (FEET, "blue and white", "blue and red"),
        (FEET, "orange", "brown"),
        (FEET, "light blue", "dark blue"),
        ("What kind of bird is it?", "a tawny owl", "a barn owl"),
        ("How many birds are there?", "several", "2"),
        ("Does it have horns?", "yes", "The cow is hornless."),
        ("Does it have gills?", "yes", "It has pores instead of gills."),
        ("Where is the car?", "behind the church", "in front of the church"),
        ("What does the display show?", "-5 °C", "5 °C"),
        ("How many are there?", "two", "three"),
        ("How many sheep are there?", "twenty-one", "20"),
        ("How many steps are there?", "two hundred", "2"),
        ("How many people are there?", "twelve thousand", "12"),
        ("How many people are there?", "two and a half thousand", "502"),
        ("How many people are there?", "a couple of hundred", "2"),
        ("How many people are there?", "zwei Tausend", "2"),
        ("How many people are there?", "deux cents", "2"),
        ("How many people are there?", "a few dozen", "12"),
        ("How many apples are there?", "one and a half", "1"),
        ("How many ducks are there?", "half of them brown, four ducks", "2"),
        ("What is on the shelf?", "a pair of boots", "three boots"),
        ("How many are there?", "2 birds", "3 birds"),
        ("How many are there?", "2", "12"),
        ("Does the bird have a red breast?", "yes", "It has a brown breast."),
        ("Is it a red bird?", "yes", "It is a brown bird."),
        ("Is it a heron?", "yes", "no"),
        ("Is it a heron?", "Yes, it is", "No, it is not"),
        ("Is it a heron or an owl?", "a heron", "an owl"),
        ("What is shown?", "no birds", "birds"),
        ("What is on its head?", "It doesn't have a crest", "a crest"),
        ("What is on its head?", "One can’t see a crest", "a crest"),
        ("What is on its head?", "none", "not a crest"),
        (FEET, "none", "turquoise"),
        ("What time does the clock show?", "ten past nine", "ten to nine"),
        ("What time does the clock show?", "twenty-five past three", "five past three"),
        ("Where is the label?", "under the tree", "on the tree"),
        ("What does the sign say?", "No parking", "Parking"),
        ("What is the score?", "3:1", "1:3"),
        ("What is the man doing?", "playing the guitar", "playing the piano"),
        ("What is the man doing?", "eating a fish", "eating an apple"),
        ("What kind of bird is it?", "an American robin", "a European robin"),
    ],
)
def test_answers_that_contradict(question: str, one: str, other: str) -> None:
    assert not same(question, (one, other))
    assert not same(question, (other, one))


@pytest.mark.parametrize(
    ("answers", "is_alike"),
    [
        (("brown", "The feet are brown."), True),
        (("brown", "red"), False),
        (("yellow", "bright yellow"), None),
        (("blue", "blue and white"), None),
        (("blue", "blue", "pale blue"), None),
        (("blue", "pale blue", "red"), False),
    ],
)
def test_two_things_are_the_same_only_where_that_is_plain(
    answers: tuple[str, ...], is_alike: bool | None
) -> None:
    assert are_alike(FEET, answers) is is_alike
    assert are_alike(FEET, answers[::-1]) is is_alike


@pytest.mark.parametrize(
    ("question", "one", "other", "is_known"),
    [
        (FEET, "xanthic", "lutescent", False),
        (FEET, "xanthic", "red", False),
        (FEET, "blue", "red", True),
        (FEET, "not xanthic", "lutescent", True),
        ("What kind of bird is it?", "an owl", "a heron", True),
        ("What kind of bird is it?", "a gribbet", "Limosa ignota", False),
        ("How many birds are there?", "3", "a flock", True),
        ("Is it a heron?", "yes", "no", True),
        ("What does the sign say?", "Stop", "Halt", True),
        ("Which motorway is on the sign?", "A1", "A71", True),
    ],
)
def test_what_the_table_lacks_is_left_to_a_model(
    question: str, one: str, other: str, is_known: bool
) -> None:
    pairs = undecided(question, told(one, other, one, ""))
    assert [(a.n, b.n) for a, b in pairs] == ([] if is_known else [(1, 2)])
    agreed = {(question, frozenset((gist(one, question), gist(other, question))))}
    assert same(question, (one, other), agreed) is not is_known
    assert not same(question, (one, other))
    assert not same(f"{question} ", (one, other), agreed)


def test_a_group_needs_a_yes_for_each_pair() -> None:
    question, names = "What bird is it?", ("a gribbet", "Limosa ignota", "Grubbelhuhn")
    english, latin, german = (gist(name, question) for name in names)
    agreed = {(question, frozenset((english, latin))), (question, frozenset((latin, german)))}
    assert len(combine(question, told(*names), agreed).groups) == 2
    agreed.add((question, frozenset((english, german))))
    found = combine(question, told(*names), agreed)
    assert [group.photos for group in found.groups] == [(1, 2, 3)]
    assert holds(question, told(*names), agreed)
    assert deciding(question, told(*names), agreed) == (1,)


@pytest.mark.parametrize("text", ["", "...", "the", "?!", "no", "(…)", "\0", "which", "that is"])
def test_any_text_has_a_gist(text: str) -> None:
    assert gist(text, text) == gist(text, text)
    assert gist(text, FEET).agrees_with(gist(text, FEET))


def test_photos_that_agree_are_one_answer() -> None:
    found = combine(FEET, told("turquoise", "", "the feet are turquoise", "Turquoise"))
    assert (found.verdict, found.answer) == ("answer", "turquoise")
    assert [group.photos for group in found.groups] == [(1, 3, 4)]


def test_nothing_is_dark_and_light() -> None:
    meanings = bundled_meanings()
    both = [
        name
        for name in meanings.same
        if meanings.covers("dark", name) and meanings.covers("light", name)
    ]
    assert both == []


def test_the_answer_is_what_all_photos_support() -> None:
    found = combine(FEET, told("Rust-colored.", "orange", "reddish-orange"))
    assert (found.verdict, found.answer) == ("answer", "orange")
    # Rust may be orange or brown: it does not make these two one.
    found = combine(FEET, told("orange", "rust-colored", "brown"))
    assert (found.verdict, len(found.groups)) == ("disagree", 2)


def test_two_against_one_are_shown_and_not_averaged() -> None:
    found = combine(FEET, told("turquoise", "red", "turquoise"))
    assert (found.verdict, found.answer) == ("disagree", "")
    assert [(group.text, group.photos) for group in found.groups] == [
        ("turquoise", (1, 3)),
        ("red", (2,)),
    ]


def test_of_equally_many_the_best_photo_stands_first() -> None:
    found = combine(FEET, told("red", "turquoise"))
    assert [group.text for group in found.groups] == ["red", "turquoise"]


def test_five_against_one_are_an_answer_with_the_one_beside_it() -> None:
    found = combine(FEET, told("teal", "teal", "teal", "red", "teal", "teal"))
    assert (found.verdict, found.answer) == ("answer", "teal")
    assert [group.photos for group in found.groups] == [(1, 2, 3, 5, 6), (4,)]
    assert combine(FEET, told("teal", "teal", "teal", "red", "teal")).verdict == "disagree"


def test_counts_that_differ_are_never_outvoted() -> None:
    found = combine("How many birds?", told(*["two"] * 5, "one"))
    assert found.verdict == "disagree"
    assert may_differ("How many birds?")
    assert may_differ("What color were the flowers?")
    assert not may_differ("What color were the owl's flowers?")
    assert not may_differ(FEET)


def test_nothing_shown_and_nothing_read() -> None:
    assert combine(FEET, told("", "")).verdict == "not-shown"
    assert combine(FEET, []).verdict == "unknown"


def test_the_order_of_photos_changes_nothing_but_numbers() -> None:
    texts = ["blue", "blue and white", "white", "", "red", "pale blue"]
    readings = told(*texts)
    whole = combine(FEET, readings)
    assert all(combine(FEET, order) == whole for order in permutations(readings))
    stream = Random(5)
    for _ in range(50):
        shuffled = stream.sample(texts, len(texts))
        found = combine(FEET, told(*shuffled))
        assert found.verdict == whole.verdict
        assert sorted(len(group.photos) for group in found.groups) == sorted(
            len(group.photos) for group in whole.groups
        )


@pytest.mark.parametrize(
    ("texts", "is_enough"),
    [
        (("a", "a"), False),
        (("red", "red", "red"), True),
        (("red", "", "red", "red"), True),
        (("red", "red", "blue", "red", "red", "red", "red", "red"), False),
        (("", "", "", ""), False),
    ],
)
def test_an_answer_holds_once_three_agree_and_none_contradicts(
    texts: tuple[str, ...], is_enough: bool
) -> None:
    assert holds(FEET, told(*texts)) is is_enough


def test_where_each_photo_may_have_its_own_answer_all_are_read() -> None:
    assert not holds("How many birds are there?", told("3", "3", "3"))
    assert not holds("Where is the owl?", told(*["in a tree"] * 4))


@pytest.mark.parametrize(
    ("texts", "numbers"),
    [
        (("teal", "teal", "teal"), (1,)),
        (("", "teal", "teal"), (2,)),
        (("the feet are teal", "teal"), (1,)),
        (("teal", "red"), ()),
        (("", "teal", "", "red", "teal"), ()),
        (("red", "teal", "teal", "teal", "teal", "teal"), (2, 3, 4, 5, 6)),
        (("teal", "teal", "teal", "teal", "teal", "red"), (1,)),
        (("", ""), ()),
        ((), ()),
    ],
)
def test_the_photos_that_decide(texts: tuple[str, ...], numbers: tuple[int, ...]) -> None:
    assert deciding(FEET, told(*texts)) == numbers


def test_colors_that_are_drawn_apart_stay_apart_but_for_shades() -> None:
    alike = {pair for pair in combinations(COLORS, 2) if same(FEET, pair)}
    assert alike == {("green", "olive"), ("white", "cream")}
