"""A track: where a logger was and when, in the segments that it was recorded in.

Where on a track a photo was taken, by its time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

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
    source: str = ""  # by which the places that it gave are known, see `label_of`

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


LARGEST_GAP = 600.0  # seconds between two points, if nobody says another
_AT_ENDS = 60.0  # seconds that a photo may be beside the end of a segment or of a gap
_EARTH_METERS = 6_371_008.8  # radius

_Kind = TypeVar("_Kind", bound=np.generic)
BEFORE, AFTER, GAP, UNDATED, PLACED = range(5)


@dataclass(frozen=True)
class Matches:
    """What tracks say of n photos.

    `kinds` (n,): one of the constants above. `places` (n, 2) in degrees and `altitudes` (n,) in
    meters are NaN where nothing is known. `seconds` (n,): how far in time the nearest point is.
    `gaps` (n,): seconds between the points around. `tracks` (n,): which one it is; -1 for none.
    """

    kinds: NDArray[np.int8]
    places: Floats
    altitudes: Floats
    seconds: Floats
    gaps: Floats
    tracks: Numbers


def match(tracks: Sequence[Track], moments: Floats, largest_gap: float = LARGEST_GAP) -> Matches:
    """Match photos by moments (n,), seconds since 1970 in UTC, NaN without any; gap in seconds.

    Between two points of a segment that are no further apart than the gap, a photo lies on the
    great circle between them. Up to a minute beside a point where a segment or a gap ends, it lies
    at that point. Where tracks overlap, the one with the nearest point counts.
    """
    count = len(moments)
    order = np.argsort(moments, kind="stable")  # NaN at the end
    order = order[: count - int(np.isnan(moments).sum())]
    sought = moments[order]
    matches = placed(tracks, sought, largest_gap)
    kinds, seconds, gaps = _outside(tracks, sought)
    is_placed = matches.tracks >= 0
    kinds[is_placed] = PLACED
    seconds[is_placed], gaps[is_placed] = matches.seconds[is_placed], matches.gaps[is_placed]
    return Matches(
        _spread(count, order, kinds, UNDATED),
        _spread(count, order, matches.places, np.nan),
        _spread(count, order, matches.altitudes, np.nan),
        _spread(count, order, seconds, np.nan),
        _spread(count, order, gaps, np.nan),
        _spread(count, order, matches.tracks, -1),
    )


def placed(tracks: Sequence[Track], sought: Floats, largest_gap: float) -> "Placed":
    """Place photos by their moments (n,) as `match` does; these ascend, and none is NaN."""
    matches = Placed.none(len(sought))
    margin = min(_AT_ENDS, largest_gap)
    for number, track in enumerate(tracks):
        first, last = track.times[track.starts], track.times[track.ends - 1]
        begins = np.searchsorted(sought, first - margin, "left")
        ends = np.searchsorted(sought, last + margin, "right")
        for segment in np.flatnonzero(begins < ends).tolist():
            rows = slice(int(begins[segment]), int(ends[segment]))
            points = slice(int(track.starts[segment]), int(track.ends[segment]))
            matches.improve(rows, sought[rows], track, points, number, largest_gap, margin)
    return matches


@dataclass
class Placed:
    """Places of photos as of `Matches`, in the order of time; -1 in `tracks` for those without."""

    places: Floats
    altitudes: Floats
    seconds: Floats
    gaps: Floats
    tracks: Numbers

    @classmethod
    def none(cls, count: int) -> "Placed":
        """Return that of photos of which nothing is known yet."""
        unknown = np.full(count, np.nan)
        far = np.full(count, np.inf)
        return cls(np.full((count, 2), np.nan), unknown, far, far.copy(), np.full(count, -1))

    def improve(
        self,
        rows: slice,
        sought: Floats,
        track: Track,
        points: slice,
        number: int,
        largest_gap: float,
        margin: float,
    ) -> None:
        """Take what a segment says of some rows where it is nearer in time."""
        times = track.times[points]
        after = np.searchsorted(times, sought, "left").clip(0, len(times) - 1)
        before = np.maximum(after - (times[after] > sought), 0)
        after = np.where(times[before] < sought, after, before)  # at a point both are that point
        gap = times[after] - times[before]
        since, until = np.abs(sought - times[before]), np.abs(times[after] - sought)
        seconds = np.minimum(since, until)
        is_between = gap <= largest_gap
        # Beside a gap or an end there is only the nearest point.
        nearest = np.where(since <= until, before, after)
        before, after = np.where(is_between, before, nearest), np.where(is_between, after, nearest)
        is_inside = (sought >= times[0]) & (sought <= times[-1])
        is_better = (seconds < self.seconds[rows]) & (
            (is_between & is_inside) | (seconds <= margin)
        )
        (better,) = np.nonzero(is_better)
        before, after = before[better], after[better]
        length = times[after] - times[before]
        share = np.divide(
            sought[better] - times[before], length, out=np.zeros(len(better)), where=length > 0
        )
        places, altitudes = track.places[points], track.altitudes[points]
        target = better + rows.start
        self.places[target] = between(places[before], places[after], share)
        self.altitudes[target] = altitudes[before] * (1 - share) + altitudes[after] * share
        self.seconds[target] = seconds[better]
        self.gaps[target] = gap[better]
        self.tracks[target] = number


def _outside(tracks: Sequence[Track], sought: Floats) -> tuple[NDArray[np.int8], Floats, Floats]:
    """Return for sorted moments how they would lie beside the points of all tracks together."""
    times = np.sort(np.concatenate([track.times for track in tracks] or [np.empty(0)]))
    kinds = np.full(len(sought), GAP, np.int8)
    if not len(times):
        return np.full(len(sought), AFTER, np.int8), np.full(len(sought), np.nan), sought * np.nan
    after = np.searchsorted(times, sought, "left")
    before = np.maximum(after - 1, 0)
    kinds[after == 0], kinds[after == len(times)] = BEFORE, AFTER
    after = np.minimum(after, len(times) - 1)
    seconds = np.minimum(np.abs(sought - times[before]), np.abs(times[after] - sought))
    return kinds, seconds, times[after] - times[before]


def _spread(count: int, order: Numbers, values: NDArray[_Kind], missing: float) -> NDArray[_Kind]:
    """Return values of sorted photos in the order of all."""
    spread = np.full((count, *values.shape[1:]), missing, values.dtype)
    spread[order] = values
    return spread


# ---- on the globe -----------------------------------------------------------------------------


def between(start: Floats, end: Floats, share: Floats) -> Floats:
    """Return the points (n, 2) at a share (n,) of the great circles from start to end (n, 2)."""
    one, other = unit_vectors(start), unit_vectors(end)
    angle = 2 * np.arcsin(np.clip(np.linalg.norm(one - other, axis=1) / 2, 0, 1))
    sine = np.sin(angle)
    is_short = sine < 1e-12  # the same point, or the other side of the earth
    safe = np.where(is_short, 1.0, sine)
    first = np.where(is_short, 1 - share, np.sin((1 - share) * angle) / safe)
    second = np.where(is_short, share, np.sin(share * angle) / safe)
    x, y, z = (first[:, None] * one + second[:, None] * other).T
    return np.column_stack(
        (np.degrees(np.arctan2(z, np.hypot(x, y))), np.degrees(np.arctan2(y, x)))
    )


def meters(one: Floats, other: Floats) -> Floats:
    """Return how far places (n, 2) are from others (n, 2), on a sphere."""
    chords: Floats = np.linalg.norm(unit_vectors(one) - unit_vectors(other), axis=-1)
    angles: Floats = 2 * np.arcsin(np.clip(chords / 2, 0, 1))
    return _EARTH_METERS * angles


def unit_vectors(places: Floats) -> Floats:
    """Return unit vectors (n, 3) of places in degrees (n, 2)."""
    latitudes, longitudes = np.radians(places[..., 0]), np.radians(places[..., 1])
    flat = np.cos(latitudes)
    return np.stack(
        (flat * np.cos(longitudes), flat * np.sin(longitudes), np.sin(latitudes)), axis=-1
    )
