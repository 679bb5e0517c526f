"""A file of two million detections: taken in, and photos filtered by what was found."""

import json
import os
import random
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import psutil

from bench.speed.desk import Desk, write_catalog
from bench.speed.rows import Row
from visret_desktop import file_changes
from visret_desktop.errors import VisretError
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.filter_values import Detected
from visret_desktop.library.catalog.photo_filter import Condition, Filter
from visret_desktop.paths import Paths
from visret_desktop.processes import own_python

_OF_A_PHOTO = 10
_SECONDS, _MEGABYTES = 60.0, 500.0
_LOOK_SECONDS = 0.05
_ROUNDS = 5


class ImportFailed(VisretError):
    """The command that was measured did not do its work."""

    code = "import-failed"
    sentence = "visret import-detections did not end as it should: {said}"


def detections(desk: Desk) -> Iterator[Row]:
    """2 million detections in 200,000 photos: time and memory of the import, then filters."""
    count = desk.size(200_000, 2_000)
    paths = desk.paths("detections")
    write_catalog(paths.catalog, desk.work, count)
    reader = Catalog.open_readonly(paths.catalog)
    file = desk.work / "detections.json"
    _write(file, reader)
    seconds, megabytes = _import(file, paths)
    full = not desk.is_quick
    detail = (
        f"{count * _OF_A_PHOTO} detections in {count} photos, {file.stat().st_size / 1e6:.0f} MB"
    )
    yield Row("detections, import", seconds, "s", None, "", "value at most", _SECONDS, detail, full)
    yield Row(
        "detections, memory", megabytes, "MB", None, "", "value at most", _MEGABYTES, detail, full
    )
    blank = Condition("blank", ("blank",), negated=True)
    for name, only in (
        ("animal>=0.4", Filter.of(detected=[Detected("animal", 0.4)])),
        ("not blank", Filter((blank,))),
    ):
        found = len(reader.photo_ids("date", only))
        ms = _best_ms(partial(reader.photo_ids, "date", only))
        yield Row(f"detections, {name}", ms, "ms", detail=f"{found} of {count} photos, by date")
    columns = reader.fact_columns()
    ms = _best_ms(lambda: columns.read("detected"), 1) + _best_ms(lambda: columns.read("blank"), 1)
    yield Row("detections, facets", ms, "ms", detail="read once")
    reader.close()


def _write(file: Path, reader: CatalogReader) -> None:
    """Write what MegaDetector may say of the photos, one in four of which shows nothing."""
    stream = random.Random(19)

    def parts() -> Iterator[bytes]:
        yield b'{"images": ['
        for number, (path, *_) in enumerate(reader.detections.contents()):
            least = 0.19 if number % 4 == 0 else 1.0
            found = [
                {
                    "category": str(stream.randrange(1, 4)),
                    "conf": round(least * stream.random(), 3),
                    "bbox": [round(stream.random() / 2, 4) for _ in range(4)],
                }
                for _ in range(_OF_A_PHOTO)
            ]
            entry = {"file": "/".join(path.split("/")[-3:]), "detections": found}
            yield (b",\n" if number else b"\n") + json.dumps(entry, indent=1).encode()
        yield b'], "detection_categories": {"1": "animal", "2": "person", "3": "vehicle"}}'

    with file_changes.new_file(file, is_durable=False) as out:
        for part in parts():
            out.write(part)


def _import(file: Path, paths: Paths) -> tuple[float, float]:
    """Return the seconds that the command takes, and the most megabytes.

    Raises:
        ImportFailed: it did not do its work.
    """
    places = {"DATA": paths.data, "CACHE": paths.cache, "CONFIG": paths.config}
    chosen = {f"VISRET_{name}_DIR": str(place) for name, place in places.items()}
    started, most = time.perf_counter(), 0
    with subprocess.Popen(
        own_python.program("import-detections", str(file), "--json"),
        env={**os.environ, **chosen},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        process = psutil.Process(child.pid)
        while child.poll() is None:
            with suppress(psutil.Error):
                most = max(most, process.memory_info().rss)
            time.sleep(_LOOK_SECONDS)
        said, wrong = child.communicate()
    if child.returncode:
        raise ImportFailed(said=wrong.strip()[-300:])
    assert json.loads(said)["kept"]
    return time.perf_counter() - started, most / 1e6


def _best_ms(work: Callable[[], object], rounds: int = _ROUNDS) -> float:
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return 1000 * min(times)
