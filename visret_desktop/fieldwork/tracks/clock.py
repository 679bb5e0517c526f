"""From what a camera's clock said to moments in UTC: its time zone, and how wrong it was."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import numpy as np

from visret_desktop.errors import UsageError
from visret_desktop.fieldwork.tracks.track import Floats, Track
from visret_desktop.places.time_zones import time_zone
from visret_desktop.sentences import sentence

_OFFSET = re.compile(r"([+\-−]?)(?:(\d{1,6}):)?(\d{1,2}):(\d{2})(?:\.(\d{1,3}))?")
_ZONE = re.compile(r"(?:UTC|GMT)?([+\-−])(\d{1,2})(?::?(\d{2}))?")
_DAY, _QUARTER = 86_400.0, 900.0  # seconds
_WIDEST_ZONE = 14 * 60  # minutes


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
    found = np.full(len(local), np.nan)
    for end in set(ends.tolist()):
        rows = np.flatnonzero((ends == end) & ~np.isnan(local))
        own = _fixed(end)
        found[rows] = local[rows] - (own if own is not None else _from_utc(local[rows], zone))
    return found + clock.offset


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
        found = naive.replace(tzinfo=zone).utcoffset()
    except OverflowError:
        return 0.0
    return found.total_seconds() if found is not None else 0.0


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
    found = seconds + float(f"0.{match[5] or 0}")
    return -found if match[1] in ("-", "−") else found


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
        raise UsageError(
            reason=sentence("This photo does not say when it was taken. Choose another one.")
        )
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
    found = float(after - before)
    return found if day else (found + _DAY / 2) % _DAY - _DAY / 2
