"""What a camera writes into its pictures: camera traps put date, time and temperature on a strip.

Letters are read wrongly now and then. So a value is taken only where it makes sense as a whole, and
a date that may be read in two ways has both.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

_DATE = r"(?P<a>\d{4}|\d{2})(?P<sign>[-/.])(?P<b>\d{2})(?P=sign)(?P<c>\d{4}|\d{2})"
_TIME = r"(?P<h>\d{1,2}):(?P<m>\d{2})(?::(?P<s>\d{2}))?(?!\d|:)\s*(?P<half>[AP]M)?"
_MOMENTS = (
    re.compile(rf"(?<!\d){_DATE}[\sT]*{_TIME}", re.IGNORECASE),
    re.compile(rf"(?<!\d|:){_TIME}[\s,]*{_DATE}(?!\d)", re.IGNORECASE),
)
_DEGREES = re.compile(r"(?<![\d.])([-–]?\d{1,3})\s*(?:°\s*([CF])\b|([℃℉]))")
_COLDEST, _HOTTEST = -60.0, 70.0  # of the air on earth, and of a camera in the sun
_OLDEST = 1990


@dataclass(frozen=True)
class InfoStrip:
    """What is written on one.

    Attributes:
        moments: the local times that it may mean; 5/6 is in May or in June.
        has_seconds: whether they are known to the second.
        celsius: the temperature; None: it is not said, or not clear.
    """

    moments: tuple[datetime, ...] = ()
    has_seconds: bool = False
    celsius: float | None = None


def read_strip(words: str) -> InfoStrip:
    """Return what the words in a picture say, line by line, as an info strip does."""
    matches = [match for one in _MOMENTS for match in one.finditer(words)]
    moments = [moment for match in matches[:1] for moment in _moments(match)]
    has_seconds = bool(matches and matches[0]["s"])
    return InfoStrip(tuple(dict.fromkeys(moments)), has_seconds, _celsius(words))


def _moments(match: re.Match[str]) -> Iterator[datetime]:
    first, second, third = match["a"], match["b"], match["c"]
    if len(first) == 4:
        orders = [(first, second, third)]
    elif len(third) == 4:
        orders = [(third, first, second), (third, second, first)]
    else:  # two digits for all: any of the usual orders
        century = "20"
        orders = [
            (century + third, first, second),
            (century + third, second, first),
            (century + first, second, third),
        ]
    for year, month, day in orders:
        if int(year) >= _OLDEST and (hour := _hour(match)) is not None:
            try:
                yield datetime(
                    int(year), int(month), int(day), hour, int(match["m"]), int(match["s"] or 0)
                )
            except ValueError:
                continue


def _hour(match: re.Match[str]) -> int | None:
    hour, half = int(match["h"]), (match["half"] or "").upper()
    if not half:
        return hour
    if not 1 <= hour <= 12:
        return None
    return hour % 12 + (12 if half == "PM" else 0)


def _celsius(words: str) -> float | None:
    """Return the temperature; None where there is none, or several that do not agree."""
    temperatures: set[float] = set()
    for number, letter, sign in _DEGREES.findall(words):
        degrees = float(number.replace("–", "-"))
        is_celsius = letter == "C" or sign == "℃"
        temperatures.add(degrees if is_celsius else (degrees - 32) * 5 / 9)
    if (
        not temperatures
        or max(temperatures) - min(temperatures) > 1
        or not _COLDEST <= min(temperatures) <= _HOTTEST
    ):
        return None
    whole = [degrees for degrees in temperatures if degrees.is_integer()]  # 24 °C rather than 75 °F
    return round(min(whole or temperatures), 1)
