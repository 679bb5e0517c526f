"""What models are asked in paper mode, and what is made of what they say."""

from dataclasses import replace

import numpy as np
import pytest

from bench.paper import doing, prompts, tables
from bench.paper.questions import Asked, Question
from tests.unit.bench.paper.test_setup import FULL
from visret_desktop.judging.judged_queries import JudgedQuery, Pool
from visret_desktop.models.answering.reader_answers import UnusableAnswer
from visret_desktop.models.interfaces import SeenPicture
from visret_desktop.packs.manifest import Origin, Pack, PackFile
from visret_desktop.packs.offers import find_offer

TEXT = "Which one has darker feet, the owl (Asio otus) or the jay (Garrulus glandarius)?"
OWL, JAY = "0_Aves_Asio_otus/1.jpg", "0_Aves_Garrulus_glandarius/1.jpg"


class Chat:
    """A chat model that says one thing and remembers what it was asked."""

    def __init__(self, said: str) -> None:
        self.said = said
        self.asked: list[tuple[str, str]] = []

    def reply(self, instruction: str, text: str) -> str:
        self.asked.append((instruction, text))
        return self.said


def question(family: str, *images: str, text: str = TEXT) -> Question:
    pools = tuple(Pool("", {image: True}) for image in images)
    query = JudgedQuery(text, pools, family, answers=("The owl's.", "Asio otus"))
    things = (Asked("set", 0, n, query, pool, pool.judged) for n, pool in enumerate(pools))
    return Question("set", tuple(things))


def test_each_thing_of_a_comparison_has_an_instruction_of_its_own() -> None:
    chat = Chat(" the feet of\n a jay ")
    owl, jay = question("comparison", OWL, JAY).things
    assert doing.rewriting(chat)(jay) == {"instruction": "the feet of a jay"}
    doing.rewriting(chat)(owl)
    texts = [text for _, text in chat.asked]
    assert texts[0] == f"Question: {TEXT}\nOrganism: Garrulus glandarius\nPhrase:"
    assert "Organism: Asio otus" in texts[1]
    with pytest.raises(UnusableAnswer):
        doing.rewriting(Chat("  "))(owl)


def test_descriptions_get_details_and_questions_lose_the_feature() -> None:
    told = [
        prompts.to_rewrite(question(family, OWL).things[0])[0]
        for family in ("question", "description")
    ]
    assert "Leave out the feature" in told[0]
    assert "more detail" in told[1]


PICTURE = SeenPicture("one", np.zeros((8, 8, 3), np.uint8))


def test_all_pictures_are_in_one_message_under_the_names_of_their_things() -> None:
    message = prompts.to_answer(question("comparison", OWL, JAY), [[PICTURE] * 2, [PICTURE]])
    shown = "".join(part if isinstance(part, str) else "PICTURE" for part in message)
    assert shown.endswith(
        f"Question: {TEXT}\n"
        "\nImages related to Asio otus:\nImage 1: PICTURE\nImage 2: PICTURE\n"
        "\nImages related to Garrulus glandarius:\nImage 1: PICTURE\n"
    )
    assert "what you know yourself" in shown
    (alone,) = prompts.to_answer(question("question", OWL), [])
    assert isinstance(alone, str)
    assert "There is no picture" in alone


@pytest.mark.parametrize(
    ("said", "score"),
    [("Score: 0.5 | Redundant", 0.5), ("0.5 | Redundant", 0.5), ("1", 1.0), ("Well done!", None)],
)
def test_the_judge_sees_question_answers_and_what_was_said(said: str, score: float | None) -> None:
    (one, *_), chat = FULL.all_answerings("visual-rag"), Chat(said)
    found = doing.judging(chat, lambda *_: "The owl.")((one, question("question", OWL)))
    assert found == {"score": score, "said": said}
    ((_, text),) = chat.asked
    assert text.splitlines()[1:] == [
        *("Right answer: The owl's., or Asio otus", "Student's answer: The owl.", "Score:"),
    ]
    with pytest.raises(UnusableAnswer):
        doing.judging(Chat(""), lambda *_: "")((one, question("question", OWL)))


def test_only_the_papers_own_weights_stand_in_a_row_of_its_own(pack: Pack) -> None:
    offer = find_offer("clip-vit-l-14-336")
    assert offer is not None
    files = {
        repo: (PackFile("a.bin", 1, "0" * 64, Origin(repo, "main", "a.bin")),)
        for repo in (offer.repo, "somebody/else")
    }
    packs = {
        "true": replace(pack, name=offer.name, files=files[offer.repo]),
        "renamed": replace(pack, name="CLIP", files=files[offer.repo]),
        "false": replace(pack, name=offer.name, files=files["somebody/else"]),
    }
    assert [tables._same(packs, name) for name in packs] == ["CLIP", "pack renamed", "pack false"]
    assert tables._same(packs, "") == ""


@pytest.fixture
def pack(starter_pack) -> Pack:  # type: ignore[no-untyped-def]
    """An encoder."""
    from visret_desktop.roles import Role

    found: Pack = starter_pack(Role.ENCODER)
    return found
