"""The grammar of `visret export`."""

from argparse import ArgumentParser, ArgumentTypeError
from functools import partial

from visret_desktop.exporters.exporter import FORMATS, MOST_DAYS, MOST_KILOMETERS, MOST_MINUTES
from visret_desktop.paths import absolute

SIDECARS = "xmp"
_LEAST_KILOMETERS = 0.1


def add_options(parser: ArgumentParser) -> None:
    """Add what to export, where to, and how; not which photos."""
    kinds = "; ".join(f"{name}: {each.sentence.rstrip('.')}" for name, each in FORMATS.items())
    parser.add_argument(
        "format",
        metavar="FORMAT",
        type=format_name,
        help=f"{kinds}; {SIDECARS}: sidecars beside the photos",
    )
    parser.add_argument(
        "query",
        metavar="QUERY",
        nargs="*",
        help="the photos that `visret search` finds (default: all)",
    )
    parser.add_argument(
        "--out", metavar="PATH", type=absolute, help="the file or folder, never among photos"
    )
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="only tell what would be written, and what is missing",
    )
    parser.add_argument(
        "--as",
        dest="copies_as",
        choices=("original", "named"),
        help="copies: the same bytes (default), or JPEGs with names and tags and without place",
    )
    parser.add_argument(
        "--obscure",
        metavar="KM",
        type=kilometers,
        help="move places to a grid this wide, and leave out words that say more",
    )
    parser.add_argument(
        "--by",
        choices=("event", "photo"),
        help="darwin-core: an animal is an occurrence once in each event (default), or each photo",
    )
    add_season_options(parser)
    parser.add_argument("--title", help="pdf, html: what stands above the photos")
    parser.add_argument(
        "--allow",
        action="store_true",
        help=f"{SIDECARS}: let sidecars be written beside photos, from now on",
    )
    parser.add_argument(
        "--undo", action="store_true", help=f"{SIDECARS}: put back what was written last"
    )
    parser.add_argument(
        "--prefer",
        choices=("full", "stem"),
        help=f"{SIDECARS}: where a photo may have two sidecars, IMG_1.CR2.xmp (full) or IMG_1.xmp",
    )
    parser.add_argument(
        "--overwrite",
        "--replace",
        action="store_true",
        help="replace the file, or the folder that an export made, if it is there already",
    )


def add_season_options(parser: ArgumentParser) -> None:
    """Add how records and occasions of camera traps are counted."""
    parser.add_argument(
        "--minutes",
        metavar="N",
        type=partial(_number, 0, MOST_MINUTES),
        help="season, record-table: records of a species are at least so far apart (default: 30)",
    )
    parser.add_argument(
        "--days",
        metavar="N",
        type=partial(_number, 1, MOST_DAYS),
        help="season: how long an occasion of a detection history is (default: 7)",
    )


def format_name(text: str) -> str:
    """Read the name of a format; who writes as before is told how it is written now."""
    if text in FORMATS or text == SIDECARS:
        return text
    known = ", ".join((*FORMATS, SIDECARS))
    fitting = (each.name for each in FORMATS.values() if each.suffix and text.endswith(each.suffix))
    name = next(fitting, "")
    hint = f". For that file say: visret export {name} --out {text}" if name else ""
    raise ArgumentTypeError(f"{text!r} is no format; there are {known}{hint}")


def _number(least: int, most: int, text: str) -> int:
    if not (text.isdecimal() and least <= int(text) <= most):
        raise ArgumentTypeError(f"{text[:20]!r} is no whole number from {least} to {most:,}")
    return int(text)


def kilometers(text: str) -> float:
    """Read the width of a grid: '10' or '2.5km'."""
    try:
        width = float(text.lower().removesuffix("km"))
    except ValueError:
        width = 0.0
    if not _LEAST_KILOMETERS <= width <= MOST_KILOMETERS:
        limits = f"{_LEAST_KILOMETERS:g} to {MOST_KILOMETERS} km"
        raise ArgumentTypeError(f"{text[:20]!r} is no width of {limits}")
    return width
