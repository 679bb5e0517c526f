"""What photos say about themselves, whoever wrote it and however badly."""

import struct
import time
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, PngImagePlugin
from PIL.ExifTags import IFD, Base

from visret_desktop.library.photos.imaging import decode, decode_file
from visret_desktop.library.photos.metadata import read_metadata
from visret_desktop.library.photos.xmp import Xmp, read_xmp
from visret_desktop.library.records import LAST_CHANGE, Metadata

PACKET = b"""<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:lr="http://ns.adobe.com/lightroom/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
 xmp:Rating="4" exif:GPSLatitude="63,30.5N" exif:GPSLongitude="19,7,30W">
 <dc:title><rdf:Alt><rdf:li xml:lang="x-default">A tern</rdf:li></rdf:Alt></dc:title>
 <dc:subject><rdf:Bag><rdf:li>tern</rdf:li><rdf:li>coast</rdf:li></rdf:Bag></dc:subject>
 <lr:hierarchicalSubject><rdf:Bag><rdf:li>bird|tern</rdf:li><rdf:li>bird|chick</rdf:li></rdf:Bag>
 </lr:hierarchicalSubject></rdf:Description></rdf:RDF></x:xmpmeta>"""


def photo(exif: Image.Exif | bytes, sidecar: bytes | None = None, **options: object) -> Metadata:
    buffer = BytesIO()
    Image.new("RGB", (40, 30)).save(buffer, "JPEG", exif=exif, **options)
    data = buffer.getvalue()
    return read_metadata(decode(data, "a.jpg", minimum_side=0), data, "a.jpg", sidecar)[0]


def full_exif() -> Image.Exif:
    exif = Image.Exif()
    exif[Base.Make], exif[Base.Model] = "Calder", "Calder R5"
    details = exif.get_ifd(IFD.Exif)
    details[Base.DateTimeOriginal] = "2025:04:12 06:30:15"
    details[Base.OffsetTimeOriginal] = "+02:00"
    details[Base.ExposureTime], details[Base.FNumber] = 0.002, 5.6
    details[Base.FocalLength], details[Base.ISOSpeedRatings] = 500.0, 800
    details[Base.LensModel] = "100-500\0\0"
    place = exif.get_ifd(IFD.GPSInfo)
    place[1], place[2] = "S", (33.0, 51.0, 30.0)
    place[3], place[4] = "E", (151.0, 12.0, 36.0)
    place[5], place[6] = b"\x00", 12.5
    return exif


def _with_iptc(data: bytes, day: bytes, clock: bytes = b"") -> bytes:
    """Return a JPEG with the date and time of IPTC, as Photoshop and agencies write them."""
    entries = [(55, day), *([(60, clock)] if clock else [])]
    block = b"".join(struct.pack(">BBBH", 0x1C, 2, tag, len(text)) + text for tag, text in entries)
    resource = b"Photoshop 3.0\0" + b"8BIM" + struct.pack(">HHI", 0x0404, 0, len(block)) + block
    resource += b"\0" * (len(block) % 2)
    return data[:2] + b"\xff\xed" + struct.pack(">H", len(resource) + 2) + resource + data[2:]


def _dated(*sources: str) -> Metadata:
    """Return what a photo says that has dates from these sources, each in a year of its own."""
    exif = Image.Exif()
    if "last change" in sources:
        exif[Base.DateTime] = "2006:01:01 00:00:00"
    if "digitized" in sources:
        exif.get_ifd(IFD.Exif)[Base.DateTimeDigitized] = "2002:01:01 00:00:00"
    properties = {
        "xmp original": b' exif:DateTimeOriginal="2003-01-01T00:00:00"',
        "xmp created": b' xmp:CreateDate="2005-01-01T00:00:00"',
    }
    attributes = b"".join(text for source, text in properties.items() if source in sources)
    packet = PACKET.replace(b' xmp:Rating="4"', attributes)
    buffer = BytesIO()
    Image.new("RGB", (40, 30)).save(buffer, "JPEG", exif=exif, xmp=packet)
    data = buffer.getvalue()
    if "iptc" in sources:
        data = _with_iptc(data, b"20040101", b"000000+0100")
    return read_metadata(decode(data, "a.jpg", minimum_side=0), data, "a.jpg", None)[0]


def test_dates_count_by_how_much_they_say_of_the_moment() -> None:
    sources = ["digitized", "xmp original", "iptc", "xmp created", "last change"]
    years = {"digitized": "2002", "xmp original": "2003", "iptc": "2004", "xmp created": "2005"}
    while len(sources) > 1:
        found = _dated(*sources)
        assert (found.taken_at or "")[:4] == years[sources.pop(0)]
        assert found.taken_from is None
    last = _dated("last change")
    assert (last.taken_at, last.taken_from) == ("2006-01-01T00:00:00", LAST_CHANGE)
    assert (_dated().taken_at, _dated().taken_from) == (None, None)


@pytest.mark.parametrize(
    ("day", "clock", "taken"),
    [
        (b"20240511", b"143005+0200", "2024-05-11T14:30:05+02:00"),
        (b"20240511", b"143005", "2024-05-11T14:30:05"),
        (b"20240511", b"", "2024-05-11T00:00:00"),
        (b"20240511", b"later", "2024-05-11T00:00:00"),
        (b"20241311", b"143005", None),
        (b"00000000", b"000000", None),
    ],
)
def test_the_date_of_iptc(day: bytes, clock: bytes, taken: str | None) -> None:
    buffer = BytesIO()
    Image.new("RGB", (40, 30)).save(buffer, "JPEG")
    data = _with_iptc(buffer.getvalue(), day, clock)
    found = read_metadata(decode(data, "a.jpg", minimum_side=0), data, "a.jpg", None)[0]
    assert found.taken_at == taken


@pytest.mark.parametrize("stamp", ["garbage", "\0\xff\0", "", "2024:99:99"])
def test_a_place_needs_no_date_of_its_own(stamp: str) -> None:
    exif = full_exif()
    exif.get_ifd(IFD.GPSInfo)[29] = stamp
    assert photo(exif).latitude == pytest.approx(-33.858333, abs=1e-5)


@pytest.mark.parametrize(("altitude", "is_place"), [(0.0, False), (None, False), (10.0, True)])
def test_zeros_are_a_place_only_with_an_altitude(altitude: float | None, is_place: bool) -> None:
    exif = Image.Exif()
    place = exif.get_ifd(IFD.GPSInfo)
    place[1], place[2], place[3], place[4] = "N", (0.0, 0.0, 0.0), "E", (0.0, 0.0, 0.0)
    if altitude is not None:
        place[5], place[6] = b"\0", altitude
    assert (photo(exif).latitude == 0) == is_place


def test_numbers_where_words_belong_are_no_words() -> None:
    entries = [(256, 3, 2, 300 | 5 << 16), (270, 3, 2, 300 | 5 << 16), (271, 9, 1, 2**32 - 5)]
    packed = b"".join(struct.pack("<HHII", *entry) for entry in entries)
    block = b"Exif\0\0II*\0\x08\0\0\0\x03\0" + packed + b"\0\0\0\0"
    found = photo(block)
    assert (found.description, found.camera) == (None, None)


def test_exif() -> None:
    found = photo(full_exif())
    assert found.taken_at == "2025-04-12T06:30:15+02:00"
    assert found.latitude == pytest.approx(-33.858333, abs=1e-5)
    assert found.longitude == pytest.approx(151.21, abs=1e-5)
    assert found.altitude == 12.5
    assert (found.camera, found.lens) == ("Calder R5", "100-500")
    assert found.exposure_seconds == pytest.approx(0.002)
    assert (found.f_number, found.focal_length_mm, found.iso) == (5.6, 500, 800)
    assert (found.width, found.height, found.format) == (40, 30, "JPEG")


def test_xmp_in_the_photo() -> None:
    found = photo(Image.Exif(), xmp=PACKET)
    assert found.keywords == ("bird|tern", "bird|chick", "tern", "coast", "chick")
    assert (found.title, found.rating) == ("A tern", 4)
    assert found.latitude == pytest.approx(63.508333, abs=1e-5)
    assert found.longitude == pytest.approx(-19.125, abs=1e-5)


def test_sidecar_wins() -> None:
    mine = PACKET.replace(b"A tern", b"An arctic tern")
    assert photo(full_exif(), sidecar=mine, xmp=PACKET).title == "An arctic tern"


@pytest.mark.parametrize(
    "value", ["0000:00:00 00:00:00", "2025:13:40 99:99:99", "yesterday", "", "\0\0\0"]
)
def test_impossible_dates_are_no_dates(value: str) -> None:
    exif = Image.Exif()
    exif.get_ifd(IFD.Exif)[Base.DateTimeOriginal] = value
    assert photo(exif).taken_at is None


def test_impossible_places_are_no_places() -> None:
    exif = Image.Exif()
    place = exif.get_ifd(IFD.GPSInfo)
    place[1], place[2], place[3], place[4] = "N", (912.0, 0.0, 0.0), "E", (15.0, 0.0, 0.0)
    found = photo(exif)
    assert (found.latitude, found.longitude) == (None, None)


def test_hostile_xml_is_harmless() -> None:
    bomb = b'<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;&x;">]><a>&y;</a>'
    assert read_xmp(bomb) == Xmp(fault="damaged")
    assert read_xmp(b"<unclosed") == Xmp(fault="damaged")
    assert read_xmp(b"<a>" + b" " * 5_000_000 + b"</a>") == Xmp(fault="larger than 4 MB")
    assert read_xmp(None) == read_xmp(b"\0\0 ") == Xmp()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8", "utf-8-sig"])
def test_packets_are_read_in_any_encoding_with_the_room_around_them(encoding: str) -> None:
    inside = "<rdf:Description><dc:title>Grünspecht</dc:title></rdf:Description>".encode()
    assert read_xmp((packet(inside).decode() + "\n").encode(encoding)).title == "Grünspecht"


def packet(inside: bytes) -> bytes:
    return (
        b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
        b' xmlns:dc="http://purl.org/dc/elements/1.1/">' + inside + b"</rdf:RDF>"
    )


_ENTRY, _DESCRIPTION = b"<rdf:Description><dc:title>", b"<rdf:Description/>"


@pytest.mark.parametrize(
    "inside",
    [
        _ENTRY * 40_000 + b"</dc:title></rdf:Description>" * 40_000,
        _DESCRIPTION * 200_000,
        b"<rdf:Description><dc:title>" + b"&amp;" * 700_000 + b"</dc:title></rdf:Description>",
        b"<rdf:Description " + b" ".join(b'a%d=""' % n for n in range(250_000)) + b"/>",
        b"<!--" + b"-a" * 1_900_000 + b"-->",
    ],
    ids=["nested", "many", "text", "attributes", "comment"],
)
def test_packets_take_no_more_time_than_bytes(inside: bytes) -> None:
    started = time.process_time()
    read_xmp(packet(inside))
    assert time.process_time() - started < 5  # those that nested took minutes


def test_descriptions_and_lists_count_wherever_they_are() -> None:
    subjects = b"<dc:subject><rdf:Bag><rdf:li>a</rdf:li><rdf:li> b&amp;c </rdf:li></rdf:Bag>"
    inside = (
        b"<rdf:Description><dc:subject>alone</dc:subject></rdf:Description>"
        b"<rdf:Seq><rdf:li>no property</rdf:li><rdf:li><rdf:Description>"
        + subjects
        + b"</dc:subject></rdf:Description></rdf:li></rdf:Seq>"
    )
    assert read_xmp(packet(inside)).keywords == ("alone", "a", "b&c")


def test_words_that_cannot_be_read_are_told() -> None:
    nested = packet(_ENTRY * 200 + b"</dc:title></rdf:Description>" * 200)
    buffer = BytesIO()
    words = PngImagePlugin.PngInfo()
    words.add_itxt("XML:com.adobe.xmp", nested.decode())
    Image.new("RGB", (40, 30)).save(buffer, "PNG", pnginfo=words)
    data = buffer.getvalue()
    decoded = decode(data, "a.png", minimum_side=0)
    reason = "could not be read: they are nested too deeply or with too many parts."
    _, inside = read_metadata(decoded, data, "a.png", None)
    assert inside == ("words-unreadable", f"The words about this photo inside it (XMP) {reason}")
    _, beside = read_metadata(decoded, data, "a.png", nested)
    assert beside is not None
    assert "in its .xmp file" in beside[1]


def test_long_texts_are_cut() -> None:
    exif = Image.Exif()
    exif[Base.ImageDescription] = "long " * 5000
    description = photo(exif).description
    assert description is not None
    assert len(description) <= 2000


def test_real_gps_and_cameras(real_photos: Path) -> None:
    files = sorted(real_photos.rglob("gps/*.jpg"))
    assert files
    for path in files:
        found, _ = read_metadata(decode_file(path), path.read_bytes(), path.name, None)
        assert found.latitude == pytest.approx(43.467, abs=0.01)
        assert found.longitude == pytest.approx(11.88, abs=0.01)
        assert found.taken_at is not None
        assert found.camera == "NIKON COOLPIX P6000"
