"""Counts by fact are those that a look at each photo gives."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_detections import (
    DetectionFile,
    Label,
    PhotoFindings,
)
from visret_desktop.library.catalog.fact_columns import FACETS
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import AcceptedName, Fingerprint, Metadata, Notes, Photo

COUNT = 200
# "fox" is a keyword of its own, too; what is called "toad" is always said by a path.
KEYWORDS = ("owl", "Küste", "it's", "Tier|fox", "Tier|bird|tern", "Tier|bird", "fox", "Berg|fox")
NAMES = ("Strix aluco", "Bufo bufo")
DATES = ("2023-05-01T10:00:00", "2023-12-31T23:59:59", "2024-05-02T00:00:00+02:00", None)


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalog]:
    root = tmp_path_factory.mktemp("facets")
    chance = random.Random(18)
    noted: dict[str, Notes] = {}
    made = Catalog.open(root / "catalog.db")
    (root / "photos").mkdir()
    folder = made.roots.add(root / "photos").id
    with made.batch():
        for number in range(COUNT):
            place = chance.choice((None, 1.5))
            told = Metadata(
                format=chance.choice(("JPEG", "RAW")),
                taken_at=chance.choice(DATES),
                latitude=place,
                longitude=place,
                camera=chance.choice(("R5", "Z 8", "", None)),
                lens=chance.choice(("Macro 105", None)),
                rating=chance.choice((None, 0, 5)),
                keywords=tuple(chance.sample(KEYWORDS, chance.randrange(4))),
                color_label=chance.choice((None, "Red")),
            )
            relative = f"{chance.choice(('', 'a/', 'a/b/'))}{number}.jpg"
            print_ = Fingerprint(1, number)
            photo = made.put_photo(folder, relative, print_, f"{number:032x}", "", told)
            country = chance.choice(("FR", "KE", "", None))
            region = chance.choice(("FR-ARA", "", None))
            town = chance.choice((2996944, 2988507, 0, None))
            made._db.execute(
                "UPDATE photo SET (country, region, town) = (?, ?, ?) WHERE id = ?",
                (country, region, town, photo),
            )
            if number % 3 == 0:
                noted[f"{number:032x}"] = Notes(
                    tags=tuple(chance.sample(("Tier|toad", "own"), chance.randrange(3))),
                    names=tuple(map(AcceptedName, chance.sample(NAMES, chance.randrange(3)))),
                )
    labels = [Label("animal"), Label("Vulpes vulpes")]
    for name in "ab":
        photos = [
            PhotoFindings(f"{number:032x}", [[chance.randrange(2), 5000, -1, -1, -1, -1]] * many)
            for number in range(COUNT)
            if (many := chance.randrange(4)) < 3
        ]
        made.annotations.put_detections(
            DetectionFile(Path("/det", name), "MegaDetector"), labels, photos
        )
    made.annotations.put_notes(noted)
    yield made
    made.close()


def _photos(catalog: Catalog) -> list[Photo]:
    return catalog.photos(catalog.photo_ids().tolist())


def _column(catalog: Catalog, name: str) -> dict[int, Any]:
    return dict(catalog._db.execute(f"SELECT id, {name} FROM photo"))


def _folders(catalog: Catalog, photo: Photo) -> list[str]:
    root = Path(catalog.folders()[0].path)
    return [str(around) for around in photo.path.parents if around.is_relative_to(root)]


def _is_blank(catalog: Catalog, photo: Photo) -> bool:
    looks = catalog.detections.of(photo.content_hash)
    return bool(looks) and not any(look.found for look in looks)


def _keywords(photo: Photo) -> list[str]:
    """Return its keywords and tags, and those around them."""
    said = {*photo.metadata.keywords, *photo.notes.tags}
    parts = [one.split("|") for one in said]
    return list({"|".join(all_[:n]) for all_ in parts for n in range(1, len(all_) + 1)})


VALUES: dict[str, Callable[[Catalog, Photo], list[Any]]] = {
    "country": lambda catalog, photo: [_column(catalog, "country")[photo.id]],
    "region": lambda catalog, photo: [_column(catalog, "region")[photo.id]],
    "town": lambda catalog, photo: [_column(catalog, "town")[photo.id] or None],
    "camera": lambda _, photo: [photo.metadata.camera],
    "lens": lambda _, photo: [photo.metadata.lens],
    "kind": lambda _, photo: [photo.metadata.format],
    "keyword": lambda _, photo: _keywords(photo),
    "species": lambda _, photo: [each.name for each in photo.notes.names],
    "rating": lambda _, photo: [photo.metadata.rating],
    "detected": lambda catalog, photo: list(
        {one.label.name for look in catalog.detections.of(photo.content_hash) for one in look.found}
    ),
    "blank": lambda catalog, photo: ["blank"] * _is_blank(catalog, photo),
    "folder": lambda catalog, photo: _folders(catalog, photo),
}


def test_every_facet_is_checked_here() -> None:
    assert VALUES.keys() == FACETS.keys()


@pytest.mark.parametrize("facet", FACETS)
@pytest.mark.parametrize("share", [1.0, 0.3, 0.0])
def test_a_facet_counts_what_a_look_at_each_photo_counts(
    facet: str, share: float, catalog: Catalog
) -> None:
    chance = random.Random(7)
    columns = catalog.fact_columns()
    photos = [photo for photo in _photos(catalog) if chance.random() < share]
    rows = columns.rows_of(np.array([photo.id for photo in photos], np.int64))
    found = columns.counts(facet, None if share == 1 else rows)
    told = Counter(value for photo in photos for value in VALUES[facet](catalog, photo))
    expected = {value: n for value, n in told.items() if value not in (None, "")}
    assert {count.value: count.photos for count in found} == expected
    assert [count.photos for count in found] == sorted(expected.values(), reverse=True)


@pytest.mark.parametrize("facet", FACETS)
def test_the_condition_of_a_count_gives_as_many_photos(facet: str, catalog: Catalog) -> None:
    for count in catalog.fact_columns().counts(facet):
        assert catalog.counts(Filter((count.condition,)))[0] == count.photos


def test_years_and_months_are_counted_latest_first(catalog: Catalog) -> None:
    columns = catalog.fact_columns()
    for found in (columns.years(), columns.months()):
        assert [count.value for count in found] == sorted((c.value for c in found), reverse=True)
        for count in found:
            assert catalog.counts(Filter((count.condition,)))[0] == count.photos
    assert {count.value for count in columns.years()} == {2023, 2024}
    assert {count.value for count in columns.months()} == {202305, 202312, 202405}


def test_photos_with_a_place_have_points(catalog: Catalog) -> None:
    columns = catalog.fact_columns()
    rows, points = columns.points()
    assert columns.ids[rows].tolist() == sorted(
        photo.id for photo in _photos(catalog) if photo.metadata.latitude is not None
    )
    assert points.shape == (len(rows), 2)
    assert (points == 1.5).all()


def test_photos_that_are_not_known_are_left_out(catalog: Catalog) -> None:
    columns = catalog.fact_columns()
    assert columns.rows_of(np.array([COUNT + 1, 1, 10**9], np.int64)).tolist() == [0]
    nothing = columns.rows_of(np.array([], np.int64))
    assert not any(columns.counts(facet, nothing) for facet in FACETS)


def test_what_there_is_is_listed_once_and_sorted(catalog: Catalog) -> None:
    facts = catalog.facts
    assert facts.cameras() == ["R5", "Z 8"]
    assert facts.lenses() == ["Macro 105"]
    assert facts.keywords() == sorted([*KEYWORDS, "Tier|toad", "own", "toad"])
    assert facts.species() == sorted(NAMES)
    assert facts.kinds() == ["JPEG", "RAW"]
    assert facts.labels() == ["Red"]
    root = Path(catalog.folders()[0].path)
    assert list(facts.folders()) == [str(root), str(root / "a"), str(root / "a" / "b")]


def test_an_empty_catalog_has_no_facts(tmp_path: Path) -> None:
    catalog = Catalog.open(tmp_path / "catalog.db")
    columns = catalog.fact_columns()
    assert not catalog.facts.cameras()
    assert not catalog.facts.folders()
    assert not any(columns.counts(facet) for facet in FACETS)
    assert not columns.years()
    assert not len(columns.points()[0])
    assert not len(columns.rows_of(np.array([1], np.int64)))
    catalog.close()
