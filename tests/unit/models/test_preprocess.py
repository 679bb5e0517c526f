"""Pixels are those of open_clip's inference transform."""

from typing import Any

import numpy as np
import pytest
from PIL import Image

from visret_desktop.models.encoders.preprocess import Preprocess

MEAN, STD = (0.5, 0.4, 0.3), (0.5, 0.6, 0.7)
SIZES = [(1, 1), (2, 3), (7, 7), (64, 64), (65, 64), (63, 140), (500, 375), (401, 501), (300, 90)]
LEVEL = 1 / 255 / min(STD)  # one of 255 levels of brightness, in normalized units


def picture(width: int, height: int, *, smooth: bool = False) -> Image.Image:
    random = np.random.default_rng(width * 1000 + height)
    if not smooth:
        return Image.fromarray(random.integers(0, 256, (height, width, 3), np.uint8))
    coarse = Image.fromarray(random.integers(0, 256, (9, 9, 3), np.uint8))
    return coarse.resize((width, height), Image.Resampling.BICUBIC)


def difference(image: Image.Image, mode: str, interpolation: str = "bicubic") -> float:
    """Largest difference to open_clip, in levels of 255."""
    from open_clip.transform import image_transform

    options: dict[str, Any] = {"resize_mode": mode, "interpolation": interpolation}
    theirs = image_transform(64, False, mean=MEAN, std=STD, fill_color=9, **options)(image)
    ours = Preprocess(64, MEAN, STD, interpolation, mode, fill=9)(image)
    assert ours.shape == (3, 64, 64)
    assert ours.dtype == np.float32
    assert ours.flags.c_contiguous
    return float(np.abs(ours - theirs.numpy()).max() / LEVEL)


@pytest.mark.parametrize("mode", ["shortest", "longest", "squash"])
@pytest.mark.parametrize("interpolation", ["bicubic", "bilinear"])
def test_small_pictures_are_equal(mode: str, interpolation: str) -> None:
    for width, height in SIZES:
        assert difference(picture(width, height), mode, interpolation) < 1e-4


@pytest.mark.parametrize("mode", ["shortest", "longest", "squash"])
def test_large_pictures_differ_by_next_to_nothing(mode: str) -> None:
    assert difference(picture(2000, 1500, smooth=True), mode) <= 1.01
    assert difference(picture(2000, 1500), mode) <= 6.01


@pytest.mark.parametrize("size", [(30, 900), (900, 31)])
def test_long_pictures_keep_their_middle(size: tuple[int, int]) -> None:
    assert difference(picture(*size, smooth=True), "shortest") <= 2.01


@pytest.mark.parametrize("size", [(1, 5000), (5000, 1), (3, 60_000)])
@pytest.mark.parametrize("mode", ["shortest", "longest", "squash"])
def test_absurd_shapes_stay_cheap(size: tuple[int, int], mode: str) -> None:
    pixels = Preprocess(64, MEAN, STD, resize_mode=mode)(Image.new("RGB", size, (255, 0, 128)))
    assert pixels.shape == (3, 64, 64)
    middle = (np.array([255, 0, 128]) / 255 - MEAN) / STD
    np.testing.assert_allclose(pixels[:, 31, 31], middle, atol=1e-6)


def test_reads_an_open_clip_configuration() -> None:
    vision = {"model_cfg": {"vision_cfg": {"image_size": [96, 96]}}}
    assert Preprocess.from_config(vision) == Preprocess(96)
    given = {"mean": 0.5, "std": [1, 1, 2], "resize_mode": "squash", "interpolation": "bilinear"}
    read = Preprocess.from_config(vision | {"preprocess_cfg": given | {"fill_color": 3}})
    assert read == Preprocess(96, (0.5,) * 3, (1.0, 1.0, 2.0), "bilinear", "squash", 3)


@pytest.mark.parametrize(
    "config",
    [
        {},
        {"model_cfg": {"vision_cfg": {"image_size": [96, 48]}}},
        {"model_cfg": {"vision_cfg": {"image_size": 0}}},
        {"model_cfg": {"vision_cfg": {}}, "preprocess_cfg": {"resize_mode": "stretch"}},
        {"model_cfg": {"vision_cfg": {}}, "preprocess_cfg": {"std": [1.0, 0.0, 1.0]}},
        {"model_cfg": {"vision_cfg": {}}, "preprocess_cfg": {"mean": [1.0, 2.0]}},
    ],
)
def test_refuses_configurations_that_make_no_sense(config: dict[str, Any]) -> None:
    with pytest.raises((ValueError, LookupError)):
        Preprocess.from_config(config)
