"""How good a ranking is, with bootstrap intervals.

Relevance is binary. Success@k: whether any of the first k is relevant. Recall@k: the share of the
relevant that is among the first k. NDCG@k: discounted gain over the best possible one (Järvelin and
Kekäläinen, 2002). MAP: mean precision at the relevant photos. MRR: one over the first one's rank.

The Visualize-then-Retrieve paper reports other forms under two of these names, here apart: its
"Recall@k" is success@k, and its "NDCG@k" is `paper_ndcg`, which knows only the first k hits.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Flags = npt.NDArray[np.bool_]

CUTS = (1, 5, 10, 30)
_RESAMPLES = 2_000
_SEED = 0
_FLIPS = 20_000  # the least p-value is one over it, and times the number of tests once adjusted


def success(relevant: Flags, k: int) -> float:
    """Return 1 if one of the first `k` is relevant; `relevant` bool (n,), best first."""
    return float(relevant[:k].any())


def recall(relevant: Flags, k: int, total: int) -> float:
    """Return the share of `total` relevant photos among the first `k`."""
    return float(relevant[:k].sum() / total)


def ndcg(relevant: Flags, k: int, total: int) -> float:
    """Return the normalized discounted cumulative gain of the first `k`."""
    discounts = 1 / np.log2(np.arange(2, k + 2))
    gained = (discounts[: len(relevant[:k])] * relevant[:k]).sum()
    return float(gained / discounts[: min(total, k)].sum())


def average_precision(relevant: Flags, total: int) -> float:
    """Return the mean over all relevant photos of the precision at their rank, 0 if not ranked."""
    ranks = np.flatnonzero(relevant) + 1
    return float((np.arange(1, len(ranks) + 1) / ranks).sum() / total)


def reciprocal_rank(relevant: Flags) -> float:
    """Return one over the rank of the first relevant photo, 0 without one."""
    ranks = np.flatnonzero(relevant)
    return float(1 / (ranks[0] + 1)) if len(ranks) else 0.0


def paper_ndcg(relevant: Flags, k: int) -> float:
    """Return NDCG@k as the paper's code computes it.

    The first k flags are the scores, and the same flags sorted are the truth; photos of equal score
    share their gain. So it is 1 if all hits come first, 0.39 for a single one at any rank from 2 to
    10 (k = 10), and photos behind the first k do not exist.
    """
    scores = relevant[:k].astype(np.float64)
    hits = int(scores.sum())
    if not hits:
        return 0.0
    truth = np.sort(scores)[::-1]
    discounts = 1 / np.log2(np.arange(2, len(scores) + 2))
    gained = discounts[:hits].sum() * truth[scores == 1].mean()
    if hits < len(scores):
        gained += discounts[hits:].sum() * truth[scores == 0].mean()
    return float(gained / discounts[:hits].sum())


def measure(relevant: Flags, total: int) -> dict[str, float]:
    """Return all figures of one ranking; `total` relevant photos in the library, at least 1.

    Raises:
        ValueError: nothing is relevant, so there is nothing to measure.
    """
    if total < 1:
        raise ValueError("a query without any relevant photo cannot be measured")
    return {
        **{f"success@{k}": success(relevant, k) for k in CUTS},
        **{f"recall@{k}": recall(relevant, k, total) for k in CUTS},
        **{f"ndcg@{k}": ndcg(relevant, k, total) for k in CUTS},
        **{f"paper-ndcg@{k}": paper_ndcg(relevant, k) for k in CUTS},
        "map": average_precision(relevant, total),
        "mrr": reciprocal_rank(relevant),
    }


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of the mean over queries."""
    if not values:
        return 0.0, 0.0
    sample = np.asarray(values, np.float64)
    chosen = np.random.default_rng(_SEED).integers(0, len(sample), (_RESAMPLES, len(sample)))
    low, high = np.quantile(sample[chosen].mean(axis=1), (0.025, 0.975))
    return float(low), float(high)


def sign_flip_test(differences: Sequence[float]) -> float:
    """Return the two-sided p-value of a mean paired difference.

    Were both ways equal, each query's difference could as well have the other sign: the share of
    random signs that make the mean at least as large (Fisher's randomization test).
    """
    sample = np.asarray(differences, np.float64)
    if not sample.any():
        return 1.0
    chance, total, larger = np.random.default_rng(_SEED), sample.sum(), 0
    for _ in range(_FLIPS // _RESAMPLES):
        kept = chance.integers(0, 2, (_RESAMPLES, len(sample)), np.int8).astype(np.float64)
        flipped = 2 * (kept @ sample) - total  # the sum with the signs of the others turned
        larger += int((np.abs(flipped) >= abs(total) - 1e-12).sum())
    return (larger + 1) / (_FLIPS + 1)


def adjusted(p_values: Sequence[float]) -> list[float]:
    """Return p-values that hold for all tests together (Holm, 1979)."""
    adjusted_values = [0.0] * len(p_values)
    highest = 0.0
    for place, number in enumerate(sorted(range(len(p_values)), key=lambda n: p_values[n])):
        highest = max(highest, min(1.0, p_values[number] * (len(p_values) - place)))
        adjusted_values[number] = highest
    return adjusted_values


def summary(values: Sequence[float]) -> dict[str, float | list[float]]:
    """Return mean and interval, rounded."""
    low, high = interval(values)
    mean = float(np.mean(values)) if values else 0.0
    return {"mean": round(mean, 4), "ci95": [round(low, 4), round(high, 4)]}
