"""A large library as people have: outings with a day, a folder, a place, a title and names."""

import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import TypeVar

from bench.embeddings import Embeddings
from bench.speed.desk import content_hash
from visret_desktop import file_changes
from visret_desktop.engine.place_lookup import look_up_places
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.records import AcceptedName, Fingerprint, Metadata, Notes

_Value = TypeVar("_Value")
_PER_OUTING = 50
_BATCH = 10_000
_FIRST, _DAYS = date(2008, 1, 1), 6_500
_PLACES = ("marsh", "moor", "quarry", "jetty", "meadow", "gorge", "dunes", "orchard")
_HOME = (("Oslo", 59.91, 10.75), ("Rome", 41.89, 12.51), ("Madrid", 40.42, -3.7), ("", None, None))
_CAMERAS = ("Aster 500", "Birch D7", "Cedar X", "Dune Phone 12", None)
_LENSES = ("Ember 50", "Fjord 100 Macro", None)
_PEOPLE = ("Ada", "Ben", "Cleo")
_TOWNS = 100
# How many of a thousand photos have each: keywords, accepted names, titles.
_KEYWORDS = {"heron": 200, "stork": 10, "wryneck": 0.2}
_NAMES = {("Lutra lutra", "otter"): 150, ("Vulpes vulpes", "fox"): 10, ("Lynx lynx", "lynx"): 0.2}
_TITLES = {"Boats at dusk": 200, "A kayak": 10, "Our caravan": 0.2}
_OTHER_NAMES = tuple((f"Genus{n // 5} species{n}", f"small bird {n}") for n in range(300))


@dataclass(frozen=True)
class _Outing:
    """What its photos have in common."""

    day: date
    folder: str
    latitude: float | None
    longitude: float | None


def write_outings(
    path: Path, root: Path, count: int, encoder: str = "", dimension: int = 0, embedded: int = 0
) -> None:
    """Write a catalog of `count` photos of outings; the first `embedded` have an embedding.

    One in fifty is a copy of the one before, one in a hundred has no date, three in four have a
    place, half have a name that somebody accepted. Places and light are looked up.
    """
    stream = random.Random(count)
    made = Embeddings(max(embedded, 1), dimension) if encoder else None
    file_changes.make_folder(root)
    with closing(Catalog.open(path)) as catalog:
        folder = catalog.roots.add(root).id
        outings = _outings(stream, count)
        outing = next(outings)
        for start in range(0, count, _BATCH):
            numbers = range(start, min(start + _BATCH, count))
            groups, notes = list[tuple[int, None, int]](), dict[str, Notes]()
            with catalog.batch():
                for number in numbers:
                    if number % _PER_OUTING == 0:
                        outing = next(outings)
                    one = _put(catalog, folder, number, outing, stream)
                    first = one if number % _PER_OUTING == 0 else groups[-1][2]
                    groups.append((one, None, first))
                    if (number // 2) % 2:
                        notes[content_hash(number)] = _notes(stream)
                if made is not None and start < embedded:
                    for number, vector in zip(numbers, made.photos(len(numbers)), strict=True):
                        catalog.put_embedding(content_hash(number), encoder, vector)
            with catalog.batch():
                catalog.put_groups(groups)
            catalog.annotations.put_notes(notes)
        look_up_places(catalog)


def _outings(stream: random.Random, count: int) -> Iterator[_Outing]:
    """Yield the outings, the earliest first."""
    outings = count // _PER_OUTING + 2
    towns = [(stream.uniform(-50, 65), stream.uniform(-179, 179)) for _ in range(_TOWNS)]
    for number in range(outings):
        day = _FIRST + timedelta(days=number * _DAYS // outings)
        name = stream.choice(_PLACES)
        _, latitude, longitude = stream.choice(_HOME)
        if latitude is not None and longitude is not None and stream.random() < 0.3:
            latitude, longitude = stream.choice(towns)
        yield _Outing(day, f"{day.year}/{day} {name} {number}", latitude, longitude)


def _put(catalog: Catalog, folder: int, number: int, outing: _Outing, stream: random.Random) -> int:
    second = number % _PER_OUTING * 60
    has_place = outing.latitude is not None and outing.longitude is not None
    metadata = Metadata(
        width=4000,
        height=3000,
        format="JPEG",
        taken_at=f"{outing.day}T{10 + second // 3600:02}:{second // 60 % 60:02}:00"
        if number % 100
        else None,
        camera=stream.choice(_CAMERAS),
        lens=stream.choice(_LENSES),
        iso=stream.choice((100, 200, 400, 800)),
        rating=stream.choice((None, None, 1, 2, 3, 4, 5)),
        title=next(_drawn(stream, _TITLES), None),
        keywords=(*_drawn(stream, _KEYWORDS), "usual"),
        latitude=round((outing.latitude or 0) + stream.gauss(0, 0.01), 5) if has_place else None,
        longitude=round((outing.longitude or 0) + stream.gauss(0, 0.01), 5) if has_place else None,
    )
    relative = f"{outing.folder}/IMG_{number:07}.jpg"
    fingerprint = Fingerprint(2_500_000 + number, number)
    content = content_hash(number - 1 if number % 50 == 49 else number)
    return catalog.put_photo(folder, relative, fingerprint, content, "", metadata)


def _notes(stream: random.Random) -> Notes:
    names = [*_drawn(stream, _NAMES)] or [stream.choice(_OTHER_NAMES)]
    by = stream.choice(_PEOPLE)
    at = f"2026-05-01T10:{stream.randrange(60):02}:{stream.randrange(60):02}Z"
    return Notes(names=tuple(AcceptedName(name, common, by=by, at=at) for name, common in names))


def _drawn(stream: random.Random, shares: dict[_Value, float]) -> Iterator[_Value]:
    """Yield what a photo has, by chance."""
    yield from (one for one, share in shares.items() if stream.random() * 1000 < share)
