"""`visret export FORMAT --out PATH`: photos and what is known of them, for other programs."""

from argparse import Namespace
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from visret_desktop.cli import engine_jobs, facts, output_paths, photo_selection, sidecars
from visret_desktop.cli.export_arguments import SIDECARS
from visret_desktop.cli.output import Json, Output, progress_display, size_of
from visret_desktop.engine.control import NO_CONTROL
from visret_desktop.engine.field_messages import ExportPhotos
from visret_desktop.engine.messages import Finished, Progress
from visret_desktop.errors import UsageError
from visret_desktop.exporters.exporter import FORMATS, Choices, Format
from visret_desktop.file_changes import Identity
from visret_desktop.library.catalog.photo_filter import Filter

if TYPE_CHECKING:
    from visret_desktop.engine.runtime import Library

_LISTED = 5  # names behind each remark
_OF_SEARCH: Json = {
    "m": None,
    "sketches": None,
    "seed": 0,
    "family": None,
    "plan": False,
    "encoder": None,
    "encoders": None,
}


def export(options: Namespace, out: Output) -> int:
    """`visret export FORMAT [QUERY]`."""
    options = Namespace(**_OF_SEARCH | vars(options))
    if options.format == SIDECARS:
        return sidecars.export(options, out)
    chosen = FORMATS[options.format]
    choices = _choices(options, chosen)
    if options.out is None and not options.dry_run:
        raise UsageError(reason=f"Say where to: `visret export {chosen.name} --out PATH`.")
    with opened(options, out) as library:
        photos: frozenset[Identity] = frozenset()
        if options.out is not None:
            photos = output_paths.photo_places(library)
            output_paths.check_place(options.out, chosen, photos, options)
        request = ExportPhotos(
            format=chosen.name,
            path="" if options.out is None else str(options.out),
            photos=photos_of(library, options, out),
            choices=choices,
            is_replacing=options.overwrite,
            is_dry_run=options.dry_run,
        )
        summary = exported(library, request, photos)
    out.result(_body(summary), _lines(summary, chosen))
    return 0


@contextmanager
def opened(options: Namespace, out: Output) -> Iterator["Library"]:
    """Open the library; what searches is only prepared for a query."""
    if options.query:
        with photo_selection.asked_library(options, out) as library:
            yield library
    else:
        with engine_jobs.opened(*engine_jobs.profile(), out) as library:
            yield library


def exported(library: "Library", request: ExportPhotos, photos: Collection[Identity]) -> Json:
    """Export photos and return the summary; Ctrl-C leaves nothing behind."""
    from visret_desktop.engine.fieldwork.export_job import export_photos

    summary: Json = {}
    with progress_display() as display:
        for event in export_photos(library, request, NO_CONTROL, photos):
            if isinstance(event, Progress):
                display.show(event.stage, event.done, event.total, event.rate, event.seconds_left)
            elif isinstance(event, Finished):
                summary = event.summary
    return summary


def photos_of(library: "Library", options: Namespace, out: Output) -> tuple[int, ...]:
    """Return the ids of the photos that are meant: those of a query, of folders, or all."""
    if options.query:
        return tuple(photo_selection.photos_found(library, options, out))
    only = facts.narrowed(Filter(), facts.of_where(library.reader, options))
    wanted = photo_selection.below_folders(library, only, options)
    return tuple(library.reader.photo_ids("date", wanted).tolist())


def _choices(options: Namespace, chosen: Format) -> Choices:
    """Return what was chosen.

    Raises:
        UsageError: the format has no such choice.
    """
    given: Json = {
        "copies_as": options.copies_as,
        "obscure_km": options.obscure,
        "title": options.title or (" ".join(options.query) if "title" in chosen.choices else None),
    }
    given = {name: value for name, value in given.items() if value is not None}
    for name in given:
        if name not in chosen.choices:
            option = _OPTIONS[name]
            able = ", ".join(each.name for each in FORMATS.values() if name in each.choices)
            raise UsageError(reason=f"{chosen.name} has no {option}. It is for: {able}.")
    return Choices(**{**given, "title": engine_jobs.as_text(given.get("title", ""))})


_OPTIONS = {"copies_as": "--as", "obscure_km": "--obscure", "title": "--title"}


# ---- what is told -----------------------------------------------------------------------------


def _body(summary: Json) -> Json:
    return {
        "exported": None if summary["dry_run"] else summary["path"],
        "format": summary["format"],
        "dry_run": summary["dry_run"],
        "photos": summary["counts"]["photos"],
        "counts": summary["counts"],
        "remarks": summary["remarks"],
    }


def _lines(summary: Json, chosen: Format) -> Iterator[str]:
    counts = dict(summary["counts"])
    photos = counts.pop("photos")
    size = counts.pop("bytes", 0)
    parts = [f"{photos:,} {'photo' if photos == 1 else 'photos'}"]
    parts += [f"{number:,} {what}" for what, number in counts.items()]
    parts += [size_of(size)] if size else []
    where = summary["path"] or f"The {'folder' if chosen.is_folder else 'file'}"
    yield f"{where} {'would have' if summary['dry_run'] else 'has'} {', '.join(parts)}."
    for remark in summary["remarks"]:
        names = remark["names"][:_LISTED]
        more = ", …" if remark["count"] > len(names) else ""
        yield f"  {remark['sentence']}" + (f" ({', '.join(names)}{more})" if names else "")
