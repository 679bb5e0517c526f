"""A filter gives the contents on a server that it gives in the catalog of a desktop."""

import os
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.institution.conftest import SPACE, Server
from tests.institution.photos import content, file, hash_of, unit_vectors
from visret_desktop.engine.indexing import grouping
from visret_desktop.engine.place_lookup import look_up_places
from visret_desktop.institution import postgres_notes
from visret_desktop.institution.postgres_store import PostgresStore
from visret_desktop.institution.store import StoredFile, Vector
from visret_desktop.institution.store_errors import FilterNotOnServer
from visret_desktop.judgments import Judgments
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_detections import DetectionFile, Label, PhotoFindings
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.filter_values import (
    Area,
    Circle,
    Detected,
    Hours,
    Outline,
    Range,
    Rating,
    Span,
)
from visret_desktop.library.catalog.photo_filter import FIELDS, Condition, Filter
from visret_desktop.library.photos.thumbnails import ThumbnailStore
from visret_desktop.library.records import AcceptedName, Metadata, Notes
from visret_desktop.ocr_lines import InscribedLine, to_json
from visret_desktop.retrieval.bursts_and_events import GroupRules, usual_similarity

COUNT = 120
ODD = os.fsdecode(b"d\xe9r")
INSIDE = ("", "sub/", "sub/deep/", "sub0/", f"{ODD}/", "SUB/")
CAMERAS = ("Canon R5", "NIKON Z 8", "it's; DROP TABLE photo; --", "100 % ?", None)
DAYS = (
    *("2023-12-31T23:59:59", "2024-02-29T00:00:00+02:00", "2024-03-01T08:30:00", "2024-13-77"),
    *("2024-03-01T08:30:07", "2024-03-01T08:30:16", "2024-03-01T09:10:00", "2024", None),
)
POINTS = ((48.14, 11.58), (45.76, 4.83), (-1.29, 36.82), (0.0, -179.9), (10.0, 179.9), None)
WORDS = ("Küste", "heron", "hero", "Tiere|Küste", "Tiere|heron|grey", "Tiere}", "Tiere")
OUTLINES = (
    Outline(((40, 0), (40, 12), (50, 12), (50, 0))),
    Outline(((-20, 170), (20, 170), (20, 190), (-20, 190))),
)
NAMES = ("IMG_{0}.JPG", f"{ODD}{{0}}.jpg", "Küste {0}.jpg")
SIGNS = ("Kiosk KÜSTE 2024", "no entry", "ΑΘΗΝΑ-Πειραιάς", "3 km", "")
TAGS = ("heron", "Tiere|Vögel|Graureiher", "rated", "two words")
SPECIES = (AcceptedName("Ardea cinerea", "Graureiher"), AcceptedName("Bubo bubo"))
NOT_YET = {"folder": 1, "light": "night", "moon": "full"}
LABELS = (Label("animal"), Label("Bubo bubo", "Uhu", "species", is_name=True))


@dataclass(frozen=True)
class Both:
    """The same photos on a desktop and on a server."""

    catalog: CatalogReader
    store: PostgresStore
    values: Mapping[str, Sequence[Any]]

    def on_desktop(self, only: Filter) -> set[str]:
        return set(self.catalog.contents(only))

    def on_server(self, only: Filter) -> set[str]:
        hits = self.store.search(unit_vectors(1)[0], 10 * COUNT, only)
        assert self.store.count(only) == len(hits) == len({hit.content_hash for hit in hits})
        return {hit.content_hash for hit in hits}


def some_metadata(chance: random.Random) -> Metadata:
    point = chance.choice(POINTS)
    number = chance.choice((None, 0.5, 2.8, 400.0))
    return Metadata(
        format=chance.choice(("JPEG", "HEIF")),
        taken_at=chance.choice(DAYS),
        latitude=point[0] if point else None,
        longitude=point[1] if point else None,
        altitude=number,
        camera=chance.choice(CAMERAS),
        lens=chance.choice(("50 mm", None)),
        exposure_seconds=number,
        f_number=number,
        focal_length_mm=number,
        iso=chance.choice((100, 6400, None)),
        rating=chance.choice((-1, 0, 3, 5, None)),
        keywords=tuple(chance.sample(WORDS, chance.randrange(3))),
        color_label=chance.choice(("Red", "GRÜN", None)),
    )


def alike_vectors() -> Vector:
    """Return vectors of which four after each other are much alike."""
    vectors = unit_vectors(COUNT // 4 + 1)[np.arange(COUNT) // 4] + 0.1 * unit_vectors(
        COUNT, seed=2
    )
    normalized: Vector = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return normalized


def some_notes(chance: random.Random) -> Notes:
    return Notes(
        tuple(chance.sample(TAGS, chance.randrange(3))),
        chance.choice((None, None, 1, 4)),
        tuple(chance.sample(SPECIES, chance.choice((0, 0, 1, 2)))),
    )


@dataclass(frozen=True)
class Encoder:
    name: str


@dataclass(frozen=True)
class Side:
    """A library as the grouping of photos sees it."""

    encoder: Encoder
    thumbnails: ThumbnailStore


def group(catalog: Catalog, root: Path) -> None:
    """Have the engine find bursts and events."""
    usual = usual_similarity(catalog.embeddings.sample(SPACE.encoder, 512))
    side: Any = Side(Encoder(SPACE.encoder), ThumbnailStore(root / "thumbnails.db"))
    for place in catalog.groups.ungrouped():
        grouping._Folder(side, catalog, place, GroupRules(), usual).group()


def note(catalog: Catalog, store: PostgresStore, judgments: Judgments) -> None:
    """Note the same on both: tags, ratings, names, judgments, what a detector found."""
    chance = random.Random(7)
    notes = {hash_of(n): some_notes(chance) for n in range(0, COUNT, 2)}
    catalog.annotations.put_notes(notes)
    store.notes.put(notes)
    for number in range(0, COUNT, 5):
        is_right = chance.random() < 0.5
        judgments.mark(f"query {number % 2}", Path(f"/{number}"), is_right, hash_of(number))
        store.notes.judge(f"query {number % 2}", [hash_of(number)], is_right)
    judgments.save()
    for name in ("a.json", "b.json"):
        drawn = [
            [[which, chance.choice((-1, 3000, 9000)), -1, -1, -1, -1]] if which < 2 else []
            for which in (chance.randrange(4) for _ in range(COUNT))
        ]
        looks = [
            PhotoFindings(hash_of(n), found, "" if found or n % 3 else "broken")
            for n, found in enumerate(drawn)
        ]
        catalog.annotations.put_detections(DetectionFile(Path("/" + name), "json"), LABELS, looks)
    store.detections.put(catalog.detections.of_contents(map(hash_of, range(COUNT))))


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory, server: Server) -> Iterator[Both]:
    root = tmp_path_factory.mktemp("filtered")
    chance = random.Random(5)
    catalog = Catalog.open(root / "catalog.db")
    folder = catalog.roots.add(root).id
    paths = [f"{inside}{name}" for inside in INSIDE for name in NAMES]
    signs = [[InscribedLine(one, (0.0,) * 8)] if one else [] for one in SIGNS]
    contents = [
        content(number, vector, some_metadata(chance), to_json(signs[number % len(SIGNS)]))
        for number, vector in enumerate(alike_vectors())
    ]
    files = [
        file(f"{root}/{path.format(number)}", number)
        for number in range(COUNT)
        for path in chance.sample(paths, chance.choice((1, 1, 3)))
    ]
    # Of some copies the catalog calls that the first which it got to know first.
    files.sort(key=lambda one: os.fsencode(one.path))
    with catalog.batch():
        for one in files:
            relative = one.path.removeprefix(f"{root}/")
            metadata = contents[int(one.content_hash, 16)].metadata
            catalog.put_photo(folder, relative, one.fingerprint, one.content_hash, "v", metadata)
        for number, made in enumerate(contents):
            catalog.put_embedding(made.content_hash, SPACE.encoder, made.vector)
            catalog.put_inscription("1", made.content_hash, signs[number % len(SIGNS)])
    look_up_places(catalog)
    group(catalog, root)
    judgments = Judgments.open(root / "judgments.jsonl")
    with PostgresStore(server.database(), SPACE) as store:
        store.upsert(contents, files)
        note(catalog, store, judgments)
        catalog.close()
        reader = Catalog.open_readonly(root / "catalog.db", lambda: judgments.path)
        yield Both(reader, store, values_of(root, files))
    reader.close()


def values_of(root: Path, files: Sequence[StoredFile]) -> Mapping[str, Sequence[Any]]:
    """Return some values for each field that a server knows."""
    numbers = [Range(0.5, 2.8), Range(low=3), Range(high=0.5)]
    return {
        "below": [str(root), f"{root}/sub", f"{root}/sub/", f"{root}/{ODD}", "/elsewhere"],
        "photo": [files[3].path, files[40].path.lower(), "img_7.jpg", "küste 9.jpg", f"{ODD}4.JPG"],
        "copy": [True, False],
        "taken": [
            Span("2024"),
            Span("2023-12-31T23:00", "2024-02-29T00:00:01"),
            Span(end="2024-03"),
        ],
        "month": [2, 12],
        "hour": [Hours("08:00", "09:00"), Hours("23:00", "01:00")],
        "weekday": [4, 7],
        "area": [Area(40, 0, 50, 20), Area(-20, 170, 20, -170)],
        "near": [Circle(48.1, 11.5, 20), Circle(5, 180, 900)],
        "inside": OUTLINES,
        "country": ["DE", "FR", "KE"],
        "region": ["DE-BY", "FR-ARA"],
        "town": [2867714, 0],
        "has": ["place", "date"],
        "camera": [*filter(None, CAMERAS), "a\0b", ODD],
        "lens": ["50 mm"],
        "kind": ["JPEG"],
        "keyword": [*WORDS, "tiere", "Graureiher", "Tiere|Vögel", "two words"],
        "words": ["img_7", "kuste", "deep img", "HERON", "graur", "uhu", "tiere vogel", "-", "jp"],
        "text": ["kuste", "kiosk 20", "αθηνα πειραιας", "km entry", "…"],
        "species": ["Ardea cinerea", "Bubo bubo", "any", "Nobody"],
        "mark": ["right", "wrong", "marked"],
        "detected": [Detected("animal"), Detected("animal", 0.5), Detected("Bubo bubo", 0.95)],
        "blank": ["blank"],
        "burst": [*(one.path for one in files[:12]), "img_7.jpg", "x"],
        "event": [*(one.path for one in files[3:9]), "img_8.jpg", "x"],
        "rating": [Rating(0, 3), Rating(-1, -1)],
        "label": ["red", "Grün", "grün"],
        **dict.fromkeys(("exposure", "aperture", "focal", "iso", "altitude"), numbers),
    }


def test_each_condition_and_its_opposite_give_the_same_on_both(both: Both) -> None:
    tried = set()
    for field, values in both.values.items():
        for wanted in (*((one,) for one in values), tuple(values)):
            for negated in (False, True):
                only = Filter((Condition(field, wanted, negated),))
                assert both.on_server(only) == both.on_desktop(only), only
                tried.add((field, bool(both.on_desktop(only))))
    assert {field for field, _ in tried} == FIELDS.keys() - {"either", *NOT_YET}
    assert {field for field, has_photos in tried if has_photos} == set(both.values)


def test_what_very_many_noted_is_not_listed_and_gives_the_same(
    both: Both, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_notes, "_LONGEST_LIST", 3)
    for field in ("rating", "keyword"):
        for value in both.values[field]:
            only = Filter.of(**{field: [value]})
            assert both.on_server(only) == both.on_desktop(only), only


def test_conditions_together_are_about_one_file(both: Both) -> None:
    chance = random.Random(6)
    sizes = set()
    for _ in range(150):
        drawn = [
            Condition(field, (chance.choice(both.values[field]),), chance.random() < 0.4)
            for field in chance.choices(("below", "photo", "copy", *both.values), k=3)
        ]
        group = Condition("either", ((drawn[0],), (drawn[1],)), chance.random() < 0.3)
        only = Filter(chance.choice((tuple(drawn[:2]), tuple(drawn), (group, drawn[2]))))
        assert both.on_server(only) == both.on_desktop(only), only
        sizes.add(len(both.on_desktop(only)))
    assert len(sizes) > 20


def test_what_a_server_cannot_be_asked_yet_is_said(both: Both) -> None:
    for field, value in NOT_YET.items():
        with pytest.raises(FilterNotOnServer, match=f"narrowed by “{field}” yet"):
            both.store.count(Filter((Condition(field, (value,)),)))


def test_a_hit_is_shown_by_a_file_that_passes(both: Both) -> None:
    (folder,) = (one for one in both.values["below"] if one.endswith("/sub"))
    hits = both.store.search(unit_vectors(1)[0], 99, Filter.of(below=[folder]))
    assert hits
    assert all(hit.path.startswith(f"{folder}/") for hit in hits)
