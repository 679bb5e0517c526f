"""Import files of other programs: read one, say what it would change, keep that, or take it back.

Each kind of file is an `Importer`, a row of `IMPORTERS` in `engine/jobs.py`. Places from tracks are
notes (`annotations_job`): the front end tries the clock of the camera, and sends places.
"""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.field_messages import (
    DetectionsSaid,
    DropDetections,
    DropPackage,
    ImportDetections,
    ImportPackage,
    PackageSaid,
)
from visret_desktop.engine.messages import (
    Event,
    Finished,
    LibraryChanged,
    Message,
    Progress,
    Request,
)
from visret_desktop.engine.place_lookup import look_up_places
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import Cancelled
from visret_desktop.interchange.camtrap.import_plan import ImportPlan, plan_import, without_source
from visret_desktop.interchange.camtrap.reading import DESCRIPTION, CamtrapPackage
from visret_desktop.interchange.camtrap.station_plan import plan_stations
from visret_desktop.interchange.camtrap.station_table import StationsUnreadable
from visret_desktop.interchange.detections.detection_reader import (
    NOT_KNOWN,
    DetectionData,
    KnownPhotos,
    gathering,
)
from visret_desktop.interchange.detections.entries import PathMatcher
from visret_desktop.interchange.detections.formats import is_known_table
from visret_desktop.interchange.observation_table import plan_observations
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_deployments import FileKind
from visret_desktop.library.catalog.catalog_detections import DetectionFile, PhotoFindings
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.processes.interruptible import IsStopped
from visret_desktop.sentences import sentence


class ImportRequest(Protocol):
    """A request to import a file, or to say what that would change."""

    @property
    def job(self) -> int:
        """The number of the job."""

    @property
    def is_dry_run(self) -> bool:
        """Whether nothing is kept."""


Import = TypeVar("Import", bound=ImportRequest)
Undo = TypeVar("Undo", bound=Request)
Plan = TypeVar("Plan")
Preview = TypeVar("Preview", bound=Event)
Summary = dict[str, Any]
_LOOKED_EVERY = 1000  # photos
_TABLES = (".csv", ".tsv", ".txt")
_WORKBOOKS = (".xlsx", ".xls", ".ods")  # which are told to be saved as tables
_OF_PHOTOS = sentence("it says what photos show, which `visret import-observations` takes")
_MOST_LISTED = 500  # deployments, and names


@dataclass(frozen=True)
class Importer(Generic[Import, Undo, Plan, Preview]):
    """A kind of file, and what becomes of it; `stage` is what its progress is called.

    `read` yields how much of how much was read, and returns a plan: what would be kept. `preview`
    says it as an event with the number of a job. `keep` writes it, and returns the summary; without
    a catalog it only counts. `forget` takes back what was kept, and returns the summary of that.
    """

    request: type[Import]
    undo_request: type[Undo]
    stage: str
    read: Callable[[CatalogReader, Import], Generator[tuple[int, int], None, Plan]]
    preview: Callable[[Plan, int], Preview]
    keep: Callable[[Catalog | None, Plan, Import, IsStopped], Summary]
    forget: Callable[[Catalog, Undo], Summary]

    def plan(
        self, reader: CatalogReader, request: Import, control: Control = NO_CONTROL
    ) -> Generator[Message, None, Plan]:
        """Read the file: yield `Progress`, and return the plan.

        Raises:
            FileMissing, DetectionsUnusable, PackageUnreadable, StationsUnreadable: it cannot be
                read.
            Cancelled: the control says so.
        """
        steps = self.read(reader, request)
        while True:
            try:
                done, total = next(steps)
            except StopIteration as ended:
                if control.is_cancelled():
                    raise Cancelled from None
                plan: Plan = ended.value
                return plan
            if control.is_cancelled():
                raise Cancelled
            yield Progress(request.job, self.stage, done, total)

    def run(
        self, library: Library, request: Import, control: Control = NO_CONTROL
    ) -> Iterator[Message]:
        """Read the file and, unless it is a dry run, keep what it says instead of before.

        Yields `Progress`, the preview, `LibraryChanged` if something was kept, and `Finished`.

        Raises:
            LibraryBusy: another process is writing.
            Cancelled: nothing was kept. And as `plan`.
        """
        plan = yield from self.plan(library.reader, request, control)
        yield self.preview(plan, request.job)
        if request.is_dry_run:
            yield Finished(request.job)
            return
        with library.adding() as catalog:
            summary = self.keep(catalog, plan, request, control.is_cancelled)
        yield LibraryChanged(request.job)
        yield Finished(request.job, summary)

    def undo(
        self, library: Library, request: Undo, _control: Control = NO_CONTROL
    ) -> Iterator[Message]:
        """Take back what was kept of a file. Yields `LibraryChanged` and `Finished`.

        Raises:
            LibraryBusy: another process is writing.
        """
        with library.adding() as catalog:
            summary = self.forget(catalog, request)
        yield LibraryChanged(request.job)
        yield Finished(request.job, summary)


# ---- detections ---------------------------------------------------------------------------------


def _read_detections(
    reader: CatalogReader, request: ImportDetections
) -> Generator[tuple[int, int], None, DetectionData]:
    photos = _photos_of(reader, request.folder)
    return (yield from gathering(Path(request.path), photos, is_name_enough=bool(request.folder)))


def _photos_of(reader: CatalogReader, folder: str) -> KnownPhotos:
    """Return the library's photos, or those below a folder, as files of detectors name them."""
    only = Filter.of(below=[folder]) if folder else ALL_PHOTOS
    numbers: dict[str, int] = {}
    sizes: list[tuple[int, int]] = []

    def listed() -> Iterator[tuple[str, int]]:
        for path, content_hash, width, height in reader.detections.contents(only):
            number = numbers.setdefault(content_hash, len(numbers))
            if number == len(sizes):
                sizes.append((width or 0, height or 0))
            yield path, number

    tails = PathMatcher(listed())
    return KnownPhotos(tails, list(numbers), np.array(sizes, np.int32).reshape(-1, 2))


def _preview_of_detections(data: DetectionData, job: int) -> DetectionsSaid:
    counts, source = data.counts, data.source
    by_label, blank = data.histogram()
    labels = [
        (label.name, label.common, tuple(by_label[number]))
        for number, label in enumerate(data.labels)
    ]
    return DetectionsSaid(
        job,
        source.title,
        source.model,
        data.advised,
        counts.entries,
        counts.outcomes,
        {name: tuple(paths) for name, paths in counts.examples.items()},
        dict(data.flaws),
        tuple(sorted(labels, key=lambda one: -one[2][0])),
        tuple(blank),
    )


def _keep_detections(
    catalog: Catalog | None,
    data: DetectionData,
    request: ImportDetections,
    cancelled: IsStopped,
) -> Summary:
    """Return of how many photos it speaks, how many are blank, and of how many nobody knows."""
    least = data.advised if request.least is None else request.least
    file = DetectionFile(Path(request.path), data.source.title, data.source.model, least)
    counts = {"kept": 0, "blank": 0, "not_known": 0}
    photos = _counted(data.photos(least), counts, cancelled)
    if catalog is None:
        for _ in photos:
            pass  # they are counted on the way; a list of millions would not fit
    elif data.counts.outcomes.get("matched"):
        catalog.annotations.put_detections(file, data.labels, photos)
    return {**counts, "least": least}


def _counted(
    photos: Iterator[PhotoFindings], counts: dict[str, int], cancelled: IsStopped
) -> Iterator[PhotoFindings]:
    for number, one in enumerate(photos):
        if number % _LOOKED_EVERY == 0 and cancelled():
            raise Cancelled
        counts["kept"] += 1
        counts["blank"] += not (one.found or one.failure)
        counts["not_known"] += one.failure == NOT_KNOWN
        yield one


def _forget_detections(catalog: Catalog, request: DropDetections) -> Summary:
    return {"dropped": catalog.annotations.drop_detections(Path(request.path))}


DETECTIONS = Importer(
    ImportDetections,
    DropDetections,
    "detections",
    _read_detections,
    _preview_of_detections,
    _keep_detections,
    _forget_detections,
)


# ---- Camtrap DP packages, and tables of stations and of observations ---------------------------


def _read_package(
    reader: CatalogReader, request: ImportPackage
) -> Generator[tuple[int, int], None, ImportPlan]:
    yield 0, 0  # nobody knows how long it takes
    path, kind = Path(request.path), request.file_kind
    if not kind:
        path, kind = _recognized(path)
    if kind == "observations":
        photos, is_name_enough = _photos_of(reader, request.folder), bool(request.folder)
        steps = plan_observations(path, reader, photos, is_name_enough=is_name_enough)
        return (yield from steps)
    if kind == "stations":
        if is_known_table(path):
            raise StationsUnreadable(name=path.name, reason=_OF_PHOTOS)
        return plan_stations(path, reader, request.folder)
    with CamtrapPackage(path) as package:
        return plan_import(package, reader)


def _recognized(path: Path) -> tuple[Path, FileKind]:
    """Return what is to be read, and what it is: a table of a package is a part of that."""
    suffix = path.suffix.lower()
    if suffix in _TABLES and not (path.parent / DESCRIPTION).is_file():
        return path, "observations" if is_known_table(path) else "stations"
    if suffix in _WORKBOOKS or (suffix == ".json" and path.name != DESCRIPTION):
        return path, "observations"
    return (path.parent if suffix in _TABLES else path), "package"


def _preview_of_package(plan: ImportPlan, job: int) -> PackageSaid:
    deployments = []
    for name, one in list(plan.deployments.items())[:_MOST_LISTED]:
        where = one.fields.get("locationName", "")
        deployments.append((name, where, plan.photos_of[name], len(plan.media[name])))
    return PackageSaid(
        job,
        plan.source,
        plan.title,
        plan.counts["media"],
        plan.matched,
        len(plan.events),
        plan.counts["observations"],
        plan.counts["taken"],
        tuple(deployments),
        tuple(plan.taken().most_common(_MOST_LISTED)),
        tuple(plan.unmatched),
        tuple(plan.sentences()),
        plan.file_kind,
    )


def _keep_package(
    catalog: Catalog | None, plan: ImportPlan, _request: ImportPackage, _cancelled: IsStopped
) -> Summary:
    if catalog is not None:
        notes = plan.notes(catalog)
        catalog.annotations.take_package(
            plan.deployments, plan.media, notes, plan.machines, plan.description
        )
        look_up_places(catalog)
    return {"source": plan.source, "kept": catalog is not None}


def _forget_package(catalog: Catalog, request: DropPackage) -> Summary:
    notes = without_source(catalog, request.source)
    deployments = catalog.annotations.drop_package(request.source, notes)
    look_up_places(catalog)
    return {"deployments": deployments, "photos": len(notes)}


PACKAGES = Importer(
    ImportPackage,
    DropPackage,
    "package",
    _read_package,
    _preview_of_package,
    _keep_package,
    _forget_package,
)
