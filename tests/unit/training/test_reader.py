"""The reader's two trainings take steps, and its questions do not see each other."""

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from training import reader_pictures
from training.photo_questions import PhotoQuestion, ask
from training.reader_pictures import SIDE, in_square, squared
from training.workplace import workplace

if TYPE_CHECKING:
    import torch

    from training.reader import Reader


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> "Reader":
    """A reader after a few steps on a few pictures."""
    from training import eye, reader
    from training.course import load_checkpoint
    from training.ranks import Ranks

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VISRET_TRAINING_DIR", str(tmp_path_factory.mktemp("training")))
        patch.setenv("VISRET_TRAINING_RANK", "0")
        patch.setenv("VISRET_TRAINING_RANKS", "1")
        patch.setenv("VISRET_TRAINING_PORT", "0")
        for name in ("train", "validation"):
            drawn = reader_pictures.draw_chunk((3, 64, name == "train"))
            reader_pictures.store(name, [drawn])
        eye.train(Ranks(), 2)
        reader.train(Ranks(), 2)
        assert workplace(reader.NAME, "checkpoint.safetensors").exists()
        truths = reader_pictures.load("train")[2]
        made = reader.untrained(truths)
        assert load_checkpoint(workplace(reader.NAME, "checkpoint.safetensors"), made) == 2
    return made.eval()


@pytest.fixture
def pictures() -> "torch.Tensor":
    from training.eye import as_seen

    return as_seen(reader_pictures.draw_chunk((8, 2, True))[0])


def test_questions_about_a_picture_do_not_see_each_other(
    trained: "Reader", pictures: "torch.Tensor"
) -> None:
    import torch

    from training import reader
    from training.reader import Page

    pairs = [("what is this?", "tarn heron"), ("how many?", "two"), ("is it night?", "no")]
    together = reader.logits(trained, Page(trained.words, [pairs]), pictures[:1])
    alone = [reader.logits(trained, Page(trained.words, [[pair]]), pictures[:1]) for pair in pairs]
    assert torch.allclose(together, torch.cat(alone), atol=1e-4)


def test_what_is_trained_is_what_is_answered(trained: "Reader", pictures: "torch.Tensor") -> None:
    from training import reader
    from training.reader import Page

    for picture in pictures:
        told = trained.answer(picture, "what colour are the feet?")
        pair = ("what colour are the feet?", told)
        page = Page(trained.words, [[pair]])
        likely = reader.logits(trained, page, picture[None]).argmax(-1).tolist()
        assert trained.words.tokenizer.decode(likely).startswith(told)


def test_what_is_told_depends_on_the_picture(trained: "Reader", pictures: "torch.Tensor") -> None:
    import torch

    from training import reader
    from training.reader import Page

    page = Page(trained.words, [[("what is this?", "tarn heron")]])
    one, other = (reader.logits(trained, page, picture[None]) for picture in pictures)
    assert not torch.allclose(one, other, atol=1e-6)


def test_boxes_are_told_in_hundredths_of_the_square() -> None:
    from training.reader import regions_text

    assert in_square((0.0, 0.0, 1.0, 1.0), (400, 200)) == (0, 25, 100, 75)
    assert in_square((0.5, 0.5, 0.75, 1.0), (300, 400)) == (50, 50, 69, 100)
    truth = reader_pictures.draw_chunk((1, 1, True))[2][0]
    question = PhotoQuestion("", "color", "red", ((0.5, 0.0, 1.0, 0.5), (0.0, 0.0, 0.5, 0.5)))
    wide = truth.__class__(truth.spec, (200, 200), {}, [])
    assert regions_text(question, wide) == "[[0,0,50,50],[50,0,100,50]]"


def test_mirrored_targets_are_those_of_the_mirrored_picture() -> None:
    import torch

    from training import eye

    _, patches, truths = reader_pictures.draw_chunk((5, 12, True))
    book = eye.book_of(truths, patches)
    plain, mirrored = (book.of(np.arange(12), is_flipped) for is_flipped in (False, True))
    assert torch.equal(plain.colors, mirrored.colors)
    across = SIDE // reader_pictures.PATCH
    grid = plain.present[..., 1:].view(12, across, across, -1)
    assert torch.equal(grid.flip(2).flatten(1, 2), mirrored.present[..., 1:])
    is_box = plain.boxes[..., 0] >= 0
    assert torch.allclose(plain.boxes[is_box][:, 0], 1 - mirrored.boxes[is_box][:, 2])


def test_pictures_are_filled_up_to_squares_around_their_middle() -> None:
    assert squared(np.ones((2, 4), bool), False).tolist() == [
        [False] * 4,
        [True] * 4,
        [True] * 4,
        [False] * 4,
    ]


def test_asked_questions_fit_the_context(trained: "Reader") -> None:
    stream = Random(3)
    for truth in reader_pictures.draw_chunk((4, 20, True))[2]:
        for kind in ("color", "outside", "yes or no"):
            if question := ask(kind, truth, stream, held_out=True):
                prompt, answer = trained.words.encoded(question.text, question.answer)
                assert len(prompt) + len(answer) + reader_pictures.PATCHES < 512


def test_a_set_is_stored_and_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISRET_TRAINING_DIR", str(tmp_path))
    reader_pictures.store("few", [reader_pictures.draw_chunk((2, 3, False))])
    pixels, patches, truths = reader_pictures.load("few")
    assert pixels.shape == (3, SIDE, SIDE, 3)
    assert patches.shape == (3, reader_pictures.PATCHES, len(reader_pictures.PART_KEYS))
    again = reader_pictures.draw_chunk((2, 3, False))[2]
    assert [(t.spec, t.colors, t.areas) for t in truths] == [
        (t.spec, t.colors, t.areas) for t in again
    ]
