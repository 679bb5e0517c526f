"""Where a ranking stops meaning anything: confident, maybe, weak.

A flat threshold on the similarity does not work: what counts as close differs from query to query.
So a hit is held against the whole library under the same query: how many deviations above the
mean is it? The two limits are provisional until measured on queries with and without answers.
"""

from collections.abc import Sequence

CONFIDENT_DEVIATIONS = 4.0
MAYBE_DEVIATIONS = 2.8


def bands(scores: Sequence[float], mean: float, deviation: float) -> list[str]:
    """Return 'confident', 'maybe' or 'weak' per score, given the library's mean and deviation."""
    return [_band((score - mean) / deviation if deviation > 0 else 0.0) for score in scores]


def _band(deviations: float) -> str:
    if deviations >= CONFIDENT_DEVIATIONS:
        return "confident"
    return "maybe" if deviations >= MAYBE_DEVIATIONS else "weak"
