"""Passes look at each photo once, several in one decode; a new one asks nobody else to change."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.unit.engine.conftest import Desk, write_photo
from visret_desktop.decoding.messages import DecodedPhoto, DecodeReply, Picture, ReadFile, Rendition
from visret_desktop.decoding.process import DecoderProcess
from visret_desktop.engine.indexing import passes
from visret_desktop.engine.indexing.passes import Pass
from visret_desktop.engine.indexing.retry_policy import PASS_FAILED
from visret_desktop.engine.messages import Notice, PhotoProblem, QueryTerm, Search
from visret_desktop.errors import PackDamaged
from visret_desktop.models.interfaces import Pixels, Vectors
from visret_desktop.paths import Paths

OpenDesk = Callable[..., Desk]
AddPass = Callable[[Pass], None]


def brightness(picture: Picture) -> float:
    """A toy: how bright a photo is, 0 to 255."""
    return float(np.frombuffer(picture.rgb, np.uint8).mean())


def toy(version: str = "1", look: Callable[[Picture], Any] = brightness, **given: Any) -> Pass:
    return Pass("brightness", version, Rendition(64, 1), look, **given)


@pytest.fixture
def add_pass(monkeypatch: pytest.MonkeyPatch) -> AddPass:
    """Add the row of a pass, as its own module would."""
    return lambda one: monkeypatch.setitem(passes.PASSES, one.name, lambda _: one)


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of pictures in each answer that a decoder gave: an answer is a decode."""
    answers: list[int] = []
    take = DecoderProcess._rest

    def counted(self: DecoderProcess, read: ReadFile, answer: DecodeReply) -> DecodedPhoto:
        answers.append(len(answer.sizes))
        return take(self, read, answer)

    monkeypatch.setattr(DecoderProcess, "_rest", counted)
    return answers


def found(desk: Desk) -> dict[str, Any]:
    """What the toy found, by file name."""
    reader = desk.library.reader
    rows = reader.photo_rows()
    return {row.name: reader.passes.value("brightness", row.content_hash) for row in rows}


def problems(desk: Desk, *folders: Path, retry: tuple[str, ...] = ()) -> list[PhotoProblem]:
    events = desk.events(*folders, retry=retry)
    return [event for event in events if isinstance(event, PhotoProblem)]


def test_a_copy_of_a_photo_is_not_decoded_for_a_thumbnail_that_cannot_be_kept(
    paths: Paths, open_desk: OpenDesk, indexed_photos: Path, decoded: list[int]
) -> None:
    paths.thumbnails.unlink()
    paths.thumbnails.mkdir()
    original = next(indexed_photos.rglob("*.jpg"))
    shutil.copy(original, original.with_name("copy.jpg"))
    assert open_desk().index(indexed_photos)["photos"] == 13
    assert decoded == []


def test_a_new_pass_looks_at_every_photo_in_the_decode_of_the_others(
    desk: Desk, photos: Path, add_pass: AddPass, decoded: list[int]
) -> None:
    add_pass(toy())
    desk.index(photos)
    assert decoded == [3] * 12, "thumbnail, encoder and toy share one decode"
    values = found(desk)
    for path in photos.rglob("*.jpg"):
        with Image.open(path) as picture:
            assert values[path.name] == pytest.approx(np.asarray(picture).mean(), abs=3)
    assert desk.library.reader.passes.lacking("brightness", "1") == set()
    assert desk.index(photos)["unchanged"] == 12
    assert len(decoded) == 12, "nothing is left to do"


@pytest.mark.usefixtures("indexed_photos")
def test_a_pass_that_comes_later_does_nothing_anew_but_its_own(
    desk: Desk, photos: Path, add_pass: AddPass, decoded: list[int]
) -> None:
    generation = desk.library.reader.embeddings.generation("any")
    add_pass(toy())
    decoded.clear()
    assert desk.index(photos)["unchanged"] == 12
    assert decoded == [1] * 12
    assert None not in found(desk).values()
    assert desk.library.reader.embeddings.generation("any") == generation, "no vector was touched"


def test_a_raised_version_looks_again(
    open_desk: OpenDesk, photos: Path, add_pass: AddPass, decoded: list[int]
) -> None:
    add_pass(toy())
    open_desk().index(photos)
    decoded.clear()
    add_pass(toy("2", lambda picture: -brightness(picture)))
    desk = open_desk()
    desk.index(photos)
    assert decoded == [1] * 12
    assert all(value < 0 for value in found(desk).values())
    assert desk.library.reader.passes.done("brightness", "1") == set()


def test_two_encoders_and_a_toy_share_one_decode(
    open_desk: OpenDesk, photos: Path, other: str, add_pass: AddPass, decoded: list[int]
) -> None:
    add_pass(toy())
    desk = open_desk(second_encoder=other)
    assert desk.index(photos)["indexed"] == 12
    assert decoded == [4] * 12
    spaces = desk.library.reader.embeddings
    assert [spaces.count(space) for space in spaces.spaces()] == [12, 12]
    assert len(desk.search(Search(1, (QueryTerm("a bird"),))).lists) == 2


def test_what_fails_on_a_photo_is_that_photos_problem(
    desk: Desk, photos: Path, add_pass: AddPass, decoded: list[int]
) -> None:
    (wrong,) = photos.rglob("03.jpg")
    with Image.open(wrong) as picture:
        trouble = np.asarray(picture.resize((64, 48))).mean()

    def picky(picture: Picture) -> float:
        if abs(brightness(picture) - trouble) < 0.5:
            raise ZeroDivisionError("no light")
        return 1.0

    add_pass(toy(look=picky))
    (problem,) = problems(desk, photos)
    assert (problem.path, problem.code, problem.indexed) == (str(wrong), PASS_FAILED, True)
    assert "brightness" in problem.reason
    assert "no light" in problem.reason
    assert found(desk) == {f"{n:02}.jpg": None if n == 3 else 1.0 for n in range(12)}
    assert len(desk.search(Search(1, (QueryTerm("a bird"),))).hits) == 12
    decoded.clear()
    assert problems(desk, photos) == []
    assert decoded == [], "it is not tried again in this version"
    add_pass(toy())
    assert problems(desk, photos, retry=(str(wrong),)) == []
    assert decoded == [1], "unless a person asks"
    assert None not in found(desk).values()
    assert desk.library.reader.problems() == []


def test_a_photo_on_which_the_encoder_fails_is_tried_again(
    desk: Desk, photos: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (wrong,) = photos.rglob("03.jpg")
    encoder: Any = desk.library.first.next_encoder
    embed = encoder.embed_images
    with Image.open(wrong) as picture:
        trouble = encoder.preprocess(picture.convert("RGB")).mean()

    def picky(pixels: Pixels) -> Vectors:
        if np.isclose(pixels.mean(axis=(1, 2, 3)), trouble, atol=0.01).any():
            raise RuntimeError("not this one")
        vectors: Vectors = embed(pixels)
        return vectors

    with monkeypatch.context() as failing:
        failing.setattr(encoder, "embed_images", picky)
        (problem,) = problems(desk, photos)
    assert (problem.path, problem.code, problem.indexed) == (str(wrong), PASS_FAILED, False)
    assert desk.library.reader.counts() == (11, 0), "the rest of its micro-batch is there"
    assert desk.index(photos)["indexed"] == 1
    assert desk.library.reader.problems() == []


def test_a_photo_that_cannot_be_decoded_again_is_found_all_the_same(
    open_desk: OpenDesk, photos: Path, add_pass: AddPass
) -> None:
    write_photo(photos / "large.jpg", 60, (1500, 1000))
    open_desk().index(photos)
    add_pass(toy())
    desk = open_desk(max_megapixels=1)
    (problem,) = problems(desk, photos)
    assert (problem.code, problem.indexed) == ("too-large", True)
    assert found(desk)["large.jpg"] is None
    assert desk.library.reader.counts() == (13, 0)
    assert problems(desk, photos) == []


@pytest.mark.usefixtures("indexed_photos")
def test_photos_that_are_offline_are_looked_at_by_their_thumbnails(
    desk: Desk, photos: Path, add_pass: AddPass, tmp_path: Path, decoded: list[int]
) -> None:
    photos.rename(tmp_path / "unplugged")
    decoded.clear()
    add_pass(toy(thumbnail="never"))
    desk.index()
    assert set(found(desk).values()) == {None}, "it needs more than a thumbnail"
    add_pass(toy())
    desk.index()
    assert None not in found(desk).values()
    assert decoded == []


@pytest.mark.usefixtures("indexed_photos")
def test_a_pass_that_is_content_with_thumbnails_decodes_no_photo(
    desk: Desk, photos: Path, add_pass: AddPass, decoded: list[int]
) -> None:
    decoded.clear()
    add_pass(toy(thumbnail="always"))
    desk.index(photos)
    assert decoded == []
    assert None not in found(desk).values()


def test_without_a_pass_that_cannot_be_opened_the_run_goes_on(
    desk: Desk, photos: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_pass(_library: object) -> Pass:
        raise PackDamaged(name="reader", reason="it has no weights")

    monkeypatch.setitem(passes.PASSES, "brightness", open_pass)
    events = desk.events(photos)
    (notice,) = [event for event in events if isinstance(event, Notice)]
    assert notice.code == PackDamaged.code
    assert desk.library.reader.counts() == (12, 0)


def test_what_a_pass_found_goes_with_its_folder(
    desk: Desk, photos: Path, add_pass: AddPass
) -> None:
    add_pass(toy())
    desk.index(photos / "spring", photos / "autumn")
    spring, _ = desk.library.reader.folders()
    with desk.library.writing() as catalog:
        catalog.roots.remove(spring.id)
    assert len(desk.library.reader.passes.done("brightness", "1")) == 6


def test_a_photo_is_found_by_a_part_of_it(desk: Desk, photos: Path) -> None:
    desk.index(photos)
    space = desk.library.encoder.name
    rows = {row.name: row for row in desk.library.reader.photo_rows()}
    whole, part_of = rows["01.jpg"], rows["02.jpg"]
    vector = desk.library.reader.embeddings.of(whole.content_hash, space)
    assert vector is not None
    with desk.library.writing() as catalog, catalog.batch():
        catalog.put_embedding(part_of.content_hash, space, vector, "0,0,0.5,0.5")
        catalog.put_embedding(part_of.content_hash, space, -vector, "0.5,0.5,0.5,0.5")
    hits = desk.search(Search(1, (QueryTerm(image=whole.path),), strategy="original")).hits
    assert len(hits) == 12, "each photo once"
    assert [hit.name for hit in hits[:2]] == ["01.jpg", "02.jpg"]
    assert hits[1].score == pytest.approx(hits[0].score, abs=1e-4)
    out = Search(1, (QueryTerm(image=whole.path),), exclude_hashes=(part_of.content_hash,))
    assert len(desk.search(out).hits) == 11
