"""The int8 image tower is kept only where it ranks as before."""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from visret_desktop.models.encoder import OnnxEncoder
from visret_desktop.models.exports import Export
from visret_desktop.models.interfaces import Vectors
from visret_desktop.models.quantization import quantize_visual, ranking_agreement
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
def copied(export: Export, tmp_path: Path) -> Export:
    shutil.copytree(export.directory, tmp_path / "export")
    return replace(export, directory=tmp_path / "export")


def test_int8_is_kept_only_where_it_ranks_as_before(copied: Export, starter: Pack) -> None:
    random = np.random.default_rng(4)
    coarse = random.normal(size=(60, 3, 8, 8)).astype(np.float32)
    pixels = np.repeat(np.repeat(coarse, 8, axis=2), 8, axis=3)
    agreement = quantize_visual(starter, copied, pixels, minimum=0.5)
    assert 0.5 <= agreement <= 1.0
    assert copied.visual_int8.exists()
    quantized = OnnxEncoder(starter, copied, is_int8=True)
    assert quantized.name == f"starter-{starter.digest}-int8"
    plain = OnnxEncoder(starter, copied)
    cosines = np.sum(plain.embed_images(pixels) * quantized.embed_images(pixels), axis=1)
    assert 0.9 < cosines.min() < 0.9999999
    assert quantize_visual(starter, copied, pixels, minimum=1.01) == pytest.approx(agreement)
    assert sorted(path.name for path in copied.directory.glob("visual*")) == [
        "visual.onnx",
        "visual.weights",
    ]
    assert OnnxEncoder(starter, copied, is_int8=True).name == plain.name
