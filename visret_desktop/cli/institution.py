"""`visret institution`: a library on a server, for more photos than one computer indexes.

What it needs is an extra, and is imported when one of these commands runs.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from typing import TYPE_CHECKING

from visret_desktop.cli import engine_jobs
from visret_desktop.cli.output import Json, Output, progress_display
from visret_desktop.engine.messages import Finished, Message, Notice, Progress
from visret_desktop.errors import VisretError
from visret_desktop.paths import absolute

if TYPE_CHECKING:
    from visret_desktop.institution.thumbnail_folder import ThumbnailFolder

_NEEDED = ("ray", "fsspec", "psycopg", "pgvector")
_LISTED = 20  # problems; --json and `institution problems` have all
AddCommand = Callable[[str, str], ArgumentParser]


class ExtraMissing(VisretError):
    """The extra of institutions is not installed."""

    code = "extra-missing"
    sentence = (
        "Libraries on servers need more than is installed here ({name}): "
        '`pip install "visret-desktop[institution]"`.'
    )
    exit_code = 3


def add_actions(add: AddCommand) -> None:
    """Add the commands; `add` makes one of a name and words."""
    index = add("institution index", "Bring a library on a server up to date with folders, buckets")
    index.add_argument(
        "sources",
        metavar="SOURCE",
        nargs="+",
        help="folders that every machine sees at the same path, or buckets such as s3://photos/2024",
    )
    _add_library(index)
    _add_thumbnails(index)
    index.add_argument(
        "--ray",
        metavar="ADDRESS",
        default="",
        help="a Ray cluster, such as 10.0.0.5:6379 (default: this machine alone)",
    )
    problems = add("institution problems", "List the photos that could not be read")
    problems.add_argument("sources", metavar="SOURCE", nargs="+", help="folders or buckets")
    _add_library(problems)
    forget = add("institution forget", "Forget a folder or bucket; its files stay as they are")
    forget.add_argument("sources", metavar="SOURCE", nargs="+", help="folders or buckets")
    forget.add_argument(
        "--gone", action="store_true", help="only files that are not there any more"
    )
    _add_library(forget)
    adopt = add("institution adopt", "Take over this computer's library, without computing again")
    _add_library(adopt)
    _add_thumbnails(adopt)
    adopt.add_argument(
        "--moved",
        metavar=("HERE", "THERE"),
        nargs=2,
        type=absolute,
        help="a folder of photos, and where all machines find it",
    )


def _add_library(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--library",
        metavar="ADDRESS",
        required=True,
        help="a server, such as postgresql://me@photos.example.org/library, or a folder for a "
        "private server",
    )


def _add_thumbnails(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--thumbnails",
        metavar="PLACE",
        default="",
        help="a folder or bucket for small copies, by content hash (default: none are made)",
    )


def index(options: Namespace, out: Output) -> int:
    """`visret institution index SOURCE…`."""
    _check_extra()
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
    _check_extra()
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
    _check_extra()
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
    _check_extra()
    from visret_desktop.institution.adopting import adopt, space_of_library
    from visret_desktop.institution.library_address import opened_library

    thumbnails = _thumbnails(options)
    with ExitStack() as held:
        library = held.enter_context(engine_jobs.open_library(out))
        opened = opened_library(options.library, lambda: space_of_library(library))
        _, store = held.enter_context(opened)
        moved = tuple(options.moved) if options.moved else None
        summary = _followed(adopt(library, store, thumbnails, moved), out)
    lines = [f"{summary['adopted']:,} photos were taken over as they are."]
    if summary["without_vector"]:
        lines.append(f"{summary['without_vector']:,} have no vector yet: index their folders.")
    out.result(summary, lines)
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


def _check_extra() -> None:
    for name in _NEEDED:
        if find_spec(name) is None:
            raise ExtraMissing(name=name)


def _thumbnails(options: Namespace) -> "ThumbnailFolder | None":
    """Open the place for thumbnails, if one was named: what is wrong with it is said at once."""
    from visret_desktop.institution.photo_sources import address_of
    from visret_desktop.institution.thumbnail_folder import ThumbnailFolder

    return ThumbnailFolder(address_of(options.thumbnails)) if options.thumbnails else None


def _index_lines(summary: Json) -> Iterator[str]:
    yield (
        f"{summary['indexed']:,} photos indexed, {summary['same']:,} more files of photos that "
        f"were there, {summary['unchanged']:,} unchanged."
    )
    yield from summary["machines"]
    if summary["unseen"]:
        yield (
            f"{summary['unseen']:,} files of before were not seen. They stay in the library; "
            "`visret institution forget --gone` forgets them."
        )
    yield from _problem_lines(summary["problems"], _LISTED)


def _problem_lines(listed: list[Json], most: int) -> Iterator[str]:
    if listed:
        yield f"{len(listed):,} could not be read, or only partly:"
    for one in listed[:most]:
        yield f"  {one['path']}: {one['reason']}"
    if len(listed) > most:
        yield f"  and {len(listed) - most:,} more: `visret institution problems` lists all."
