"""Photos are placed once, again after they moved, and all again by another version."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from visret_desktop.engine import place_lookup
from visret_desktop.engine.place_lookup import place_photos
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import Fingerprint, Metadata

LYON, WINDSOR, ATLANTIC = (45.76, 4.84), (42.3001, -83.0164), (45.0, -30.0)


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    opened = Catalog.open(tmp_path / "catalog.db")
    opened.roots.add(tmp_path)
    yield opened
    opened.close()


def put(catalog: Catalog, name: str, spot: tuple[float, float] | None) -> int:
    latitude, longitude = spot or (None, None)
    told = Metadata(latitude=latitude, longitude=longitude)
    with catalog.batch():
        return catalog.put_photo(1, name, Fingerprint(10, 10**18), name, "uid", told)


def kept(catalog: Catalog, number: int) -> tuple[object, ...]:
    query = "SELECT country, region, town, town_meters, town_direction FROM photo WHERE id = ?"
    row: tuple[object, ...] = catalog._db.execute(query, (number,)).fetchone()
    return row


def test_photos_are_placed_once(catalog: Catalog) -> None:
    spots = (LYON, WINDSOR, ATLANTIC, None)
    numbers = [put(catalog, f"{n}.jpg", spot) for n, spot in enumerate(spots)]
    assert list(place_photos(catalog)) == [3]
    lyon, windsor, atlantic, nowhere = (kept(catalog, number) for number in numbers)
    assert lyon[:3] == ("FR", "FR-69", 2996944)
    assert lyon[4] == ""
    assert windsor[:2] == ("CA", "CA-ON")
    assert atlantic == ("", "", 0, 0, "")
    assert nowhere == (None,) * 5
    assert list(place_photos(catalog)) == []
    assert catalog.counts(Filter.of(country=["FR"]))[0] == 1


def test_a_photo_that_moved_is_placed_again(catalog: Catalog) -> None:
    number = put(catalog, "a.jpg", LYON)
    list(place_photos(catalog))
    put(catalog, "a.jpg", LYON)
    assert list(place_photos(catalog)) == []
    put(catalog, "a.jpg", WINDSOR)
    assert list(place_photos(catalog)) == [1]
    assert kept(catalog, number)[0] == "CA"
    put(catalog, "a.jpg", None)
    assert list(place_photos(catalog)) == [1]
    assert kept(catalog, number) == (None,) * 5
    assert list(place_photos(catalog)) == []


def test_what_was_told_stays_after_a_stop(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place_lookup, "_BATCH", 2)
    numbers = [put(catalog, f"{n}.jpg", LYON) for n in range(5)]
    assert next(place_photos(catalog)) == 2
    assert [kept(catalog, number)[0] for number in numbers] == ["FR", "FR", None, None, None]
    assert list(place_photos(catalog)) == [2, 3]


def test_another_version_places_all_again(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(catalog, "a.jpg", LYON)
    list(place_photos(catalog))
    monkeypatch.setattr(place_lookup, "VERSION", place_lookup.VERSION + 1)
    assert list(place_photos(catalog)) == [1]
    assert list(place_photos(catalog)) == []
