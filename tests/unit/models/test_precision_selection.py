"""Another precision of the image tower is kept only where it ranks as before."""

import shutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from visret_desktop.models.encoders.compiled import CompiledEncoder
from visret_desktop.models.encoders.encoder import OnnxEncoder
from visret_desktop.models.encoders.precision_export import make_again
from visret_desktop.models.encoders.precision_selection import (
    PrecisionChoice,
    candidates,
    choose_precision,
    ranking_agreement,
)
from visret_desktop.models.interfaces import Pixels, Vectors
from visret_desktop.models.runtimes.compiled_files import find_damage
from visret_desktop.models.variants import PRECISIONS, Precision, reported
from visret_desktop.packs.manifest import Pack


def vectors(count: int, seed: int) -> Vectors:
    made = np.random.default_rng(seed).normal(size=(count, 16)).astype(np.float32)
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def test_agreement_of_the_same_vectors_is_whole() -> None:
    assert ranking_agreement(vectors(50, 1), vectors(50, 1)) == 1.0


def test_agreement_of_unrelated_vectors_is_chance() -> None:
    assert ranking_agreement(vectors(200, 1), vectors(200, 2)) < 0.15


def test_agreement_counts_shared_neighbors() -> None:
    angles = np.radians([0, 10, 25, 90])
    swapped = np.radians([0, 25, 10, 90])  # the second and the third change places
    ours, theirs = (
        np.stack([np.cos(a), np.sin(a)], axis=1).astype(np.float32) for a in (angles, swapped)
    )
    # Nearest of each before: 1, 0, 1, 2; after: 2, 2, 0, 1.
    assert ranking_agreement(ours, theirs, depth=1) == 0.0
    assert ranking_agreement(ours, theirs, depth=2) == pytest.approx(1.0)


def test_agreement_needs_enough_pictures() -> None:
    with pytest.raises(ValueError, match="more than 10"):
        ranking_agreement(vectors(10, 1), vectors(10, 1))


@pytest.fixture
def copied(compiled: CompiledEncoder, tmp_path: Path) -> CompiledEncoder:
    shutil.copytree(compiled.directory, tmp_path / "export")
    return replace(compiled, directory=tmp_path / "export")


@pytest.fixture
def pixels() -> Pixels:
    coarse = np.random.default_rng(4).normal(size=(60, 3, 8, 8)).astype(np.float32)
    return np.repeat(np.repeat(coarse, 8, axis=2), 8, axis=3)


def outcome(
    starter: Pack,
    compiled: CompiledEncoder,
    pixels: Pixels,
    minimum: float,
    texts: Sequence[str] = (),
    least_speed: float = 0.0,
) -> tuple[PrecisionChoice, Vectors]:
    shares: list[float] = []
    made = reported(
        choose_precision(
            starter, compiled, pixels, texts, minimum=minimum, least_speed=least_speed, seconds=0
        ),
        shares.append,
    )
    while True:
        try:
            next(made)
        except StopIteration as end:
            assert shares == sorted(shares)
            assert all(0 < share <= 1 for share in shares)
            choice, vectors = end.value
            return choice, vectors


def forms_in(compiled: CompiledEncoder) -> set[str]:
    return {one for one in PRECISIONS if compiled.visual_in(one).exists()}


def test_the_quickest_that_ranks_as_before_is_kept(
    copied: CompiledEncoder, starter: Pack, pixels: Pixels
) -> None:
    choice, vectors = outcome(starter, copied, pixels, 0.5, ["a bird", "a frog"])
    (found,) = choice.checks
    assert found.by_words is not None
    assert 0.5 <= found.agreement == min(found.by_photos, found.by_words) <= 1.0
    assert found.speed > 0
    assert choice.precision == found.precision != "fp32"
    assert forms_in(copied) == {"fp32", choice.precision}
    assert not [path for path in copied.directory.iterdir() if path.is_dir()]
    other = OnnxEncoder(starter, copied, choice.precision)
    assert other.name == f"starter-{starter.digest}-{choice.precision}"
    # In half precision a batch of another size is summed up in another order.
    assert np.sum(other.embed_images(pixels) * vectors, axis=1).min() > 0.999
    cosines = np.sum(OnnxEncoder(starter, copied).embed_images(pixels) * vectors, axis=1)
    assert 0.9 < cosines.min() < 0.9999999
    assert find_damage(copied.directory) == ""
    assert found.precision in choice.sentence()


def test_all_are_refused_that_do_not(
    copied: CompiledEncoder, starter: Pack, pixels: Pixels
) -> None:
    copied.visual_in("int8").write_bytes(b"accepted earlier")
    choice, vectors = outcome(starter, copied, pixels, 1.01)
    assert [check.precision for check in choice.checks if check.is_accepted] == []
    assert {check.precision for check in choice.checks} == set(candidates())
    assert choice.precision == "fp32"
    assert forms_in(copied) == {"fp32"}
    assert np.abs(OnnxEncoder(starter, copied).embed_images(pixels) - vectors).max() < 1e-5
    assert OnnxEncoder(starter, copied, "int8").name == OnnxEncoder(starter, copied).name


def test_what_is_no_quicker_is_not_compared(
    copied: CompiledEncoder, starter: Pack, pixels: Pixels
) -> None:
    choice, vectors = outcome(starter, copied, pixels, 0.5, least_speed=1000.0)
    assert (choice.precision, choice.checks, len(vectors)) == ("fp32", (), 0)
    assert "no other precision" in choice.sentence()
    assert forms_in(copied) == {"fp32"}


def test_a_choice_that_is_not_ended_leaves_nothing(
    copied: CompiledEncoder, starter: Pack, pixels: Pixels
) -> None:
    choosing = choose_precision(starter, copied, pixels, least_speed=0.0, seconds=0)
    next(choosing)
    choosing.close()
    assert forms_in(copied) == {"fp32"}
    assert not [path for path in copied.directory.iterdir() if path.is_dir()]


def test_a_form_that_was_accepted_can_be_made_again(
    copied: CompiledEncoder, starter: Pack, pixels: Pixels
) -> None:
    make_again(copied, "int8")
    assert forms_in(copied) == {"fp32", "int8"}
    assert find_damage(copied.directory) == ""
    cosines = np.sum(
        OnnxEncoder(starter, copied, "int8").embed_images(pixels)
        * OnnxEncoder(starter, copied).embed_images(pixels),
        axis=1,
    )
    assert cosines.min() > 0.9


@pytest.mark.parametrize("precision", ["fp16", "bf16"])
def test_half_precision_serves_several_callers(
    copied: CompiledEncoder, starter: Pack, pixels: Pixels, precision: Precision
) -> None:
    make_again(copied, precision)
    encoder = OnnxEncoder(starter, copied, precision)
    plain = OnnxEncoder(starter, copied).embed_images(pixels)
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(encoder.embed_images, np.array_split(pixels, 12)))
    made = np.concatenate(parts)
    assert np.sum(made * plain, axis=1).min() > 0.99
    assert np.abs(np.linalg.norm(made, axis=1) - 1).max() < 1e-5
