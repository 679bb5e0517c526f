"""Take in what a Camtrap DP package says of the photos of the library, and drop it again."""

from collections.abc import Iterator
from pathlib import Path

from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.field_messages import DropPackage, ImportPackage, PackageSaid
from visret_desktop.engine.messages import Finished, LibraryChanged, Message, Progress
from visret_desktop.engine.runtime import Library
from visret_desktop.interchange.camtrap.import_plan import ImportPlan, plan_import, without_source
from visret_desktop.interchange.camtrap.reading import CamtrapPackage

_MOST_TOLD = 500  # deployments, and names


def import_package(
    library: Library, request: ImportPackage, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Read a package and, unless it is a dry run, keep what it says of photos of the library.

    Yields `PackageSaid`, `LibraryChanged` if it was kept, and `Finished`.

    Raises:
        PackageUnreadable: it is none.
        LibraryBusy: another process is writing.
    """
    yield Progress(request.job, "package", 0, 0)
    with CamtrapPackage(Path(request.path)) as package:
        plan = plan_import(package, library.reader)
    yield _said(plan, request.job)
    if not request.is_dry_run:
        with library.adding() as catalog:
            catalog.take_package(plan.deployments, plan.media, plan.notes(catalog))
        yield LibraryChanged(request.job)
    yield Finished(request.job, {"source": plan.source, "kept": not request.is_dry_run})


def drop_package(
    library: Library, request: DropPackage, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Drop the deployments and names of a package. Yields `LibraryChanged` and `Finished`.

    Raises:
        LibraryBusy: another process is writing.
    """
    with library.adding() as catalog:
        notes = without_source(catalog, request.source)
        dropped = catalog.drop_package(request.source, notes)
    yield LibraryChanged(request.job)
    yield Finished(request.job, {"deployments": dropped, "photos": len(notes)})


def _said(plan: ImportPlan, job: int) -> PackageSaid:
    deployments = []
    for name, one in list(plan.deployments.items())[:_MOST_TOLD]:
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
        tuple(plan.taken().most_common(_MOST_TOLD)),
        tuple(plan.unmatched),
        tuple(plan.sentences()),
    )
