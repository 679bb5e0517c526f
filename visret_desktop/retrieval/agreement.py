"""How much two rankings agree."""

from collections.abc import Sequence


def agreement(first: Sequence[int], second: Sequence[int]) -> float:
    """Return the mean share that the first 1, 2, 3 … of two rankings have in common, 0 to 1.

    So the first places count most. It is 1 for two rankings in the same order, and where both are
    empty. Source: "average overlap" in Webber, Moffat and Zobel, TOIS 2010.
    """
    depth = max(len(first), len(second))
    if not depth:
        return 1.0
    seen_first: set[int] = set()
    seen_second: set[int] = set()
    total = 0.0
    for place in range(depth):
        seen_first.update(first[place : place + 1])
        seen_second.update(second[place : place + 1])
        total += len(seen_first & seen_second) / (place + 1)
    return total / depth
