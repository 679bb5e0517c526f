"""A track: where a logger was and when, in the segments that it was recorded in."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from visret_desktop.errors import VisretError

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]


class TrackUnusable(VisretError):
    """A file that was to be a track and is none, or none that photos can be placed by."""

    code = "track-unusable"
    sentence = "{name} cannot be used as a track: {reason}."
    exit_code = 2


@dataclass(frozen=True)
class Flaws:
    """What was passed over in a file, in points; `is_cut`: the file ends in the middle."""

    without_time: int = 0
    impossible_time: int = 0  # before there was GPS, as 1901
    damaged: int = 0  # without a place on earth
    disordered: int = 0  # earlier than the point before it; they were put in order
    is_cut: bool = False


@dataclass(frozen=True)
class Track:
    """The points of a file that have place and time, in the order of time within each segment.

    `times` (n,) are seconds since 1970 in UTC, `places` (n, 2) latitudes and longitudes in degrees,
    `altitudes` (n,) meters, NaN where not known; `starts` (k,) is the first row of each segment.
    Of very long tracks every `step`-th point was kept.
    """

    name: str
    times: Floats
    places: Floats
    altitudes: Floats
    starts: Numbers
    flaws: Flaws = Flaws()
    step: int = 1
    source: str = ""  # by which the places that it gave are known, see `source_labels`

    def __len__(self) -> int:
        return len(self.times)

    @property
    def ends(self) -> Numbers:
        """The row after the last one of each segment (k,)."""
        return np.append(self.starts[1:], len(self.times))


def ordered(
    name: str,
    times: Floats,
    places: Floats,
    altitudes: Floats,
    segments: Numbers,
    flaws: Flaws = Flaws(),
    step: int = 1,
) -> Track:
    """Return a track of points whose segment is known by a number (n,) that does not go down.

    Points of a segment are put in the order of time; of several at the same time the first counts.
    """
    order = np.lexsort((times, segments))
    times, segments = times[order], segments[order]
    is_new = np.ones(len(times), np.bool_)
    is_new[1:] = (np.diff(times) > 0) | (np.diff(segments) > 0)
    order, times, segments = order[is_new], times[is_new], segments[is_new]
    starts = np.flatnonzero(np.diff(segments, prepend=-1))
    return Track(name, times, places[order], altitudes[order], starts, flaws, step)
