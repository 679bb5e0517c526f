"""`visret import-stations`, `visret import-observations`: tables of stations, and of names."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from visret_desktop.cli import engine_jobs
from visret_desktop.cli.argument_types import add_import_modes
from visret_desktop.cli.imports.camtrap import LISTED, and_more, forget
from visret_desktop.cli.output import Output
from visret_desktop.paths import absolute

if TYPE_CHECKING:
    from visret_desktop.engine.field_messages import PackageSaid

_OBSERVATION_FIELDS = (
    *("source", "title", "media", "matched", "observations", "taken"),
    *("names", "unmatched", "sentences"),
)


def add_station_options(parser: ArgumentParser) -> None:
    """Add the options of `import-stations`."""
    parser.add_argument(
        "path",
        metavar="PATH",
        type=absolute,
        help="the table (CSV), with columns such as Station, Setup_date, Retrieval_date, Latitude, "
        "Longitude, Problem1_from, Problem1_to",
    )
    parser.add_argument(
        "--folder", metavar="DIR", type=absolute, help="only photos below DIR (default: all)"
    )
    add_import_modes(parser, "kept", "--undo", "forget the deployments from this table")


def import_stations(options: Namespace, out: Output) -> int:
    """`visret import-stations PATH`."""
    return _undo(options.path, out) if options.undo else _import(options, out)


def _undo(path: Path, out: Output) -> int:
    from visret_desktop.interchange.camtrap.station_plan import source_of

    return forget(path, [path.name, source_of(path)], out)


def _import(options: Namespace, out: Output) -> int:
    from visret_desktop.engine.field_messages import ImportPackage
    from visret_desktop.engine.fieldwork.import_job import PACKAGES

    folder = str(options.folder or "")
    request = ImportPackage(
        path=str(options.path), file_kind="stations", folder=folder, is_dry_run=options.dry_run
    )
    folders = [options.folder] if options.folder else []
    preview, _ = engine_jobs.import_file(PACKAGES, request, out, folders)
    fields = ("source", "title", "matched", "deployments", "sentences")
    body = {name: value for name, value in asdict(preview).items() if name in fields}
    out.result({**body, "kept": not options.dry_run}, _lines(preview, options))
    return 0 if preview.matched else 1


def _lines(preview: "PackageSaid", options: Namespace) -> Iterator[str]:
    verb = "would belong" if options.dry_run else "belong"
    count = len(preview.deployments)
    of = "1 deployment" if count == 1 else f"{count:,} deployments"
    yield f"{preview.matched:,} photos {verb} to {of}:"
    for name, station, _, photos in preview.deployments:
        where = f" ({station})" if station != name else ""
        yield f"      {name}{where}: {'1 photo' if photos == 1 else f'{photos:,} photos'}"
    yield from preview.sentences
    if not preview.matched:
        yield "No photo lies in a folder that is called as a station of the table."
    elif not options.dry_run:
        yield f"`visret import-stations {options.path} --undo` takes it back."


def add_observation_options(parser: ArgumentParser) -> None:
    """Add the options of `import-observations`."""
    parser.add_argument(
        "path",
        metavar="PATH",
        type=absolute,
        help="CSV of Timelapse, Wildlife Insights (images.csv), camtrapR, Camelot (record table, "
        "full export) or AddaxAI (results_detections.csv), or AddaxAI's recognition file (JSON)",
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
        return _undo(options.path, out)
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
    body = {name: value for name, value in asdict(preview).items() if name in _OBSERVATION_FIELDS}
    out.result({**body, "kept": not options.dry_run}, _observation_lines(preview, options))
    return 0 if preview.matched else 1


def _observation_lines(preview: "PackageSaid", options: Namespace) -> Iterator[str]:
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
