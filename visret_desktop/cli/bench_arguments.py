"""The grammar of `visret bench quality` and `visret bench speed`."""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path

from visret_desktop.settings import STRATEGIES

DATA_SETS = ("fieldbook", "visual-rag", "visual-rag-me", "inquire", "own")


def add_quality_options(parser: ArgumentParser) -> None:
    """Add what is to be measured, on what, and where the figures go."""
    parser.add_argument(
        "--dataset", choices=DATA_SETS, default="fieldbook", help="judged queries (fieldbook)"
    )
    parser.add_argument("--file", metavar="FILE", type=Path, help="the data set's queries")
    parser.add_argument(
        "--images", metavar="DIR", type=Path, help="what the data set's image paths start from"
    )
    parser.add_argument(
        "--pool", choices=("own", "library"), default="own", help="candidates of a query (own)"
    )
    parser.add_argument(
        "--strategies", metavar="A,B", type=_strategies, default=STRATEGIES, help="(default: all)"
    )
    parser.add_argument("--queries", metavar="N", type=_positive, help="at most N queries")
    parser.add_argument(
        "--seed",
        metavar="S",
        type=int,
        default=2026,
        help="of the fieldbook (2026; 5 to tune)",
    )
    parser.add_argument(
        "--photos", metavar="N", type=_positive, default=2000, help="of the fieldbook world (2000)"
    )
    parser.add_argument(
        "--ceilings", action="store_true", help="also search by pictures that come with the queries"
    )
    parser.add_argument("--m", metavar="M", type=_positive, help="sketches of each instruction")
    parser.add_argument("--rrf-k", metavar="K", type=float, help="λ of reciprocal rank fusion")
    parser.add_argument(
        "--weights",
        metavar="W,…",
        type=_floats,
        help="of the sketches in hybrid; several compare",
    )
    parser.add_argument(
        "--sketch-seeds", metavar="S,…", type=_integers, default=(0,), help="of the sketches (0)"
    )
    for role in ("encoder", "rewriter", "visualizer"):
        parser.add_argument(f"--{role}", metavar="PACK", help="instead of that of the settings")
    parser.add_argument(
        "--processes", metavar="N", type=_positive, default=1, help="measure in N processes (1)"
    )
    parser.add_argument(
        "--fresh", action="store_true", help="do not go on with a run that was interrupted"
    )
    parser.add_argument(
        "--save",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="also write .json, .md, .csv (query by query), .png or .svg; may be repeated",
    )


def add_settings_options(parser: ArgumentParser) -> None:
    """Add what is to be compared, and by which judgments."""
    parser.add_argument(
        "--file", metavar="FILE", type=Path, help="judgments (default: those of the window)"
    )
    parser.add_argument(
        "--encoders", metavar="A,B", type=_names, default=(), help="packs (default: all installed)"
    )
    parser.add_argument(
        "--strategies", metavar="A,B", type=_strategies, default=(), help="(default: all)"
    )
    parser.add_argument(
        "--weights", metavar="W,…", type=_floats, default=(), help="of the sketches in hybrid"
    )
    parser.add_argument(
        "--others",
        metavar="N",
        type=int,
        default=1000,
        help="photos beside the judged ones to search among (1000)",
    )
    parser.add_argument("--use", action="store_true", help="set what came out best")
    parser.add_argument(
        "--save",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="also write .json; may be repeated",
    )


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _strategies(text: str) -> tuple[str, ...]:
    names = _names(text)
    unknown = [name for name in names if name not in STRATEGIES]
    if unknown or not names:
        raise ArgumentTypeError(f"{text!r} are not strategies; choose of {', '.join(STRATEGIES)}")
    return names


def _floats(text: str) -> tuple[float, ...]:
    return tuple(float(word) for word in text.split(","))


def _integers(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split(","))


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ArgumentTypeError(f"{text} is not 1 or more")
    return number


def add_speed_options(parser: ArgumentParser) -> None:
    """Add what is to be timed."""
    parser.add_argument(
        "names", metavar="NAME", nargs="*", help="measurements (default: all, or the quick set)"
    )
    parser.add_argument(
        "--quick", action="store_true", help="at small sizes, for function; ends in 3 minutes"
    )
    parser.add_argument(
        "--photos", metavar="DIR", type=Path, help="also measure indexing these photos"
    )
    parser.add_argument(
        "--compare", metavar="FILE", type=Path, help="hold against a run saved before"
    )
    parser.add_argument(
        "--save",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="also write .json or .md; may be repeated",
    )
