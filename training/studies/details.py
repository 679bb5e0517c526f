"""What a description in more detail brings when it counts beside the instruction.

    python -m training.studies.details [--photos N] [--queries N]

On the fieldbook's validation world, with names, phrases and key words as queries. No rewriter that
runs here describes well, so each query is given every surrounding of the world that it does not
name, one at a time ("a tarn heron, in the snow"), as a rewriter may guess them: NDCG@10 on average
over all guesses, and with the one that is best in hindsight. Scores are added in deviations.
"""

import argparse
import sys
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from bench.drawn_settings import for_drawings
from bench.quality import corpus
from bench.quality.setup import Setup
from visret_desktop.engine.runtime import Library
from visret_desktop.fieldbook.wording import HABITATS, LIGHTS, WEATHERS
from visret_desktop.file_changes import temporary_folder
from visret_desktop.judging.corpus import index
from visret_desktop.judging.metrics import ndcg
from visret_desktop.judging.tasks import TaskMaker
from visret_desktop.models.interfaces import Family
from visret_desktop.models.rewriting.prompts import choose_family
from visret_desktop.models.rewriting.rewrite_check import described
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

_SHARES = (0.0, 0.1, 0.2, 0.3, 0.5, 1.0)
_SURROUNDINGS = tuple(
    words[0] for table in (HABITATS, LIGHTS, WEATHERS) for words in table.values()
)

Values = npt.NDArray[np.float64]


def compare(home: Paths, photos: int, queries: int) -> Iterator[str]:
    """Yield the lines of the table."""
    setup = Setup(data_set="fieldbook-short", seed=5, photos=photos, queries=queries)
    found = corpus.prepare(setup, home)
    for directory in (found.paths.data, found.paths.cache):
        directory.mkdir(parents=True, exist_ok=True)
    with Library.open(found.paths, for_drawings(Settings(pictures_enabled=False))) as library:
        list(index(library, found))
        tasks = TaskMaker(library, found, whole_library=True).tasks()
        encoder, embeddings = library.encoder, library.reader.embeddings
        hashes = sorted({row.content_hash for row in library.reader.photo_rows()})
        vectors = np.stack([embeddings.of(content, encoder.name) for content in hashes])
        guessed: list[list[Values]] = []
        for task in tasks:
            lines = [f"{task.text}, {where}" for where in _SURROUNDINGS]
            fit = [line for line in lines if described(task.text, line).is_accepted]
            if choose_family(task.text) is not Family.DESCRIPTION or not fit or not task.relevant:
                continue
            heights = _heights(vectors @ encoder.embed_texts([task.text, *fit]).T)
            relevant = np.array([content in task.relevant for content in hashes])
            guessed.append([_figures(heights, n, relevant) for n in range(1, len(fit) + 1)])
    mean = np.mean([np.mean(each, axis=0) for each in guessed], axis=0)
    best = np.mean([np.max(each, axis=0) for each in guessed], axis=0)
    yield f"{len(guessed)} queries, {len(hashes)} photos"
    yield "| weight of the details | NDCG@10, all guesses | the best guess in hindsight |"
    yield "| --- | --- | --- |"
    for share, usual, most in zip(_SHARES, mean, best, strict=True):
        yield f"| {share} | {usual:.3f} | {most:.3f} |"


def _heights(similarities: npt.NDArray[np.float32]) -> Values:
    found: Values = similarities.astype(np.float64)
    return (found - found.mean(axis=0)) / found.std(axis=0)


def _figures(heights: Values, number: int, relevant: npt.NDArray[np.bool_]) -> Values:
    """Return NDCG@10 for each share of one guess."""
    rankings = (
        np.argsort(-(heights[:, 0] + share * heights[:, number]), kind="stable")
        for share in _SHARES
    )
    return np.array([ndcg(relevant[order], 10, int(relevant.sum())) for order in rankings])


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photos", type=int, default=1000)
    parser.add_argument("--queries", type=int, default=150)
    chosen = parser.parse_args()
    with temporary_folder() as folder:
        home = Paths(*(folder / name for name in ("data", "cache", "config")))
        for line in compare(home, chosen.photos, chosen.queries):
            sys.stdout.write(line + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
