"""Pictures in every format that is read, with all that files say about themselves, and what chance
makes of them."""

import random
import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np
import pillow_heif
import pylibjxl
from PIL import Image, ImageCms, PngImagePlugin, TiffImagePlugin

from bench.dng import write_dng

pillow_heif.register_heif_opener()

SIZE = (96, 64)
Corpus = dict[str, bytes]  # by file name
_WHOLE_NUMBERS = (0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)

XMP = b"""<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
xmlns:exif="http://ns.adobe.com/exif/1.0/" xmp:Rating="4" exif:GPSLatitude="52,30.5N"
exif:GPSLongitude="13,22.1E"><dc:title><rdf:Alt><rdf:li>Heron</rdf:li></rdf:Alt></dc:title>
<dc:subject><rdf:Bag><rdf:li>bird</rdf:li><rdf:li>lake</rdf:li></rdf:Bag></dc:subject>
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>"""


# ---- whole ones -----------------------------------------------------------------------------


def corpus(folder: Path) -> Corpus:
    """Return small pictures in every format, made on the spot; `folder` is for what needs files."""
    image, exif, icc = picture(), _exif(), icc_profile()
    said = {"exif": exif, "icc_profile": icc}
    made: Corpus = {
        "plain.jpg": _jpeg_with_iptc(saved(image, "JPEG", xmp=XMP, comment=b"c", **said)),
        "progressive.jpg": saved(image, "JPEG", progressive=True, exif=exif),
        "cmyk.jpg": saved(image.convert("CMYK"), "JPEG", icc_profile=icc),
        "rgb.png": saved(image, "PNG", pnginfo=_png_words(), **said),
        "palette.png": saved(image.quantize(16), "PNG", transparency=3),
        "deep.png": saved(_deep(), "PNG"),
        "lossy.webp": saved(image, "WEBP", xmp=XMP, **said),
        "moving.webp": _moving(image, "WEBP"),
        "moving.gif": _moving(image, "GIF"),
        "plain.bmp": saved(image, "BMP"),
        "plain.ppm": saved(image, "PPM"),
        "deep.pgm": saved(_deep(), "PPM"),
        "bits.pbm": saved(image.convert("1"), "PPM"),
        "plain.jp2": saved(image, "JPEG2000"),
        "plain.avif": saved(image, "AVIF", xmp=XMP, **said),
        "plain.heic": saved(image, "HEIF", xmp=XMP, **said),
        "plain.jxl": saved(image, "JXL", exif=exif, xmp=XMP),
        "naked.jxl": saved(image, "JXL"),
        "gray.jxl": saved(image.convert("L"), "JXL", lossless=True),
    }
    for kind in ("raw", "tiff_lzw", "tiff_adobe_deflate", "jpeg", "packbits", "group4"):
        own = image.convert("1") if kind == "group4" else image
        made[f"{kind}.tif"] = saved(
            own, "TIFF", compression=kind, tiffinfo=_tiff_words(), icc_profile=icc
        )
    return made | _raws(folder, image)


def picture() -> Image.Image:
    coarse = np.random.default_rng(5).integers(0, 256, (8, 12, 3), np.uint8)
    return Image.fromarray(coarse).resize(SIZE, Image.Resampling.BICUBIC)


def _deep() -> Image.Image:
    ramp = np.linspace(0, 65535, SIZE[0] * SIZE[1]).reshape(SIZE[::-1]).astype(np.uint16)
    return Image.fromarray(ramp)


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    if kind == "JXL":
        return bytes(pylibjxl.encode(np.asarray(image), **options))
    buffer = BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def _moving(image: Image.Image, kind: str) -> bytes:
    frames = [image.rotate(90 * turn) for turn in range(3)]
    return saved(frames[0], kind, save_all=True, append_images=frames[1:])


def _exif() -> bytes:
    exif = Image.Exif()
    exif.update({0x010F: "Maker", 0x0110: "Model", 0x0112: 6, 0x0132: "2024:05:01 10:20:30"})
    exif.update({0x4746: 3, 0x9C9B: "title".encode("utf-16-le"), 0x9C9E: "a".encode("utf-16-le")})
    exif.get_ifd(0x8769).update(
        {0x9003: "2024:05:01 10:20:30", 0x829A: 0.01, 0x829D: 2.8, 0x8827: 200, 0x920A: 35.0}
    )
    exif.get_ifd(0x8769)[0x9286] = b"ASCII\0\0\0a comment"
    exif.get_ifd(0x8825).update({1: "N", 2: (52.0, 30.0, 1.5), 3: "E", 4: (13.0, 22.0, 0.0)})
    return exif.tobytes()


def icc_profile() -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def _png_words() -> PngImagePlugin.PngInfo:
    words = PngImagePlugin.PngInfo()
    words.add_text("Comment", "a heron", zip=True)
    words.add_itxt("XML:com.adobe.xmp", XMP.decode(), zip=True)
    return words


def _tiff_words() -> TiffImagePlugin.ImageFileDirectory_v2:
    words = TiffImagePlugin.ImageFileDirectory_v2()
    words[270], words[271], words[306] = "a heron", "Maker", "2024:05:01 10:20:30"
    words.tagtype[700], words.tagtype[33723] = 1, 7
    words[700], words[33723] = XMP, _iptc()
    return words


def _iptc() -> bytes:
    return b"".join(
        struct.pack(">BBBH", 0x1C, 2, field, len(text)) + text
        for field, text in ((5, b"Heron"), (25, b"bird"), (25, b"lake"), (120, b"At the lake"))
    )


def _jpeg_with_iptc(jpeg: bytes) -> bytes:
    block = b"8BIM\x04\x04\0\0" + struct.pack(">I", len(_iptc())) + _iptc()
    segment = b"Photoshop 3.0\0" + block + b"\0" * (len(block) % 2)
    return jpeg[:2] + b"\xff\xed" + struct.pack(">H", len(segment) + 2) + segment + jpeg[2:]


def _raws(folder: Path, image: Image.Image) -> Corpus:
    made: Corpus = {}
    for has_preview in (True, False):
        path = folder / "made.dng"
        write_dng(path, image, has_preview=has_preview)
        made[f"preview {has_preview}.dng"] = path.read_bytes()
    path.unlink()
    tiff = made["preview True.dng"]
    for suffix in (".nef", ".cr2", ".arw", ".pef", ".srw", ".nrw"):
        made[f"tiff{suffix}"] = tiff
    made["panasonic.rw2"] = b"IIU\0" + tiff[4:]
    made["olympus.orf"] = b"IIRO" + tiff[4:]
    made["canon.cr2"] = tiff[:8] + b"CR\x02\0" + tiff[12:]
    jpeg = saved(image, "JPEG", exif=_exif())
    offsets = struct.pack(">II", 160, len(jpeg))
    made["fuji.raf"] = (b"FUJIFILMCCD-RAW 0201" + b"\0" * 64 + offsets).ljust(160, b"\0") + jpeg
    made["foveon.x3f"] = b"FOVb" + struct.pack("<I", 0x20003) + b"\0" * 64 + tiff + b"SECd" * 4
    made["canon.cr3"] = saved(image, "HEIF").replace(b"ftypheic", b"ftypcrx ")
    return made


# ---- altered ones ---------------------------------------------------------------------------


def mutated(pictures: Corpus, chance: random.Random) -> tuple[str, bytes]:
    """Return one picture, altered in one to six places; few are left alone where it hurts most."""
    name = chance.choice(sorted(pictures))
    data = bytearray(pictures[name])
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        chance.choice(_CHANGES)(data, chance, pictures)
        data = data or bytearray(b"\0")
    if name.endswith(".png") and chance.random() < 0.8:
        data = bytearray(with_right_sums(bytes(data)))
    return name, bytes(data)


def _place(data: bytearray, chance: random.Random) -> int:
    """Return a place, half of the time in the head, where the numbers are that decoders trust."""
    return chance.randrange(min(len(data), 600) if chance.random() < 0.5 else len(data))


def _flip(data: bytearray, chance: random.Random, _pictures: Corpus) -> None:
    for _ in range(chance.choice((1, 1, 8, 40))):
        data[_place(data, chance)] ^= 1 << chance.randrange(8)


def _put_number(data: bytearray, chance: random.Random, _pictures: Corpus) -> None:
    at, width = _place(data, chance), chance.choice((1, 2, 4))
    number = chance.choice(_WHOLE_NUMBERS) & (256**width - 1)
    data[at : at + width] = number.to_bytes(width, chance.choice(("big", "little")))


def _drop(data: bytearray, chance: random.Random, _pictures: Corpus) -> None:
    at = _place(data, chance)
    del data[at : at + chance.choice((1, 4, 64, 1000))]


def _repeat(data: bytearray, chance: random.Random, _pictures: Corpus) -> None:
    at = _place(data, chance)
    data[at:at] = data[at : at + chance.choice((1, 12, 64, 1000))] * chance.choice((1, 3, 200))


def _fill(data: bytearray, chance: random.Random, _pictures: Corpus) -> None:
    at, count = _place(data, chance), chance.choice((2, 16, 300))
    count = min(count, len(data) - at)
    data[at : at + count] = chance.choice((b"\0" * count, b"\xff" * count, chance.randbytes(count)))


def _cut(data: bytearray, chance: random.Random, _pictures: Corpus) -> None:
    del data[_place(data, chance) :]


def _splice(data: bytearray, chance: random.Random, pictures: Corpus) -> None:
    other = pictures[chance.choice(sorted(pictures))]
    data[_place(data, chance) :] = other[chance.randrange(len(other)) :]


_CHANGES: list[Callable[[bytearray, random.Random, Corpus], None]] = [
    _flip, _flip, _flip, _put_number, _put_number, _put_number, _put_number, _drop, _repeat,
    _fill, _cut, _splice,
]  # fmt: skip


def with_right_sums(png: bytes) -> bytes:
    """Return a PNG with the checksums that its chunks ought to have, as far as it has chunks."""
    at, parts = 8, [png[:8]]
    while at + 12 <= len(png):
        (length,) = struct.unpack_from(">I", png, at)
        if at + 12 + length > len(png):
            break
        inside = png[at + 4 : at + 8 + length]
        parts.append(struct.pack(">I", length) + inside + struct.pack(">I", zlib.crc32(inside)))
        at += 12 + length
    return b"".join(parts) + png[at:]
