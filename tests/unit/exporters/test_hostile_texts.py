"""Whatever photos say about themselves, each file can be read, and says the same."""

import csv
import json
import random
from pathlib import Path

import pytest
from defusedxml.ElementTree import parse

from tests.unit.exporters.exported import Shelf
from tests.unit.exporters.test_exporters import _Sheet
from visret_desktop.exporters.copies import packet_of
from visret_desktop.interchange.foreign_files import as_it_was
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.photos.xmp import read_xmp
from visret_desktop.library.records import AcceptedName, Fingerprint, Metadata, Notes, OwnPlace
from visret_desktop.paths import default_paths

PHOTOS = 60
_PIECES = (
    *("=cmd|' /C calc'!A0", "<script>alert(1)</script>", "]]>", "&amp;", '"', "'", "; ", ",", "|"),
    *("\n", "\r\n", "\t", "\x0b", "\x1b[31m", "\x85", "\u2028", "\u202e", "\ufffe", "\ufeff", "\\"),
    *(
        "Grauschnäpper",
        "アオサギ",
        "🦉",
        "e\u0301",
        "a" * 300,
        "%s{0}",
        "../../etc",
        "-->",
        "</style>",
    ),
)


def drawn(chance: random.Random) -> str:
    return "".join(chance.choices(_PIECES, k=chance.randrange(1, 6)))


@pytest.fixture(scope="module")
def hostile(shelf: Shelf) -> Shelf:
    """The library, with photos that say odd things."""
    chance = random.Random(4711)
    catalog = Catalog.open(default_paths().catalog)
    folder = catalog.folders()[0].id
    notes = {}
    with catalog.batch():
        for number in range(PHOTOS):
            name = f"{number}-{drawn(chance)}".replace("/", "_")[:200]
            content = f"{number + 1000:032x}"
            words = tuple(drawn(chance) for _ in range(3))
            known = Metadata(
                taken_at=chance.choice((None, "2024-05-01T10:20:30", "2024-05-01T10:20:30-03:30")),
                title=drawn(chance), description=drawn(chance), keywords=words,
                latitude=chance.uniform(-90, 90), longitude=chance.uniform(-180, 180),
            )  # fmt: skip
            catalog.put_photo(folder, name, Fingerprint(1, 1), content, "", known)
            accepted = AcceptedName(drawn(chance)[:100], drawn(chance), by=drawn(chance))
            notes[content] = Notes((drawn(chance),), -1, (accepted,), OwnPlace(1.0, 2.0))
    catalog.annotations.put_notes(notes)
    catalog.close()
    return shelf


def test_every_format_can_be_read(hostile: Shelf, out: Path) -> None:
    reader = hostile.library.reader
    photos = reader.photos(reader.photo_ids("date").tolist())
    for name in ("csv", "jsonl", "geojson", "kml", "inaturalist", "ebird", "html", "pdf"):
        for rough in (0.0, 10.0):
            path = out / f"{name}{rough}"
            summary = hostile.write(name, path, obscure_km=rough)
            lacking = {one["code"]: one["count"] for one in summary["remarks"]}
            undated = lacking.get("no-date", 0) if name == "ebird" else 0  # it takes none without
            assert summary["counts"]["photos"] + undated >= PHOTOS
    with (out / "csv0.0").open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    told = [json.loads(line) for line in (out / "jsonl0.0").read_text("utf-8").split("\n")[:-1]]
    assert len(rows) == len(told) == len(photos)
    for photo, row, line in zip(photos, rows, told, strict=True):
        assert line["title"] == photo.metadata.title
        assert line["keywords"] == list(photo.metadata.keywords)
        assert as_it_was(row["title"]) == as_it_was(photo.metadata.title or "")
        assert not row["title"].startswith(("=", "+", "-", "@", "\t", "\r"))
    features = json.loads((out / "geojson0.0").read_text("utf-8"))["features"]
    marks = parse(out / "kml0.0").getroot().iter("{http://www.opengis.net/kml/2.2}Placemark")
    assert len(features) == len(list(marks)) == PHOTOS + 5
    with (out / "inaturalist0.0").open(encoding="iso-8859-1", newline="") as stream:
        assert {len(row) for row in csv.reader(stream)} == {8}
    with (out / "ebird0.0").open(encoding="utf-8", newline="") as stream:
        assert {len(row) for row in csv.reader(stream)} == {19}
    sheet = _Sheet()
    sheet.feed((out / "html0.0").read_text("utf-8"))
    assert set(sheet.tags) <= {
        *("html", "meta", "title", "style", "h1", "p", "main"),
        *("figure", "div", "img", "figcaption", "span"),
    }


def test_what_is_embedded_can_be_read(hostile: Shelf) -> None:
    reader = hostile.library.reader
    for photo in reader.photos(reader.photo_ids("date").tolist()):
        packet = packet_of(photo)
        assert len(packet) < 65_000
        assert not read_xmp(packet).fault
