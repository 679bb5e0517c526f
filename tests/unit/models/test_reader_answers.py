"""What texts of all kinds say, and what becomes of a model that fails."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from visret_desktop.errors import Cancelled, OutOfMemory, PackDamaged
from visret_desktop.models.answering.llama_reader import LlamaReader
from visret_desktop.models.answering.reader_answers import UnusableAnswer, read_answer
from visret_desktop.models.answering.vision_chat import (
    Part,
    SpecialToken,
    VisionChat,
    WrittenText,
)
from visret_desktop.models.answering.vision_projector import TooLong
from visret_desktop.models.interfaces import Reading, SeenPicture, Style
from visret_desktop.models.pack_settings import ReaderSettings
from visret_desktop.models.rewriting.chat_frame import ChatFrame
from visret_desktop.models.trials import reader_trial
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths, bundled
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


# What the program itself knows, without the sentences of a pack or a person.
USUAL = (bundled("prompts") / "reader-not-shown.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize(
    "text",
    [
        "This photo does not show it.",
        "This photo doesn't show it.",
        "The photo doesn’t show the feet",
        "The pictures do not clearly show it.",
        "The feet are not visible.",
        "The heron's feet aren't visible in the photo.",
        "The feet and the lower legs cannot be seen.",
        "There is no tarn heron in this photo.",
        "There's no heron visible.",
        "None of these shows it.",
        "None of the photos show it",
        "None.",
        "Unknown",
        "I can't tell.",
        "I'm not sure.",
        "It cannot be determined from the photo.",
        "It's not clear what color they are.",
    ],
)
def test_usual_denials_are_no_answers(text: str) -> None:
    assert not read_answer(text, USUAL, question="what color are its feet?").is_shown


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("does it have a crest?", "No"),
        ("does it have a crest?", "No, it does not have a crest."),
        ("does it have a crest?", "It doesn't have a crest"),
        ("is there a heron?", "There is no heron in this photo."),
        ("are the feet visible?", "The feet are not visible."),
        ("how many herons are there?", "None."),
        ("how many herons are there?", "There are no herons in this photo."),
        ("what color is it?", "The heron is red and its feet are not visible."),
        ("what color is it?", "not red"),
        ("what is the plant?", "none-so-pretty"),
        ("who made it?", "Unknown master of Delft"),
        ("which has a crest?", "None of the birds has a crest"),
        ("does it sit?", "No, its legs are not visible, so it sits."),
    ],
)
def test_a_no_is_an_answer(question: str, text: str) -> None:
    assert read_answer(text, USUAL, question=question) == Reading(text)


def test_a_sentence_of_the_pack_is_none_whatever_is_asked() -> None:
    for question in ("is there a heron?", "how many are there?", "what is this?"):
        assert not read_answer("This photo doesn't show it", NOT_SHOWN, question=question).is_shown


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
    with pytest.raises(UnusableAnswer, match=why):
        read_answer(text, NOT_SHOWN)


def test_lists_that_say_alike_things_are_answers() -> None:
    text = "the first bird is red, the second bird is red, the third bird is red"
    assert read_answer(text, NOT_SHOWN).answer == text


def test_thinking_aloud_is_left_out() -> None:
    assert read_answer("hm <think> red? </think> blue", (), "</think>").answer == "blue"


# ---- a model that says what it is told to say -----------------------------------------------


class Scripted(VisionChat):
    """Writes what it is told to write, or raises it, and loads nothing."""

    def __init__(self, reply: str | Exception, is_ended: bool = True) -> None:
        self.reply, self.is_ended = reply, is_ended
        self.prompt: list[Any] = []
        self.asked: dict[str, Any] = {}
        self.forgot = False

    def write(
        self,
        prompt: Sequence[Part],
        *,
        max_tokens: int,
        stop: Sequence[str] = (),
        grammar: str = "",
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> WrittenText:
        self.prompt, self.asked = list(prompt), {"stop": stop, "grammar": grammar}
        if isinstance(self.reply, Exception):
            raise self.reply
        return WrittenText(self.reply, self.is_ended, 1)

    def forget(self) -> None:
        self.forgot = True


Make = Callable[..., tuple[LlamaReader, Scripted]]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def made(
        said: str | Exception, is_ended: bool = True, **settings: Any
    ) -> tuple[LlamaReader, Scripted]:
        model = Scripted(said, is_ended)
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
    assert (begin, end) == (SpecialToken("<user>"), SpecialToken("<end>"))
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
    ("said", "is_ended", "note", "is_final"),
    [
        ("red", False, "The reader came to no end.", True),
        ("", True, "The reader answered nothing.", True),
        (TooLong("too long"), True, "cannot take that much at once", True),
        (RuntimeError("llama_decode returned 1"), True, "failed (llama_decode returned 1).", False),
        (OSError("gone"), True, "failed (gone).", False),
        (ValueError(), True, "failed (ValueError).", False),
    ],
)
def test_what_a_model_fails_at_is_a_note(
    make: Make, said: str | Exception, is_ended: bool, note: str, is_final: bool
) -> None:
    reading = make(said, is_ended)[0].read("what?", [PHOTO])
    assert reading.is_final == is_final
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
    assert len(cut_off.regions("where?", "red", PHOTO) or ()) == 1


def test_boxes_that_failed_are_told_from_none(make: Make) -> None:
    failed, _ = make(RuntimeError("llama_decode returned 1"), box_format="pixels")
    assert failed.regions("where?", "red", PHOTO) is None
    too_long, _ = make(TooLong("too long"), box_format="pixels")
    assert too_long.regions("where?", "red", PHOTO) == ()


@pytest.mark.parametrize(
    ("said", "passes"),
    [
        ("a disc", True),
        ("", True),
        (TooLong("the picture takes 9000 tokens"), False),
        (RuntimeError("llama_decode returned 1"), False),
    ],
)
def test_a_pack_that_can_look_at_no_picture_fails_its_trial(
    make: Make, starter_pack: Callable[[Role], Pack], said: str | Exception, passes: bool
) -> None:
    reader, _ = make(said)
    pack = starter_pack(Role.READER)
    if passes:
        reader_trial._look(reader, pack)
        return
    with pytest.raises(PackDamaged, match="it read no picture: The reader") as refused:
        reader_trial._look(reader, pack)
    assert str(refused.value).count(". ") == 1


def test_a_reader_without_a_format_draws_no_boxes(make: Make) -> None:
    reader, model = make("[[10,0,20,10]]")
    assert not reader.draws_boxes
    assert reader.regions("where?", "red", PHOTO) == ()
    assert model.prompt == []
