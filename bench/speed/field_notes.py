"""Field notes of a large library: what commands take, in seconds and megabytes."""

import json
import random
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from bench.speed.desk import Desk, content_hash
from bench.speed.fresh_process import COST_OF_COMMAND, call, environment_of
from bench.speed.rows import Row
from visret_desktop import file_changes
from visret_desktop.interchange.deployments.survey import survey
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_deployments import PackageFacts
from visret_desktop.library.records import AcceptedName, Fingerprint, Metadata, Notes

_BATCH = 10_000
_PER_STATION = 1000
_PER_EVENT = 4  # photos of a trigger
_SPECIES = tuple(f"Genus{n // 5} species{n}" for n in range(200))
_FIRST = datetime(2024, 1, 1)
_FACTS = PackageFacts(
    title="T",
    contributor="A",
    license="CC0-1.0",
    media_license="CC0-1.0",
    project="P",
    sampling_design="targeted",
    capture_method="activityDetection",
)
_FORMATS = {
    **dict.fromkeys(("csv", "jsonl", "notes", "geojson", "kml", "inaturalist"), "file"),
    **dict.fromkeys(("record-table", "stations", "darwin-core", "ebird"), "file"),
    **dict.fromkeys(("season", "camtrap-dp"), "folder"),
}
_SUFFIXES = {"notes": ".notes", "darwin-core": ".zip", "kml": ".kml", "geojson": ".geojson"}


def field_notes(desk: Desk) -> Iterator[Row]:
    """A million photos of a thousand stations, half of them with notes: each command by itself."""
    count = desk.size(1_000_000, 20_000)
    paths = desk.paths("notes")
    cards = desk.work / "cards"
    began = time.perf_counter()
    write_season(paths.catalog, cards, count)
    filled = time.perf_counter() - began
    size = paths.catalog.stat().st_size / 1e9
    detail = f"{count} photos, {count // 2} with a name and a tag, {size:.2f} GB"
    yield Row("notes, write", count / filled, "photos/s", detail=detail)
    out = desk.work / "out"
    file_changes.make_folder(out)
    for name, words in _commands(out).items():
        cost = call(COST_OF_COMMAND, json.dumps(words), environment=environment_of(paths))
        size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file()) / 1e6
        detail = f"{cost['megabytes']:.0f} MB" + (f"; {size:.0f} MB written" if size > 0.1 else "")
        detail += f"; ended with {cost['status']:.0f}" if cost["status"] else ""
        file_changes.remove_tree(out)
        file_changes.make_folder(out)
        yield Row(f"notes, {name}", cost["seconds"], "s", detail=detail)


def _commands(out: Path) -> dict[str, list[str]]:
    exports = {
        f"export {name}": [
            "export",
            name,
            "--out",
            str(out / f"x{_SUFFIXES.get(name, '.csv') if kind == 'file' else ''}"),
        ]
        for name, kind in _FORMATS.items()
    }
    return {
        "folders": ["folders", "list"],
        "search a month": ["search", "taken:2024-05", "--json"],
        "search a species": ["search", f'species:"{_SPECIES[7]}"', "--json"],
        "deployments": ["deployments", "--json"],
        "summary": ["summary", "--json"],
        **exports,
    }


def write_season(path: Path, cards: Path, count: int) -> None:
    """Write a catalog of stations with `count` photos, events, names, tags and deployments."""
    stream = random.Random(count)
    with closing(Catalog.open(path)) as catalog:
        file_changes.make_folder(cards)
        root = catalog.roots.add(cards).id
        for start in range(0, count, _BATCH):
            with catalog.batch():
                numbers = range(start, min(start + _BATCH, count))
                ids = [_put(catalog, root, number) for number in numbers]
            groups = [(one, None, ids[n - n % _PER_EVENT]) for n, one in enumerate(ids)]
            with catalog.batch():
                catalog.put_groups(groups)
            notes = {content_hash(number): _notes(stream) for number in numbers if number % 4 < 2}
            catalog.annotations.put_notes(notes)
        catalog.annotations.put_package(_FACTS)
        guessed = survey(catalog, catalog.photo_ids().tolist()).deployments
        places = [(45 + n % 100 / 50, 14 + n // 100 / 5) for n in range(len(guessed))]
        catalog.annotations.put_deployments(
            [
                replace(one, said={"latitude": f"{y}", "longitude": f"{x}"}).stored()
                for one, (y, x) in zip(guessed, places, strict=True)
            ]
        )


def _put(catalog: Catalog, root: int, number: int) -> int:
    station, photo = divmod(number, _PER_STATION)
    event, second = divmod(photo, _PER_EVENT)
    taken = _FIRST + timedelta(hours=event * 20 + station % 24, seconds=second)
    metadata = Metadata(
        width=4000,
        height=3000,
        format="JPEG",
        taken_at=taken.isoformat(),
        camera="RECONYX HYPERFIRE 2",
    )
    relative = f"station{station:04}/IMG_{photo:04}.jpg"
    fingerprint = Fingerprint(2_500_000 + number, number)
    return catalog.put_photo(root, relative, fingerprint, content_hash(number), "", metadata)


def _notes(stream: random.Random) -> Notes:
    name = AcceptedName(
        stream.choice(_SPECIES),
        count=stream.randrange(1, 4),
        sex=stream.choice(("female", "male", "")),
        by="A",
        at="2026-05-01T10:00:00Z",
    )
    return Notes(tags=("Season|2024", stream.choice(("wet", "dry"))), names=(name,))
