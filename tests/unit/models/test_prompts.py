"""Which family a query is of, and whose instruction text the rewriter gets."""

import logging
import time
from pathlib import Path
from random import Random

import pytest

from bench.fieldbook.queries import description
from tests.unit.models.odd_texts import NASTY_UNITS, nasty_text
from visret_desktop.fieldbook.grammar import comparison, question
from visret_desktop.models.interfaces import Family
from visret_desktop.models.rewriting.prompts import DESCRIBED, choose_family, examples, prompt_text
from visret_desktop.models.rewriting.rewrite_check import described, literal
from visret_desktop.paths import Paths


@pytest.fixture
def own_paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")


@pytest.mark.parametrize(
    "query",
    [
        "What color are the feet of the barn owl?",
        "WHAT COLOR ARE THE FEET OF THE BARN OWL",
        "  how many petals has\na dog rose ",
        "whose nest is this",
        "Does the red admiral (Vanessa atalanta) have spots under its wings?",
        "is the belly of the toad spotted",
        "Are the wings patterned below, or are they plain?",
        "Does the fish have scales or not?",
        "barn owl: what shape is the face",
        "the feet of the barn owl?",
        "tell me what color the owl has on its feet",
        "describe the feet of a barn owl",
        "I'd like to know how the bill looks",
        "I’d like to know how the bill looks",
        "Are black and white feathers on its wing?",
        "ما لون قدمي البومة؟",
        "猫头鹰的脚是什么颜色？",
    ],
)
def test_questions(query: str) -> None:
    assert choose_family(query) is Family.QUESTION


@pytest.mark.parametrize(
    "query",
    [
        "Which has the longer bill, the curlew or the whimbrel?",
        "curlew or whimbrel: whose bill is longer",
        "Do curlews or whimbrels have longer bills?",
        "Are the tongues of the grass snake and the adder the same color?",
        "do the curlew and the whimbrel share a color of legs?",
        "Is there a similar pattern on the curlew and the whimbrel?",
        "how do the feet of the toad and the frog differ",
        "what is the difference between a toad and a frog",
        "differences between toads and frogs",
        "compare the feet of a toad and a frog",
        "a comparison of toad and frog",
        "toad vs. frog",
        "Toad versus frog?",
        "Wer hat die längeren Ohren, der Feldhase oder das Kaninchen?",
        "Quel oiseau a le bec plus long : la bécasse ou le courlis ?",
        "¿cuál tiene la cola más larga, la urraca o el arrendajo?",
        "wie heeft de langste staart, de ekster of de gaai?",
        "how does a toad differ from a frog",
    ],
)
def test_comparisons(query: str) -> None:
    assert choose_family(query) is Family.COMPARISON


@pytest.mark.parametrize(
    "query",
    [
        "",
        "   ",
        "fox",
        "a red or brown fox in the snow",
        "two foxes, the same as last year, and a hare",
        "a photo in which a fox carries what it caught",
        "show me a fox",
        "do we have a fox in the snow?",
        "any shots of foxes?",
        "where is the one with the fox?",
        "can you find the fox",
        "which one of my photos shows the fox?",
        "in which pictures is the fox asleep?",
        "what photos do we have of foxes and badgers?",
        "🦊",
        "שועל בשלג",
    ],
)
def test_descriptions(query: str) -> None:
    assert choose_family(query) is Family.DESCRIPTION


@pytest.mark.parametrize("is_held_out", [False, True])
def test_the_fieldbooks_queries_are_of_their_family(is_held_out: bool) -> None:
    stream = Random(11)
    for _ in range(150):
        assert choose_family(question(stream, is_held_out).text) is Family.QUESTION
        assert choose_family(comparison(stream, is_held_out).text) is Family.COMPARISON
        assert choose_family(description(stream, is_held_out).text) is Family.DESCRIPTION


def test_a_long_query_is_told_apart() -> None:
    assert choose_family("is it and or " * 100_000) is Family.COMPARISON
    assert choose_family("distinguish " * 5_000) is Family.DESCRIPTION


@pytest.mark.parametrize("name", NASTY_UNITS)
def test_nasty_queries_are_told_apart_quickly(name: str) -> None:
    for length in (1_000, 10_000, 100_000):
        started = time.thread_time()
        choose_family(nasty_text(name, length))
        assert time.thread_time() - started < 3


@pytest.mark.parametrize("family", list(Family))
def test_each_family_has_a_text_of_its_own(family: Family, own_paths: Paths) -> None:
    text = prompt_text(family.value, own_paths)
    assert len(text.split()) > 50
    assert text == text.strip()
    others = {prompt_text(other.value, own_paths) for other in Family if other is not family}
    assert text not in others


def test_a_persons_own_text_wins(own_paths: Paths) -> None:
    own = own_paths.config / "prompts" / "question.txt"
    own.parent.mkdir(parents=True)
    own.write_bytes("\ufeffName the part – nothing else.\r\n".encode())
    assert prompt_text(Family.QUESTION.value, own_paths) == "Name the part – nothing else."
    assert "compare" in prompt_text(Family.COMPARISON.value, own_paths)


@pytest.mark.parametrize("content", [b"", b" \n", b"\xff\xfe\x00"])
def test_an_own_text_that_cannot_be_used_is_passed_over(
    own_paths: Paths, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    bundled = prompt_text(Family.QUESTION.value, own_paths)
    own = own_paths.config / "prompts" / "question.txt"
    own.parent.mkdir(parents=True)
    own.write_bytes(content)
    with caplog.at_level(logging.WARNING):
        assert prompt_text(Family.QUESTION.value, own_paths) == bundled
    assert "question.txt" in caplog.text


def test_examples_are_right_themselves(own_paths: Paths) -> None:
    for family in Family:
        shown = examples(family.value, own_paths)
        assert len(shown) >= 5
        for query, answer in shown:
            assert choose_family(query) is family
            assert literal(query, family, answer.splitlines()).is_accepted, query
    for query, answer in examples(DESCRIBED, own_paths):
        assert described(query, answer).is_accepted, query


def test_no_example_leaks_into_an_answer(own_paths: Paths) -> None:
    """Whatever a model repeats of its examples, with their names or only their parts."""
    asked = {
        Family.QUESTION: "Are the stripes of the okapi brown?",
        Family.COMPARISON: "Which has the longer tongue, the okapi or the giraffe?",
        Family.DESCRIPTION: "okapi at the zoo",
    }
    for family, query in asked.items():
        for _, answer in examples(family.value, own_paths):
            lines = answer.splitlines()
            assert not literal(query, family, lines).is_accepted
            parts = [line.split(" of ")[0] for line in lines]
            names = ("an okapi", "a giraffe")[: len(lines)]
            mixed = [f"{part} of {name}" for part, name in zip(parts, names, strict=False)]
            assert not literal(query, family, mixed).is_accepted, mixed
