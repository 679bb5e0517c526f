"""From what a camera's clock said to moments in UTC: its time zone, and how wrong it was.

How wrong it was is found by photos that know their place. Each such photo lies somewhere near the
track; the times at which the track passes there say what the clock should have shown. Of these
offsets the one counts that brings all such photos nearest to the track, and of several that are as
good the smallest.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import numpy as np
from numpy.typing import NDArray

from visret_desktop.errors import UsageError
from visret_desktop.interchange.tracks.track import (
    LARGEST_GAP,
    Floats,
    Numbers,
    Track,
    between,
    meters,
    placed,
    unit_vectors,
)
from visret_desktop.places.place import time_zone
from visret_desktop.sentences import sentence

_OFFSET = re.compile(r"([+\-−]?)(?:(\d{1,6}):)?(\d{1,2}):(\d{2})(?:\.(\d{1,3}))?")
_ZONE = re.compile(r"(?:UTC|GMT)?([+\-−])(\d{1,2})(?::?(\d{2}))?")
_DAY, _QUARTER = 86_400.0, 900.0  # seconds
_WIDEST_ZONE = 14 * 60  # minutes
_NO_TIME = sentence("This photo does not say when it was taken. Choose another one.")


@dataclass(frozen=True)
class Clock:
    """A camera's clock: `offset` seconds are added to what it said, which was the time in `zone`.

    Where a photo itself says how far from UTC it was taken, that counts and not the zone.
    """

    offset: float = 0.0
    zone: str = "UTC"


def moments(taken: Sequence[str | None], clock: Clock) -> Floats:
    """Return seconds since 1970 in UTC (n,) for times as photos have them; NaN where none.

    Of an hour that a clock shows twice in autumn the first is meant.

    Raises:
        UsageError: there is no such zone.
    """
    zone = zone_of(clock.zone)
    local = _local([(text or "")[:19] for text in taken])
    ends = np.array([(text or "")[19:] for text in taken], dtype=object)
    seconds = np.full(len(local), np.nan)
    for end in set(ends.tolist()):
        rows = np.flatnonzero((ends == end) & ~np.isnan(local))
        own = _fixed(end)
        seconds[rows] = local[rows] - (own if own is not None else _from_utc(local[rows], zone))
    return seconds + clock.offset


def _local(stamps: Sequence[str]) -> Floats:
    """Return times as seconds since 1970 as if they were in UTC; NaN for what is no time."""
    try:
        known = np.array([stamp or "NaT" for stamp in stamps], "datetime64[s]")
    except ValueError:
        if len(stamps) == 1:
            return np.array([np.nan])
        half = len(stamps) // 2
        return np.concatenate((_local(stamps[:half]), _local(stamps[half:])))
    seconds = known.astype(np.int64).astype(np.float64)
    seconds[np.isnat(known)] = np.nan
    return seconds


def _from_utc(local: Floats, zone: tzinfo) -> Floats:
    """Return how many seconds times are ahead of UTC; zones change at a quarter of an hour."""
    quarters, rows = np.unique(np.floor(local / _QUARTER), return_inverse=True)
    return np.array([_ahead(quarter * _QUARTER, zone) for quarter in quarters.tolist()])[rows]


def _ahead(local: float, zone: tzinfo) -> float:
    try:
        naive = datetime(1970, 1, 1) + timedelta(seconds=local)
        offset = naive.replace(tzinfo=zone).utcoffset()
    except OverflowError:
        return 0.0
    return offset.total_seconds() if offset is not None else 0.0


def _fixed(end: str) -> float | None:
    """Return the seconds of '+02:00' or 'Z'; None for anything else."""
    if end == "Z":
        return 0.0
    match = re.fullmatch(r"([+-])(\d{2}):(\d{2})", end)
    if not match:
        return None
    return (-1 if match[1] == "-" else 1) * (int(match[2]) * 3600.0 + int(match[3]) * 60.0)


# ---- zones --------------------------------------------------------------------------------------


def zone_of(name: str) -> tzinfo:
    """Return the zone of a name such as 'Europe/Rome', '+02:00' or 'UTC'.

    Raises:
        UsageError: there is none.
    """
    if match := _ZONE.fullmatch(name.strip()):
        minutes = int(match[2]) * 60 + int(match[3] or 0)
        if minutes <= _WIDEST_ZONE and int(match[3] or 0) < 60:
            return timezone(timedelta(minutes=minutes if match[1] == "+" else -minutes))
    if name.strip().upper() in ("UTC", "GMT", "Z"):
        return UTC
    try:
        return ZoneInfo(name.strip())
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        reason = sentence(
            "There is no time zone {name}. Write one such as Europe/Rome or +02:00.",
            name=repr(name),
        )
        raise UsageError(reason=reason) from error


def zone_of_track(track: Track) -> str:
    """Return the name of the time zone where a track begins; 'UTC' where none is known."""
    latitude, longitude = track.places[0].tolist()
    name = time_zone(latitude, longitude)
    try:
        zone_of(name)
    except UsageError:  # this computer's list of zones is an older one
        return "UTC"
    return name


# ---- how wrong a clock is -----------------------------------------------------------------------


def read_offset(text: str) -> float:
    """Return the seconds of '+0:01:32', '-1:00:00' or '+90:00' (minutes and seconds).

    Raises:
        UsageError: it is none.
    """
    match = _OFFSET.fullmatch(text.strip())
    if not match or int(match[4]) > 59 or (match[2] and int(match[3]) > 59):
        reason = sentence(
            "{text} is no offset. Write hours, minutes and seconds, such as +0:01:32.",
            text=repr(text),
        )
        raise UsageError(reason=reason)
    seconds = int(match[2] or 0) * 3600 + int(match[3]) * 60 + int(match[4])
    total = seconds + float(f"0.{match[5] or 0}")
    return -total if match[1] in ("-", "−") else total


def offset_text(seconds: float) -> str:
    """Return '+0:01:32' for 92 seconds."""
    whole = abs(round(seconds))
    sign = "-" if seconds < 0 and whole else "+"
    return f"{sign}{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def offset_by_clock(taken_at: str | None, shown: str, zone: str) -> float:
    """Return the offset of a camera that took a photo of a clock.

    `shown` is what the clock shows: '14:03:20', of the nearest day, or '2024-05-03 14:03:20'; in
    the zone of the photo, unless it ends with one itself, such as '+00:00' or 'Z'.

    Raises:
        UsageError: the photo has no time, or `shown` is none.
    """
    (before,) = moments([taken_at], Clock(zone=zone)).tolist()
    if math.isnan(before):
        raise UsageError(reason=_NO_TIME)
    assert taken_at is not None, "it has a time"
    text = shown.strip().replace("T", " ")
    day, _, clock = text.rpartition(" ")
    stamp = f"{day or taken_at[:10]}T{clock.zfill(8) if clock[1:2] == ':' else clock}"
    try:
        true = datetime.fromisoformat(stamp)
    except ValueError as error:
        reason = sentence(
            "{shown} is no time. Write one such as 14:03:20 or 2024-05-03 14:03:20.",
            shown=repr(shown),
        )
        raise UsageError(reason=reason) from error
    end = "" if true.tzinfo else taken_at[19:]
    (after,) = moments([true.isoformat(timespec="seconds") + end], Clock(zone=zone)).tolist()
    offset = float(after - before)
    return offset if day else (offset + _DAY / 2) % _DAY - _DAY / 2


def offset_by_pair(taken_at: str | None, true: str | None, zone: str) -> float:
    """Return the offset of a camera that took a photo when another one, which was right, took one.

    Where only one of both photos says how far from UTC it was taken and `zone` is "", both clocks
    are taken to have been set to the same zone.

    Raises:
        UsageError: one of them has no time.
    """
    taken_at, true = taken_at or "", true or ""
    if not zone and bool(taken_at[19:]) != bool(true[19:]):
        taken_at, true = taken_at[:19], true[:19]
    before, after = moments([taken_at, true], Clock(zone=zone or "UTC")).tolist()
    if math.isnan(before) or math.isnan(after):
        raise UsageError(reason=_NO_TIME)
    return float(after - before)


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
