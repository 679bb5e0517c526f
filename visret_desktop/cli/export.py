"""`visret export FORMAT --out PATH`: photos and what is known of them, for other programs."""

from argparse import Namespace
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from visret_desktop import settings as settings_file
from visret_desktop.cli import engine_jobs, facts, output_paths, photo_selection
from visret_desktop.cli.export_arguments import SIDECARS
from visret_desktop.cli.output import Json, Output, progress_display, size_of
from visret_desktop.engine.control import NO_CONTROL
from visret_desktop.engine.field_messages import (
    ExportPhotos,
    SidecarSaid,
    UndoSidecars,
    WriteSidecars,
)
from visret_desktop.engine.messages import Finished, Message, Progress
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
        return export_sidecars(options, out)
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
        "occurrences_by": options.by,
        "minutes_apart": options.minutes,
        "occasion_days": options.days,
        "title": options.title or (" ".join(options.query) if "title" in chosen.choices else None),
    }
    given = {name: value for name, value in given.items() if value is not None}
    for name in given:
        if name not in chosen.choices:
            option = _OPTIONS[name]
            able = ", ".join(each.name for each in FORMATS.values() if name in each.choices)
            raise UsageError(reason=f"{chosen.name} has no {option}. It is for: {able}.")
    return Choices(**{**given, "title": engine_jobs.as_text(given.get("title", ""))})


_OPTIONS = {
    "copies_as": "--as",
    "obscure_km": "--obscure",
    "occurrences_by": "--by",
    "minutes_apart": "--minutes",
    "occasion_days": "--days",
    "title": "--title",
}


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


def _one(what: str) -> str:
    """Return what one of several things is called."""
    return what if what == "species" else what.removesuffix("s")


def _lines(summary: Json, chosen: Format) -> Iterator[str]:
    counts = dict(summary["counts"])
    photos = counts.pop("photos")
    size = counts.pop("bytes", 0)
    parts = [f"{photos:,} {'photo' if photos == 1 else 'photos'}"]
    parts += [
        f"{number:,} {_one(what) if number == 1 else what}" for what, number in counts.items()
    ]
    parts += [size_of(size)] if size else []
    where = summary["path"] or f"The {'folder' if chosen.is_folder else 'file'}"
    yield f"{where} {'would have' if summary['dry_run'] else 'has'} {', '.join(parts)}."
    for remark in summary["remarks"]:
        names = remark["names"][:_LISTED]
        more = ", …" if remark["count"] > len(names) else ""
        yield f"  {remark['sentence']}" + (f" ({', '.join(names)}{more})" if names else "")


_SHOWN = 200  # sidecars; --json has all


def export_sidecars(options: Namespace, out: Output) -> int:
    """`visret export xmp [QUERY]`."""
    for given, option in (
        (options.out, "--out"),
        (options.copies_as, "--as"),
        (options.obscure, "--obscure"),
        (options.by, "--by"),
        (options.minutes, "--minutes"),
        (options.days, "--days"),
        (options.title, "--title"),
    ):
        if given is not None:
            raise UsageError(
                reason=f"Sidecars lie beside the photos; {option} is for other formats."
            )
    if options.allow:
        paths, _ = engine_jobs.profile()
        settings_file.save(
            paths.settings, settings_file.load(paths.settings).changed(write_sidecars=True)
        )

    with opened(options, out) as library:
        changes, summary = _follow(_events(library, options, out))
    body = {"sidecars": [_said(each) for each in changes], **summary}
    out.result(body, _sidecar_lines(changes, summary, options))
    return 1 if summary["refused"] and not summary["written"] else 0


def _events(library: "Library", options: Namespace, out: Output) -> Iterator[Message]:
    from visret_desktop.engine.fieldwork.sidecar_job import undo_sidecars, write_sidecars

    if options.undo:
        return undo_sidecars(library, UndoSidecars())
    photos = photos_of(library, options, out)
    if not photos:  # none in a request are all
        return iter((Finished(summary={"written": 0, "unchanged": 0, "refused": 0}),))
    request = WriteSidecars(
        photos=photos, preferred=options.prefer or "", is_dry_run=options.dry_run
    )
    return write_sidecars(library, request)


def _follow(events: Iterator[Message]) -> tuple[list[SidecarSaid], Json]:
    changes: list[SidecarSaid] = []
    summary: Json = {}
    with progress_display() as display:
        for event in events:
            if isinstance(event, Progress):
                display.show(event.stage, event.done, event.total, event.rate, event.seconds_left)
            elif isinstance(event, SidecarSaid):
                changes.append(event)
            elif isinstance(event, Finished):
                summary = event.summary
    return changes, summary


def _said(one: SidecarSaid) -> Json:
    return {
        "photo": one.photo or None,
        "sidecar": one.sidecar,
        "new": one.is_new,
        "changes": [
            {"property": label, "before": list(before), "after": list(after)}
            for label, before, after in one.changes
        ],
        "refusal": {"code": one.code, "sentence": one.refusal} if one.refusal else None,
    }


def _sidecar_lines(changes: list[SidecarSaid], summary: Json, options: Namespace) -> Iterator[str]:
    for one in changes[:_SHOWN]:
        if one.refusal:
            yield f"! {one.refusal}"
            continue
        yield f"{one.sidecar}{' (new)' if one.is_new and not options.undo else ''}"
        for label, before, after in one.changes:
            yield from (f"  - {label}: {value}" for value in before if value not in after)
            yield from (f"  + {label}: {value}" for value in after if value not in before)
    if len(changes) > _SHOWN:
        yield f"… and {len(changes) - _SHOWN:,} more; --json lists all."
    written = summary["written"]
    count = f"{written:,} {'sidecar' if written == 1 else 'sidecars'}"
    verb = "would change" if options.dry_run else "put back" if options.undo else "written"
    refused = f", {summary['refused']:,} left as they are" if summary["refused"] else ""
    if options.undo:
        yield f"{count} {verb}, {summary['unchanged']:,} are as they were{refused}."
        if summary["refused"]:
            yield "What could not be put back is kept: `visret export xmp --undo` tries it again."
        return
    yield f"{count} {verb}, {summary['unchanged']:,} photos need none{refused}."
