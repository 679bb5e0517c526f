"""Fuse rankings by ranks."""

from collections.abc import Sequence


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
    parts: dict[int, list[float]] = {}
    for ranking in rankings:
        if len(set(ranking)) != len(ranking):
            raise ValueError("a ranking names a label twice")
        for rank, label in enumerate(ranking, start=1):
            parts.setdefault(label, []).append(1.0 / (k + rank))
    # Summed in order of size, so that the order of the lists cannot decide between equals.
    scores = {label: sum(sorted(shares)) for label, shares in parts.items()}
    return sorted(scores.items(), key=lambda scored: -scored[1])
