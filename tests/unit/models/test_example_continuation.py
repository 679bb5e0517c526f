"""A small real language model chooses the part that a question asks about, and invents nothing."""

from pathlib import Path

import pytest

from visret_desktop.models.interfaces import Family, Rewriter
from visret_desktop.models.rewriting.example_continuation import (
    grammar_of,
    part_in,
    parts_of,
    prompt_of,
)
from visret_desktop.models.rewriting.prompts import examples
from visret_desktop.models.rewriting.question_reading import read_question
from visret_desktop.models.rewriting.rewriter import open_rewriter
from visret_desktop.models.rewriting.words import words_of
from visret_desktop.packs.registry import find
from visret_desktop.paths import Paths

_NOWHERE = Paths(Path("none"), Path("none"), Path("none"))
QUESTIONS = {
    "Does the robin have a red breast?": ("the breast of a robin",),
    "What shape are the leaves of a ginkgo?": ("the leaves of a ginkgo",),
    "Do female blackbirds have spotted throats?": ("the throats of female blackbirds",),
    "Is grandpa's beard white in winter?": ("the beard of grandpa in winter",),
    "Which has the longer tail, a magpie or a jay?": ("the tail of a magpie", "the tail of a jay"),
    "Black mustard (Brassica nigra) and ink berry (Dianella nigra), which one has a red pistil?": (
        "the pistil of a black mustard",
        "the pistil of an ink berry",
    ),
}


@pytest.fixture(scope="module")
def smollm2(model_paths: Paths) -> Rewriter:
    return open_rewriter(find(model_paths, "smollm2"), model_paths)


@pytest.mark.parametrize("query", QUESTIONS)
def test_real_questions(smollm2: Rewriter, query: str) -> None:
    made = smollm2.rewrite(query)
    assert (made.instructions, made.note) == (QUESTIONS[query], "")
    shown = {
        word for _, answer in examples(made.family.value, _NOWHERE) for word in words_of(answer)
    }
    said = {word for line in made.instructions for word in words_of(line)}
    assert said & shown <= {*words_of(query), "the", "of", "a", "an"}  # no example leaks


@pytest.mark.parametrize("query", ["a fox in the snow", "", "Hat das Rotkehlchen weiße Füße?"])
def test_what_it_does_not_read_stays_as_typed(smollm2: Rewriter, query: str) -> None:
    assert smollm2.rewrite(query).instructions == (query,)


def test_examples_in_other_languages_are_not_continued() -> None:
    english = ("Is the bill of the curlew curved?", "the bill of a curlew")
    foreign = ("Hat die Drossel einen grauen Rücken?", "der Rücken einer Drossel")
    assert prompt_of([english, foreign], "?") == prompt_of([english], "?")
    for family in (Family.QUESTION, Family.COMPARISON):
        prompt = prompt_of(examples(family.value, _NOWHERE), "?")
        assert all(line.startswith("Picture: the ") for line in prompt.splitlines()[1:-1:3])


def test_only_parts_that_the_question_names_can_be_written() -> None:
    query = "Is there a stripe behind the eye of a sedge warbler?"
    parts = parts_of(query, read_question(query))
    assert parts == ("eye",)
    assert grammar_of(parts) == 'root ::= " the " part " of"\npart ::= "eye"\n'
    assert part_in(" the eye of") == "eye"


def test_odd_letters_stay_letters_in_a_grammar() -> None:
    assert '"a\\"b\\\\"' in grammar_of(['a"b\\'])


def test_the_prompt_ends_where_the_model_goes_on() -> None:
    assert (
        prompt_of([("A?", "a\nb")], "C\n D?")
        == "Question: A?\nPicture: a\n\nQuestion: C D?\nPicture:"
    )


def test_a_persons_own_examples_win(tmp_path: Path) -> None:
    paths = Paths(tmp_path, tmp_path, tmp_path)
    (paths.config / "prompts").mkdir()
    (paths.config / "prompts" / "question-examples.txt").write_text("A?\na\n\nB?\nb\n")
    assert examples(Family.QUESTION.value, paths) == (("A?", "a"), ("B?", "b"))
