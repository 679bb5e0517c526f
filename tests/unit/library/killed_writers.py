"""Writers of notes and imports that are killed: prints as JSON what each kill left of a catalog.

Run in a process of its own, which forks: each writer is killed at its first change, in the middle,
and when it commits.
"""

import json
import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.unit.exporters.made_library import HERON, fill
from visret_desktop.library.catalog.annotation_writer import AnnotationWriter
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_clocks import ClockShift
from visret_desktop.library.catalog.catalog_deployments import (
    DeploymentKey,
    PackageFacts,
    StoredDeployment,
)
from visret_desktop.library.catalog.catalog_detections import DetectionFile, Label, PhotoFindings
from visret_desktop.library.records import Notes, OwnPlace

Write = Callable[[AnnotationWriter], object]
State = dict[str, list[str]]
_CHANGES = ("INSERT", "UPDATE", "DELETE", "COMMIT")
_MOMENTS = ("made_at", "changed_at", "imported_at")  # which differ from run to run
_PLACE = {"latitude": "1", "longitude": "2"}
_PACKAGE = StoredDeployment(DeploymentKey("package", 0, "weir", "p"), "weir", "p", _PLACE)
_LABELS = (Label("animal"),)


def prepare(path: Path) -> dict[str, Write]:
    """Make a catalog in which everything is that may be changed; return the writers by name."""
    with closing(Catalog.open(path)) as catalog:
        fill(catalog, path.parent)
        hashes = sorted({row.content_hash for row in catalog.photo_rows()})
        placed = Notes(("tag",), 3, (HERON,), OwnPlace(1, 2, None, "walk.gpx"))
        shifts = {name: ClockShift(3600.0) for name in hashes}
        findings = [PhotoFindings(name, [[0, 900, -1, -1, -1, -1]]) for name in hashes]
        media = {"weir": {name: {"mediaID": name} for name in hashes[:4]}}
        old = DetectionFile(Path("/old.json"), "old", "", 0.1)
        writer = catalog.annotations
        writer.put_detections(old, _LABELS, findings)
        notes = dict.fromkeys(hashes, placed)
        writer.take_package({"weir": _PACKAGE}, media, notes, {}, "{}")
        correction = writer.put_correction("an hour", shifts)
    folder = StoredDeployment(DeploymentKey("folder", 1, "mill"), "mill", "", _PLACE)
    new = DetectionFile(Path("/new.json"), "MegaDetector", "v5", 0.2)
    fewer = {"weir": {name: {"mediaID": name} for name in hashes[2:]}}
    nothing = dict.fromkeys(hashes, Notes())
    return {
        "notes, tags, places": lambda to: to.put_notes(nothing),
        "detections": lambda to: to.put_detections(new, _LABELS, findings),
        "detections, undone": lambda to: to.drop_detections(old.path),
        "deployments": lambda to: to.put_deployments([folder]),
        "what packages say": lambda to: to.put_package(PackageFacts(title="otters")),
        "package, stations": lambda to: to.take_package({"weir": _PACKAGE}, fewer, nothing),
        "package, stations, undone": lambda to: to.drop_package("p", nothing),
        "clock": lambda to: to.put_correction("another", shifts),
        "clock, undone": lambda to: to.drop_correction(correction),
        "sidecars": lambda to: to.put_sidecars(1, {"weir/a.xmp": "{}"}),
    }


def state(path: Path) -> State:
    """Return all rows by table, but for when they were written."""
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
        db.row_factory = sqlite3.Row
        tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        names = [row[0] for row in tables if "_text" not in row[0]]
        return {name: sorted(map(_row, db.execute(f"SELECT * FROM {name}"))) for name in names}


def _row(row: sqlite3.Row) -> str:
    return str({key: value for key, value in dict(row).items() if key not in _MOMENTS})


def write(path: Path, writer: Write, last: int) -> int:
    """Write in a fork, which is killed at its change of that number (0: never); return how many.

    0 is returned where it was killed.
    """
    reading, telling = os.pipe()
    if not os.fork():
        count = 0

        def trace(statement: str) -> None:
            nonlocal count
            count += statement.lstrip("- ").upper().startswith(_CHANGES)
            if count == last > 0:
                os.kill(os.getpid(), signal.SIGKILL)

        with closing(Catalog.open(path)) as catalog:
            catalog._db.set_trace_callback(trace)
            writer(catalog.annotations)
            catalog._db.set_trace_callback(None)
        os.write(telling, str(count).encode())
        os._exit(0)
    os.close(telling)
    os.wait()
    with os.fdopen(reading) as answer:
        return int(answer.read() or 0)


def main(folder: Path) -> None:
    """Kill each writer, and print by its name what each kill left."""
    made, used = folder / "made.db", folder / "used.db"
    writers, left = prepare(made), dict[str, list[str]]()
    before = state(made)

    def outcome(writer: Write, last: int) -> tuple[int, State]:
        for ending in ("", "-wal", "-shm"):
            used.with_name(used.name + ending).unlink(missing_ok=True)
        shutil.copy(made, used)
        return write(used, writer, last), state(used)

    for name, writer in writers.items():
        changes, after = outcome(writer, 0)
        assert changes, f"{name} failed"
        assert after != before, f"{name} changed nothing"
        for last in sorted({1, changes // 2, changes}):
            whole, found = outcome(writer, last)
            assert not whole, f"{name} was not killed"
            words = "none" if found == before else "all" if found == after else "a part"
            left.setdefault(name, []).append(words)
    sys.stdout.write(json.dumps(left))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
