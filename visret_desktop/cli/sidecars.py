"""`visret export xmp`: what was noted here, in sidecars beside the photos."""

from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from visret_desktop import settings as settings_file
from visret_desktop.cli import engine_jobs
from visret_desktop.cli.output import Json, Output, progress_display
from visret_desktop.engine.field_messages import SidecarSaid, UndoSidecars, WriteSidecars
from visret_desktop.engine.messages import Finished, Message, Progress
from visret_desktop.errors import UsageError

if TYPE_CHECKING:
    from visret_desktop.engine.runtime import Library

_SHOWN = 200  # sidecars; --json has all


def export(options: Namespace, out: Output) -> int:
    """`visret export xmp [QUERY]`."""
    for given, option in (
        (options.out, "--out"),
        (options.copies_as, "--as"),
        (options.obscure, "--obscure"),
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
    from visret_desktop.cli.export import opened

    with opened(options, out) as library:
        said, summary = _follow(_events(library, options, out))
    body = {"sidecars": [_said(each) for each in said], **summary}
    out.result(body, _lines(said, summary, options))
    return 1 if summary["refused"] and not summary["written"] else 0


def _events(library: "Library", options: Namespace, out: Output) -> Iterator[Message]:
    from visret_desktop.cli.export import photos_of
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
    said: list[SidecarSaid] = []
    summary: Json = {}
    with progress_display() as display:
        for event in events:
            if isinstance(event, Progress):
                display.show(event.stage, event.done, event.total, event.rate, event.seconds_left)
            elif isinstance(event, SidecarSaid):
                said.append(event)
            elif isinstance(event, Finished):
                summary = event.summary
    return said, summary


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


def _lines(said: list[SidecarSaid], summary: Json, options: Namespace) -> Iterator[str]:
    for one in said[:_SHOWN]:
        if one.refusal:
            yield f"! {one.refusal}"
            continue
        yield f"{one.sidecar}{' (new)' if one.is_new and not options.undo else ''}"
        for label, before, after in one.changes:
            yield from (f"  - {label}: {value}" for value in before if value not in after)
            yield from (f"  + {label}: {value}" for value in after if value not in before)
    if len(said) > _SHOWN:
        yield f"… and {len(said) - _SHOWN:,} more; --json lists all."
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
