"""Fuse rankings by ranks."""

from collections.abc import Sequence

import numpy as np


def reciprocal_rank_fusion(
    rankings: Sequence[Sequence[int]], k: float = 1.0
) -> list[tuple[int, float]]:
    """Return (label, score), best first; score = Σ 1 / (k + rank) over the lists with the label.

    Ranks start at 1. Ties keep the order of first appearance, list by list. Source: Cormack, Clarke
    and Büttcher, SIGIR 2009; k is the paper's λ of Visualize-then-Retrieve, there 1.

    Raises:
        ValueError: a list names a label twice, or k is negative or not finite.
    """
    if not 0 <= k < float("inf"):
        raise ValueError(f"the damping constant must be a number from 0 on, not {k}")
    if any(len(set(ranking)) != len(ranking) for ranking in rankings):
        raise ValueError("a ranking names a label twice")
    if not (longest := max(map(len, rankings), default=0)):
        return []
    of_ranks = 1.0 / (k + np.arange(1, longest + 1))
    shares = np.concatenate([of_ranks[: len(ranking)] for ranking in rankings])
    every = np.concatenate([np.array(ranking, np.int64) for ranking in rankings])
    labels, first, numbers = np.unique(every, return_index=True, return_inverse=True)
    # Summed in order of size, so that the order of the lists cannot decide between equals.
    by_label = np.lexsort((shares, numbers))
    starts = np.searchsorted(numbers[by_label], np.arange(len(labels)))
    scores = np.add.reduceat(shares[by_label], starts)
    best = np.lexsort((first, -scores))
    return list(zip(labels[best].tolist(), scores[best].tolist(), strict=True))
