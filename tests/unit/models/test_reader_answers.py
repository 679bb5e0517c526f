"""What texts of all kinds say, and what becomes of a model that fails."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from visret_desktop.errors import Cancelled, OutOfMemory
from visret_desktop.models.chat_frame import ChatFrame
from visret_desktop.models.interfaces import Reading, SeenPicture, Style
from visret_desktop.models.llama_reader import LlamaReader
from visret_desktop.models.reader_answers import Unusable, read_answer
from visret_desktop.models.reader_settings import ReaderSettings
from visret_desktop.models.vision_chat import Mark, Written
from visret_desktop.models.vision_eye import TooLong
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role

NOT_SHOWN = ("This photo does not show it.", "It's not visible")
PHOTO = SeenPicture("one", np.zeros((40, 60, 3), np.uint8))


@pytest.mark.parametrize(
    ("text", "answer", "reasoning"),
    [
        ("turquoise", "turquoise", ""),
        ("  turquoise\n", "turquoise", ""),
        ('"turquoise"', "turquoise", ""),
        ("### Reasoning: it stands.\n### Answer: turquoise", "turquoise", "it stands."),
        ("### Reasoning:\nthe feet\nare seen.\n\n### Answer:\nturquoise\n", "turquoise",
         "the feet\nare seen."),
        ("**Reasoning:** they stand.\n**Answer:** turquoise", "turquoise", "they stand."),
        ("reasoning: they stand.\nfinal answer: turquoise", "turquoise", "they stand."),
        ("They stand in water.\n### Answer: turquoise", "turquoise", "They stand in water."),
        ("### Answer: turquoise\n### Note: more", "turquoise", ""),
        ("### Reasoning: a\n### Answer: b\n### Answer: red", "red", "a\n### Answer: b"),
        ("the answer: is in the water", "the answer: is in the water", ""),
        ("It shows nothing of that kind", "It shows nothing of that kind", ""),
    ],
)  # fmt: skip
def test_answers_with_and_without_headings(text: str, answer: str, reasoning: str) -> None:
    assert read_answer(text, NOT_SHOWN) == Reading(answer, reasoning=reasoning)


@pytest.mark.parametrize(
    "text",
    [
        "This photo does not show it.",
        "this photo does not show it",
        " This  photo\ndoes not show IT!",
        '"This photo does not show it."',
        "This photo does not show it, but herons mostly have yellow feet.",
        "It’s not visible",
        "### Reasoning: no feet.\n### Answer: This photo does not show it.",
    ],
)
def test_a_photo_that_does_not_show_it(text: str) -> None:
    reading = read_answer(text, NOT_SHOWN)
    assert (reading.answer, reading.is_shown, reading.note) == ("", False, "")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "nothing"),
        (" \n", "nothing"),
        ("### Reasoning: there is water", "nothing"),
        ("### Reasoning: a\n### Answer:", "nothing"),
        ("red " * 6, "repeated"),
        ("it is " + "red and blue " * 3, "repeated"),
        ("word" * 2_000, "too much"),
    ],
)
def test_texts_that_are_no_answer(text: str, why: str) -> None:
    with pytest.raises(Unusable, match=why):
        read_answer(text, NOT_SHOWN)


def test_lists_that_say_alike_things_are_answers() -> None:
    text = "the first bird is red, the second bird is red, the third bird is red"
    assert read_answer(text, NOT_SHOWN).answer == text


def test_thinking_aloud_is_left_out() -> None:
    assert read_answer("hm <think> red? </think> blue", (), "</think>").answer == "blue"


# ---- a model that says what it is told to say -----------------------------------------------


class StandIn:
    """Writes what it is told to write, or raises it."""

    def __init__(self, said: str | Exception, is_ended: bool = True) -> None:
        self.said, self.is_ended = said, is_ended
        self.prompt: list[Any] = []
        self.asked: dict[str, Any] = {}
        self.forgot = False

    def write(self, prompt: list[Any], **asked: Any) -> Written:
        self.prompt, self.asked = list(prompt), asked
        if isinstance(self.said, Exception):
            raise self.said
        return Written(self.said, self.is_ended, 1)

    def forget(self) -> None:
        self.forgot = True


Make = Callable[..., tuple[LlamaReader, StandIn]]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def made(said: str | Exception, is_ended: bool = True, **settings: Any) -> Any:
        model: Any = StandIn(said, is_ended)
        pack = Pack("stand-in", "", Role.READER, "", "", tmp_path, (), {})
        frame = ChatFrame(("<user>", 0, "<end>"), "</s>")
        paths = Paths(tmp_path, tmp_path, tmp_path)
        read = ReaderSettings(**settings)
        return LlamaReader(model, pack, read, frame, paths, draws_boxes=True), model

    return made


def test_pictures_come_before_the_question_and_all_within_the_frame(make: Make) -> None:
    reader, model = make("red", most_pictures=2, stop=("\n\n",), side=30)
    assert reader.read(" which color? ", [PHOTO, PHOTO]).answer == "red"
    begin, one, first, two, second, question, end = model.prompt
    assert (begin, end) == (Mark("<user>"), Mark("<end>"))
    assert (one, two) == ("Photo 1: ", "Photo 2: ")
    assert first.pixels.shape == second.pixels.shape == (20, 30, 3)
    assert question.endswith("which color?")
    assert model.asked["stop"] == ["\n\n", "</s>"]


def test_prompts_of_the_pack_the_person_and_the_program(make: Make, tmp_path: Path) -> None:
    reader, model = make("red")
    styles: tuple[tuple[Style, list[SeenPicture], str], ...] = (
        ("direct", [PHOTO], "few words"),
        ("steps", [PHOTO], "### Reasoning:"),
        ("steps", [], "there is no photo"),
    )
    for style, pictures, words in styles:
        reader.read("of what?", pictures, style)
        assert words in model.prompt[-2]
        assert model.prompt[-2].endswith("of what?")
    own = tmp_path / "prompts" / "reader-answer.txt"
    own.parent.mkdir()
    own.write_text("Mine: {question}")
    reader.read("{answer} of what?", [PHOTO])
    assert model.prompt[-2] == "Mine: {answer} of what?"
    packs_own, model = make("red", prompt="Q {question} A")
    packs_own.read("what?", [PHOTO])
    assert model.prompt[-2] == "Q what? A"


def test_a_persons_own_sentences_count_as_not_shown(make: Make, tmp_path: Path) -> None:
    assert make("No idea, sorry")[0].read("what?", [PHOTO]).is_shown
    own = tmp_path / "prompts" / "reader-not-shown.txt"
    own.parent.mkdir()
    own.write_text("no idea\n")
    assert not make("No idea, sorry")[0].read("what?", [PHOTO]).is_shown
    assert not make("Nope.", not_shown=("nope",))[0].read("what?", [PHOTO]).is_shown


@pytest.mark.parametrize(
    ("said", "is_ended", "note"),
    [
        ("red", False, "The reader came to no end."),
        ("", True, "The reader answered nothing."),
        (TooLong("too long"), True, "cannot take that much at once"),
        (RuntimeError("llama_decode returned 1"), True, "failed (llama_decode returned 1)."),
        (ValueError(), True, "failed (ValueError)."),
    ],
)
def test_what_a_model_fails_at_is_a_note(
    make: Make, said: str | Exception, is_ended: bool, note: str
) -> None:
    reading = make(said, is_ended)[0].read("what?", [PHOTO])
    assert reading.answer == ""
    assert reading.is_shown
    assert note in reading.note


def test_an_empty_question_is_a_note(make: Make) -> None:
    assert make("red")[0].read(" \n", [PHOTO]).note == "The question is empty."


def test_missing_memory_is_said_and_room_is_made(make: Make) -> None:
    reader, model = make(MemoryError(), box_format="pixels")
    with pytest.raises(OutOfMemory, match="stand-in"):
        reader.read("what?", [PHOTO])
    assert model.forgot
    with pytest.raises(OutOfMemory):
        reader.regions("what?", "red", PHOTO)


def test_a_stop_is_no_note(make: Make) -> None:
    with pytest.raises(Cancelled):
        make(Cancelled())[0].read("what?", [PHOTO])


def test_regions_are_asked_for_within_the_grammar_of_the_format(make: Make) -> None:
    reader, model = make("[[10,0,20,10]]", box_format="pixels", side=30)
    assert reader.draws_boxes
    assert reader.regions("where?", "red", PHOTO) == ((1 / 3, 0.0, 2 / 3, 0.5),)
    assert "pixels" in model.prompt[-2]
    assert "Answer: red" in model.prompt[-2]
    assert "root ::=" in model.asked["grammar"]
    cut_off, _ = make("[[10,0,20,10],[1", is_ended=False, box_format="pixels")
    assert len(cut_off.regions("where?", "red", PHOTO)) == 1


def test_a_reader_without_a_format_draws_no_boxes(make: Make) -> None:
    reader, model = make("[[10,0,20,10]]")
    assert not reader.draws_boxes
    assert reader.regions("where?", "red", PHOTO) == ()
    assert model.prompt == []
