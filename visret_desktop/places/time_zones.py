"""Time zones of places."""

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def time_zone(latitude: float, longitude: float) -> str:
    """Return the IANA name of the time zone at a point; "" where none is known."""
    if not (abs(latitude) <= 90 and abs(longitude) <= 180):
        return ""
    # Its polygons take 40 MB, which only photos with a place are worth.
    from tzfpy import get_tz

    return str(get_tz(longitude, latitude))


def utc_offset(taken_at: str, latitude: float, longitude: float) -> str:
    """Return how far a local time at a place is from UTC, as '+02:00'; "" where that is not known.

    Of an hour that a clock shows twice in autumn the first is meant.
    """
    zone = time_zone(latitude, longitude)
    try:
        local = datetime.fromisoformat(taken_at).replace(tzinfo=ZoneInfo(zone) if zone else None)
        return local.isoformat(timespec="seconds")[19:25] if zone else ""
    except (ValueError, OverflowError, ZoneInfoNotFoundError):
        return ""
