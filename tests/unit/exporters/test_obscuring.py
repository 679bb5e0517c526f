"""What is obscured tells no more than it claims to, by points or by words."""

import math
import random
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.exporters.exported import LYON, Shelf
from tests.unit.exporters.test_exporters import lines_of
from visret_desktop.exporters.obscuring import Aliases, Obscurer, cell_of
from visret_desktop.library.records import AcceptedName, Fingerprint, Metadata, Notes, Photo
from visret_desktop.places.gazetteer import Gazetteer


def meters(one: tuple[float, float], other: tuple[float, float]) -> float:
    a, b = math.radians(one[0]), math.radians(other[0])
    turn = math.radians(one[1] - other[1])
    half = math.sin((b - a) / 2) ** 2 + math.cos(a) * math.cos(b) * math.sin(turn / 2) ** 2
    return 12_742_000 * math.asin(math.sqrt(half))


@pytest.mark.parametrize("kilometers", [0.1, 1.0, 10.0, 30.0, 500.0])
def test_a_point_is_as_far_away_as_is_said_at_most(kilometers: float) -> None:
    chance = random.Random(1)
    points = [(chance.uniform(-90, 90), chance.uniform(-180, 180)) for _ in range(3000)]
    points += [(90, 0), (-90, 180), (0, 180), (0, -180), (89.99, -179.99), (0, 0), (-33.5, -70.6)]
    for point in points:
        cell = cell_of(*point, kilometers)
        assert -90 <= cell.latitude <= 90
        assert -180 <= cell.longitude <= 180
        assert meters(point, (cell.latitude, cell.longitude)) <= cell.meters * 1.002 + 1
        if abs(point[0]) < 80:
            assert kilometers * 600 < cell.meters < kilometers * 1100


def test_all_points_of_a_cell_become_the_same() -> None:
    """So that the mean of many exports, or of many photos, tells nothing more."""
    cell = cell_of(45.7589, 4.8414, 10)
    chance = random.Random(2)
    for _ in range(100):
        near = (
            cell.latitude + chance.uniform(-0.04, 0.04),
            cell.longitude + chance.uniform(-0.05, 0.05),
        )
        assert cell_of(*near, 10) == cell
    assert cell_of(cell.latitude, cell.longitude + 360, 10) == cell


def photo(known: Metadata, *tags: str, name: str = "a.jpg") -> Photo:
    notes = Notes(tags, None, (AcceptedName("Ardea cinerea", "Grey heron"),))
    made = Photo(1, 1, Path("/p") / name, name, "a" * 32, Fingerprint(1, 1), True, known)
    return replace(made, notes=notes, written="Gare de Lyon", placed_by="walk.gpx")


def test_words_do_not_tell_what_the_point_does_not() -> None:
    gazetteer = Gazetteer.open()
    obscurer = Obscurer(gazetteer, 10, Aliases(b"secret"))
    spot = gazetteer.spot(45.7589, 4.8414)
    keywords = (
        *(
            "bird",
            "Lyon",
            "lyon zoo",
            "Villeurbanne",
            "Europe|France|Rhône",
            "Auvergne-Rhône-Alpes",
        ),
        *(
            "Places|Secret pond",
            "France",
            "Oslo",
            "taxonomy:species=Ardea cinerea",
            "Ardea cinerea",
        ),
    )
    known = replace(LYON, keywords=keywords)
    told = obscurer.obscured(photo(known, "Birds|Heron", "Lieu|Chez nous"), spot)
    assert told.metadata.keywords == (
        *("bird", "France", "Oslo", "taxonomy:species=Ardea cinerea", "Ardea cinerea"),
    )
    assert told.notes.tags == ("Birds|Heron",)
    assert (told.metadata.title, told.metadata.description, told.written) == (None, None, "")
    assert (told.metadata.altitude, told.placed_by, told.notes.place) == (None, "", None)
    named = obscurer.obscured(photo(known, name="heron_lyon_3.jpg"), spot)
    assert named.name == f"{named.content_hash[:12]}.jpg"
    assert named.content_hash not in ("a" * 32, Aliases(b"other").of("a" * 32))
    # Of a photo that knows no place every name of one counts.
    nowhere = obscurer.obscured(photo(Metadata(keywords=("Oslo", "Lyon", "bird"))), None)
    assert nowhere.metadata.keywords == ("bird",)


def test_no_camera_and_no_lens_tells_a_point() -> None:
    obscurer = Obscurer(Gazetteer.open(), 10, Aliases(b"secret"))
    known = replace(LYON, camera="Reconyx 45.7589, 4.8414", lens="den N45°45.534' E4°50.484'")
    told = obscurer.obscured(photo(known), None).metadata
    assert (told.camera, told.lens) == (None, None)
    usual = replace(LYON, camera="Canon EOS 5D", lens="EF 24-70mm f/2.8L II USM", color_label="Red")
    told = obscurer.obscured(photo(usual), None).metadata
    assert (told.camera, told.lens) == (usual.camera, usual.lens)
    assert told.color_label is None


def test_a_table_that_is_obscured_has_no_true_place(shelf: Shelf, out: Path) -> None:
    for name in ("csv", "jsonl", "geojson", "kml", "inaturalist"):
        summary = shelf.write(name, out / name, obscure_km=10.0)
        content = (out / name).read_bytes()
        codes = {remark["code"] for remark in summary["remarks"]}
        assert {"words-taken-out", "words-that-stay"} <= codes
        for secret in (
            b"45.7589",
            b"4.8414",
            b"Lyon",
            b"170.0",
            b"Two lines",
            str(shelf.root).encode(),
        ):
            assert secret not in content, (name, secret)
        assert b"France" in content
        assert b"Ardea cinerea" in content
    row = next(row for row in lines_of(out / "jsonl") if row["names"])
    cell = cell_of(45.7589, 4.8414, 10)
    assert (row["latitude"], row["longitude"]) == (cell.latitude, cell.longitude)
    assert row["uncertainty_meters"] == cell.meters
    assert row["place"] == "France"
