"""Plan, draw and write the demonstration library: photos with metadata, and queries to try on them.

    python -m visret_desktop.fieldbook.demo DIR --photos 1000 --processes 4

It runs as a process of its own because it draws with Qt. Progress goes to stdout, one JSON object
per line. `fieldbook.json`, the truth about every photo, is written last, when all else is there.
"""

import argparse
import json
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image
from PIL.ExifTags import IFD, Base

from visret_desktop import file_changes
from visret_desktop.demonstration import BOOK
from visret_desktop.fieldbook.grammar import (
    DescribedPhoto,
    Query,
    comparison,
    description,
    group_of,
    instruction,
    question,
)
from visret_desktop.fieldbook.render import render
from visret_desktop.fieldbook.spec import Spec, random_spec
from visret_desktop.fieldbook.wording import PARTS
from visret_desktop.fieldbook.world import MANY_VIEWS, SPECIES
from visret_desktop.processes import own_python

# Invented places on real coordinates: title, latitude, longitude, UTC offset, habitats there.
_PLACES = (
    ("Heron marsh", 70.08, 29.10, "+02:00", ("pond", "meadow")),
    ("Larch hollow", 47.32, 11.38, "+02:00", ("forest", "meadow")),
    ("White fell", 68.42, 18.15, "+01:00", ("snow", "rocks")),
    ("Amber dunes", 55.30, 20.95, "+03:00", ("dunes", "meadow")),
    ("Coral garden", 27.80, 34.28, "+02:00", ("reef",)),
    ("Kelp bay", 50.06, -5.10, "+01:00", ("kelp", "pebbles")),
    ("Slate pass", 46.55, 8.56, "+02:00", ("rocks", "snow")),
    ("Lily pond", 51.48, -0.29, "+01:00", ("pond", "forest")),
    ("Brook ford", 45.83, 6.86, "+02:00", ("pebbles",)),
    ("Heather moor", 57.10, -3.60, "+01:00", ("meadow", "rocks")),
)
_CAMERAS = (("Calder", "Calder R5", "Calder 100-500mm"), ("Ostrava", "Ostrava X2", "Ostrava 35mm"))
_SEA = ("reef", "kelp", "pebbles")


@dataclass(frozen=True)
class Shot:
    """One photo to be written; `path` is '/'-separated and relative."""

    path: str
    spec: Spec
    taken: datetime
    offset: str
    latitude: float
    longitude: float
    camera: tuple[str, str, str]
    size: tuple[int, int]
    orientation: int = 1
    has_keywords: bool = False
    has_sidecar: bool = False
    is_empty_scene: bool = False


def plan_shots(count: int, seed: int) -> list[Shot]:
    """Return `count` shots in outings, with bursts, the same for the same seed."""
    stream = Random(seed)
    shots: list[Shot] = []
    outing = 0
    while len(shots) < count:
        shots += _outing(stream, outing, min(count - len(shots), stream.randint(30, 60)))
        outing += 1
    return shots


def _outing(stream: Random, number: int, count: int) -> Iterator[Shot]:
    title, latitude, longitude, offset, habitats = _PLACES[number % len(_PLACES)]
    when = datetime(2023, 4, 2, 7, 30) + timedelta(days=37 * number, minutes=stream.randint(0, 90))
    folder = f"{when:%Y-%m-%d} {title}"
    camera = _CAMERAS[number % len(_CAMERAS)]
    shot = None
    for frame in range(count):
        burst = shot is not None and stream.random() < 0.12
        when += timedelta(seconds=1 if burst else stream.randint(20, 400))
        latitude += stream.gauss(0, 0.0004)
        longitude += stream.gauss(0, 0.0006)
        spec = _again(stream, shot.spec) if burst and shot else _spec(stream, habitats, when)
        shot = Shot(
            path=f"{folder}/{camera[0][:3].upper()}{number:02}{frame:03}.jpg",
            spec=spec,
            taken=when,
            offset=offset,
            latitude=latitude,
            longitude=longitude,
            camera=camera,
            size=stream.choices([(960, 720), (960, 640), (720, 960)], weights=[5, 3, 2])[0],
            orientation=stream.choices([1, 6, 8], weights=[8, 1, 1])[0],
            has_keywords=stream.random() < 0.3,
            has_sidecar=stream.random() < 0.05,
            is_empty_scene=stream.random() < 0.03,
        )
        yield shot


def _spec(stream: Random, habitats: tuple[str, ...], when: datetime) -> Spec:
    habitat = stream.choice(habitats)
    groups = ("fish",) if habitat in _SEA else ("bird", "frog", "butterfly", "flower")
    names = [name for name, look in SPECIES.items() if look["group"] in groups]
    light = "day" if when.hour < 18 else "dusk" if when.hour < 21 else "night"
    return replace(random_spec(stream, stream.choice(names)), habitat=habitat, light=light)


def _again(stream: Random, spec: Spec) -> Spec:
    """Return the next picture of a burst: the same animal, a moment later."""
    return replace(spec, seed=stream.randrange(1 << 30))


_MANY = 12
Subject = tuple[str, str]  # species, view


def example_queries(shots: Sequence[Shot], seed: int) -> list[dict[str, Any]]:
    """Return a dozen queries that have an answer here, as JSON: see `_described`.

    A question, a description and a comparison come first, then what is photographed most often.
    """
    shown = [shot for shot in shots if not shot.is_empty_scene]
    often = [s for s, _ in Counter((s.spec.species, s.spec.view) for s in shown).most_common()]
    stream = Random(seed)
    first = [_question(often, stream), _photo_in_words(shown), _comparison(often, stream)]
    plain = [_plain(DescribedPhoto(species, view)) for species, view in often]
    chosen = [query for query in (*first, *plain) if query][:_MANY]
    return [_described(query, shown) for query in chosen]


def _described(query: Query, shots: Sequence[Shot]) -> dict[str, Any]:
    """Return a query with its kind, the animal it is about, and the paths of its photos."""
    relevant = [s.path for s in shots if any(asked.matches(s.spec) for asked in query.wanted)]
    return {
        "query": query.text[0].upper() + query.text[1:],
        "kind": query.kind,
        "entity": query.wanted[0].subject,
        "relevant": relevant,
    }


def _plain(wanted: DescribedPhoto) -> Query:
    text = instruction(wanted)
    return Query(text, "description", (wanted,), text)


def _question(often: Sequence[Subject], stream: Random) -> Query | None:
    """Ask about the part that is photographed most often, a close-up if there is one."""
    details = [subject for subject in often if subject[1] not in MANY_VIEWS]
    for species, view in (*details, *often):
        if _part_is_asked(species, view):
            return question(stream, species=species, view=view)
    return None


def _photo_in_words(shots: Sequence[Shot]) -> Query | None:
    """Return a query that describes the first photo with several animals, or else the first."""
    several = [shot for shot in shots if shot.spec.count > 1]
    for shot in (*several, *shots):
        spec = shot.spec
        count = spec.count if spec.count > 1 else None
        return _plain(DescribedPhoto(spec.species, spec.view, count, light=spec.light))
    return None


def _comparison(often: Sequence[Subject], stream: Random) -> Query | None:
    """Compare two species of which the same part was photographed."""
    there = {subject for subject in often if _part_is_asked(*subject)}
    for _ in range(2_000):
        query = comparison(stream)
        if all((asked.subject, asked.view) in there for asked in query.wanted):
            return query
    return None


def _part_is_asked(species: str, view: str) -> bool:
    return view in PARTS[group_of(species)]


_SEED = 20230402
_TURN_BACK = {6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}
_XMP = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" {rating}>
 {title}<dc:subject><rdf:Bag>{words}</rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>"""


# ---- one photo ------------------------------------------------------------------------------


def write_shot(directory: Path, shot: Shot) -> None:
    """Draw one shot and write it with its metadata."""
    path = directory / shot.path
    width, height = shot.size
    image = Image.fromarray(render(shot.spec, width, height))
    if shot.is_empty_scene:  # nothing but ground: matches no species
        image = image.crop((0, height * 4 // 5, width // 5, height)).resize((width, height))
    image = image.transpose(_TURN_BACK[shot.orientation]) if shot.orientation != 1 else image
    keywords = (shot.spec.species, shot.spec.group) if shot.has_keywords else ()
    options = {"exif": _exif(shot).tobytes()}
    if keywords and not shot.is_empty_scene:
        options["xmp"] = _xmp(keywords)
    buffer = BytesIO()
    image.save(buffer, "JPEG", quality=88, **options)
    _keep(path, buffer.getvalue())
    if shot.has_sidecar:
        title = description(shot.spec)
        sidecar = _xmp((shot.spec.species,), title, rating=4)
        _keep(path.with_name(f"{path.name}.xmp"), sidecar)


def _keep(path: Path, content: bytes) -> None:
    file_changes.write(path, content, is_durable=False)  # an incomplete library is drawn again


def _exif(shot: Shot) -> Image.Exif:
    exif = Image.Exif()
    maker, model, lens = shot.camera
    exif[Base.Make], exif[Base.Model], exif[Base.Orientation] = maker, model, shot.orientation
    taken = shot.taken.strftime("%Y:%m:%d %H:%M:%S")
    details = exif.get_ifd(IFD.Exif)
    details[Base.DateTimeOriginal], details[Base.OffsetTimeOriginal] = taken, shot.offset
    details[Base.LensModel] = lens
    details[Base.ExposureTime] = 1 / 500 if shot.spec.light == "day" else 1 / 60
    details[Base.FNumber], details[Base.FocalLength] = 5.6, 400.0 if "500" in lens else 35.0
    details[Base.ISOSpeedRatings] = {"day": 200, "dusk": 1600, "night": 6400}[shot.spec.light]
    place = exif.get_ifd(IFD.GPSInfo)
    place[1], place[2] = ("N" if shot.latitude >= 0 else "S"), _degrees(shot.latitude)
    place[3], place[4] = ("E" if shot.longitude >= 0 else "W"), _degrees(shot.longitude)
    return exif


def _degrees(angle: float) -> tuple[float, float, float]:
    degrees, rest = divmod(abs(angle), 1)
    minutes, rest = divmod(rest * 60, 1)
    return degrees, minutes, round(rest * 60, 3)


def _xmp(keywords: tuple[str, ...], title: str = "", rating: int = 0) -> bytes:
    words = "".join(f"<rdf:li>{word}</rdf:li>" for word in keywords)
    named = f'<rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt>'
    return _XMP.format(
        words=words,
        title=f"<dc:title>{named}</dc:title>" if title else "",
        rating=f'xmp:Rating="{rating}"' if rating else "",
    ).encode()


# ---- the library ----------------------------------------------------------------------------


def write_demo(directory: Path, count: int, processes: int, seed: int = _SEED) -> None:
    """Write `count` photos and `fieldbook.json` below `directory`."""
    shots = plan_shots(count, seed)
    jobs = [(directory, shot) for shot in shots]
    with own_python.pool(processes) as pool:
        for done, _ in enumerate(pool.imap_unordered(_write, jobs, chunksize=8), start=1):
            if done % 20 == 0 or done == len(jobs):
                _say({"done": done, "total": len(jobs)})
    _add_oddities(directory, shots)
    book = {
        "photos": count,
        "seed": seed,
        "queries": example_queries(shots, seed),
        "files": _truth(shots),
    }
    file_changes.write(directory / BOOK, json.dumps(book, indent=1).encode())


def _write(job: tuple[Path, Shot]) -> None:
    write_shot(*job)


def _add_oddities(directory: Path, shots: list[Shot]) -> None:
    """Add what real libraries have: copies, other formats, damaged files."""
    first = directory / shots[0].path
    odd = directory / "odds and ends"
    data = first.read_bytes()
    _keep(odd / "a copy.jpg", data)
    _keep(odd / "almost whole.jpg", data[: len(data) * 85 // 100])
    _keep(odd / "mostly lost.jpg", data[: len(data) // 5])
    _keep(odd / "empty.jpg", b"")
    _keep(odd / "a letter.jpg", b"This is no picture.")
    for shot, suffix in zip(shots[1:5], ("png", "webp", "gif", "tiff"), strict=False):
        spec = replace(shot.spec, seed=shot.spec.seed + 1)
        buffer = BytesIO()
        Image.fromarray(render(spec, 640, 480)).save(buffer, suffix)
        _keep(odd / f"drawn as {suffix}.{suffix}", buffer.getvalue())


def _truth(shots: list[Shot]) -> dict[str, object]:
    return {shot.path: {} if shot.is_empty_scene else asdict(shot.spec) for shot in shots}


def _say(figures: dict[str, int]) -> None:
    sys.stdout.write(json.dumps(figures) + "\n")
    sys.stdout.flush()


def main() -> int:
    """Write a demonstration library."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--photos", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the processes that draw end with it
    if not file_changes.is_own(chosen.directory):
        file_changes.claim(chosen.directory)
    write_demo(chosen.directory, chosen.photos, chosen.processes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
