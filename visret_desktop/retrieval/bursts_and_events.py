"""Which photos belong together: bursts and events, from when they were taken and what they show.

    duplicate   the same bytes: that is the catalog's to know, and nothing else is called so
    burst       one camera in one folder, seconds apart, and much alike, each to the one before
    event       one camera in one folder, without a long pause, or of one series by its maker
    series      photos of one event number of a camera, whose places in it rise; see `SeriesNumbers`

All here is arithmetic on arrays of photos that are sorted by source, which is a camera in a folder,
and then by time. Two cameras of one model in two folders are two sources, as camera traps at two
places are. Times are whole seconds of local time.

Clocks differ: one that knows only minutes says that every photo was taken at :00, one that knows
only days that all were taken at midnight. And a camera that takes a photo each quarter of an hour
by itself would make one event of months: such photos are told by their pace, and hold no others
together.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Vectors = npt.NDArray[np.float32]

_MINUTE, _HOUR, _DAY = 60, 3600, 86400
_FEWEST_TIMES = 3  # that are all whole minutes, before a clock is said to know no seconds
# What cameras can be set to, in seconds; a pace within a burst needs no telling.
_PACES = (60, 120, 180, 240, 300, 600, 900, 1200, 1800, 2700, 3600, 7200, 10800, 21600, 43200)
_FEWEST_OF_A_PACE = 6  # photos; a person does not wait five times for the same second
_TOLERANCE = 1  # seconds by which a clock rounds
# Cameras take a series within minutes. Their event numbers begin anew after a change of batteries.
_LONGEST_PAUSE = 30 * _MINUTE  # within a series
_PLACES = 1000  # more than a series has photos


@dataclass(frozen=True)
class GroupRules:
    """What makes a burst and an event.

    Two photos of a burst are at most `burst_seconds` apart, and their likeness, 0 for two photos of
    the library by chance and 1 for the same one, is `burst_likeness` or more. An event ends with a
    pause of more than `event_seconds`.
    """

    burst_seconds: float = 10
    burst_likeness: float = 0.6
    event_seconds: float = 30 * _MINUTE


class SeriesNumbers:
    """Numbers for photos of makers' series: 0 for those of none, rising by the places in a series.

    It remembers the series that it met; the numbers of two of them tell whether they are the same.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], int] = {}

    def of(self, series: tuple[str, int] | None, place: int) -> int:
        """Return the number of the photo at a place, from 1, in a series."""
        if series is None:
            return 0
        return self._known.setdefault(series, len(self._known) + 1) * _PLACES + place


def clock_steps(sources: Numbers, times: Numbers) -> Numbers:
    """Return how fine the clock of each photo's source is, in seconds: 1, 60 or 86,400."""
    steps = np.ones(len(times), np.int64)
    begins = np.flatnonzero(_changes(sources)).tolist()
    for start, end in pairwise((*begins, len(times))):
        own = times[start:end]
        if end - start >= _FEWEST_TIMES and not (own % _DAY).any():
            steps[start:end] = _DAY
        elif not (own % _MINUTE).any() and len(np.unique(own)) >= _FEWEST_TIMES:
            steps[start:end] = _MINUTE
    return steps


def paced(sources: Numbers, times: Numbers, steps: Numbers) -> Numbers:
    """Return by which pace, in seconds, a camera took each photo by itself; 0: by none."""
    groups = np.zeros(len(times), np.int64)
    if len(times) < _FEWEST_OF_A_PACE:
        return groups
    # One number for source and time, so that a single search finds what comes next.
    span = int(times.max() - times.min()) + 2 * _PACES[-1]
    ordered = np.cumsum(_changes(sources)) * span + times - times.min()
    for pace in _PACES:
        after = np.searchsorted(ordered, ordered + pace - _TOLERANCE)
        there = np.minimum(after, len(times) - 1)
        is_next = (after < len(times)) & (np.abs(ordered[there] - ordered - pace) <= _TOLERANCE)
        # Where many photos are taken, some are a minute apart by chance, with others between them.
        between = there - np.arange(len(times)) - 1
        is_next &= between < pace // _MINUTE
        behind = _reach(is_next, there)
        # A clock without seconds shows the pace of a minute wherever somebody takes photos.
        is_paced = (behind + 1 >= _FEWEST_OF_A_PACE) & (pace >= 5 * steps)
        groups[is_paced & (groups == 0)] = pace
    return groups


def begins_event(sources: Numbers, times: Numbers, series: Numbers, seconds: float) -> Flags:
    """Tell which photos begin an event: those of another source, or after a longer pause.

    What the maker of a camera numbered as one of its `series` (see `SeriesNumbers`) such a pause
    does not take apart, unless it is longer than any within a series, or the places begin anew.
    """
    pause = np.diff(times, prepend=times[:1])
    is_new = _changes(series // _PLACES) | (series == 0) | (pause > _LONGEST_PAUSE)
    is_new |= np.diff(series, prepend=series[:1]) < 0
    begins: Flags = _changes(sources) | ((pause > seconds) & is_new)
    return begins


def events(
    sources: Numbers, times: Numbers, rules: GroupRules, series: Numbers | None = None
) -> Numbers:
    """Return for each photo the index of the first one of its event: int64 (n,).

    What a camera took by itself at one pace is an event for each day. `series` is as above.
    """
    series = np.zeros(len(times), np.int64) if series is None else series
    pace = paced(sources, times, clock_steps(sources, times))
    pace[series != 0] = 0
    groups = np.arange(len(times))
    for one in np.unique(pace):
        places = np.flatnonzero(pace == one)
        own = times[places]
        gap = rules.event_seconds if not one else 1.5 * one
        begins = begins_event(sources[places], own, series[places], gap)
        if one:
            begins |= _changes(own // _DAY)
        starts = np.flatnonzero(begins)
        groups[places] = places[starts[np.cumsum(begins) - 1]]
    return groups


def near_in_time(sources: Numbers, times: Numbers, rules: GroupRules) -> Flags:
    """Tell for each photo whether it may continue the burst of the one before: bool (n,).

    Where a clock knows only minutes, two photos of neighboring ones may be a second apart; where it
    knows only days nothing is known.
    """
    steps = clock_steps(sources, times)
    allowed = rules.burst_seconds + np.where(steps == _MINUTE, _MINUTE, 0)
    pause = np.diff(times, prepend=times[:1])
    return ~_changes(sources) & (pause <= allowed) & (steps < _DAY)


def likeness(similarities: Vectors, usual: float) -> Vectors:
    """Return cosines as likeness: 0 for what is `usual` between two photos, 1 for the same one.

    So one limit does for encoders that call everything alike, and for those that do not.
    """
    return (similarities - np.float32(usual)) / np.float32(max(1 - usual, 1e-6))


def usual_similarity(vectors: Vectors) -> float:
    """Return the mean cosine of two of these float32 (n, d) vectors of unit length."""
    count = len(vectors)
    total = vectors.astype(np.float64).sum(axis=0)
    return float((total @ total - count) / max(1, count * (count - 1)))


def bursts(continues: Flags) -> list[Numbers]:
    """Return the indexes of each burst's photos, where each tells whether it continues one."""
    parts = np.split(np.arange(len(continues)), np.flatnonzero(~continues))
    return [part for part in parts if len(part) > 1]


def _changes(values: Numbers) -> Flags:
    """Tell where a run of equal values begins."""
    return np.concatenate(([True], values[1:] != values[:-1]))[: len(values)]


def _reach(is_next: Flags, there: Numbers) -> Numbers:
    """Return how many steps lead on from a photo, and how many lead to it, as far as it matters.

    Where `is_next`, a step leads from a photo to the one at `there`.
    """
    here = np.arange(len(there))
    ahead = np.where(is_next, there, here)
    back = here.copy()
    back[ahead[is_next]] = here[is_next]
    steps = np.zeros(len(there), np.int64)
    for follow in (ahead, back):
        place = here
        for _ in range(_FEWEST_OF_A_PACE - 1):
            steps += follow[place] != place
            place = follow[place]
    return steps
