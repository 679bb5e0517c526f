"""Options that several commands have: what is searched for, how, and what is made of the hits."""

import argparse

from visret_desktop.cli.argument_types import add_overwrite, any_number, sketch_count, whole_number
from visret_desktop.cli.facts import add_where
from visret_desktop.cli.photo_selection import BANDS
from visret_desktop.paths import absolute
from visret_desktop.strategies import STRATEGIES

FAMILIES = ("question", "comparison", "description")


def add_query(parser: argparse.ArgumentParser) -> None:
    """Add the words of a query."""
    parser.add_argument(
        "query",
        metavar="QUERY",
        nargs="+",
        help="what the photo shows; also '2:golden retriever + ./pool.jpg - fruit', and facts: "
        "'owls last winter near Lyon', 'before:2023-05 camera:\"R5\" -folder:Trash'",
    )
    add_as_typed(parser)


def add_as_typed(parser: argparse.ArgumentParser) -> None:
    """Add `--as-typed`."""
    parser.add_argument(
        "--as-typed", action="store_true", help="take no facts out of the query's words"
    )


def add_strategy(parser: argparse.ArgumentParser) -> None:
    """Add `--strategy`."""
    parser.add_argument(
        "--strategy", choices=STRATEGIES, help="how to search (default: that of the settings)"
    )


def add_min_band(parser: argparse.ArgumentParser) -> None:
    """Add `--min-band`."""
    parser.add_argument(
        "--min-band", choices=BANDS, default="weak", help="leave out hits below this band"
    )


def add_search_options(parser: argparse.ArgumentParser) -> None:
    """Add what `search` takes beside a query."""
    add_strategy(parser)
    add_sketch_options(parser)
    parser.add_argument(
        "--family", choices=FAMILIES, help="what kind of query it is (default: as it looks)"
    )
    parser.add_argument(
        "--plan", action="store_true", help="only tell the instructions and sketches to be made"
    )
    parser.add_argument(
        "--save-sketches", metavar="DIR", type=absolute, help="also keep the marked sketches in DIR"
    )
    add_result_options(parser)


def add_sketch_options(parser: argparse.ArgumentParser) -> None:
    """Add how many sketches are drawn."""
    parser.add_argument(
        "--m",
        type=sketch_count,
        help="sketches of each instruction (default: that of the settings)",
    )
    parser.add_argument(
        "--sketches",
        choices=("enough", "all"),
        help="draw until another one would hardly change the first page, or all (default: as set)",
    )
    parser.add_argument(
        "--seed", type=any_number, default=0, help="seed of the first sketch (default 0)"
    )


def add_folder(parser: argparse.ArgumentParser) -> None:
    """Add `--folder`."""
    parser.add_argument(
        "--folder",
        metavar="DIR",
        dest="folders",
        action="append",
        type=absolute,
        default=[],
        help="only photos below DIR; may be repeated",
    )


def add_server(parser: argparse.ArgumentParser) -> None:
    """Add which library is searched."""
    parser.add_argument(
        "--library",
        metavar="ADDRESS",
        default="",
        help="a library on a server: postgresql://NAME@HOST/DATABASE, or a private server's folder",
    )
    parser.add_argument(
        "--thumbnails",
        metavar="PLACE",
        default="",
        help="the folder or bucket with that library's thumbnails, for --sheet",
    )


def add_result_options(parser: argparse.ArgumentParser) -> None:
    """Add which photos are shown, and how they are written."""
    add_top(parser)
    add_folder(parser)
    add_where(parser)
    parser.add_argument(
        "--encoder", metavar="NAME", help="search with this pack alone (default: as set)"
    )
    parser.add_argument(
        "--encoders", metavar="A,B", help="search with these two packs, their rankings fused"
    )
    add_min_band(parser)
    parser.add_argument(
        "--bursts",
        choices=("all", "one"),
        default="all",
        help="show all photos of a burst, or the best one (default all)",
    )
    parser.add_argument(
        "--by",
        choices=("photo", "event"),
        default="photo",
        help="rank photos, or events by their best photo (default photo)",
    )
    add_sheet(parser)
    parser.add_argument(
        "--export", metavar="FILE", type=absolute, help="also export the hits (.csv or .jsonl)"
    )


def add_top(parser: argparse.ArgumentParser) -> None:
    """Add `--top`."""
    parser.add_argument(
        "--top", metavar="N", type=whole_number, default=20, help="hits (default 20)"
    )


def add_sheet(parser: argparse.ArgumentParser) -> None:
    """Add `--sheet`."""
    parser.add_argument(
        "--sheet", metavar="FILE", type=absolute, help="also draw a contact sheet (.png or .jpg)"
    )
    add_overwrite(parser)
