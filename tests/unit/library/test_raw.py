"""RAW files: upright, through their preview where there is one, with what they say."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from bench.dng import write_dng
from visret_desktop.errors import PhotoUnreadable
from visret_desktop.library.photos.imaging import decode_file
from visret_desktop.library.photos.metadata import read_metadata

SIZE = (640, 480)
COLORS = ((200, 60, 30), (20, 160, 60), (30, 90, 220), (220, 220, 210))
TURNS = {1: (), 3: (Image.Transpose.ROTATE_180,), 6: (Image.Transpose.ROTATE_270,)}
TURNS |= {8: (Image.Transpose.ROTATE_90,)}


def corners() -> Image.Image:
    """Return a picture whose corners differ."""
    image = Image.new("RGB", SIZE)
    width, height = SIZE[0] // 2, SIZE[1] // 2
    for number, color in enumerate(COLORS):
        x, y = number % 2 * width, number // 2 * height
        image.paste(color, (x, y, x + width, y + height))
    return image


def looks(image: Image.Image) -> list[list[int]]:
    """Return the color in the middle of each corner."""
    pixels = np.asarray(image)
    height, width = pixels.shape[:2]
    rows, columns = (height // 4, 3 * height // 4), (width // 4, 3 * width // 4)
    return [pixels[y, x].tolist() for y in rows for x in columns]


@pytest.mark.parametrize("has_preview", [True, False])
@pytest.mark.parametrize("orientation", TURNS)
def test_a_raw_file_is_read_upright(tmp_path: Path, orientation: int, has_preview: bool) -> None:
    path = tmp_path / "IMG_1.dng"
    write_dng(path, corners(), orientation=orientation, has_preview=has_preview)
    decoded = decode_file(path, minimum_side=200)
    upright = corners()
    for turn in TURNS[orientation]:
        upright = upright.transpose(turn)
    assert (decoded.width, decoded.height) == upright.size
    assert decoded.format == "RAW"
    assert decoded.warning is None
    tolerance = 4 if has_preview else 60  # a demosaiced picture has colors of its own
    difference = np.abs(np.subtract(looks(decoded.image), looks(upright)))
    assert difference.max() <= tolerance


def test_the_preview_is_decoded_no_larger_than_needed(tmp_path: Path) -> None:
    path = tmp_path / "IMG_1.dng"
    write_dng(path, corners())
    assert decode_file(path, minimum_side=100).image.size == (160, 120)
    assert decode_file(path).image.size == SIZE


def test_date_and_camera_of_a_raw_file(tmp_path: Path) -> None:
    path = tmp_path / "IMG_1.dng"
    write_dng(path, corners(), taken_at="2023:06:07 08:09:10")
    known, _ = read_metadata(decode_file(path), path.read_bytes(), path.name, None)
    assert known.taken_at == "2023-06-07T08:09:10"
    assert known.camera == "Aster 500"
    assert (known.width, known.height) == SIZE


@pytest.mark.parametrize("share", [0.05, 0.5, 0.9])
def test_a_raw_file_that_ends_early_is_a_problem_or_is_seen(tmp_path: Path, share: float) -> None:
    """Where a camera writes the preview first it is whole although the rest is gone."""
    path = tmp_path / "IMG_1.dng"
    write_dng(path, corners())
    data = path.read_bytes()
    path.write_bytes(data[: int(share * len(data))])
    with pytest.raises(PhotoUnreadable) as caught:
        decode_file(path)
    assert caught.value.reason_code == "unsupported"
