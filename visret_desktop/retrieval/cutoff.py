"""Where a ranking stops meaning anything: confident, maybe, weak.

A flat threshold on the similarity does not work: what counts as close differs from query to query.
So a hit is held against the whole library under the same query: how many deviations above the
mean is it?
"""

from collections.abc import Iterable, Sequence
from typing import Literal

Band = Literal["confident", "maybe", "weak"]

# Provisional: a measurement on queries with and without answers in the library sets them.
CONFIDENT_DEVIATIONS = 4.0
MAYBE_DEVIATIONS = 2.8


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
