"""Which answers of a model say what the query says."""

import time

import pytest

from tests.unit.models.odd_texts import NASTY_UNITS, nasty_text
from visret_desktop.models.interfaces import Family
from visret_desktop.models.rewriting.prompts import choose_family
from visret_desktop.models.rewriting.rewrite_check import described, literal, subjects
from visret_desktop.models.rewriting.rule_based_rewriter import own_words

# (query, an answer: lines parted by " / ")
KEPT = [
    ("tarn heron", "a close-up photo of a tarn heron, detailed, in natural light"),
    ("two herons", "a wide view of 2 herons"),
    ("a pair of swans", "two swans, seen from the side"),
    ("gray horse", "a grey horse"),
    ("colourful balloons", "colorful balloons"),
    ("kids on bikes", "children on bicycles"),
    ("a dog that is running", "a dog runs"),
    ("heron in the mist in the evening", "a heron in fog at dusk"),
    ("tarn hreon", "a tarn heron"),
    ("a buterfly", "a butterfly"),
    ("EIFFEL TOWER", "the Eiffel Tower"),
    ("ein rotes Auto", "rote Autos"),
    ("airone nell'acqua", "airone in acqua"),
    ("show me photos of my dog", "a dog"),
    ("Wie sehen die Blätter der Hainbuche aus?", "die Blätter der Hainbuche"),
    ("Wer hat die längeren Ohren, der Feldhase oder das Kaninchen?",
     "die Ohren des Feldhasen / die Ohren des Kaninchens"),
    ("¿cuál tiene la cola más larga, la urraca o el arrendajo?",
     "la cola de una urraca / la cola de un arrendajo"),
    ("What color are the feet of the tarn heron?", "a close-up of the feet of a tarn heron"),
    ("What shade is the bill of the heron?", "a close-up of the head of a heron"),
    ("what do the eggs of the moss owl look like?", "a moss owl on a nest with eggs"),
    ("which has the longer bill, the curlew or the whimbrel?",
     "the head of a curlew from the side, with its bill / the head of a whimbrel from the side"),
    ("fox with prey in winter",
     "a detailed photo of a fox with its prey in winter, seen from the side"),
    ("What pattern does the red admiral (Vanessa atalanta) have under its wings?",
     "the wings of a red admiral up close, seen from below"),
    ("compare a heron, an ibis and an owl", "a heron / an ibis / an owl"),
    ("old kitchen versus new kitchen", "the old kitchen / the new kitchen"),
]  # fmt: skip

CHANGED = [
    # invented
    ("tarn heron standing", "a tarn heron standing in fog", "added “fog”"),
    ("heron", "a gray heron", "added “gray”"),
    ("heron", "two herons", "added “two”"),
    ("heron", "a heron with a fish", "added “fish”"),
    ("an owl", "a moss owl", "added “moss”"),
    ("heron at the water", "a heron at the water by night", "added “night”"),
    ("beach", "a beach in summer", "added “summer”"),
    ("beach", "a beach without people", "added “without”"),
    ("what colour are the feet of the heron?", "the yellow feet of a heron",
     "drew the answer (“yellow”)"),
    ("jay on a nest", "a jay on a nest with eggs", "added “eggs”"),
    # lost
    ("heron in the water", "a heron", "left out “water”"),
    ("blue eggs", "a harbor blue", "left out “eggs”"),
    ("a bird with orange legs", "a close-up of the legs of a bird", "left out “orange”"),
    ("three owls", "an owl", "left out “three”"),
    ("birds in the mountains", "a bird among rocks", "left out “mountains”"),
    ("why is it not green?", "green", "drew the answer (“green”)"),
    ("a dog not wet", "a wet dog", "left out “not”"),
    ("compare a heron, an ibis and an owl", "a heron / an ibis", "left out “owl”"),
    ("cat vs dog", "a cat", "left out “dog”"),
    ("12 eggs", "13 eggs", "left out “12”"),
    ("a plane over a planet", "a plane over a plane", "left out “planet”"),
    ("dog under the table", "a dog on a table", "left out “under”"),
    ("a man with a hat", "a man", "left out “hat”"),
    ("a blue door", "something blue", "left out “door”"),
    ("photos of the war", "photos", "left out “war”"),
    ("what colour is a common toad", "a toad", "left out “common”"),
    ("an owl", "an owl on a van", "added “van”"),
    ("an owl", "an owl with a dove", "added “dove”"),
    ("Hat das Eichhörnchen Pinsel an den Ohren?", "das Eichhörnchen", "left out “"),
    ("Wer hat die längeren Ohren, der Hase oder das Kaninchen?", "der Hase", "left out “"),
    ("Ist der Schnabel der Amsel gelb, rot oder schwarz?", "der gelbe Schnabel der Amsel", "gelbe"),
    # garbled
    ("Reiher im Schnee", "Reihtr im Schnee", "left out “Reiher”"),
    ("Was frisst der Eisvogel?", "Was fset throatsetr der Eisvogel?", "answered"),
    ("horse", "house", "left out “horse”"),
    # said twice
    ("compare the heron and the ibis", "the heron and the ibis / the ibis", "left out “heron”"),
]  # fmt: skip


def found(query: str, answer: str) -> str:
    return literal(query, choose_family(query), answer.split(" / ")).reason


@pytest.mark.parametrize(("query", "answer"), KEPT)
def test_what_says_the_same(query: str, answer: str) -> None:
    assert found(query, answer) == ""


@pytest.mark.parametrize(("query", "answer", "said"), CHANGED)
def test_what_says_something_else(query: str, answer: str, said: str) -> None:
    assert said in found(query, answer)


def test_a_part_stands_for_what_it_is_on_in_questions_only() -> None:
    for family, said in ((Family.QUESTION, ""), (Family.DESCRIPTION, "left out “bill”")):
        assert literal("the bill of a heron", family, ["the head of a heron"]).reason == said


@pytest.mark.parametrize(
    ("query", "instructions"),
    [
        ("cat vs dog", ("a cat", "a dog")),
        ("difference between a crow, a raven and a jackdaw", ("a crow", "a raven", "a jackdaw")),
        (
            "compare the wings of the owl, the heron and the crow",
            ("the wings of an owl", "the wings of a heron", "the wings of a crow"),
        ),
        (
            "Which has the longer bill, the curlew or the whimbrel?",
            ("the bill of a curlew", "the bill of a whimbrel"),
        ),
        (
            "What is the difference between an African and an Asian elephant?",
            ("African elephant", "Asian elephant"),
        ),
        (
            "alligator versus crocodile teeth",
            ("the teeth of an alligator", "the teeth of a crocodile"),
        ),
        ("how many legs does a spider have?", ("the legs of a spider",)),
        ("What colour are the feet of a puffin?", ("the feet of a puffin",)),
        ("what does a puffin look like?", ("a puffin",)),
        ("Show me pictures of the dog", ("the dog",)),
        ("do we have a robin in the snow?", ("robin in the snow",)),
        ("which one of my photos shows the lighthouse at night?", ("the lighthouse at night",)),
        ("in which photo is grandpa wearing a hat?", ("grandpa wearing a hat",)),
        ("what pictures do I have of owls?", ("owls",)),
        ("which photo has a cat and a dog?", ("a cat and a dog",)),
        ("Which picture was taken in Wales?", ("taken in Wales",)),
        ("does a brimstone rest with its wings closed?", ("the wings of a brimstone",)),
        ("do swans sleep with their heads tucked in?", ("the heads of swans",)),
        ("who is feeding the ducks?", ("someone feeding the ducks",)),
        ("what is written on the sign at the trailhead?", ("the sign at the trailhead",)),
        ("what was painted on the door of the barn?", ("the door of a barn",)),
        ("is the boat painted red?", ("a boat",)),
        ("what picture hangs on the wall of the kitchen?", ("the wall of a kitchen",)),
    ],
)
def test_the_own_words_of_a_query(query: str, instructions: tuple[str, ...]) -> None:
    assert own_words(query, choose_family(query)) == instructions


@pytest.mark.parametrize(
    "query",
    [
        "a dog on a sofa",
        "why is it not green?",
        "show me",
        "vs",
        "",
    ],
)
def test_what_cannot_be_said_more_plainly_stays(query: str) -> None:
    assert own_words(query, choose_family(query)) == (query,)


@pytest.mark.parametrize("name", NASTY_UNITS)
def test_nasty_texts_are_compared_quickly(name: str) -> None:
    text = nasty_text(name, 4_000)
    started = time.thread_time()
    for family in Family:
        literal(text, family, [text])
        own_words(text, family)
    assert time.thread_time() - started < 2


@pytest.mark.parametrize(
    ("query", "line", "unwanted"),
    [
        ("heron in fog", "a heron in fog, standing on long legs, reeds around it", ()),
        ("red car", "a red car, parked under bare trees, its doors closed", ()),
        ("two dogs on a beach", "two dogs on a beach, running with open mouths", ("people",)),
    ],
)
def test_details_that_change_nothing_are_kept(
    query: str, line: str, unwanted: tuple[str, ...]
) -> None:
    assert described(query, line, unwanted).is_accepted
    assert not literal(query, Family.DESCRIPTION, [line]).is_accepted


@pytest.mark.parametrize(
    ("query", "line", "unwanted"),
    [
        ("heron in fog", "a heron in fog", ()),
        ("heron in fog", "a heron standing in the reeds", ()),
        ("heron in fog", "a heron in fog, reeds around it", ("reed",)),
        ("a fox without snow", "a fox, its paws deep in snow", ()),
        ("red car", "a red car, its blue paint shining", ()),
        ("two dogs on a beach", "two dogs on a beach, three gulls above them", ()),
        ("sheep on a hill at dusk", "sheep on a hill at dusk, under a midday sun", ()),
        ("fox in the forest", "a fox in the forest, walking along a beach", ()),
        ("zebra", "a zebra, its legs stiff, its legs bent, its legs long, its legs thin", ()),
    ],
)
def test_details_that_change_something_are_refused(
    query: str, line: str, unwanted: tuple[str, ...]
) -> None:
    assert not described(query, line, unwanted).is_accepted


def test_a_subject_is_the_thing_of_which_an_instruction_shows_a_part() -> None:
    question, several = Family.QUESTION, Family.COMPARISON
    asked = "Are the frog's toes webbed?"
    assert subjects(asked, question, ["the toes of a frog"]) == ("frog",)
    assert subjects(asked, question, ["the toes of a toad"]) == ("",)  # a person wrote it
    compared = "Which has the longer bill, the curlew or the whimbrel?"
    lines = ["the bill of a whimbrel", "the bill of a curlew"]
    assert subjects(compared, several, lines) == ("whimbrel", "curlew")
    assert subjects("What do otters eat?", question, ["an otter eating"]) == ("",)
    assert subjects("the toes of a frog", Family.DESCRIPTION, ["the toes of a frog"]) == ("",)
