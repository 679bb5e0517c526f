"""The catalog at a million photos, and the scan that finds nothing new."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.speed.desk import Desk, content_hash, write_catalog
from bench.speed.rows import Row
from visret_desktop import file_changes
from visret_desktop.engine.indexing.folder_diff import ReadRules, plan_folder
from visret_desktop.engine.indexing.retry_policy import RetryDecision
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.folders.disk import DirectDisk
from visret_desktop.library.folders.scan import FoundFile, walk
from visret_desktop.library.records import Folder, Metadata

_ROUNDS = 5
_PAGE = 500
_BATCH = 10_000


def catalog(desk: Desk) -> Iterator[Row]:
    """A million photos in 100 folders: open, page, filter, find words."""
    count = desk.size(1_000_000, 4_000)
    path = desk.paths("catalog").catalog
    seconds = _seconds(lambda: write_catalog(path, desk.work, count))
    full = not desk.is_quick
    yield Row("catalog, write", count / seconds, "photos/s", detail=f"{count} photos")
    opened = min(_seconds(lambda: _open(path)) for _ in range(_ROUNDS))
    yield Row("catalog, open", opened, "s", aim="value at most", target=1.0, is_full=full)
    reader = Catalog.open_readonly(path)
    folder = reader.folders()[0].id
    order = _best_ms(lambda: reader.photo_ids("date"), _ROUNDS)
    yield Row("catalog, order by date", order, "ms", detail="the ids of all photos")
    middle = reader.photo_ids("date")[count // 2 :][:_PAGE].tolist()
    page = _best_ms(lambda: reader.rows_of_ids(middle), _ROUNDS)
    detail = f"{_PAGE} photos from the middle, once the order is known"
    yield Row("catalog, page by date", page, "ms", None, "", "value at most", 20.0, detail, full)
    filtered = _best_ms(lambda: reader.photo_rows("date", Filter.of(folder=[folder])), _ROUNDS)
    detail = f"the {min(count, _BATCH)} photos of a folder by date"
    yield Row("catalog, filter", filtered, "ms", None, "", "value at most", 100.0, detail, full)
    asked = Filter.of(words=["harbour winter"])
    words = _best_ms(lambda: reader.photo_ids("date", asked), _ROUNDS)
    yield Row("catalog, words", words, "ms", detail="about 1 in 40 photos, by date")
    reader.close()


def scan(desk: Desk) -> Iterator[Row]:
    """Walk folders of empty files and compare each with a catalog that knows them all."""
    count = desk.size(1_000_000, 2_000)
    folder = desk.work / "files"
    folder.mkdir()
    first, again = _scan_rates(count, folder)
    detail = f"{count} files; the first time {first:.0f}/s"
    yield Row("scan", again, "files/s", detail=detail)
    path = desk.paths("scan").catalog
    known = _know(path, folder)
    reader = Catalog.open_readonly(path)
    rescan = _seconds(lambda: _plan(known, reader))
    reader.close()
    yield Row(
        "scan, nothing new",
        rescan,
        "s",
        rescan / (count / again),
        "with the catalog / walking alone",
        "value at most",
        60.0,
        f"{count} files by their stat",
        is_full=not desk.is_quick,
    )


def _open(path: Path) -> None:
    reader = Catalog.open_readonly(path)
    reader.folders()
    reader.counts()
    reader.close()


def _know(path: Path, folder: Path) -> Folder:
    """Record every file of a folder in a catalog."""
    catalog = Catalog.open(path)
    number = catalog.roots.add(folder).id
    found = [file for file in walk(folder) if isinstance(file, FoundFile)]
    for start in range(0, len(found), _BATCH):
        with catalog.batch():
            for place, file in enumerate(found[start : start + _BATCH], start=start):
                catalog.put_photo(
                    number,
                    file.relative,
                    file.fingerprint,
                    content_hash(place),
                    file.volume_uid,
                    Metadata(),
                )
    (known,) = catalog.folders()
    catalog.close()
    return known


def _plan(folder: Folder, reader: CatalogReader) -> None:
    known = reader.known_files(folder.id)
    survey = DirectDisk().survey(folder.path)
    rules = ReadRules(is_complete=lambda _: True, again=lambda _: RetryDecision.NO)
    for step in plan_folder(folder, known, rules, survey):
        assert isinstance(step, int) or not step.tasks, "a file seemed new"


def _best_ms(ask: Callable[[], object], rounds: int) -> float:
    return 1000 * min(_seconds(ask) for _ in range(rounds))


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _scan_rates(count: int, directory: Path, per_folder: int = 500) -> tuple[float, float]:
    """Write `count` empty photos and return files per second of a first and a second scan."""
    for number in range(count):
        if number % per_folder == 0:
            folder = directory / f"{number // per_folder:05}"
        file_changes.write(folder / f"IMG_{number:07}.jpg", b"", is_durable=False)
    rates = []
    for _ in range(2):
        start = time.perf_counter()
        found = sum(isinstance(file, FoundFile) for file in walk(directory))
        rates.append(found / (time.perf_counter() - start))
    return rates[0], rates[1]
