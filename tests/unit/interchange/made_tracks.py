"""Tracks made for tests."""

from collections.abc import Iterable
from datetime import UTC, datetime

import numpy as np

from visret_desktop.interchange.tracks.track import Track, ordered

Point = tuple[float, float, str]
NOON = datetime(2024, 5, 3, 12, tzinfo=UTC).timestamp()


def stamp(seconds: float) -> str:
    """Return a moment as GPX has it; seconds after noon of 3 May 2024."""
    return datetime.fromtimestamp(NOON + seconds, UTC).isoformat().replace("+00:00", "Z")


def gpx(*segments: Iterable[Point], inside: str = "") -> bytes:
    """Return a GPX file of points: latitude, longitude and time; "" for no time."""
    parts = "".join(
        f"<trkseg>{''.join(point(*one) for one in segment)}</trkseg>" for segment in segments
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<gpx version="1.1" creator="us" xmlns="http://www.topografix.com/GPX/1/1">'
        f"{inside}<trk><name>walk</name>{parts}</trk></gpx>"
    ).encode()


def point(latitude: float, longitude: float, time: str, altitude: str = "12.5") -> str:
    """Return a point of a track."""
    told = f"<time>{time}</time>" if time else ""
    return f'<trkpt lat="{latitude}" lon="{longitude}"><ele>{altitude}</ele>{told}</trkpt>'


def track(
    *points: tuple[float, float, float], name: str = "a.gpx", breaks: tuple[int, ...] = ()
) -> Track:
    """Return a track of points: seconds after noon, latitude, longitude; new segments at rows."""
    rows = np.array(points, np.float64).reshape(-1, 3)
    segments = np.array([sum(at <= row for at in breaks) for row in range(len(rows))], np.int64)
    altitudes = np.arange(len(rows), dtype=np.float64)
    return ordered(name, NOON + rows[:, 0], rows[:, 1:].copy(), altitudes, segments)
