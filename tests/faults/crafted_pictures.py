"""Files that somebody made with care: they say what is not so, or make much of little."""

import struct
import zlib

from PIL import Image

from tests.faults.hostile_pictures import SIZE, XMP, Corpus, icc_profile, picture, saved


def crafted() -> Corpus:
    """Return files that say what is not so, or that make much of little."""
    image = picture()
    jpeg, icc = saved(image, "JPEG"), icc_profile()
    return (
        _lying_sizes(jpeg)
        | _loops(image)
        | {f"icc {n}.jpg": saved(image, "JPEG", icc_profile=p) for n, p in _profiles(icc)}
        | {f"xmp {n}.jpg": _with_xmp(jpeg, packet) for n, packet in _packets()}
        | {
            "words.png": _png_of_words(),
            "profile bomb.png": _png((64, 64), [(b"iCCP", b"a\0\0" + _bomb(64_000_000))]),
            "many segments.jpg": jpeg[:2] + b"\xff\xe1\0\x08Exif\0\0" * 20_000 + jpeg[2:],
            "many scans.jpg": jpeg_of_scans(image.resize((2000, 2000)), 400),
            "bomb.png": _png((7000, 7000), [(b"IDAT", _bomb(7000 * 7001))], depth=0x0800),
            "many frames.gif": saved(
                image, "GIF", save_all=True, append_images=[image.rotate(n) for n in range(99)]
            ),
            "frame outside.gif": _gif_outside(),
        }
    )


def greedy(megapixels: int) -> Corpus:
    """Return files of a few bytes or kilobytes that hold pictures of that size."""
    width = megapixels * 1_000_000 // 3800
    side = round((megapixels * 1_000_000) ** 0.5)
    screen = b"GIF89a" + struct.pack("<HH", width, 3800)
    frame = b",\0\0\0\0\1\0\1\0\0\x02\2D\1\0;"
    clear = b"!\xf9\4\1\0\0\0\0"
    flat = Image.new("RGB", (16_000, megapixels * 1_000_000 // 16_000), "red")
    words = _bomb(side * (2 * side + 1))
    return {
        "wide.gif": screen + bytes(3) + frame,
        "clear.gif": screen + b"\x80\0\0" + bytes(6) + clear + frame,
        "clear.png": _png((side, side), [(b"IDAT", words)], depth=0x0804),
        "deep.png": _png((side, side), [(b"IDAT", words)], depth=0x1000),
        "flat.webp": saved(flat, "WEBP", lossless=True, method=0),
    }


def _lying_sizes(jpeg: bytes) -> Corpus:
    at = jpeg.index(b"\xff\xc0") + 5
    huge = b"\xff\xff\xff\xff"
    heic = saved(picture(), "HEIF")
    ispe = heic.index(b"ispe") + 8
    avif = saved(picture(), "AVIF")
    avif_ispe = avif.index(b"ispe") + 8
    jp2 = saved(picture(), "JPEG2000")
    ihdr, siz = jp2.index(b"ihdr") + 4, jp2.index(b"\xff\x51") + 6
    bmp = saved(picture(), "BMP")
    return {
        "huge.jpg": jpeg[:at] + huge + jpeg[at + 4 :],
        "wide.jpg": jpeg[:at] + b"\0\x01\xff\xff" + jpeg[at + 4 :],
        "huge.png": _png((65535, 65535), [(b"IDAT", _bomb(1000))]),
        "negative.png": _png((0x80000001, 1), [(b"IDAT", _bomb(1000))]),
        "empty.png": _png((0, 10), [(b"IDAT", _bomb(10))]),
        "huge.gif": b"GIF89a" + huge + bytes(3) + b",\0\0\0\0" + huge + b"\0\x02\0;",
        "huge.bmp": bmp[:18] + struct.pack("<ii", 65535, -65535) + bmp[26:],
        "huge.ppm": b"P6\n65535 65535\n255\n" + b"\1" * 300,
        "digits.ppm": b"P6\n" + b"9" * 5000 + b" 1\n255\n",
        "huge.webp": b"RIFF\x30\0\0\0WEBPVP8L\x20\0\0\0\x2f" + huge + b"\0" * 40,
        "huge.heic": heic[:ispe] + huge * 2 + heic[ispe + 8 :],
        "lying.heic": heic[:ispe] + struct.pack(">II", 6000, 6000) + heic[ispe + 8 :],
        "lying.avif": avif[:avif_ispe] + struct.pack(">II", 6000, 6000) + avif[avif_ispe + 8 :],
        "huge.jp2": jp2[:ihdr] + huge * 2 + jp2[ihdr + 8 : siz] + huge * 2 + jp2[siz + 8 :],
        "lying.tif": _tiff([(256, 4, 1, 9000), (257, 4, 1, 9000), (258, 3, 1, 8), (262, 3, 1, 1),
                            (273, 4, 1, 8), (278, 4, 1, 9000), (279, 4, 1, 0x7FFFFFFF)]),
        "huge.dng": _tiff([(256, 4, 1, 65535), (257, 4, 1, 65535), (258, 3, 1, 16), (259, 3, 1, 1),
                           (262, 3, 1, 32803), (273, 4, 1, 8), (277, 3, 1, 1), (278, 4, 1, 65535),
                           (279, 4, 1, 0xFFFFFFF0), (50706, 1, 4, 0x00000401)]),
        "many values.tif": _tiff([(256, 4, 0xFFFFFFFF, 8), (270, 2, 0x7FFFFFFF, 8)]),
    }  # fmt: skip


def _tiff(entries: list[tuple[int, int, int, int]], following: int = 0) -> bytes:
    """Return a TIFF of one directory, which begins at its eighth byte."""
    packed = b"".join(struct.pack("<HHLL", *entry) for entry in entries)
    return (
        b"II*\0\x08\0\0\0" + struct.pack("<H", len(entries)) + packed + struct.pack("<L", following)
    )


def _loops(image: Image.Image) -> Corpus:
    """Directories that lead back to themselves, or down and down."""
    sizes = [(256, 4, 1, 8), (257, 4, 1, 8), (258, 3, 1, 8), (262, 3, 1, 1), (273, 4, 1, 8),
             (279, 4, 1, 64)]  # fmt: skip
    itself = _tiff([*sizes, (330, 4, 1, 8), (0x8769, 4, 1, 8), (0x8825, 4, 1, 8)], following=8)
    down = b"".join(
        struct.pack("<HHHLLL", 1, 330, 4, 1, 8 + 18 * (n + 1), 8 + 18 * (n + 1))
        for n in range(50_000)
    )
    deep = b"II*\0\x08\0\0\0" + down + b"\0" * 64
    exif = b"Exif\0\0" + itself
    return {
        "loop.tif": itself + b"\x55" * 64,
        "loop.dng": itself + b"\x55" * 64,
        "deep.tif": deep,
        "deep.dng": deep,
        "loop.jpg": saved(image, "JPEG", exif=exif),
        "deep.jpg": saved(image, "JPEG", exif=b"Exif\0\0" + deep[:60_000]),
        "loop.png": saved(image, "PNG", exif=exif),
        "loop.webp": saved(image, "WEBP", exif=exif),
        "loop.heic": saved(image, "HEIF", exif=exif),
    }


def _profiles(icc: bytes) -> list[tuple[str, bytes]]:
    tag_table = icc[:128] + struct.pack(">I", 0x7FFFFFFF) + icc[132:]
    everywhere = icc[:132] + b"rXYZ" + struct.pack(">II", 0xFFFFFFF0, 0xFFFFFFFF) + icc[144:]
    return [
        ("garbage", b"\x9c" * 3000),
        ("head", icc[:128]),
        ("cut", icc[:200]),
        ("count", tag_table),
        ("offsets", everywhere),
        ("zeros", icc[:128] + b"\0" * 3000),
        ("gray", icc.replace(b"RGB XYZ ", b"GRAYXYZ ")),
        ("other", icc.replace(b"mntrRGB ", b"linkCMYK")),
    ]


def _packets() -> list[tuple[str, bytes]]:
    lols = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    laughs = f'<!DOCTYPE x [<!ENTITY l0 "lol">{lols}]><x>&l11;</x>'
    outside = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'
    remote = '<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd"><x/>'
    long = XMP.replace(b"bird", b"b" * 20_000)
    return [
        ("laughs", laughs.encode()),
        ("outside", outside.encode()),
        ("remote", remote.encode()),
        ("deep", b"<a>" * 15_000),
        ("garbage", b"\xff\xfe\0<" * 2000),
        ("long", long),
        ("numbers", XMP.replace(b'"4"', b'"1e999"').replace(b"52,30.5N", b"9" * 400 + b",1N")),
    ]


def _with_xmp(jpeg: bytes, packet: bytes) -> bytes:
    segment = b"http://ns.adobe.com/xap/1.0/\0" + packet
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + jpeg[2:]


def _bomb(count: int) -> bytes:
    packer = zlib.compressobj(9)
    zeros = bytes(1_000_000)
    parts = [packer.compress(zeros) for _ in range(count // len(zeros))]
    return b"".join(parts) + packer.compress(zeros[: count % len(zeros)]) + packer.flush()


def _png(size: tuple[int, int], chunks: list[tuple[bytes, bytes]], depth: int = 0x0802) -> bytes:
    head = struct.pack(">IIHBBB", *size, depth, 0, 0, 0)
    packed = [(b"IHDR", head), *chunks, (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in packed
    )


def _png_of_words() -> bytes:
    """A hundred texts that are small in the file and large outside of it."""
    texts = [(b"zTXt", b"Comment%d\0\0" % n + _bomb(4_000_000)) for n in range(100)]
    return _png((8, 8), [*texts, (b"IDAT", _bomb(8 * 25))])


def jpeg_of_scans(image: Image.Image, count: int) -> bytes:
    """Return a progressive picture whose last scan comes again and again."""
    whole = saved(image, "JPEG", progressive=True, quality=30)
    scan = whole[whole.rindex(b"\xff\xda") : -2]
    return whole[:-2] + scan * count + whole[-2:]


def slow_jpeg(count: int = 300) -> bytes:
    """Return a small file that takes seconds, and as many times longer as `count` is higher."""
    return jpeg_of_scans(Image.new("L", (4000, 4000), 90), count)


def _gif_outside() -> bytes:
    gif = bytearray(saved(picture(), "GIF"))
    at = gif.rindex(b",\0\0\0\0" + struct.pack("<HH", *SIZE))
    gif[at + 1 : at + 9] = b"\xff" * 8
    return bytes(gif)
