"""Packages of large libraries: how long they take to be written and read, and how much memory.

    python -m bench.speed.packages write|read CATALOG FOLDER

does one of the two in a process of its own, and prints the seconds and the megabytes.
"""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import psutil

from bench.speed.desk import Desk, content_hash, write_catalog
from bench.speed.rows import Row
from visret_desktop import file_changes
from visret_desktop.exporters.exporter import FORMATS, Choices, Export, Report
from visret_desktop.exporters.exporting import write_export
from visret_desktop.interchange.camtrap.import_plan import plan_import
from visret_desktop.interchange.camtrap.reading import CamtrapPackage
from visret_desktop.interchange.deployments.survey import survey
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_deployments import PackageFacts
from visret_desktop.library.records import AcceptedName, Notes
from visret_desktop.processes import own_python

_MODULE = "bench.speed.packages"
_NAMED = 3  # one in so many photos has a name
_BATCH = 20_000
_FACTS = PackageFacts(
    contributor="A", project="P", sampling_design="targeted", capture_method="timeLapse"
)
_NAMES = ("Lutra lutra", "Ardea cinerea", "Vulpes vulpes")


def packages(desk: Desk) -> Iterator[Row]:
    """Write a library of 200,000 photos as Camtrap DP, and read the package again."""
    count = desk.size(200_000, 5_000)
    path = desk.paths("packages").catalog
    write_catalog(path, desk.work, count)
    _describe(path, count)
    out = desk.work / "package"
    for kind in ("write", "read"):
        ended = own_python.run(
            own_python.module(_MODULE, kind, str(path), str(out)), is_checked=True
        )
        seconds, megabytes = json.loads(ended.stdout)
        detail = f"{count} photos, {count // _NAMED} names"
        yield Row(f"packages, {kind}", seconds, "s", detail=detail)
        yield Row(f"packages, {kind}, memory", megabytes, "MB", detail="the whole process")


def _describe(path: Path, count: int) -> None:
    """Give photos names, and each deployment a place."""
    with closing(Catalog.open(path)) as catalog:
        for start in range(0, count, _BATCH):
            named = range(start, min(start + _BATCH, count), _NAMED)
            catalog.annotations.put_notes(
                {content_hash(number): _notes(number) for number in named}
            )
        catalog.annotations.put_package(_FACTS)
        found = survey(catalog, catalog.photo_ids().tolist()).deployments
        place = {"latitude": "45.9", "longitude": "15.5"}
        catalog.annotations.put_deployments([replace(one, said=place).stored() for one in found])


def _notes(number: int) -> Notes:
    name = _NAMES[number % len(_NAMES)]
    return Notes(names=(AcceptedName(name, by="me", at="2026-05-01T10:00:00Z"),))


def _write(catalog: Path, out: Path) -> None:
    with closing(Catalog.open_readonly(catalog)) as reader:
        nothing = (lambda _: None, lambda _: False, lambda _: None)
        export = Export(reader, reader.photo_ids().tolist(), Choices(), *nothing)  # type: ignore[arg-type]
        for _ in write_export(FORMATS["camtrap-dp"], export, out, (), Report()):
            pass  # only the file matters, not how far it is


def _read(catalog: Path, out: Path) -> None:
    with closing(Catalog.open_readonly(catalog)) as reader, CamtrapPackage(out) as package:
        plan = plan_import(package, reader)
        plan.notes(reader)


def _main() -> None:
    kind, catalog, out = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    began = time.perf_counter()
    (_write if kind == "write" else _read)(catalog, out)
    seconds = time.perf_counter() - began
    memory = psutil.Process().memory_info()
    peak = getattr(memory, "peak_wset", 0)  # Windows; elsewhere the system's own account
    if not peak:
        import resource

        unit = 1 if sys.platform == "darwin" else 1024
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    sys.stdout.write(json.dumps([round(seconds, 2), round(peak / 1e6)]))


if __name__ == "__main__":
    with file_changes.private():
        _main()
