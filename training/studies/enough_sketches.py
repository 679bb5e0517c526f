"""How much the first page must stay without a sketch for those that are there to be enough.

    python -m training.studies.enough_sketches [--seed S] [--queries N] [--pixels N]

On the fieldbook: 5 is the validation world, where the bound is chosen; 2026 is the one for tests.
For each bound: sketches drawn, NDCG@10 beside that of always three, and recall at 10 and 30. The
sketches stay in the folder of `visret bench quality`, so another run draws nothing.
"""

import argparse
import sys
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from bench.drawn_settings import for_drawings
from bench.quality import corpus
from bench.quality.setup import Setup
from visret_desktop.engine.messages import QueryTerm, Ranked, Search, SketchReady
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search import drawing_budget
from visret_desktop.engine.search.search_job import search
from visret_desktop.judging import metrics
from visret_desktop.judging.corpus import index
from visret_desktop.judging.tasks import RankingTask, TaskMaker
from visret_desktop.paths import Paths, default_paths
from visret_desktop.settings import Settings

_BOUNDS = (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 2.0)  # the last one holds never
_STRATEGIES = ("visret", "hybrid")
_CACHE_MB = 100_000
Rows = npt.NDArray[np.float64]  # (queries, 4): sketches, NDCG@10, recall@10, recall@30


def compare(home: Paths, setup: Setup, settings: Settings) -> Iterator[str]:
    """Yield a line for each strategy and bound."""
    found = corpus.prepare(setup, home)
    for directory in (found.paths.data, found.paths.cache):
        directory.mkdir(parents=True, exist_ok=True)
    with Library.open(found.paths, settings) as library:
        list(index(library, found))
        tasks = TaskMaker(library, found, whole_library=True).tasks()
        yield f"{len(tasks)} queries"
        yield "| strategy | bound | sketches | NDCG@10 | of always three (95 %) | recall@10, @30 |"
        yield "| --- | --- | --- | --- | --- | --- |"
        for strategy in _STRATEGIES:
            whole = _rows(library, tasks, strategy, _BOUNDS[-1])
            for bound in _BOUNDS:
                told = _told(_rows(library, tasks, strategy, bound), whole)
                yield f"| `{strategy}` | {bound} | {told} |"


def _told(rows: Rows, whole: Rows) -> str:
    drawn, ndcg, at_10, at_30 = rows.mean(axis=0)
    best = whole[:, 1].mean()
    low, high = (value / best for value in metrics.interval((rows[:, 1] - whole[:, 1]).tolist()))
    of_whole = f"{ndcg / best - 1:+.2%} ({low:+.2%} to {high:+.2%})"
    return f"{drawn:.2f} | {ndcg:.4f} | {of_whole} | {at_10:.3f}, {at_30:.3f}"


def _rows(library: Library, tasks: list[RankingTask], strategy: str, bound: float) -> Rows:
    drawing_budget.LEAST_AGREEMENT = bound
    return np.array([_row(library, task, strategy) for task in tasks if task.relevant])


def _row(library: Library, task: RankingTask, strategy: str) -> tuple[float, float, float, float]:
    terms = (QueryTerm(task.text),)
    request = Search(terms=terms, top_k=task.depth, strategy=strategy, m=3, by_names=False)
    events = list(search(library, request))
    drawn = sum(isinstance(event, SketchReady) for event in events)
    *_, last = [event for event in events if isinstance(event, Ranked)]
    flags = np.array([hit.content_hash in task.relevant for hit in last.hits], np.bool_)
    total = len(task.relevant)
    at_10, at_30 = (metrics.recall(flags, k, total) for k in (10, 30))
    return drawn, metrics.ndcg(flags, 10, total), at_10, at_30


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--queries", type=int, default=300)
    parser.add_argument("--pixels", type=int)
    chosen = parser.parse_args()
    settings = for_drawings(Settings(sketch_cache_mb=_CACHE_MB))
    settings = settings.with_pixels(settings.visualizer, chosen.pixels)
    setup = Setup(seed=chosen.seed, queries=chosen.queries)
    for line in compare(default_paths(), setup, settings):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
