"""How often the program says that photos answer a query which none of them can answer.

    python -m bench.false_matches [FOLDER] [--strategies A,B] [--queries N]

Queries about another world than the fieldbook's ("a camel on a carpet") are asked on the library
drawn of it. With a FOLDER of photos, which are only read, they are asked on those, as queries about
the fieldbook's world are. The built-in models know none of it, so that no hit is an answer.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from bench import fieldbook_world
from bench.drawn_settings import for_drawings
from bench.fieldbook.queries import unknown
from bench.quality import corpus
from bench.quality.setup import Setup
from visret_desktop.engine.messages import QueryTerm, Ranked, Search
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.search_job import search
from visret_desktop.judging.corpus import index
from visret_desktop.paths import Paths, default_paths
from visret_desktop.settings import Settings

STRATEGIES = ("original", "rephrase", "hybrid")


@dataclass(frozen=True)
class Shares:
    """Of queries that nothing answers, the share whose best hit is in each band."""

    strategy: str
    queries: int
    confident: float
    maybe: float
    nothing_matches: float  # said in so many words


def strange_queries(count: int, seed: int) -> list[str]:
    """Return queries about another world, in wordings that no training saw."""
    stream = Random(f"strange {seed}")
    found: dict[str, None] = {}
    while len(found) < count:
        found[unknown(stream, held_out=True).text] = None
    return list(found)


def shares(library: Library, queries: Sequence[str], strategy: str) -> Shares:
    """Ask all of the queries and count what is said of them."""
    said: Counter[str] = Counter()
    for text in queries:
        request = Search(terms=(QueryTerm(text),), strategy=strategy, top_k=1)
        ranked = [e for e in search(library, request) if isinstance(e, Ranked)][-1]
        said[ranked.hits[0].band] += 1
        said["nothing"] += ranked.nothing_matches
    each = [said[name] / len(queries) for name in ("confident", "maybe", "nothing")]
    return Shares(strategy, len(queries), *(round(share, 4) for share in each))


def measure(
    home: Paths,
    folder: Path | None,
    strategies: Sequence[str] = STRATEGIES,
    count: int = 300,
    seed: int = fieldbook_world.TEST_SEED,
    photos: int = fieldbook_world.PHOTOS,
) -> list[Shares]:
    """Measure on the fieldbook's library, or on the photos of a folder.

    Raises:
        WorldNotDrawn: the process that draws the world died.
    """
    found = corpus.prepare(Setup(seed=seed, photos=photos), home)
    queries = strange_queries(count, seed)
    if folder is not None:
        queries += [query.text for query in found.queries][:: max(1, len(found.queries) // count)]
        found = corpus.of_folder(folder, home)
    for directory in (found.paths.data, found.paths.cache):
        directory.mkdir(parents=True, exist_ok=True)
    with Library.open(found.paths, for_drawings(Settings(pictures_enabled=True))) as library:
        for _ in index(library, found):
            pass  # only what is indexed matters
        return [shares(library, queries, strategy) for strategy in strategies]


def main() -> int:
    """Print the shares as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--strategies", default=",".join(STRATEGIES))
    parser.add_argument("--queries", type=int, default=300)
    parser.add_argument("--seed", type=int, default=fieldbook_world.TEST_SEED)
    chosen = parser.parse_args()
    strategies = chosen.strategies.split(",")
    found = measure(default_paths(), chosen.folder, strategies, chosen.queries, chosen.seed)
    sys.stdout.write(json.dumps([asdict(one) for one in found], indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
