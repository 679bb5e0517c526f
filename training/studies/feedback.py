"""What searching with marks brings, and how strongly marks should count.

    python -m training.studies.feedback [--photos N] [--queries N] [--strategy NAME]

On the fieldbook's validation world. For each query the first three right and the first two wrong
photos among the first twenty are marked, as a person would, and left out of what is counted, before
and after: precision at 10 of the others ("residual collection", Salton and Buckley 1990).
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from bench.drawn_settings import for_drawings
from bench.quality import corpus
from bench.quality.setup import Setup
from visret_desktop.engine.messages import HASH_PREFIX, QueryTerm, Ranked, Search
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.search_job import search
from visret_desktop.file_changes import temporary_folder
from visret_desktop.judging.corpus import index
from visret_desktop.judging.tasks import RankingTask, TaskMaker
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

_RIGHT, _WRONG, _SEEN, _COUNTED = 3, 2, 20, 10
_TOWARDS = (0.25, 0.5, 1.0, 2.0)
_AWAY = (0.0, 0.1, 0.25, 0.5)


def compare(home: Paths, photos: int, queries: int, strategy: str) -> Iterator[str]:
    """Yield a line for each pair of weights."""
    found = corpus.prepare(Setup(seed=5, photos=photos, queries=queries), home)
    for directory in (found.paths.data, found.paths.cache):
        directory.mkdir(parents=True, exist_ok=True)
    with Library.open(found.paths, for_drawings(Settings(pictures_enabled=False))) as library:
        list(index(library, found))
        tasks = TaskMaker(library, found, whole_library=True).tasks()
        marked = [(task, *_marks(library, task, strategy)) for task in tasks]
        counted = [each for each in marked if len(each[1]) == _RIGHT and len(each[2]) == _WRONG]
        before = [_precision(library, task, strategy, r, w) for task, r, w in counted]
        yield f"{len(counted)} of {len(tasks)} queries; before: {np.mean(before):.3f}"
        yield "| towards | away | precision at 10 |"
        yield "| --- | --- | --- |"
        for towards, away in product(_TOWARDS, _AWAY):
            after = [
                _precision(library, task, strategy, right, wrong, towards, away)
                for task, right, wrong in counted
            ]
            yield f"| {towards} | {away} | {np.mean(after):.3f} |"


def _marks(library: Library, task: RankingTask, strategy: str) -> tuple[list[str], list[str]]:
    asked = Search(terms=(QueryTerm(task.text),), top_k=_SEEN, strategy=strategy, by_names=False)
    seen = _ranking(library, asked)
    right = [content for content in seen if content in task.relevant]
    wrong = [content for content in seen if content not in task.relevant]
    return right[:_RIGHT], wrong[:_WRONG]


def _precision(
    library: Library,
    task: RankingTask,
    strategy: str,
    right: Sequence[str],
    wrong: Sequence[str],
    towards: float = 0.0,
    away: float = 0.0,
) -> float:
    marked = [(content, towards / len(right)) for content in right]
    marked += [(content, -away / len(wrong)) for content in wrong]
    terms = [QueryTerm(image=HASH_PREFIX + content, weight=w) for content, w in marked if w]
    request = Search(
        terms=(QueryTerm(task.text), *terms),
        top_k=_COUNTED,
        strategy=strategy,
        exclude_hashes=(*right, *wrong),
        m=0,
        by_names=False,
    )
    first = _ranking(library, request)
    return sum(content in task.relevant for content in first) / _COUNTED


def _ranking(library: Library, request: Search) -> list[str]:
    *_, last = [e for e in search(library, request) if isinstance(e, Ranked)]
    return [hit.content_hash for hit in last.hits]


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photos", type=int, default=2000)
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--strategy", default="original")
    chosen = parser.parse_args()
    with temporary_folder() as folder:
        home = Paths(*(folder / name for name in ("data", "cache", "config")))
        for line in compare(home, chosen.photos, chosen.queries, chosen.strategy):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
