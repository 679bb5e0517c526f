"""Every layout of pixels becomes an upright sRGB picture, and every broken file a sentence."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageCms, ImageFile

from visret_desktop.errors import PhotoUnreadable
from visret_desktop.library.photos import picture_memory
from visret_desktop.library.photos.imaging import decode, decode_file


def corners(width: int = 64, height: int = 48) -> Image.Image:
    """Return a picture whose corners differ: red, green, blue, white."""
    image = Image.new("RGB", (width, height))
    colors = ("red", "lime", "blue", "white")
    for number, color in enumerate(colors):
        box = (number % 2 * width // 2, number // 2 * height // 2)
        image.paste(color, (*box, box[0] + width // 2, box[1] + height // 2))
    return image


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    buffer = BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def is_like(image: Image.Image, wanted: Image.Image, tolerance: float = 6.0) -> bool:
    difference = np.asarray(image, float) - np.asarray(wanted.convert("RGB"), float)
    return image.mode == "RGB" and float(np.abs(difference).mean()) < tolerance


@pytest.mark.parametrize(
    ("kind", "suffix"),
    [("JPEG", "jpg"), ("PNG", "png"), ("WEBP", "webp"), ("TIFF", "tif"), ("BMP", "bmp"),
     ("PPM", "ppm"), ("JPEG2000", "jp2"), ("AVIF", "avif"), ("GIF", "gif")],
)  # fmt: skip
def test_formats(kind: str, suffix: str) -> None:
    decoded = decode(encoded(corners(), kind), f"a.{suffix}", minimum_side=0)
    assert is_like(decoded.image, corners(), 12)
    assert (decoded.width, decoded.height) == (64, 48)
    assert decoded.warning is None


def test_heif(tmp_path: Path) -> None:
    import pillow_heif

    pillow_heif.from_pillow(corners()).save(tmp_path / "a.heic", quality=95)
    assert is_like(decode_file(tmp_path / "a.heic").image, corners(), 12)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_orientation_is_applied_once(orientation: int) -> None:
    stored = {
        1: None, 2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM, 5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }[orientation]  # fmt: skip
    turned = corners() if stored is None else corners().transpose(stored)
    exif = Image.Exif()
    exif[0x0112] = orientation
    decoded = decode(encoded(turned, "PNG", exif=exif), "a.png", minimum_side=0)
    assert is_like(decoded.image, corners())
    assert (decoded.width, decoded.height) == (64, 48)


def test_sixteen_bits_are_scaled_not_clipped() -> None:
    ramp = np.linspace(0, 65535, 64 * 48).reshape(48, 64).astype(np.uint16)
    decoded = decode(encoded(Image.fromarray(ramp), "PNG"), "a.png", minimum_side=0)
    levels = np.asarray(decoded.image)[..., 0]
    assert levels.min() == 0
    assert levels.max() == 255
    assert 120 < levels.mean() < 135


def test_cmyk_palette_and_alpha() -> None:
    cmyk = decode(encoded(corners().convert("CMYK"), "JPEG"), "a.jpg", minimum_side=0)
    assert is_like(cmyk.image, corners(), 40)
    palette = decode(encoded(corners().convert("P"), "PNG"), "a.png", minimum_side=0)
    assert is_like(palette.image, corners(), 40)
    clear = Image.new("RGBA", (8, 8), (255, 0, 0, 0))
    assert decode(encoded(clear, "PNG"), "a.png", minimum_side=0).image.getpixel((4, 4)) == (
        255, 255, 255,
    )  # fmt: skip


def test_color_profile_is_followed() -> None:
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    assert is_like(
        decode(encoded(corners(), "PNG", icc_profile=lab), "a.png", minimum_side=0).image, corners()
    )
    broken = encoded(corners(), "PNG", icc_profile=b"no profile at all")
    assert is_like(decode(broken, "a.png", minimum_side=0).image, corners())


def test_first_frame_of_an_animation() -> None:
    frames = [corners(), Image.new("RGB", (64, 48), "black")]
    data = encoded(frames[0], "GIF", save_all=True, append_images=frames[1:])
    assert is_like(decode(data, "a.gif", minimum_side=0).image, corners(), 12)


@pytest.mark.parametrize(("kind", "suffix"), [("GIF", "gif"), ("WEBP", "webp"), ("TIFF", "tif")])
def test_only_the_first_frame_is_decoded(kind: str, suffix: str) -> None:
    frames = [corners(), noise(64, 48)]
    data = encoded(frames[0], kind, save_all=True, append_images=frames[1:])
    broken = data[:-200] + b"\x55" * 100 + data[-100:]  # in the second one
    decoded = decode(broken, f"a.{suffix}", minimum_side=0)
    assert is_like(decoded.image, corners(), 12)
    assert decoded.warning is None


_GRAY = Image.linear_gradient("L")


@pytest.mark.parametrize(
    ("image", "kind", "options", "bytes_each"),
    [
        (_GRAY.convert("RGB"), "JPEG", {}, 8),
        (_GRAY.convert("RGB"), "JPEG", {"progressive": True}, 14),
        (_GRAY.quantize(8), "PNG", {"transparency": 3}, 9),
        (_GRAY.convert("LA"), "PNG", {}, 12),
        (_GRAY, "GIF", {}, 9),
        (_GRAY.convert("RGB"), "JPEG2000", {}, 28),
    ],
)
def test_what_a_picture_takes_is_told_before_it_is_decoded(
    image: Image.Image,
    kind: str,
    options: dict[str, object],
    bytes_each: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []
    data = encoded(image, kind, **options)
    decode(data, "a.x", minimum_side=0, make_room=asked.append)
    fixed = picture_memory._LEAST_BYTES
    assert asked == [fixed + bytes_each * image.width * image.height]
    monkeypatch.setattr(ImageFile.ImageFile, "load", _decoded_too_early)
    with pytest.raises(_Refused):
        decode(data, "a.x", minimum_side=0, make_room=_refuse)


def _decoded_too_early(_opened: ImageFile.ImageFile) -> None:
    pytest.fail("pixels were decoded before there was room for them")


def _refuse(_step_bytes: int) -> None:
    raise _Refused


class _Refused(Exception):
    pass


def test_large_jpegs_are_reduced_while_decoding() -> None:
    data = encoded(corners(1600, 1200), "JPEG")
    decoded = decode(data, "a.jpg", minimum_side=256)
    assert 256 <= min(decoded.image.size) < 600
    assert (decoded.width, decoded.height) == (1600, 1200)


def noise(width: int = 400, height: int = 300) -> Image.Image:
    pixels = np.random.default_rng(3).integers(0, 256, (height, width, 3), np.uint8)
    return Image.fromarray(pixels)


@pytest.mark.parametrize(("kind", "suffix"), [("JPEG", "jpg"), ("PNG", "png")])
def test_mostly_whole_file_is_read_with_a_warning(kind: str, suffix: str) -> None:
    data = encoded(noise(), kind)
    decoded = decode(data[: len(data) * 85 // 100], f"a.{suffix}", minimum_side=0)
    assert decoded.warning is not None
    code, sentence = decoded.warning
    assert code == "truncated"
    share = int(sentence.partition("%")[0].rpartition(" ")[2])
    assert 80 <= share <= 95


@pytest.mark.parametrize(("kind", "suffix"), [("JPEG", "jpg"), ("PNG", "png")])
def test_mostly_lost_file_is_refused(kind: str, suffix: str) -> None:
    data = encoded(noise(), kind)
    with pytest.raises(PhotoUnreadable) as caught:
        decode(data[: len(data) // 5], f"a.{suffix}", minimum_side=0)
    assert caught.value.reason_code == "truncated"


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"", "empty"), (b"this is a letter", "not-an-image"), (b"\xff\xd8\xff\xe0" + b"\0" * 50, "")],
)
def test_other_files_get_a_sentence(data: bytes, code: str) -> None:
    with pytest.raises(PhotoUnreadable) as caught:
        decode(data, "a.jpg", minimum_side=0)
    assert caught.value.reason_code == code or not code
    assert caught.value.reason.endswith(".")
    assert "Traceback" not in caught.value.reason


def test_bombs_are_refused_before_decoding() -> None:
    data = encoded(Image.new("1", (20_000, 20_000)), "PNG")
    with pytest.raises(PhotoUnreadable) as caught:
        decode(data, "a.png", minimum_side=0, max_megapixels=250)
    assert caught.value.reason_code == "too-large"


def test_raw_that_is_none_gets_a_sentence() -> None:
    with pytest.raises(PhotoUnreadable) as caught:
        decode(b"II*\0" + b"\0" * 200, "a.nef", minimum_side=0)
    assert caught.value.reason_code == "unsupported"


def test_all_real_photos_decode(real_photos: Path) -> None:
    files = [path for path in real_photos.rglob("*") if path.is_file()]
    assert files
    for path in files:
        decoded = decode_file(path, minimum_side=128)
        assert decoded.image.mode == "RGB", path


def test_real_orientation_samples_are_upright(real_photos: Path) -> None:
    samples = sorted(real_photos.rglob("orientation/*.jpg"))
    assert len(samples) >= 16
    for family in ("landscape", "portrait"):
        small = [
            np.asarray(decode_file(path, minimum_side=64).image.resize((24, 24)), float)
            for path in samples
            if family in path.name
        ]
        for other in small[1:]:
            assert np.abs(other - small[0]).mean() < 12
