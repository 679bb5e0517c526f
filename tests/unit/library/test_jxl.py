"""JPEG XL in all its forms becomes the same upright sRGB picture; no header leads to a huge one."""

from pathlib import Path

import numpy as np
import pylibjxl
import pytest
from PIL import Image

from visret_desktop.errors import PhotoUnreadable
from visret_desktop.library.photos import jxl_header, picture_memory
from visret_desktop.library.photos.imaging import decode, decode_file
from visret_desktop.library.photos.jxl import profile_of

# All of one picture, made with libjxl's cjxl 0.7 from pixels in the space that the name says.
MADE = sorted((Path(__file__).parent / "jxl").glob("*.jxl"))
COLORS = ((200, 60, 60), (60, 200, 60), (60, 60, 200), (128, 128, 128))
SIZES = [(64, 48), (333, 7), (500, 500), (512, 256), (1200, 1000)]


def quarters() -> Image.Image:
    image = Image.new("RGB", (64, 48))
    for number, color in enumerate(COLORS):
        across, down = number % 2 * 32, number // 2 * 24
        image.paste(color, (across, down, across + 32, down + 24))
    return image


def encoded(size: tuple[int, int], **options: object) -> bytes:
    pixels = np.zeros((size[1], size[0], 3), np.uint8)
    return bytes(pylibjxl.encode(pixels, effort=1, **options))


@pytest.mark.parametrize("path", MADE, ids=lambda path: path.stem)
def test_all_forms_are_one_picture(path: Path) -> None:
    wanted = quarters().convert("L") if path.stem.startswith("gray") else quarters()
    decoded = decode_file(path)
    difference = np.asarray(decoded.image, float) - np.asarray(wanted.convert("RGB"), float)
    assert (decoded.width, decoded.height) == wanted.size
    assert decoded.image.mode == "RGB"
    assert float(np.abs(difference).mean()) < 3
    assert decoded.format == "JXL"


def test_there_are_as_many_forms_as_were_made() -> None:
    assert len(MADE) == 11


def test_words_come_from_boxes() -> None:
    exif = Image.Exif()
    exif[0x010F] = "Maker"
    decoded = decode(encoded((8, 8), exif=exif.tobytes()[6:], xmp=b"<x/>"), "a.jxl", minimum_side=0)
    assert b"Maker" in (decoded.exif or b"")
    assert decoded.xmp == b"<x/>"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("words", [{}, {"exif": b"II*\0\x08\0\0\0\0\0"}], ids=["naked", "boxed"])
def test_the_size_is_known_before_pixels_are_decoded(
    size: tuple[int, int], words: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    data, asked = encoded(size, **words), list[int]()
    assert decode(data, "a.jxl", minimum_side=0, make_room=asked.append).image.size == size
    assert asked == [picture_memory.of_jxl(size)]
    monkeypatch.setattr(pylibjxl, "decode", None)
    with pytest.raises(PhotoUnreadable, match="more than the 0 allowed"):
        decode(data, "a.jxl", minimum_side=0, max_megapixels=0)


def test_a_header_of_a_huge_picture_is_refused() -> None:
    bits = "1" * 30 + "11" + "000" + "1" * 30 + "11" + "0"  # 2**30 by 2**30, from the last bit on
    huge = b"\xff\x0a" + int("11" + bits, 2).to_bytes(9, "little") + bytes(50)
    with pytest.raises(PhotoUnreadable, match="megapixels, more than") as caught:
        decode(huge, "a.jxl", minimum_side=0)
    assert caught.value.reason_code == "too-large"


STILL = [path for path in MADE if path.stem != "animation"]  # of that one the first is enough


@pytest.mark.parametrize("path", STILL, ids=lambda path: path.stem)
def test_what_ends_early_is_a_sentence(path: Path) -> None:
    data = path.read_bytes()
    for length in range(2, len(data) - 1, 7):
        with pytest.raises(PhotoUnreadable) as caught:
            decode(data[:length], "a.jxl", minimum_side=0)
        assert caught.value.reason.endswith(".")


@pytest.mark.parametrize("path", MADE, ids=lambda path: path.stem)
def test_hostile_headers_end_as_expected(path: Path) -> None:
    data = path.read_bytes()
    for place in range(8 * min(len(data), 60)):
        flipped = bytearray(data)
        flipped[place // 8] ^= 1 << place % 8
        try:
            space = jxl_header.color_space(bytes(flipped))
            if space is not None:
                profile_of(space)
        except (ValueError, LookupError):
            continue


def test_a_gamma_is_no_number_of_a_curve() -> None:
    linear, number_of_linear = 1.0, 8
    assert profile_of(jxl_header.ColorSpace(gamma=linear)) == profile_of(
        jxl_header.ColorSpace(curve=number_of_linear)
    )
    for gamma in (0.0, 1.1, 13.0):
        with pytest.raises(ValueError, match="no such curve"):
            profile_of(jxl_header.ColorSpace(gamma=gamma))


def test_a_white_point_of_ones_own_is_read_to_the_last_digit() -> None:
    """The format counts in millionths and writes signs into the last bit, odd for below zero."""
    header = [(1, 1), (5, 0), (3, 1), (1, 0), (1, 0), (1, 0), (2, 0), (1, 0), (2, 0), (1, 0)]
    space = [(1, 0), (1, 0), (2, 0), (2, 2), (4, 0)]  # not as usual, no profile, RGB, own white
    across, down = 2 * 312_700, 2 * 329 - 1
    point = [(2, 1), (19, across - 524_288), (2, 0), (19, down)]
    usual_primaries, curve_13 = [(2, 1)], [(1, 0), (2, 2), (4, 11)]
    number = place = 0
    for count, value in header + space + point + usual_primaries + curve_13:
        number, place = number | value << place, place + count
    read = jxl_header.color_space(jxl_header.NAKED + number.to_bytes(place // 8 + 1, "little"))
    assert read == jxl_header.ColorSpace(white=(0.3127, -0.000329))


def test_a_space_that_cannot_be_is_nobodys_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = jxl_header.ColorSpace(primaries=((0.3, 0.0), (0.3, 0.6), (0.1, 0.1)))
    monkeypatch.setattr(jxl_header, "color_space", lambda _data: odd)
    assert decode(encoded((8, 8)), "a.jxl", minimum_side=0).image.size == (8, 8)
