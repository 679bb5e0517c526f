"""The int8 image tower is kept only where it ranks as before."""

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from visret_desktop.models.compiled import CompiledEncoder
from visret_desktop.models.encoder import OnnxEncoder
from visret_desktop.models.interfaces import Pixels, Vectors
from visret_desktop.models.quantization import Int8Check, check_int8, ranking_agreement
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
) -> Int8Check:
    *told, found = check_int8(starter, compiled, pixels, texts, minimum)
    assert told[-1] == len(pixels)
    assert isinstance(found, Int8Check)
    return found


def test_int8_is_kept_where_it_ranks_as_before(
    copied: CompiledEncoder, starter: Pack, pixels: Pixels
) -> None:
    found = outcome(starter, copied, pixels, 0.5, ["a bird", "a frog"])
    assert found.by_words is not None
    assert 0.5 <= found.agreement == min(found.by_photos, found.by_words) <= 1.0
    assert found.speed > 0
    quantized = OnnxEncoder(starter, copied, is_int8=True)
    assert quantized.name == f"starter-{starter.digest}-int8"
    plain = OnnxEncoder(starter, copied)
    cosines = np.sum(plain.embed_images(pixels) * quantized.embed_images(pixels), axis=1)
    assert 0.9 < cosines.min() < 0.9999999


def test_int8_is_not_left_where_it_does_not(
    copied: CompiledEncoder, starter: Pack, pixels: Pixels
) -> None:
    copied.visual_int8.write_bytes(b"accepted earlier")
    assert not outcome(starter, copied, pixels, 1.01).is_accepted
    assert not copied.visual_int8.exists()
    assert not [path for path in copied.directory.iterdir() if path.is_dir()]
    assert OnnxEncoder(starter, copied, is_int8=True).name == OnnxEncoder(starter, copied).name


def test_a_check_that_is_not_ended_leaves_nothing(
    copied: CompiledEncoder, starter: Pack, pixels: Pixels
) -> None:
    events = check_int8(starter, copied, pixels)
    next(events)
    events.close()
    assert not copied.visual_int8.exists()
    assert not [path for path in copied.directory.iterdir() if path.is_dir()]
