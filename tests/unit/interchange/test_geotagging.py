"""What becomes of photos: places are kept for those without one, never over a photo's own."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.unit.interchange.made_tracks import gpx, stamp, track
from tests.unit.library.test_catalog import put
from visret_desktop.interchange.tracks.clock import Clock, zone_of_track
from visret_desktop.interchange.tracks.geotagging import (
    GeotagOutcome,
    offset_of_places,
    place_photos,
)
from visret_desktop.interchange.tracks.gpx import read_track
from visret_desktop.interchange.tracks.track import meters
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_locations import PlacedPhoto
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.photos.imaging import decode_file
from visret_desktop.library.photos.metadata import read_metadata
from visret_desktop.library.records import Metadata, Notes, OwnPlace

WALK = track((0, 45.0, 7.0), (100, 45.001, 7.0), (7200, 45.001, 7.0), name="walk.gpx")
AT = "2024-05-03T12:00:50Z"
MADE = OwnPlace(45.0005, 7.0, 0.5, "walk.gpx")


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    opened = Catalog.open(tmp_path / "catalog.db")
    opened.roots.add(tmp_path)
    yield opened
    opened.close()


def test_photos_are_placed_but_not_those_that_have_a_place(
    catalog: Catalog, tmp_path: Path
) -> None:
    told = {
        "placed.jpg": Metadata(taken_at=AT),
        "known.jpg": Metadata(taken_at=AT, latitude=45.0105, longitude=7.0),
        "by hand.jpg": Metadata(taken_at=AT),
        "again.jpg": Metadata(taken_at=AT),
        "late.jpg": Metadata(taken_at="2024-05-04T12:00:00Z"),
        "gap.jpg": Metadata(taken_at="2024-05-03T13:00:00Z"),
        "undated.jpg": Metadata(),
    }
    for number, (name, metadata) in enumerate(told.items()):
        put(catalog, 1, name, f"{number}" * 32, metadata)
    noted = {"by hand.jpg": "me", "again.jpg": "other.GPX"}
    hashes = {photo.path.name: photo.content_hash for photo in catalog.placing.photos()}
    catalog.annotations.put_notes(
        {hashes[name]: Notes(place=OwnPlace(1, 2, None, by)) for name, by in noted.items()}
    )
    photos = catalog.placing.photos()
    found = place_photos([WALK], photos, Clock())
    outcomes = {
        photo.path.name: outcome.value
        for photo, outcome in zip(photos, found.outcomes, strict=True)
    }
    assert outcomes == {
        "placed.jpg": "placed",
        "known.jpg": "known",
        "by hand.jpg": "noted",
        "again.jpg": "placed",
        "late.jpg": "after",
        "gap.jpg": "gap",
        "undated.jpg": "undated",
    }
    assert found.counts[GeotagOutcome.PLACED] == 2
    assert found.places() == {hashes[name]: MADE for name in ("placed.jpg", "again.jpg")}
    (away,) = found.away[~np.isnan(found.away)]
    assert away == pytest.approx(1112, abs=1), "how far its own place is from the track"
    ids = [photo.photo_id for photo in photos]
    assert catalog.placing.photos_of_ids([ids[1], ids[0], 99]) == sorted(
        photos[:2], key=lambda photo: ((photo.taken_at or "")[:19], photo.photo_id)
    )
    assert catalog.placing.photos(Filter.of(below=[str(tmp_path / "none")])) == []
    assert catalog.placing.with_own_place(hashes.values()) == {hashes["known.jpg"]}
    assert catalog.placing.placed_by("me") == [hashes["by hand.jpg"]]


def test_the_camera_s_clock_moves_photos_along_the_track() -> None:
    photo = PlacedPhoto(1, "1" * 32, Path("a.jpg"), "2024-05-03T14:00:30", None, None)
    found = place_photos([WALK], [photo], Clock(20, "Europe/Rome"))
    assert found.places() == {"1" * 32: MADE}
    assert place_photos([WALK], [], Clock()).places() == {}


# ---- nine photos of one walk -------------------------------------------------------------------


def satellite_time(path: Path) -> str:
    """Return the time in UTC that a photo has from its GPS, not from its clock."""
    with Image.open(path) as photo:
        found = photo.getexif().get_ifd(0x8825)
    hours, minutes, seconds = (float(Fraction(part)) for part in found[7])
    return f"{found[29].replace(':', '-')}T{int(hours):02}:{int(minutes):02}:{seconds:06.3f}Z"


@pytest.fixture(scope="module")
def walk(real_photos: Path) -> tuple[list[PlacedPhoto], list[str]]:
    """Nine photos with their places, and when satellites say that they were taken."""
    photos, times = [], []
    for number, path in enumerate(sorted(real_photos.rglob("gps/*.jpg"))):
        told, _ = read_metadata(decode_file(path), path.read_bytes(), path.name, None)
        place = told.latitude, told.longitude
        photos.append(PlacedPhoto(number, f"{number:032x}", path, told.taken_at, *place))
        times.append(satellite_time(path))
    assert len(photos) == 9
    return photos, times


def stripped(photos: list[PlacedPhoto]) -> list[PlacedPhoto]:
    return [photo._replace(latitude=None, longitude=None) for photo in photos]


@pytest.mark.parametrize("knows", [[0], [4], range(9)])
def test_nine_photos_of_a_walk_get_their_places_back(
    walk: tuple[list[PlacedPhoto], list[str]], knows: Sequence[int]
) -> None:
    """By those that know their place it is found that the camera's clock is almost a day wrong.

    One of the nine has a place that was 54 s old when it was taken; the others outvote it.
    """
    photos, times = walk
    rows = sorted(
        (time, photo.latitude, photo.longitude) for time, photo in zip(times, photos, strict=True)
    )
    made = read_track([gpx([(row[1], row[2], row[0]) for row in rows])], "walk.gpx")
    zone = zone_of_track(made)
    assert zone == "Europe/Rome"
    asked = [photos[row] if row in knows else one for row, one in enumerate(stripped(photos))]
    offset = offset_of_places([made], asked, zone)
    assert offset is not None
    assert offset.seconds == pytest.approx(86_307, abs=3)
    found = place_photos([made], stripped(photos), Clock(offset.seconds, zone))
    assert found.counts == {GeotagOutcome.PLACED: 9}
    own = np.array([(photo.latitude, photo.longitude) for photo in photos])
    assert meters(found.matches.places, own).max() < 10


def test_a_track_of_the_camera_s_own_clock_needs_no_offset(
    walk: tuple[list[PlacedPhoto], list[str]],
) -> None:
    photos, _ = walk
    points = [(p.latitude, p.longitude, f"{p.taken_at}+02:00") for p in photos]
    made = read_track([gpx(points)], "walk.gpx")
    found = place_photos([made], stripped(photos), Clock(zone=zone_of_track(made)))
    own = np.array([(photo.latitude, photo.longitude) for photo in photos])
    assert meters(found.matches.places, own).max() < 0.1


def test_a_photo_that_the_file_stamps_in_another_zone_is_placed(catalog: Catalog) -> None:
    made = read_track([gpx([(45.0, 7.0, stamp(0)), (45.001, 7.0, stamp(100))])], "walk.gpx")
    put(catalog, 1, "a.jpg", "1" * 32, Metadata(taken_at="2024-05-03T21:00:50+09:00"))
    found = place_photos([made], catalog.placing.photos(), Clock(zone="Europe/Rome"))
    assert found.places() == {"1" * 32: OwnPlace(45.0005, 7.0, 12.5, "walk.gpx")}
