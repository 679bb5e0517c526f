"""`visret institution index`, `adopt`, `problems` and `forget`: what goes into a library on a
server, and out of it.
"""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

from visret_desktop.cli import engine_jobs
from visret_desktop.cli.institution.extra import check_extra
from visret_desktop.cli.institution.searching import filter_of
from visret_desktop.cli.output import Json, Output, progress_display
from visret_desktop.engine.messages import Finished, Message, Notice, Progress
from visret_desktop.errors import UsageError

if TYPE_CHECKING:
    from visret_desktop.institution.thumbnail_folder import ThumbnailFolder

_LISTED = 20  # problems; --json has all


def index(options: Namespace, out: Output) -> int:
    """`visret institution index SOURCE…`."""
    check_extra("psycopg", "pgvector", "fsspec", "ray")
    from visret_desktop.institution.index_run import IndexRequest, index_sources
    from visret_desktop.institution.library_address import opened_library
    from visret_desktop.institution.library_encoder import space_of_settings
    from visret_desktop.institution.photo_sources import address_of

    paths, chosen = engine_jobs.profile()
    thumbnails = _thumbnails(options)
    with opened_library(options.library, lambda: space_of_settings(paths, chosen)) as opened:
        address, store = opened
        request = IndexRequest(
            address,
            tuple(dict.fromkeys(map(address_of, options.sources))),
            address_of(options.thumbnails) if thumbnails else "",
            options.ray,
        )
        summary = _followed(index_sources(request, store, chosen), out)
    out.result(summary, _index_lines(summary))
    return 0


def problems(options: Namespace, out: Output) -> int:
    """`visret institution problems SOURCE…`."""
    check_extra("psycopg", "pgvector", "fsspec")
    from visret_desktop.institution.library_address import opened_library
    from visret_desktop.institution.photo_sources import address_of

    with opened_library(options.library) as (_, store):
        listed = [
            {"path": one.path, "reason": str(one.reason), "indexed": one.is_indexed}
            for source in options.sources
            for one in store.problems_below(address_of(source))
        ]
    out.result({"problems": listed}, _problem_lines(listed, len(listed)))
    return 0


def forget(options: Namespace, out: Output) -> int:
    """`visret institution forget SOURCE…`."""
    check_extra("psycopg", "pgvector", "fsspec")
    from visret_desktop.institution.forgetting import forget_below, forget_gone
    from visret_desktop.institution.library_address import opened_library
    from visret_desktop.institution.photo_sources import address_of

    _, chosen = engine_jobs.profile()
    with opened_library(options.library) as (_, store):
        addresses = [address_of(source) for source in options.sources]
        if options.gone:
            count = sum(forget_gone(store, one, chosen) for one in addresses)
        else:
            count = sum(forget_below(store, one) for one in addresses)
    files = "1 file is" if count == 1 else f"{count:,} files are"
    out.result({"forgotten": count}, [f"{files} forgotten; on the disks nothing changed."])
    return 0


def adopt(options: Namespace, out: Output) -> int:
    """`visret institution adopt`."""
    check_extra("psycopg", "pgvector", "fsspec")
    from visret_desktop.institution.adopting import adopt, check_not_taken, space_of_library
    from visret_desktop.institution.library_address import opened_library

    thumbnails = _thumbnails(options)
    with ExitStack() as held:
        library = held.enter_context(engine_jobs.open_library(out))
        if not options.notes:
            check_not_taken(library)
        space = None if options.notes else lambda: space_of_library(library)
        opened = opened_library(options.library, space)
        _, store = held.enter_context(opened)
        moved = tuple(options.moved) if options.moved else None
        events = adopt(library, store, thumbnails, moved, is_of_notes=options.notes)
        summary = _followed(events, out)
    lines = [
        f"{summary['adopted']:,} photos were taken over as they are; of {summary['noted']:,} your "
        f"notes, of {summary['detected']:,} what detectors found, {summary['judged']:,} judgments."
    ]
    if summary["ratings_kept"]:
        lines.append(f"{summary['ratings_kept']:,} ratings that you gave there before stay.")
    if summary["without_vector"]:
        lines.append(f"{summary['without_vector']:,} have no vector yet: index their folders.")
    out.result(summary, lines)
    return 0


def take(options: Namespace, out: Output) -> int:
    """`visret institution take FACTS… --to DIR`."""
    check_extra("psycopg", "pgvector", "fsspec")
    from visret_desktop.institution.library_address import opened_library
    from visret_desktop.institution.taking import take

    paths, _ = engine_jobs.profile()
    thumbnails = _thumbnails(options, is_read_only=True)
    with opened_library(options.library) as (_, store):
        words, only = filter_of(store, options, out)
        if words:
            reason = f"A selection goes by facts, and {words!r} is none."
            raise UsageError(reason=reason)
        summary = _followed(take(store, only, options.to, thumbnails, paths), out)
    out.result(
        summary,
        [
            f"{summary['taken']:,} photos are in {options.to}, {summary['thumbnails']:,} with a "
            f"small copy, {summary['noted']:,} with your notes.",
            "Name its folders data, cache and config by VISRET_DATA_DIR, VISRET_CACHE_DIR and "
            "VISRET_CONFIG_DIR, or let it be the folder `portable` of a program on a stick.",
        ],
    )
    return 0


def _followed(events: Iterator[Message], out: Output) -> Json:
    """Show notices and progress on stderr and return the summary."""
    with progress_display() as display:
        for event in events:
            if isinstance(event, Progress):
                display.show(event.stage, event.done, event.total, event.rate, event.seconds_left)
            elif isinstance(event, Notice):
                out.notice(event.sentence)
            elif isinstance(event, Finished):
                return event.summary
    raise AssertionError("a run that did not end")


def _thumbnails(options: Namespace, *, is_read_only: bool = False) -> "ThumbnailFolder | None":
    """Open the place for thumbnails, if one was named: what is wrong with it is said at once."""
    from visret_desktop.institution.photo_sources import address_of
    from visret_desktop.institution.thumbnail_folder import ThumbnailFolder

    if not options.thumbnails:
        return None
    return ThumbnailFolder(address_of(options.thumbnails), is_read_only=is_read_only)


def _index_lines(summary: Json) -> Iterator[str]:
    yield (
        f"{summary['indexed']:,} photos indexed, {summary['same']:,} more files of photos that "
        f"were there, {summary['unchanged']:,} unchanged."
    )
    yield from summary["machines"]
    if summary["unseen"]:
        yield (
            f"{summary['unseen']:,} files of before were not seen. They stay in the library; "
            "`visret institution forget --gone` forgets those that are gone."
        )
    yield from _problem_lines(summary["problems"], _LISTED)


def _problem_lines(listed: list[Json], most: int) -> Iterator[str]:
    if listed:
        yield f"{len(listed):,} could not be read, or only partly:"
    for one in listed[:most]:
        yield f"  {one['path']}: {one['reason']}"
    if len(listed) > most:
        yield (f"  and {len(listed) - most:,} more: `visret institution problems` lists all.")
