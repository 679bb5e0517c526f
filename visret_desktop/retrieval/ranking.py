"""Fuse ranked lists."""

from collections.abc import Sequence


def reciprocal_rank_fusion(
    rankings: Sequence[Sequence[int]], k: float = 1.0
) -> list[tuple[int, float]]:
    """Return (label, score) with score = Σ 1 / (k + rank) over the lists that have the label.

    Ranks start at 1. Ties keep the order of first appearance, list by list. Source: Cormack, Clarke
    and Büttcher, SIGIR 2009; k is the paper's λ of Visualize-then-Retrieve, there 1.

    Raises:
        ValueError: a list names a label twice, or k is negative.
    """
    if k < 0:
        raise ValueError(f"the damping constant must not be negative, not {k}")
    scores: dict[int, float] = {}
    for ranking in rankings:
        if len(set(ranking)) != len(ranking):
            raise ValueError("a ranking names a label twice")
        for rank, label in enumerate(ranking, start=1):
            scores[label] = scores.get(label, 0.0) + 1.0 / (k + rank)
    return sorted(scores.items(), key=lambda scored: -scored[1])
