"""What a second encoder brings, and how two are fused best, on the fieldbook's validation world.

    python -m training.studies.two_encoders [--photos N] [--queries N]

Two encoders that err differently: the built-in one with noise in its weights, of another seed each;
and the same beside the built-in one itself, which shows what a poor second one costs. Held against
each other are each alone, scores added in deviations (as the program does) and reciprocal ranks.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from bench.own_folders import copy_tree
from bench.pack_writing import write_manifest
from bench.quality import corpus
from bench.quality.setup import Setup
from visret_desktop.engine.messages import Hit, QueryTerm, Ranked, Search
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.search_job import search
from visret_desktop.file_changes import temporary_folder
from visret_desktop.judging import metrics
from visret_desktop.judging.corpus import index
from visret_desktop.judging.tasks import RankingTask, TaskMaker
from visret_desktop.packs import registry
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.retrieval.rank_fusion import reciprocal_rank_fusion
from visret_desktop.roles import Role
from visret_desktop.settings import Settings

_WEIGHTS = "open_clip_model.safetensors"
_NOISE = 0.25  # deviations of each tensor
_STRATEGIES = {"original": "text", "rephrase": "instruction"}
_RANK_CONSTANTS = (1.0, 60.0)


def write_noisy_pack(pack: Pack, directory: Path, seed: int, noise: float = _NOISE) -> Pack:
    """Write a copy of an encoder pack whose weights are off by `noise` of their deviation."""
    from safetensors.numpy import load_file, save_file

    copy_tree(pack.directory, directory)
    stream = np.random.default_rng(seed)
    weights = load_file(directory / _WEIGHTS)
    noisy = {name: _noisy(tensor, stream, noise) for name, tensor in weights.items()}
    save_file(noisy, directory / _WEIGHTS)
    return write_manifest(
        directory,
        name=directory.name,
        title=f"{pack.title} with noise of seed {seed}",
        role=Role.ENCODER,
        spdx=pack.license,
        settings=pack.settings,
        made_by="write_noisy_pack",
    )


def _noisy(tensor: np.ndarray, stream: np.random.Generator, noise: float) -> np.ndarray:
    if tensor.ndim < 2 or not np.issubdtype(tensor.dtype, np.floating):
        return tensor
    added = stream.normal(0.0, noise * float(tensor.std()), tensor.shape)
    changed: np.ndarray = (tensor + added).astype(tensor.dtype)
    return changed


def compare(home: Paths, photos: int, queries: int) -> Iterator[str]:
    """Yield a line for each pair of encoders, strategy and way to fuse."""
    found = corpus.prepare(Setup(seed=5, photos=photos, queries=queries), home)
    for directory in (found.paths.data, found.paths.cache):
        directory.mkdir(parents=True, exist_ok=True)
    starter = registry.find(home, "starter")
    home.packs.mkdir(parents=True, exist_ok=True)
    for number in (1, 2):
        write_noisy_pack(starter, home.packs / f"noisy-{number}", number)
    yield "| encoders | strategy | first | second | deviations | ranks, k = 1 | ranks, k = 60 |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for first, second in (("noisy-1", "noisy-2"), ("starter", "noisy-1")):
        settings = Settings(encoder=first, second_encoder=second, pictures_enabled=False)
        with Library.open(found.paths, settings) as library:
            list(index(library, found))
            tasks = TaskMaker(library, found, whole_library=True).tasks()
            for strategy, name in _STRATEGIES.items():
                cells = _cells(library, tasks, strategy, (name, f"{name}@{second}"))
                yield f"| {first}, {second} | {strategy} | {' | '.join(cells)} |"


def _cells(
    library: Library, tasks: Sequence[RankingTask], strategy: str, lists: tuple[str, str]
) -> Iterator[str]:
    asked = [(task, _hits(library, task, strategy)) for task in tasks if task.relevant]
    orders = [_orders(hits, lists) for _, hits in asked]
    for way in range(3 + len(_RANK_CONSTANTS)):
        pairs = zip(asked, orders, strict=True)
        values = [_ndcg(task, ordered[way]) for (task, _), ordered in pairs]
        low, high = metrics.interval(values)
        yield f"{np.mean(values):.3f} ({low:.3f}–{high:.3f})"


def _hits(library: Library, task: RankingTask, strategy: str) -> tuple[Hit, ...]:
    request = Search(terms=(QueryTerm(task.text),), strategy=strategy, top_k=100_000, m=0)
    *_, last = [e for e in search(library, request) if isinstance(e, Ranked)]
    return tuple(sorted(last.hits, key=lambda hit: hit.rank))


def _orders(hits: Sequence[Hit], lists: tuple[str, str]) -> list[list[str]]:
    """Return the hashes by the first encoder, by the second, by both in each way."""
    alone = [
        [hit.content_hash for hit in sorted(hits, key=lambda hit: hit.ranks[name])]
        for name in lists
    ]
    places = [{content: place for place, content in enumerate(order)} for order in alone]
    assert places[0].keys() == places[1].keys()
    numbers = [[places[0][content] for content in order] for order in alone]
    by_ranks = [
        [alone[0][label] for label, _ in reciprocal_rank_fusion(numbers, k)]
        for k in _RANK_CONSTANTS
    ]
    return [*alone, [hit.content_hash for hit in hits], *by_ranks]


def _ndcg(task: RankingTask, order: Sequence[str]) -> float:
    flags = np.array([content in task.relevant for content in order], bool)
    return metrics.ndcg(flags, 10, len(task.relevant))


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photos", type=int, default=1000)
    parser.add_argument("--queries", type=int, default=200)
    chosen = parser.parse_args()
    with temporary_folder() as folder:
        home = Paths(*(folder / name for name in ("data", "cache", "config")))
        for line in compare(home, chosen.photos, chosen.queries):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
