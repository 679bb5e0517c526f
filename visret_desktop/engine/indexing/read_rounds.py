"""In which order the photos of a run are read, so that few slow ones do not hold up the others.

    first   all photos, each given up after a few seconds of decoding
    slow    those that were given up, with all the time that the settings allow
    alone   those that took too long or crashed all the same, perhaps because the machine was busy;
            one after the other, for some minutes at most
    raws    RAWs beside pictures that could not be read

A photo that is held back for a later round is reported after that.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from visret_desktop.engine.indexing.photo_processing import PhotoResult, PhotoTask
from visret_desktop.engine.indexing.retry_policy import MAY_BE_THE_MACHINE

_QUICK_SECONDS = 5.0
_SECONDS_ALONE = 600.0
_SLOW = "slow"


@dataclass
class ReadRound:
    """Photos that are read side by side."""

    tasks: Sequence[PhotoTask]
    workers: int
    quick_seconds: float | None = None  # of decoding; None: as long as the settings say
    until: float = float("inf")  # by time.monotonic(); none is begun after it
    held_back: frozenset[str] = frozenset()  # codes of problems that wait for a later round

    def due(self) -> Iterator[PhotoTask]:
        """Yield the tasks while there is time."""
        for task in self.tasks:
            if time.monotonic() >= self.until:
                return
            yield task


@dataclass
class ReadRounds:
    """The rounds of one run; what comes out of one decides what is in the next."""

    tasks: Sequence[PhotoTask]
    workers: int
    slow: list[PhotoTask] = field(default_factory=list)
    alone: list[PhotoTask] = field(default_factory=list)
    raws: list[PhotoTask] = field(default_factory=list)
    held: dict[PhotoTask, PhotoResult] = field(
        default_factory=dict
    )  # unsettled, by what is tried again

    def in_turn(self) -> Iterator[ReadRound]:
        """Yield each round that has photos, once the one before is through."""
        first = [task for task in self.tasks if not task.is_alone]
        self.alone += [task for task in self.tasks if task.is_alone]
        quick_seconds = _QUICK_SECONDS if len(first) > self.workers else None
        if first:
            yield ReadRound(
                first, self.workers, quick_seconds, held_back=MAY_BE_THE_MACHINE | {_SLOW}
            )
        if self.slow:
            yield ReadRound(self.slow, self.workers, held_back=MAY_BE_THE_MACHINE)
        if self.alone:
            yield ReadRound(self.alone, 1, until=time.monotonic() + _SECONDS_ALONE)
        if self.raws:
            yield ReadRound(self.raws, self.workers)

    def holds_back(self, read_round: ReadRound, result: PhotoResult) -> bool:
        """Tell whether a photo is to be tried once more before its outcome counts."""
        self.held.pop(result.task, None)
        code = result.problem[0] if result.problem is not None else ""
        if code not in read_round.held_back:
            return False
        (self.slow if code == _SLOW else self.alone).append(result.task)
        self.held[result.task] = result
        return True
