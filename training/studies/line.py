"""How well the line between found and less likely is drawn: by library, and beside strangers.

    python -m training.studies.line [--worlds SEED:PHOTOS,…] [--queries N] [--beside DIR]

Each world of the fieldbook is drawn, indexed and searched by the program, as `visret bench quality`
does it, with names, phrases and key words as queries: as they are typed, and rephrased. With a
folder of photos that show nothing of that world, each one again with those beside. `precision` and
`recall` are of the photos above the line, `denied` is the share of queries that find nothing
although something is right, `absent` that of those that find nothing once all right photos are
taken away. Seeds 5, 11, 12 and 33 chose what there is to choose; 31, 32 and 34 chose nothing.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench.quality import bench
from bench.quality.setup import Setup
from visret_desktop.file_changes import temporary_folder
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

_STRATEGIES = ("original", "rephrase")
_COLUMNS = ("library", "strategy", "queries", "precision", "recall", "denied", "absent")


def study(
    home: Paths, worlds: Sequence[tuple[int, int]], queries: int, beside: Path | None
) -> Iterator[str]:
    """Yield the lines of the table; `worlds` are seeds with their numbers of photos."""
    yield f"| {' | '.join(_COLUMNS)} |"
    yield "| --- " * len(_COLUMNS) + "|"
    for seed, photos in worlds:
        for strangers in (None,) if beside is None else (None, beside):
            setup = Setup(
                data_set="fieldbook-short",
                strategies=_STRATEGIES,
                queries=queries,
                seed=seed,
                photos=photos,
                beside=strangers,
            )
            body = _measured(setup, home)
            others = body["photos"] - photos
            named = f"seed {seed}, {photos:,} photos" + (
                f", {others} strange ones" if others else ""
            )
            for row in body["results"]:
                line, gone = row["line"], row["no_match"]
                figures = (line["precision"], line["recall"], line["denied"], gone["recall"])
                cells = (
                    named,
                    row["strategy"],
                    str(line["queries"]),
                    *map("{:.3f}".format, figures),
                )
                yield f"| {' | '.join(cells)} |"


def _measured(setup: Setup, home: Paths) -> dict[str, Any]:
    run = bench.run(setup, home, Settings())
    while True:
        try:
            next(run)
        except StopIteration as end:
            body: dict[str, Any] = end.value.body
            return body


def _world(text: str) -> tuple[int, int]:
    seed, _, photos = text.partition(":")
    return int(seed), int(photos)


def main() -> int:
    """Print the table, row by row."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--worlds", default="31:1000,32:1000", metavar="SEED:PHOTOS,…")
    parser.add_argument("--queries", type=int, default=150)
    parser.add_argument("--beside", type=Path, metavar="DIR")
    chosen = parser.parse_args()
    worlds = [_world(one) for one in chosen.worlds.split(",")]
    with temporary_folder() as folder:
        home = Paths(*(folder / name for name in ("data", "cache", "config")))
        for line in study(home, worlds, chosen.queries, chosen.beside):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
