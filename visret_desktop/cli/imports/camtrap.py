"""`visret import-camtrap`: deployments and names from a Camtrap DP package."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from visret_desktop.cli import engine_jobs
from visret_desktop.cli.argument_types import add_import_modes
from visret_desktop.cli.last_notes import photos_in_words
from visret_desktop.cli.output import Output
from visret_desktop.errors import FileMissing
from visret_desktop.paths import absolute

if TYPE_CHECKING:
    from visret_desktop.engine.field_messages import PackageSaid


LISTED = 20  # --json has more
_INTERNAL = ("job", "file_kind")


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "path",
        metavar="PATH",
        type=absolute,
        help="the package: its folder, its datapackage.json, or a zip of it; with --undo also its "
        "label, as `visret deployments` shows it",
    )
    undoing = "forget the deployments and names from this package"
    add_import_modes(parser, "kept", "--undo", undoing)


def import_camtrap(options: Namespace, out: Output) -> int:
    """`visret import-camtrap PATH`."""
    if options.undo:
        return _undo(options.path, out)
    if not options.path.exists():
        raise FileMissing(path=options.path)
    return _import(options, out)


def _undo(path: Path, out: Output) -> int:
    from visret_desktop.interchange.camtrap.reading import CamtrapPackage

    names = [path.name]
    if path.exists():
        with CamtrapPackage(path) as package:
            names = [package.source(), package.name]  # older versions kept the name alone
    return forget(path, names, out)


def forget(path: Path, names: Sequence[str], out: Output) -> int:
    """Forget the deployments and names that came from a file, by the first of its labels."""
    from visret_desktop.engine.field_messages import DropPackage
    from visret_desktop.engine.fieldwork.import_job import PACKAGES

    with engine_jobs.open_library(out) as library:
        refusal = f"{path.name} was not imported. Packages and tables that were:"
        sources = library.reader.deployments.package_sources()
        source = engine_jobs.kept_source(names, sources, refusal)
        counts = engine_jobs.undo_import(PACKAGES, DropPackage(source=source), library)
    out.result({"source": source, **counts}, [f"{source}: {_forgotten(**counts)}."])
    return 0


def _forgotten(deployments: int, photos: int) -> str:
    """Return what is forgotten; what there was none of is left out."""
    of = "1 deployment" if deployments == 1 else f"{deployments:,} deployments"
    named = f"the names that it gave {photos_in_words(photos)}"
    parts = ([of] if deployments else []) + ([named] if photos else [])
    is_one = deployments == 1 and not photos
    return f"{' and '.join(parts)} {'is' if is_one else 'are'} forgotten"


def _import(options: Namespace, out: Output) -> int:
    from visret_desktop.engine.field_messages import ImportPackage
    from visret_desktop.engine.fieldwork.import_job import PACKAGES

    request = ImportPackage(path=str(options.path), file_kind="package", is_dry_run=options.dry_run)
    preview, _ = engine_jobs.import_file(PACKAGES, request, out)
    body = {name: value for name, value in asdict(preview).items() if name not in _INTERNAL}
    out.result({**body, "kept": not options.dry_run}, _lines(preview, options))
    return 0 if preview.matched else 1


def _lines(preview: "PackageSaid", options: Namespace) -> Iterator[str]:
    yield preview.title
    yield f"{preview.matched:,} of its {preview.media:,} photos are in the library."
    verb = "would be taken" if options.dry_run else "are taken"
    yield (
        f"{preview.taken:,} of its {preview.observations:,} observations {verb} as accepted names,"
        f" in {preview.events:,} events:"
    )
    for name, count in preview.names[:LISTED]:
        yield f"      {name}: {count:,}"
    yield from and_more(len(preview.names))
    yield f"{len(preview.deployments):,} deployments:"
    for name, where, photos, found in preview.deployments[:LISTED]:
        yield f"      {name}{' (' + where + ')' if where else ''}: {found:,} of {photos:,} photos"
    yield from and_more(len(preview.deployments))
    yield from preview.sentences
    if preview.unmatched:
        yield f"Not in the library: {', '.join(preview.unmatched[:LISTED])}"


def and_more(count: int) -> Iterator[str]:
    """Say how many are not listed."""
    if count > LISTED:
        yield f"      and {count - LISTED:,} more (`--json` lists them)"
