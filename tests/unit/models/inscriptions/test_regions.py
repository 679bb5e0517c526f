"""Rectangles around letters, by a map of where letters are."""

import math

import numpy as np
import pytest
from PIL import Image, ImageDraw

from visret_desktop.models.ocr.text_regions import find_regions


def map_of(*bars: tuple[float, float, float, float, float]) -> np.ndarray:
    """A map with bars of certain letters: middle, length, height, degrees clockwise."""
    drawn = Image.new("L", (320, 240))
    draw = ImageDraw.Draw(drawn)
    for x, y, length, height, degrees in bars:
        turn = math.radians(degrees)
        along = np.array([math.cos(turn), math.sin(turn)]) * length / 2
        down = np.array([-math.sin(turn), math.cos(turn)]) * height / 2
        corners = [
            np.array([x, y]) + a * along + b * down for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        draw.polygon([tuple(corner) for corner in corners], fill=255)
    return np.asarray(drawn, np.float32) / 255


@pytest.mark.parametrize("degrees", [0, 10, 30, 44, -30, -44])
def test_a_line_is_framed_at_its_slant(degrees: float) -> None:
    (found,) = find_regions(map_of((160, 120, 120, 20, degrees)))
    middle = found.corners.mean(axis=0)
    assert middle == pytest.approx([160, 120], abs=1.5)
    assert math.degrees(math.atan2(found.along[1], found.along[0])) == pytest.approx(
        degrees, abs=1.5
    )
    assert found.width > found.height
    assert 30 < found.width - 120 < 60
    assert 30 < found.height < 55


def test_lines_come_from_the_top_down_and_upright_ones_stay_upright() -> None:
    found = find_regions(map_of((60, 200, 80, 14, 0), (60, 40, 80, 14, 0), (250, 120, 120, 16, 90)))
    assert [round(one.corners.mean(axis=0)[1], -1) for one in found] == [40, 120, 200]
    assert found[1].height > 3 * found[1].width


def test_specks_faint_places_and_empty_maps_are_nothing() -> None:
    assert find_regions(np.zeros((64, 64), np.float32)) == []
    speck = np.zeros((64, 64), np.float32)
    speck[20:22, 20:22] = 1
    assert find_regions(speck) == []
    assert find_regions(map_of((50, 50, 80, 20, 0)) * 0.4) == []
    assert len(find_regions(np.ones((64, 64), np.float32))) == 1


def test_what_touches_is_one_part_whatever_its_shape() -> None:
    ring = np.zeros((200, 200), np.float32)
    ring[20:180, 20:180] = 1
    ring[24:176, 24:176] = 0
    assert find_regions(ring) == [], "its rectangle is empty for the most part"
    bars = map_of((100, 100, 120, 16, 0))
    bars[98:103] = 0  # a line that falls into two thin ones
    assert len(find_regions(bars)) == 2


def test_a_map_full_of_noise_takes_bounded_time() -> None:
    noise = np.random.default_rng(1).random((512, 512), np.float32)
    assert len(find_regions(noise)) <= 1000
    checks = np.indices((512, 512)).sum(axis=0) % 4 < 1
    assert len(find_regions(checks.astype(np.float32))) <= 1000
