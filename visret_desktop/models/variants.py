"""Which precision a model computes in: one rule for the towers of encoders and for visualizers.

Of the precisions that this processor is quicker at than fp32, quickest first, the first one is used
that finds nearly the same photos. How quick they are is measured; what they find is compared on a
person's own photos, never assumed. What was refused stays refused, and fp32 needs no check.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar, get_args

import numpy as np
import numpy.typing as npt

Precision = Literal["fp32", "int8", "fp16", "bf16"]
PRECISIONS: tuple[Precision, ...] = get_args(Precision)
MINIMUM_AGREEMENT = 0.98  # mean share of the nearest photos in common
NEAREST = 10  # photos that are compared
Event = TypeVar("Event")
Result = TypeVar("Result")
Made = TypeVar("Made")


class VariantCheck(Protocol):
    """How a precision compares with fp32."""

    @property
    def precision(self) -> Precision:
        """The one that was compared."""

    @property
    def is_accepted(self) -> bool:
        """Whether it finds the same photos."""


Checked = TypeVar("Checked", bound=VariantCheck)


def quickest_first(speeds: Mapping[Precision, float], least: float) -> list[Precision]:
    """Return the precisions that are worth a check: at least so many times as fast as fp32."""
    quick = [one for one in speeds if one != "fp32" and speeds[one] >= least]
    return sorted(quick, key=lambda one: -speeds[one])


def first_accepted(checks: Iterable[VariantCheck]) -> Precision:
    """Return what is to be used after these checks, quickest first."""
    return next((check.precision for check in checks if check.is_accepted), "fp32")


def check_in_turn(
    precisions: Sequence[Precision],
    check: Callable[[int, Precision], Generator[Event, None, Checked]],
    *,
    is_whole: bool = False,
) -> Generator[Event, None, tuple[Checked, ...]]:
    """Check one after the other until one is accepted; `is_whole`: all of them.

    Yields what `check`, called with number and precision, yields of its progress.
    """
    checks: list[Checked] = []
    for number, precision in enumerate(precisions):
        checks.append((yield from check(number, precision)))
        if checks[-1].is_accepted and not is_whole:
            break
    return tuple(checks)


def reported(
    making: Generator[Event, None, Made], progress: Callable[[Event], Result]
) -> Generator[Result, None, Made]:
    """Yield what is `progress` of each event; return what was made."""
    while True:
        try:
            event = next(making)
        except StopIteration as end:
            made: Made = end.value
            return made
        yield progress(event)


def share_in_common(ours: Iterable[npt.NDArray[Any]], theirs: Iterable[npt.NDArray[Any]]) -> float:
    """Return the mean share that rows of nearest photos, by number, have in common."""
    pairs = zip(ours, theirs, strict=True)
    return float(np.mean([len(np.intersect1d(one, other)) / len(one) for one, other in pairs]))


def suffix_of(precision: Precision) -> str:
    """Return what the name of a space ends with: another precision makes other vectors."""
    return "" if precision == "fp32" else f"-{precision}"
