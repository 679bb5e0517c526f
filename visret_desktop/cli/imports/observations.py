"""`visret import-observations`: what people noted in photos, from tables of other programs."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

from visret_desktop.cli import engine_jobs
from visret_desktop.cli.argument_types import add_import_modes
from visret_desktop.cli.imports.camtrap import LISTED, and_more
from visret_desktop.cli.imports.stations import undo_table
from visret_desktop.cli.output import Output
from visret_desktop.paths import absolute

if TYPE_CHECKING:
    from visret_desktop.engine.field_messages import PackageSaid

_TOLD = (
    *("source", "title", "media", "matched", "observations", "taken"),
    *("names", "unmatched", "sentences"),
)


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "path",
        metavar="PATH",
        type=absolute,
        help="CSV of Timelapse, Wildlife Insights (images.csv), camtrapR, Camelot (its record "
        "table) or AddaxAI (results_detections.csv), or the recognition file (JSON) of AddaxAI",
    )
    parser.add_argument(
        "--folder",
        metavar="DIR",
        type=absolute,
        help="only photos below DIR, where a photo's name is enough to know it by",
    )
    add_import_modes(parser, "kept", "--undo", "forget the names from this table")


def import_observations(options: Namespace, out: Output) -> int:
    """`visret import-observations PATH`."""
    if options.undo:
        source, counts = undo_table(options.path, out)
        photos = counts["photos"]
        of = "1 photo" if photos == 1 else f"{photos:,} photos"
        lines = [f"{source}: the names that it gave {of} are forgotten."]
        out.result({"source": source, "photos": photos}, lines)
        return 0
    from visret_desktop.engine.field_messages import ImportPackage
    from visret_desktop.engine.fieldwork.import_job import PACKAGES

    request = ImportPackage(
        path=str(options.path),
        file_kind="observations",
        folder=str(options.folder or ""),
        is_dry_run=options.dry_run,
    )
    folders = [options.folder] if options.folder else []
    preview, _ = engine_jobs.import_file(PACKAGES, request, out, folders)
    body = {name: value for name, value in asdict(preview).items() if name in _TOLD}
    out.result({**body, "kept": not options.dry_run}, _lines(preview, options))
    return 0 if preview.matched else 1


def _lines(preview: "PackageSaid", options: Namespace) -> Iterator[str]:
    yield preview.title
    yield (
        f"{preview.matched:,} of the {preview.media:,} photos in which people noted something are"
        " in the library."
    )
    verb = "would be accepted" if options.dry_run else "are accepted"
    yield f"{preview.taken:,} of the {preview.observations:,} names that they noted {verb}:"
    for name, count in preview.names[:LISTED]:
        yield f"      {name}: {count:,}"
    yield from and_more(len(preview.names))
    yield from preview.sentences
    if preview.unmatched:
        yield f"Not in the library: {', '.join(preview.unmatched[:LISTED])}"
    if preview.matched and not options.dry_run:
        yield f"`visret import-observations {options.path} --undo` takes it back."
