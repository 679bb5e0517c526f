"""The grammar of `visret institution …`."""

from argparse import ArgumentParser
from collections.abc import Callable

from visret_desktop.cli.argument_types import add_overwrite
from visret_desktop.cli.facts import add_where
from visret_desktop.cli.search_options import add_as_typed, add_top
from visret_desktop.cli.tag import add_changes
from visret_desktop.paths import absolute

AddCommand = Callable[[str, str], ArgumentParser]


def add_actions(command: AddCommand) -> None:
    """Add every action; `command` makes one from its words and its help."""
    serve = command("institution serve", "Run a private server in a folder, to try things out")
    serve.add_argument("folder", metavar="DIR", type=absolute, help="its own; made if it is new")
    add_library(command("institution status", "Tell what a library on a server has"))
    words = "Have the system's keyring keep your password for a server, or forget it"
    password = command("institution password", words)
    add_library(password)
    password.add_argument("--forget", action="store_true", help="take it out of the keyring")
    _add_what_is_noted(command)
    _add_what_fills(command)


def add_library(parser: ArgumentParser) -> None:
    """Add `--library`."""
    parser.add_argument(
        "--library",
        metavar="ADDRESS",
        required=True,
        help="postgresql://NAME@HOST/DATABASE, or the folder of a private server",
    )


def _add_scope(parser: ArgumentParser) -> None:
    """Add the library, and what narrows a query."""
    add_library(parser)
    add_as_typed(parser)
    add_where(parser)


def _add_chosen(parser: ArgumentParser) -> None:
    parser.add_argument(
        "query", metavar="FACTS", nargs="*", help="which photos, such as photo:IMG_12.jpg"
    )
    _add_scope(parser)
    parser.add_argument(
        "--folder",
        metavar="PLACE",
        dest="folders",
        action="append",
        type=lambda text: text.rstrip("/") if "://" in text else str(absolute(text)),
        default=[],
        help="only photos below this folder or bucket; may be repeated",
    )


def _add_what_is_noted(command: AddCommand) -> None:
    tag = command("institution tag", "Show or change your tags, ratings and names of photos")
    _add_chosen(tag)
    add_changes(tag)
    judge = command("institution judge", "Show or say which photos are right for a query")
    judge.add_argument("judged", metavar="QUERY", help="what was searched for, in quotation marks")
    _add_chosen(judge)
    judge.add_argument(
        "--as",
        dest="verdict",
        choices=("right", "wrong", "none"),
        default="show",
        help="what the photos are for it; none: take your judgment away",
    )
    conflicts = command(
        "institution conflicts", "List photos of which people note different things"
    )
    add_library(conflicts)
    add_top(conflicts)
    save = command("institution save", "Save a search under a name, for yourself")
    save.add_argument("name", metavar="NAME", help="how it is called")
    save.add_argument("query", metavar="QUERY", nargs="+", help="words and facts")
    _add_scope(save)
    add_overwrite(save)
    add_library(command("institution saved", "List your saved searches"))
    unsave = command("institution unsave", "Remove one of your saved searches")
    unsave.add_argument("name", metavar="NAME", help="how it is called")
    add_library(unsave)


def _add_what_fills(command: AddCommand) -> None:
    words = "Bring a library on a server up to date with folders and buckets"
    index = command("institution index", words)
    index.add_argument(
        "sources",
        metavar="SOURCE",
        nargs="+",
        help="folders that every machine sees at the same path, or buckets such as s3://photos/2024",
    )
    add_library(index)
    _add_thumbnails(index)
    index.add_argument(
        "--ray",
        metavar="ADDRESS",
        default="",
        help="a Ray cluster, such as 10.0.0.5:6379 (default: this machine alone)",
    )
    problems = command("institution problems", "List the photos that could not be read")
    problems.add_argument("sources", metavar="SOURCE", nargs="+", help="folders or buckets")
    add_library(problems)
    forget = command("institution forget", "Forget a folder or bucket; its files stay as they are")
    forget.add_argument("sources", metavar="SOURCE", nargs="+", help="folders or buckets")
    forget.add_argument(
        "--gone", action="store_true", help="only files that are not there any more"
    )
    add_library(forget)
    words = "Take a selection along as a desktop library, without computing again"
    take = command("institution take", words)
    _add_chosen(take)
    take.add_argument(
        "--to", metavar="DIR", type=absolute, required=True, help="a new folder, as on a stick"
    )
    take.add_argument(
        "--thumbnails", metavar="PLACE", default="", help="where the library's small copies are"
    )
    words = "Take over the library of this computer, without computing again"
    adopt = command("institution adopt", words)
    add_library(adopt)
    _add_thumbnails(adopt)
    adopt.add_argument(
        "--moved",
        metavar=("HERE", "THERE"),
        nargs=2,
        type=absolute,
        help="a folder of photos, and where all machines find it",
    )
    words = "only what you noted and judged, as from a library that `take` made"
    adopt.add_argument("--notes", action="store_true", help=words)


def _add_thumbnails(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--thumbnails",
        metavar="PLACE",
        default="",
        help="a folder or bucket for small copies, by content hash (default: none are made)",
    )
