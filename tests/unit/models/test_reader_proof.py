"""Boxes are believed where they were right on pictures whose truth is known."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save_file

from bench.pack_writing import write_manifest
from training.box_writing import written
from visret_desktop.errors import PackDamaged
from visret_desktop.models.answering.box_check import (
    PICTURES_NAME,
    QUESTIONS_NAME,
    are_enough,
    drawn_proofs,
    kinds_passed,
    overlap,
    proofs_of,
    reads_together,
    right_boxes,
)
from visret_desktop.models.answering.question_kinds import kind_of
from visret_desktop.models.answering.reader_regions import BOX_FORMATS
from visret_desktop.models.interfaces import Box, Reading, SeenPicture
from visret_desktop.packs.manifest import Pack
from visret_desktop.roles import Role

ENTRY = {"picture": "a", "question": "what?", "answer": "red", "boxes": [[0.1, 0.2, 0.5, 0.6]]}


class Draws:
    """Finds the truth, writes it in one format, and is read in another."""

    def __init__(self, wrote: str, read: str) -> None:
        self.written, self.read = BOX_FORMATS[wrote], BOX_FORMATS[read]
        self.truth = {one.picture.key: one.boxes for one in drawn_proofs() if one.boxes}

    def regions(self, _: str, __: str, picture: SeenPicture) -> tuple[Box, ...]:
        height, width, _channels = picture.pixels.shape
        text = written(self.written, self.truth[picture.key], (width, height))
        return self.read.read(text, (width, height))


@pytest.mark.parametrize("wrote", BOX_FORMATS)
@pytest.mark.parametrize("read", BOX_FORMATS)
def test_only_the_right_format_is_proved(wrote: str, read: str) -> None:
    reader: Any = Draws(wrote, read)
    proofs = drawn_proofs()
    assert are_enough(*right_boxes(reader, proofs)) == (wrote == read)


def test_a_reader_that_fails_is_right_nowhere() -> None:
    reader: Any = Draws("pixels", "pixels")
    reader.regions = lambda *_: None
    assert right_boxes(reader, drawn_proofs()) == (0, 3)


def test_drawn_pictures_show_what_is_asked_for_where_they_say() -> None:
    for proof in (one for one in drawn_proofs() if one.boxes):
        color = {"red": 0, "green": 1, "blue": 2}[proof.answer.split()[1]]
        height, width, _ = proof.picture.pixels.shape
        ((left, top, right, bottom),) = proof.boxes
        others = [channel for channel in range(3) if channel != color]
        pixels = proof.picture.pixels.astype(int)
        shows = (pixels[..., [color]] > pixels[..., others] + 60).all(-1)
        rows, columns = np.flatnonzero(shows.any(1)), np.flatnonzero(shows.any(0))
        found = (columns[0] / width, rows[0] / height, columns[-1] / width, rows[-1] / height)
        assert np.allclose(found, (left, top, right, bottom), atol=0.01)


@pytest.mark.parametrize(
    ("some", "others", "share"),
    [
        ([(0, 0, 1, 1)], [(0, 0, 1, 1)], 1),
        ([(0, 0, 1, 1)], [(0, 0, 0.5, 1)], 0.5),
        ([(0, 0, 0.5, 1), (0.5, 0, 1, 1)], [(0, 0, 1, 1)], 1),
        ([(0, 0, 0.5, 1), (0, 0, 0.5, 1)], [(0, 0, 1, 1)], 0.5),
        ([(0, 0, 0.5, 0.5)], [(0.5, 0.5, 1, 1)], 0),
        ([], [(0, 0, 1, 1)], 0),
        ([], [], 0),
    ],
)
def test_overlap_is_that_of_unions(some: list[Box], others: list[Box], share: float) -> None:
    assert overlap(some, others) == pytest.approx(share)
    assert overlap(others, some) == pytest.approx(share)


class Says:
    """Answers by a rule."""

    def __init__(self, answer: Callable[[str], str]) -> None:
        self.answer = answer

    def read(self, question: str, pictures: Sequence[SeenPicture]) -> Reading:
        answer = self.answer(question)
        return Reading(answer, is_shown=bool(answer))


def test_a_reader_is_sure_of_the_kinds_whose_questions_it_answers_right() -> None:
    proofs = drawn_proofs()
    truth = iter([one.answer for one in proofs if not one.question.startswith("Where")])
    knows: Any = Says(lambda _: next(truth))
    assert kinds_passed(knows, proofs) == {"count", "color", "yes or no", "other"}
    one_of_all: Any = Says(lambda question: "one" if "How many" in question else "It is red.")
    assert "count" not in kinds_passed(one_of_all, proofs)
    blind: Any = Says(lambda _: "")
    assert kinds_passed(blind, proofs) == set()


def test_a_reader_reads_together_if_a_picture_beside_leaves_its_answers_right() -> None:
    colors = {one.picture.key: one.answer for one in drawn_proofs() if one.beside is not None}

    class Sees:
        """Names the color of a square in those of its pictures at `places`."""

        def __init__(self, *places: int) -> None:
            self.places = places

        def read(self, _: str, pictures: Sequence[SeenPicture]) -> Reading:
            seen = [colors.get(pictures[place].key, "") for place in self.places]
            answer = next(filter(None, seen), "")
            return Reading(answer, is_shown=bool(answer))

    readers: list[Any] = [Sees(0, 1), Sees(0), Sees(1)]
    passed = [reads_together(one, drawn_proofs()) for one in readers]
    assert passed == [True, False, False]


@pytest.mark.parametrize("kind", ["count", "color", "yes or no", "other"])
def test_each_kind_is_asked_about_three_pictures_with_several_answers(kind: str) -> None:
    asked = [
        one
        for one in drawn_proofs()
        if not one.question.startswith("Where") and kind_of(one.question) == kind
    ]
    assert len(asked) == 3
    assert len({one.answer for one in asked}) > 1  # so that always the same is not enough


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many eggs are in the nest of the moss owl?", "count"),
        ("Wie viele Eier sind im Nest?", "count"),
        ("Combien d'œufs y a-t-il ?", "count"),
        ("¿Cuántos huevos hay?", "count"),
        ("What colour are the feet of the tarn heron?", "color"),
        ("Welche Farbe haben die Füße?", "color"),
        ("Are the feet red?", "yes or no"),
        ("Sind die Füße rot?", "yes or no"),
        ("Are the feet red or blue?", "other"),
        ("Which bird is this?", "other"),
    ],
)
def test_the_words_of_a_question_tell_its_kind(question: str, kind: str) -> None:
    assert kind_of(question) == kind


def test_two_of_three_are_enough() -> None:
    assert [are_enough(right, 3) for right in range(4)] == [False, False, True, True]
    assert not are_enough(0, 0)


Make = Callable[[Any], Pack]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def made(entries: Any, pictures: dict[str, Any] | None = None) -> Pack:
        (tmp_path / QUESTIONS_NAME).write_text(json.dumps(entries))
        usual = {"a": np.zeros((20, 30, 3), np.uint8), "flat": np.zeros((20, 30), np.uint8)}
        usual["deep"] = np.zeros((20, 30, 3), np.uint8).astype(np.float32)
        save_file(pictures or usual, tmp_path / PICTURES_NAME)
        return write_manifest(
            tmp_path, name="own", title="", role=Role.READER, spdx="MIT", settings={}
        )

    return made


def test_a_pack_may_bring_its_own_pictures(make: Make) -> None:
    (proof,) = proofs_of(make([ENTRY]))
    assert (proof.question, proof.answer) == ("what?", "red")
    assert proof.boxes == ((0.1, 0.2, 0.5, 0.6),)
    assert proof.picture.pixels.shape == (20, 30, 3)


@pytest.mark.parametrize(
    "entries",
    [
        [],
        {},
        [ENTRY] * 25,
        [ENTRY | {"picture": "b"}],
        [ENTRY | {"picture": "flat"}],
        [ENTRY | {"picture": "deep"}],
        [ENTRY | {"boxes": [[0, 0, 2, 1]]}],
        [ENTRY | {"more": 1}],
        [{"picture": "a"}],
    ],
)
def test_pictures_that_prove_nothing_are_refused(make: Make, entries: Sequence[Any]) -> None:
    with pytest.raises(PackDamaged, match=QUESTIONS_NAME):
        proofs_of(make(entries))
