"""Find out how wrong a camera's clock is by photos that know their place.

Each such photo lies somewhere near the track; the times at which the track passes there say what
the clock should have shown. Of these offsets the one counts that brings all such photos nearest to
the track, and of several that are as good the smallest.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from visret_desktop.fieldwork.tracks.matching import (
    LARGEST_GAP,
    between,
    meters,
    placed,
    unit_vectors,
)
from visret_desktop.fieldwork.tracks.track import Floats, Numbers, Track

_MOST_LOOKED_AT = 200  # photos, to see whether they lie near a track
_MOST_ASKED = 40  # of them, for the offset
_MOST_PASSES = 25  # of the track near one photo
_MOST_TRIED = 100  # offsets
_NEAR_METERS = 150.0  # of the track, or a photo says nothing about it
_AS_GOOD_METERS = 2.0
_SAME_PASS_SECONDS = 60.0
_DEGREE_METERS = 111_195.0


@dataclass(frozen=True)
class FoundOffset:
    """An offset in seconds, and how far `photos` photos are from the track with it, in meters."""

    seconds: float
    meters: float  # of the middle one
    photos: int


def find_offset(
    tracks: Sequence[Track], moments: Floats, places: Floats, largest_gap: float = LARGEST_GAP
) -> FoundOffset | None:
    """Find the offset of a clock by moments (n,) without one and known places (n, 2) in degrees.

    None: no photo has a place near a track.
    """
    if not tracks:
        return None
    usable = _sampled(np.flatnonzero(~np.isnan(moments) & _around(tracks, places)), _MOST_LOOKED_AT)
    vectors = [unit_vectors(track.places) for track in tracks]
    passes = {row: _passes(tracks, vectors, places[row], largest_gap) for row in usable.tolist()}
    near = np.array([row for row in passes if passes[row]], np.int64)
    asked = _sampled(near[np.argsort(moments[near], kind="stable")], _MOST_ASKED)
    candidates = [t - moments[row] for row in asked.tolist() for t in passes[row]]
    tried = []
    for offset in sorted(_frequent(candidates), key=abs):
        away = _distances(tracks, moments[asked] + offset, places[asked], largest_gap)
        away = away[away <= _NEAR_METERS]
        if len(away):
            tried.append(FoundOffset(float(offset), float(np.median(away)), len(away)))
    return _best(tried)


def _best(tried: Sequence[FoundOffset]) -> FoundOffset | None:
    """Return the best of offsets, which are sorted by their size; None without any."""
    best: FoundOffset | None = None
    for found in tried:
        is_better = best is None or found.photos > best.photos
        if best is not None and found.photos == best.photos:
            is_better = found.meters < best.meters - _AS_GOOD_METERS
        best = found if is_better else best
    if best is None:
        return None
    around = [one for one in tried if abs(one.seconds - best.seconds) <= _SAME_PASS_SECONDS]
    return min(around, key=lambda one: (-one.photos, one.meters))


def _sampled(rows: Numbers, most: int) -> Numbers:
    """Return at most so many rows, evenly spread."""
    return rows if len(rows) <= most else rows[np.linspace(0, len(rows) - 1, most).astype(int)]


def _around(tracks: Sequence[Track], places: Floats) -> NDArray[np.bool_]:
    """Tell which places (n, 2) may lie near a track; all, where it crosses the date line."""
    found = np.zeros(len(places), np.bool_)
    for track in tracks:
        low, high = track.places.min(axis=0), track.places.max(axis=0)
        room = _NEAR_METERS / _DEGREE_METERS
        wide = room / max(0.01, math.cos(math.radians(float(np.abs(track.places[:, 0]).max()))))
        is_in = (places[:, 0] >= low[0] - room) & (places[:, 0] <= high[0] + room)
        if high[1] - low[1] < 180:
            is_in &= (places[:, 1] >= low[1] - wide) & (places[:, 1] <= high[1] + wide)
        found |= is_in
    return found


def _distances(
    tracks: Sequence[Track], moments: Floats, places: Floats, largest_gap: float
) -> Floats:
    """Return how far from photos the track was at their moments, which ascend; NaN for nowhere."""
    return meters(placed(tracks, moments, largest_gap).places, places)


def _passes(
    tracks: Sequence[Track], vectors: Sequence[Floats], place: Floats, largest_gap: float
) -> list[float]:
    """Return the times at which tracks pass near a place, the nearest passes first."""
    away, times = np.empty(0), np.empty(0)
    for track, points in zip(tracks, vectors, strict=True):
        closeness = points @ unit_vectors(place)
        around = np.r_[-1.0, closeness, -1.0]
        is_nearest = (closeness >= around[:-2]) & (closeness > around[2:])
        rows = np.flatnonzero(is_nearest)
        rows = rows[np.argsort(-closeness[rows], kind="stable")[:_MOST_PASSES]]
        legs = _legs(track, rows, largest_gap)
        away = np.append(away, meters(track.places[rows], place[None]))
        times = np.append(times, track.times[rows])
        near_away, near_times = _nearest(track, legs, place)
        away, times = np.append(away, near_away), np.append(times, near_times)
    order = np.argsort(away, kind="stable")[: 2 * _MOST_PASSES]
    return [float(time) for time in times[order[away[order] <= _NEAR_METERS]]]


def _legs(track: Track, rows: Numbers, largest_gap: float) -> Numbers:
    """Return the first rows of the legs that begin or end at some rows."""
    ones = np.unique(np.concatenate((rows - 1, rows)))
    ones = ones[(ones >= 0) & (ones < len(track) - 1)]
    ones = ones[~np.isin(ones + 1, track.starts)]
    return ones[track.times[ones + 1] - track.times[ones] <= largest_gap]


def _nearest(track: Track, ones: Numbers, place: Floats) -> tuple[Floats, Floats]:
    """Return distance and time of the point of each leg that is nearest to a place."""
    start, end = track.places[ones], track.places[ones + 1]
    length = np.maximum(meters(start, end), 1e-6)
    to_start, to_end = meters(start, place[None]), meters(end, place[None])
    along = (to_start**2 - to_end**2 + length**2) / (2 * length**2)  # as on a plane
    share = np.clip(along, 0, 1)
    spots = between(start, end, share)
    times = track.times[ones] + share * (track.times[ones + 1] - track.times[ones])
    return meters(spots, place[None]), times


def _frequent(candidates: Sequence[float]) -> set[int]:
    """Return those offsets, in whole seconds, that most photos have at about the same minute."""
    offsets = np.unique(np.round(np.array(candidates)).astype(np.int64))
    minutes = np.round(np.array(candidates) / 60)
    votes = [int((np.abs(minutes - round(offset / 60)) <= 1).sum()) for offset in offsets.tolist()]
    order = np.lexsort((np.abs(offsets), -np.array(votes, np.int64)))[:_MOST_TRIED]
    return set(offsets[order].tolist())
