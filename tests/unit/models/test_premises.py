"""What questions take for granted, and what photos say to that."""

import pytest

from bench import premises
from visret_desktop.models.answering.premises import Premise, is_plural, premises_of


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Why is the red door open?", ["What color is the door?", "Is the door open?"]),
        ("What color are the owl's antlers?", ["Are the antlers visible?"]),
        ("How long is the tail of the tarn heron?", ["Is the tail visible?"]),
        ("Which of the three boats is largest?", ["How many boats are there?"]),
        ("Who sits on the wooden bench?", ["What is the bench made of?"]),
        ("What does Anna's hat say?", ["Is the hat visible?"]),
        ("What is the cat's red collar made of?", ["What color is the cat's collar?"]),
        ("Is the heron's beak yellow?", ["Is the beak visible?"]),
        ("Why is the bird's beak open?", ["Is the beak visible?", "Is the bird's beak open?"]),
        ("Where is the bird's nest hidden?", ["Is the nest visible?"]),
        ("What color are the owl's ear tufts?", ["Are the ear tufts visible?"]),
        ("What are the two foxes doing?", ["How many foxes are there?"]),
        ("What is the red fox doing?", []),  # a name
        ("What is the glass frog sitting on?", []),
        ("What is the purple swamphen doing?", []),
        ("What is the black man holding?", []),
        ("Who sits on the green benches?", ["What color are the benches?"]),
        ("Why is the bird not flying?", []),  # yes and no both say so
        ("In which of the three photos is a heron?", []),  # each photo says one
        ("What happened in the three days?", []),
        ("What is the bird's behavior?", []),
        ("What is the name of the street?", []),
        ("What is on the left side of the road?", []),
        ("What's in the photo of the cat?", []),
        ("Warum ist die rote Tür offen?", []),
        ("What color is it?", []),
        ("", []),
    ],
)
def test_what_is_taken_for_granted(question: str, asked: list[str]) -> None:
    found = [one.question for one in premises_of(question)]
    assert found[: len(asked)] == asked
    assert bool(found) == bool(asked)


@pytest.mark.parametrize(
    ("claim", "question", "reply", "is_denied"),
    [
        ("red", "What color is the door?", "The door is blue.", True),
        ("red", "What color is the door?", "Crimson", False),
        ("red", "What color is the door?", "red and white", False),
        ("yes", "Are the antlers visible?", "No, owls have no antlers.", True),
        ("yes", "Are the ears visible?", "Yes, two tufts.", False),
        ("three", "How many boats are there?", "There are two boats.", True),
        ("three", "How many boats are there?", "several", False),
        ("wooden", "What is the bench made of?", "It is oak.", False),
        ("wooden", "What is the bench made of?", "Metal.", True),
    ],
)
def test_a_reply_denies_it(claim: str, question: str, reply: str, is_denied: bool) -> None:
    assert Premise(question, claim).is_denied_by(reply) == is_denied


def test_as_many_wrong_premises_are_stopped_and_true_ones_let_through_as_the_documents_say() -> (
    None
):
    body = premises.measure()
    assert body["wrong"] == []
    held_out = body["rows"][1]
    assert (held_out["stopped"], held_out["false"]) == (24, 25)
    assert (held_out["let_through"], held_out["true"]) == (24, 25)
    names = body["rows"][2]
    assert (names["let_through"], names["true"]) == (40, 40)


def test_what_the_library_has_as_a_name_is_not_asked() -> None:
    question = "What grows beside the yellow flag?"
    assert [one.claim for one in premises_of(question)] == ["yellow"]
    assert premises_of(question, lambda words: words == "yellow flag") == ()


def test_a_question_of_any_length_takes_no_time() -> None:
    assert premises_of("why is " + "the red x " * 390)
    assert premises_of("the a of a b's" * 280) is not None


def test_what_stands_for_several() -> None:
    nouns = ("feet", "eyes", "tail fins", "women", "men", "glass", "beak")
    assert [*filter(is_plural, nouns)] == [*nouns[:5]]
