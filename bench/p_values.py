"""Tests of several differences at once, as reports write them."""

from collections.abc import Mapping, Sequence
from typing import Any

from visret_desktop.judging.metrics import adjusted


def with_adjusted(tests: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return tests with `p_adjusted` beside `p`; both are rounded, after the adjustment."""
    corrected = adjusted([test["p"] for test in tests])
    return [
        {**test, "p": round(test["p"], 4), "p_adjusted": round(p_value, 4)}
        for test, p_value in zip(tests, corrected, strict=True)
    ]
