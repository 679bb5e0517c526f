"""Of 300 texts that say where a photo was taken none leaves, and what says nothing stays.

Half of them were seen while the obscuring was made; the other half is made by another seed.
"""

import zipfile
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image
from xxhash import xxh3_128_hexdigest

from tests.unit.exporters.made_library import FACTS, Kept
from tests.unit.exporters.planted import HARMLESS, Maker, Planted
from visret_desktop.exporters.exporter import FORMATS, Choices, Export, Report
from visret_desktop.exporters.obscuring import Aliases, Obscurer
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.records import AcceptedName, Fingerprint, Metadata, Notes, Photo
from visret_desktop.places.gazetteer import Gazetteer

_OBSCURING = [name for name, each in FORMATS.items() if "obscure_km" in each.choices]
_SEEN, _HELD_OUT = 1, 20_261_124
_TOWNS_EACH = 10


def put(catalog: Catalog, folder: int, number: int, planted: Planted) -> str:
    """Put a photo with a planted text; return the name of its file."""
    in_slot = {planted.slot: planted.text}
    content = f"{number:032x}"
    name = f"{in_slot.get('file', f'IMG_{number}')}.jpg"
    known = Metadata(
        format="JPEG",
        taken_at=f"2026-05-{1 + number % 28:02}T10:{number // 28 % 60:02}:00+02:00",
        latitude=planted.latitude,
        longitude=planted.longitude,
        keywords=tuple(filter(None, [in_slot.get("keyword")])),
        title=in_slot.get("title"),
        color_label=in_slot.get("color_label"),
    )
    accepted = AcceptedName(
        "Lutra lutra",
        "otter",
        in_slot.get("rank", "species"),
        count=number % 3 + 1,
        sex=in_slot.get("sex", "female"),
        life_stage=in_slot.get("life_stage", "adult"),
        behavior=in_slot.get("behavior", "feeding"),
        by=in_slot.get("by", "Ana"),
        more=(("observationComments", planted.text),) if planted.slot == "comment" else (),
    )
    with catalog.batch():
        place = f"{planted.town} {number % 40}/{name}"
        catalog.put_photo(folder, place, Fingerprint(9, 10**18), content, "uid", known)
    tags = tuple(filter(None, [in_slot.get("tag")]))
    catalog.annotations.put_notes({content: Notes(tags, names=(accepted,))})
    return content


def exported(catalog: Catalog, name: str, out: Path) -> bytes:
    """Export with places obscured, and return all bytes that left, names of files included."""
    copies = "named" if name == "copies" else "original"
    picture = Image.new("RGB", (8, 8))
    report = Report()
    asked = Export(
        catalog,
        catalog.photo_ids().tolist(),
        Choices(copies, 10.0),
        lambda _: None,
        lambda _: True,
        lambda _: picture,
    )
    for _ in FORMATS[name].write(asked, Kept(out), report):
        pass
    files = [out] if out.is_file() else sorted(path for path in out.rglob("*") if path.is_file())
    assert files
    left = b"\n".join(path.name.encode("utf-8", "surrogateescape") for path in files)
    for path in files:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                left += b"\n".join(archive.read(each) for each in archive.namelist())
        else:
            left += path.read_bytes()
    return left


def spellings(text: str) -> Iterable[bytes]:
    """Yield how a text may stand in a file."""
    line = " ".join(text.split())
    for each in {text, line, line.replace('"', '""'), line.replace("&", "&amp;")}:
        for encoding in ("utf-8", "iso-8859-1"):
            yield each.encode(encoding, "replace")


@pytest.mark.parametrize("seed", [_SEEN, _HELD_OUT])
def test_no_planted_place_leaves_in_any_format(tmp_path: Path, seed: int) -> None:
    planted = Maker(seed).make(150)
    (tmp_path / "cards").mkdir()
    with closing(Catalog.open(tmp_path / "catalog.db")) as catalog:
        folder = catalog.roots.add(tmp_path / "cards").id
        hashes = [put(catalog, folder, number, each) for number, each in enumerate(planted, 1)]
        catalog.annotations.put_package(FACTS)
        for name in _OBSCURING:
            left = exported(catalog, name, tmp_path / f"out-{name}")
            assert b"Lutra" in left
            leaks = [
                (each.kind, each.slot, each.text)
                for each in planted
                if any(text in left for text in spellings(each.text))
            ]
            assert not leaks, f"{name}: {leaks}"
            for number, each in enumerate(planted, 1):
                deployment = f"{each.town} {number % 40}"
                for secret in (deployment, f"cards/{deployment}"):
                    assert xxh3_128_hexdigest(secret.encode())[:16].encode() not in left, name
            joined = [content for content in hashes if content.encode() in left]
            assert not joined, f"{name}: rows can be joined with a table that was exported in full"


def taken_out(texts: Sequence[str], gazetteer: Gazetteer) -> list[tuple[str, str]]:
    """Return harmless texts that are taken out of a photo in one of ten towns, with the town."""
    maker = Maker(_HELD_OUT)
    towns = maker.chance.sample(list(maker.places), _TOWNS_EACH)
    obscurer = Obscurer(gazetteer, 10.0, Aliases(b"secret"))
    gone = []
    for town in towns:
        place = maker.places[town]
        known = Metadata(latitude=place.latitude, longitude=place.longitude)
        photo = Photo(1, 1, Path("a.jpg"), "a.jpg", "a" * 32, Fingerprint(1, 1), True, known)
        spot = gazetteer.spot(place.latitude, place.longitude)
        kept = obscurer.kept(texts, photo, spot)
        gone += [(text, town) for text in texts if text not in kept]
    return gone


def test_what_says_nothing_of_a_place_stays() -> None:
    assert len(HARMLESS) >= 200
    gone = taken_out(HARMLESS, Gazetteer.open())
    count = _TOWNS_EACH * len(HARMLESS)
    print(f"{count - len(gone)} of {count} harmless texts stay; taken out: {gone}")
    assert len(gone) <= 0.02 * count, gone


def test_keywords_of_places_stand_on_no_sheet(tmp_path: Path) -> None:
    planted = [each for each in Maker(_HELD_OUT).make(150) if each.slot in ("keyword", "tag")]
    (tmp_path / "cards").mkdir()
    with closing(Catalog.open(tmp_path / "catalog.db")) as catalog:
        folder = catalog.roots.add(tmp_path / "cards").id
        for number, each in enumerate(planted, 1):
            put(catalog, folder, number, each)
        left = exported(catalog, "html", tmp_path / "sheet.html").decode()
        assert "otter (Lutra lutra)" in left
        assert not [each.text for each in planted if each.text in left]
