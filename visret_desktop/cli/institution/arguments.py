"""The grammar of `visret institution …`."""

from argparse import ArgumentParser
from collections.abc import Callable

from visret_desktop.paths import absolute

AddCommand = Callable[[str, str], ArgumentParser]


def add_actions(command: AddCommand) -> None:
    """Add every action; `command` makes one from its words and its help."""
    serve = command("institution serve", "Run a private server in a folder, to try things out")
    serve.add_argument("folder", metavar="DIR", type=absolute, help="its own; made if it is new")
    add_library(command("institution status", "Tell what a library on a server has"))
    _add_what_fills(command)


def add_library(parser: ArgumentParser) -> None:
    """Add `--library`."""
    parser.add_argument(
        "--library",
        metavar="ADDRESS",
        required=True,
        help="postgresql://NAME@HOST/DATABASE, or the folder of a private server",
    )


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


def _add_thumbnails(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--thumbnails",
        metavar="PLACE",
        default="",
        help="a folder or bucket for small copies, by content hash (default: none are made)",
    )
