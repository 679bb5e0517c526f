"""How good answers and their evidence are (InfoDeepSeek, section 4), and F1 of saying "not shown".

For a question q there are the photos O that the reader was given, and a ranked choice C of at most
five of them. IA@k: whether the answer from the first k of C is right. EEU: the best mean IA@k over
accuracy. IC: how many photos were chosen, n_q, over how many are needed, |S_q|, if some k gives a
right answer; else one more than may be chosen. Interference: of what is right without photos, the
share that is wrong with them.
"""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

MOST_CHOSEN = 5  # photos of C
_PENALTY = 1  # b: what a question without any right answer costs beyond all its photos


@dataclass(frozen=True)
class Evidence:
    """What became of one question.

    `right_with` has IA@1 … IA@n of 0 to 1; of compared things, k is of each. `chosen` is n_q,
    `needed` is |S_q|, at least 1. Where fewer photos were chosen than `MOST_CHOSEN`, the last
    answer stands for the rest.
    """

    right_with: tuple[float, ...]
    chosen: int
    needed: int = 1

    def right_at(self, k: int) -> float:
        """Return IA@k; 0 where nothing was chosen."""
        return self.right_with[min(k, len(self.right_with)) - 1] if self.right_with else 0.0

    @property
    def is_solved(self) -> bool:
        """Whether some k gives a right answer."""
        return self.least is not None

    @property
    def least(self) -> int | None:
        """The least k that gives a right answer."""
        return next((k for k, right in enumerate(self.right_with, 1) if right >= 1), None)

    @property
    def compactness(self) -> float:
        """IC of this question: photos that were chosen, over photos needed."""
        photos = self.chosen if self.is_solved else MOST_CHOSEN + _PENALTY
        return photos / self.needed


def information_accuracy(found: Sequence[Evidence], k: int) -> float:
    """Return the mean IA@k; 0 of no questions."""
    return statistics.fmean(one.right_at(k) for one in found) if found else 0.0


def effective_use(found: Sequence[Evidence], accuracy: float) -> float | None:
    """Return EEU; None where nothing is right, so that there is nothing to divide by."""
    if not (found and accuracy > 0):
        return None
    best = max(information_accuracy(found, k) for k in range(1, MOST_CHOSEN + 1))
    return best / accuracy


@dataclass(frozen=True)
class Compactness:
    """Mean IC of all questions, of those solved and of those failed; None where there are none.

    The mean of all mixes how redundant the evidence is with how often it fails.
    """

    all: float | None
    solved: float | None
    failed: float | None


def compactness(found: Sequence[Evidence]) -> Compactness:
    """Return IC."""
    return Compactness(
        _mean(one.compactness for one in found),
        _mean(one.compactness for one in found if one.is_solved),
        _mean(one.compactness for one in found if not one.is_solved),
    )


def interference(pairs: Iterable[tuple[float, float]]) -> float | None:
    """Return how often photos spoil an answer, from pairs (right without, right with).

    None where nothing is right without photos.
    """
    spoiled = [after < 1 for before, after in pairs if before >= 1]
    return _mean(map(float, spoiled))


def f1(pairs: Iterable[tuple[bool, bool]]) -> float | None:
    """Return F1 of pairs (said so, is so); None where it is never so and never said."""
    known = list(pairs)
    hits = sum(said and true for said, true in known)
    wrong = sum(said != true for said, true in known)
    return 2 * hits / (2 * hits + wrong) if hits or wrong else None


def _mean(values: Iterable[float]) -> float | None:
    known = list(values)
    return statistics.fmean(known) if known else None
