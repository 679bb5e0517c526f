"""The grammar of `visret institution …`."""

from argparse import ArgumentParser
from collections.abc import Callable

from visret_desktop.cli.facts import add_where
from visret_desktop.cli.search_options import add_as_typed, add_folder, add_top
from visret_desktop.paths import absolute

AddCommand = Callable[[str, str], ArgumentParser]


def add_actions(command: AddCommand) -> None:
    """Add every action; `command` makes one from its words and its help."""
    serve = command("institution serve", "Run a private server in a folder, to try things out")
    serve.add_argument("folder", metavar="DIR", type=absolute, help="its own; made if it is new")
    add_library(command("institution status", "Tell what a library on a server has"))
    search = command("institution search", "Find photos of a library on a server by words")
    search.add_argument(
        "query", metavar="QUERY", nargs="+", help="what the photo shows, and facts, as in `search`"
    )
    add_library(search)
    add_as_typed(search)
    add_folder(search)
    add_where(search)
    add_top(search)


def add_library(parser: ArgumentParser) -> None:
    """Add `--library`."""
    parser.add_argument(
        "--library",
        metavar="ADDRESS",
        required=True,
        help="postgresql://NAME@HOST/DATABASE, or the folder of a private server",
    )
