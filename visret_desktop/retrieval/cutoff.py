"""Where a ranking stops meaning anything: confident, maybe, weak.

A flat threshold on the similarity does not work: what counts as close differs from query to query.
So a hit is held against the whole library under the same query: how many deviations above the
mean is it?
"""

from collections.abc import Iterable, Sequence
from typing import Literal

Band = Literal["confident", "maybe", "weak"]

# Provisional. On the demonstration library with the built-in encoder the best hit of 117 queries
# that have an answer lies 2.4 to 3.6 deviations up (5th to 95th percentile, median 2.9), that of 16
# that have none 2.1 to 3.0 (median 2.5): one list alone tells them apart poorly.
CONFIDENT_DEVIATIONS = 3.0
MAYBE_DEVIATIONS = 2.5


def bands(scores: Sequence[float], mean: float, deviation: float) -> list[Band]:
    """Return a band per similarity, given the library's mean and deviation for this query."""
    return [_band((score - mean) / deviation if deviation > 0 else 0.0) for score in scores]


def answered(hit_bands: Iterable[str]) -> bool:
    """Tell whether any hit is more than weak."""
    return any(band != "weak" for band in hit_bands)


def _band(deviations: float) -> Band:
    if deviations >= CONFIDENT_DEVIATIONS:
        return "confident"
    return "maybe" if deviations >= MAYBE_DEVIATIONS else "weak"
