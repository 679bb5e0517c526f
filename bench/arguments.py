"""The commands that this package adds to `visret bench`, and their grammar."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable

from visret_desktop.cli.added_commands import AddedCommand
from visret_desktop.cli.argument_types import (
    add_overwrite,
    any_number,
    names,
    numbers,
    sketch_count,
    sketch_side,
    strategies,
    weight,
    weights,
    whole_number,
)
from visret_desktop.paths import absolute
from visret_desktop.strategies import STRATEGIES

ANSWERED = ("fieldbook", "visual-rag-me")
KNOWLEDGE = ("none", "text", "visret", "hybrid", "sketch", "photos+sketch")
PROMPTS = ("direct", "steps")
DATA_SETS = ("fieldbook", "fieldbook-short", "visual-rag", "visual-rag-me", "inquire", "own")


def add_quality_options(parser: ArgumentParser) -> None:
    """Add what is to be measured, on what, and where the figures go."""
    parser.add_argument(
        "--dataset", choices=DATA_SETS, default="fieldbook", help="judged queries (fieldbook)"
    )
    parser.add_argument("--file", metavar="FILE", type=absolute, help="the data set's queries")
    parser.add_argument(
        "--images", metavar="DIR", type=absolute, help="what the data set's image paths start from"
    )
    parser.add_argument(
        "--pool", choices=("own", "library"), default="own", help="candidates of a query (own)"
    )
    parser.add_argument(
        "--strategies",
        metavar="A,B",
        type=strategies,
        default=tuple(STRATEGIES),
        help="(default: all)",
    )
    parser.add_argument("--queries", metavar="N", type=whole_number, help="at most N queries")
    parser.add_argument(
        "--seed",
        metavar="S",
        type=any_number,
        default=2026,
        help="of the fieldbook (2026; 5 to tune)",
    )
    parser.add_argument(
        "--photos",
        metavar="N",
        type=whole_number,
        default=2000,
        help="of the fieldbook world (2000)",
    )
    parser.add_argument(
        "--beside",
        metavar="DIR",
        type=absolute,
        help="photos to put beside those of the fieldbook, of which none is right",
    )
    parser.add_argument(
        "--ceilings", action="store_true", help="also search by pictures that come with the queries"
    )
    parser.add_argument("--m", metavar="M", type=sketch_count, help="sketches of each instruction")
    parser.add_argument(
        "--sketches",
        metavar="A,B",
        type=_among(("enough", "all")),
        help="enough, all, or both beside each other (default: as set)",
    )
    parser.add_argument(
        "--pixels", metavar="N", type=sketch_side, help="side of the sketches (default: as set)"
    )
    parser.add_argument("--rrf-k", metavar="K", type=weight, help="λ of reciprocal rank fusion")
    parser.add_argument(
        "--weights",
        metavar="W,…",
        type=weights,
        help="of the sketches in hybrid; several compare",
    )
    parser.add_argument(
        "--sketch-seeds", metavar="S,…", type=numbers, default=(0,), help="of the sketches (0)"
    )
    for role in ("encoder", "rewriter", "visualizer"):
        parser.add_argument(f"--{role}", metavar="PACK", help="instead of that of the settings")
    parser.add_argument(
        "--encoders", metavar="A,B", type=names, default=(), help="packs, beside each other"
    )
    parser.add_argument(
        "--processes", metavar="N", type=whole_number, default=1, help="measure in N processes (1)"
    )
    _add_outcome(
        parser, "also write .json, .md, .csv (query by query), .png or .svg; may be repeated"
    )


def add_answers_options(parser: ArgumentParser) -> None:
    """Add which questions are asked, and what they are answered from."""
    parser.add_argument(
        "--dataset", choices=ANSWERED, default="fieldbook", help="questions (fieldbook)"
    )
    parser.add_argument("--file", metavar="FILE", type=absolute, help="the published questions")
    parser.add_argument(
        "--images",
        metavar="DIR",
        type=absolute,
        help="what the data set's image paths start from; without it only its statistics",
    )
    parser.add_argument(
        "--knowledge",
        metavar="A,B",
        type=_among(KNOWLEDGE),
        default=KNOWLEDGE,
        help=f"(default: all of {', '.join(KNOWLEDGE)})",
    )
    parser.add_argument(
        "--photos-read", metavar="N,…", type=numbers, help="photos that may be read (1,10)"
    )
    parser.add_argument(
        "--prompts",
        metavar="A,B",
        type=_among(PROMPTS),
        default=PROMPTS,
        help="(default: direct,steps)",
    )
    parser.add_argument(
        "--questions",
        metavar="N",
        type=whole_number,
        help="at most N questions; of the fieldbook also half as many comparisons",
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        type=any_number,
        default=2026,
        help="of the fieldbook (2026; 5 to tune)",
    )
    parser.add_argument("--m", metavar="M", type=sketch_count, help="sketches of each instruction")
    for role in ("encoder", "rewriter", "visualizer", "reader"):
        parser.add_argument(f"--{role}", metavar="PACK", help="instead of that of the settings")
    parser.add_argument(
        "--judge", metavar="PACK", help="a chat model that judges the same answers, too"
    )
    parser.add_argument(
        "--processes", metavar="N", type=whole_number, default=1, help="ask in N processes (1)"
    )
    parser.add_argument(
        "--quick", action="store_true", help="few questions in few ways, for function"
    )
    _add_outcome(parser, "also write .json or .md; may be repeated")


def add_paper_options(parser: ArgumentParser) -> None:
    """Add the data sets of the paper, their images, and the models to be measured."""
    parser.add_argument("--visual-rag", metavar="FILE", type=absolute, help="Visual-RAG")
    parser.add_argument("--me", metavar="FILE", type=absolute, help="Visual-RAG-ME")
    parser.add_argument(
        "--inquire",
        metavar="FILE",
        type=absolute,
        action="append",
        default=[],
        help="INQUIRE-Rerank-Hard, or INQUIRE-Rerank; both by naming it twice",
    )
    parser.add_argument(
        "--images",
        metavar="DIR",
        type=absolute,
        required=True,
        help="what the data sets' image paths start from",
    )
    for role, of_one in (
        ("encoders", "default: that of the settings"),
        ("rewriters", "the first one writes for all sketches but those of table 5"),
        ("visualizers", "the first one draws for all tables but table 4"),
        ("readers", "for tables 6 and 7"),
    ):
        parser.add_argument(
            f"--{role}", metavar="A,B", type=names, default=(), help=f"packs ({of_one})"
        )
    parser.add_argument(
        "--judge", metavar="PACK", help="a chat model that judges answers (the first rewriter)"
    )
    parser.add_argument(
        "--queries", metavar="N", type=whole_number, help="at most N queries of each data set"
    )
    parser.add_argument(
        "--so-far", action="store_true", help="only show what is done, and the cost to come"
    )
    parser.add_argument("--fresh", action="store_true", help="forget what is done")
    words = "also write .json or .md; may be repeated"
    parser.add_argument(
        "--save", metavar="FILE", type=absolute, action="append", default=[], help=words
    )
    add_overwrite(parser)


def _among(known: tuple[str, ...]) -> Callable[[str], tuple[str, ...]]:
    def read(text: str) -> tuple[str, ...]:
        chosen = names(text)
        if not chosen or set(chosen) - set(known):
            raise ArgumentTypeError(f"{text!r} is not; choose of {', '.join(known)}")
        return tuple(dict.fromkeys(chosen))

    return read


def add_speed_options(parser: ArgumentParser) -> None:
    """Add what is to be timed."""
    parser.add_argument(
        "names", metavar="NAME", nargs="*", help="measurements (default: all, or the quick set)"
    )
    parser.add_argument(
        "--quick", action="store_true", help="at small sizes, for function; ends in 3 minutes"
    )
    parser.add_argument(
        "--photos", metavar="DIR", type=absolute, help="also measure indexing these photos"
    )
    parser.add_argument(
        "--compare-runtimes",
        action="store_true",
        help="sketches also by diffusers, and as older processors draw them",
    )
    parser.add_argument(
        "--compare", metavar="FILE", type=absolute, help="hold against a run saved before"
    )
    parser.add_argument(
        "--save",
        metavar="FILE",
        type=absolute,
        action="append",
        default=[],
        help="also write .json or .md; may be repeated",
    )
    add_overwrite(parser)


def _add_outcome(parser: ArgumentParser, saves: str) -> None:
    parser.add_argument(
        "--fresh", action="store_true", help="do not go on with a run that was interrupted"
    )
    parser.add_argument(
        "--save", metavar="FILE", type=absolute, action="append", default=[], help=saves
    )
    add_overwrite(parser)


def _add_agreement_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--judge", metavar="PACK", help="a chat model that is asked what the program does not know"
    )


def add_rewrites_options(parser: ArgumentParser) -> None:
    """Add which rewriter is asked, or which answers are scored."""
    parser.add_argument("--rewriter", metavar="PACK", help="instead of that of the settings")
    words = "JSON lines of query, answer and fit: what the guard lets through, no model is asked"
    parser.add_argument("--answers", metavar="FILE", type=absolute, help=words)
    words = "queries, a line each: query | what must stand there | what must not; instead of ours"
    parser.add_argument("--queries", metavar="FILE", type=absolute, help=words)


def add_institution_options(parser: ArgumentParser) -> None:
    """Add how much is measured, and where."""
    parser.add_argument(
        "--photos",
        metavar="N",
        type=whole_number,
        help="(default: 100,000 drawn ones; 20,000 copied ones with --kills, else 1,200)",
    )
    parser.add_argument(
        "--dimension", metavar="D", type=whole_number, default=384, help="numbers of a vector (384)"
    )
    parser.add_argument(
        "--seconds", metavar="S", type=weight, default=20.0, help="of four searchers at once (20)"
    )
    parser.add_argument(
        "--library", metavar="ADDRESS", help="of an empty database (default: a private server)"
    )
    words = "measure indexing instead, of copies of real photos from here: 1.2 GB for 3,000"
    parser.add_argument("--pictures", metavar="DIR", type=absolute, help=words)
    words = "enlarge these to so many megapixels (default: they stay as they are)"
    parser.add_argument("--megapixels", metavar="M", type=whole_number, help=words)
    words = "kill actors, machines and the command so often meanwhile"
    parser.add_argument("--kills", metavar="N", type=whole_number, help=words)
    words = "of the kills: what and when (45)"
    parser.add_argument("--seed", metavar="S", type=any_number, default=45, help=words)
    words = "hold Ray against the desktop's own indexing"
    parser.add_argument("--overhead", action="store_true", help=words)
    words = "hold numbers of workers against each other, such as 1,2"
    parser.add_argument("--workers", metavar="N,…", type=numbers, default=(), help=words)
    words = "how often, of which the median counts (3)"
    parser.add_argument("--rounds", metavar="N", type=whole_number, default=3, help=words)


def _add_no_options(parser: ArgumentParser) -> None:
    """Add nothing: the sets lie beside the program."""


COMMANDS = tuple(
    AddedCommand(f"bench {name}", words, add_options, f"bench.commands:{name}")
    for name, words, add_options in (
        ("quality", "Measure how well the strategies find", add_quality_options),
        ("answers", "Measure how well questions are answered", add_answers_options),
        ("paper", "Measure the tables of the paper with models that are here", add_paper_options),
        (
            "rewrites",
            "Measure whether instructions say what queries say, without what they ask",
            add_rewrites_options,
        ),
        (
            "agreement",
            "Measure whether answers that mean the same come together",
            _add_agreement_options,
        ),
        (
            "questions",
            "Measure whether questions go to the catalog that it knows, with right figures",
            _add_no_options,
        ),
        ("speed", "Measure how fast everything is", add_speed_options),
        (
            "institution",
            "Measure searching a library on a server, and indexing by Ray through kills",
            add_institution_options,
        ),
    )
)
