"""What the command line's options take, and the sentences for what they do not.

`--overwrite`, which several commands have, is here, too.
"""

import math
from argparse import ArgumentParser, ArgumentTypeError
from typing import Literal, NamedTuple

from visret_desktop.settings import SKETCH_SIDES, Settings
from visret_desktop.strategies import STRATEGIES

_LARGEST = 2**63 - 1  # what seeds and numbers of rows are kept in


def add_overwrite(parser: ArgumentParser) -> None:
    """Add the one option that lets a command replace a file."""
    parser.add_argument(
        "--overwrite", action="store_true", help="replace files that are there already"
    )


def any_number(text: str) -> int:
    """Read a whole number."""
    try:
        number = int(text)
    except ValueError:
        number = _LARGEST + 1
    if not -_LARGEST <= number <= _LARGEST:
        raise ArgumentTypeError(f"{_short(text)} is no whole number, or too large")
    return number


def whole_number(text: str) -> int:
    """Read a whole number of 1 or more."""
    return _at_least(1, text)


def sketch_side(text: str) -> int:
    """Read the side of sketches in pixels; 0 stands for `made`, what the model was made for."""
    if text == "made":
        return 0
    side = whole_number(text)
    if side not in SKETCH_SIDES:
        low, high = SKETCH_SIDES[0], SKETCH_SIDES[-1]
        raise ArgumentTypeError(f"{side} is no multiple of 8 from {low} to {high}")
    return side


def sketch_count(text: str) -> int:
    """Read how many sketches of each instruction there are to be."""
    return _at_most_as_set("m", whole_number(text), "sketches")


def image_count(text: str) -> int:
    """Read how many photos are to be read; 0: none."""
    return _at_most_as_set("answer_images", count(text), "photos")


def _at_most_as_set(setting: str, number: int, what: str) -> int:
    most = Settings.__dataclass_fields__[setting].metadata["high"]
    if number > most:
        raise ArgumentTypeError(f"{number} {what} are too many; {most} is the most")
    return number


def count(text: str) -> int:
    """Read a whole number of 0 or more."""
    return _at_least(0, text)


def _at_least(least: int, text: str) -> int:
    try:
        number = any_number(text)
    except ArgumentTypeError:
        number = least - 1
    if number < least:
        raise ArgumentTypeError(f"{_short(text)} is not a whole number of {least} or more")
    return number


def weight(text: str) -> float:
    """Read a number of 0 or more."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise ArgumentTypeError(f"{_short(text)} is not a number of 0 or more")
    return number


def weights(text: str) -> tuple[float, ...]:
    """Read numbers of 0 or more, with commas between them."""
    return tuple(map(weight, text.split(",")))


def numbers(text: str) -> tuple[int, ...]:
    """Read whole numbers with commas between them."""
    return tuple(map(any_number, text.split(",")))


def names(text: str) -> tuple[str, ...]:
    """Read names with commas between them."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def strategies(text: str) -> tuple[str, ...]:
    """Read names of strategies with commas between them."""
    chosen = names(text)
    unknown = [name for name in chosen if name not in STRATEGIES]
    if unknown or not chosen:
        raise ArgumentTypeError(f"{text!r} are not strategies; choose of {', '.join(STRATEGIES)}")
    return tuple(dict.fromkeys(chosen))


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:39]}…")


def add_import_modes(parser: ArgumentParser, what: str, undo: str, undo_help: str) -> None:
    """Add `--dry-run`, which tells what would become of the photos, and the option that undoes."""
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--dry-run", action="store_true", help=f"only tell what would be {what}")
    only.add_argument(undo, action="store_true", help=undo_help)


OF_SETTINGS = ""


class Knowledge(NamedTuple):
    """What is read, and the strategy that finds or draws it."""

    reads: Literal["photos", "sketch", "photos+sketch", "none"]
    strategy: str = OF_SETTINGS


KNOWLEDGE = {
    "photos": Knowledge("photos"),
    "text": Knowledge("photos", "original"),
    "visret": Knowledge("photos", "visret"),
    "hybrid": Knowledge("photos", "hybrid"),
    "sketch": Knowledge("sketch", "visret"),
    "photos+sketch": Knowledge("photos+sketch"),
    "none": Knowledge("none"),
}
