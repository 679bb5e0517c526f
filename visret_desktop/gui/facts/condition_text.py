"""Conditions as people say them: 'March to May 2026', 'near Lyon, 20 km', 'not: camera R5'.

To add a field, add a function of one of its values to `WORDS`, or a sentence to `_NAMED`.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache
from math import inf, nextafter
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QLocale

from visret_desktop.facts.fact import Fact
from visret_desktop.gui.grid.sections import date_words
from visret_desktop.gui.languages.figures import count
from visret_desktop.gui.photo.photo_rows import LIGHT_WORDS, MOON_WORDS, day_and_time
from visret_desktop.library.catalog.filter_values import (
    ANY_NAME,
    Circle,
    Detected,
    Hours,
    Range,
    Rating,
    Span,
)
from visret_desktop.library.catalog.photo_filter import Condition
from visret_desktop.library.keyword_paths import SEPARATOR

if TYPE_CHECKING:
    from visret_desktop.places.gazetteer import Gazetteer


_NEAR_NAME = re.compile(r'-?near:"((?:[^"]|"")+)"[^"]*')
translate = QCoreApplication.translate
_LANGUAGES = ("en", "de", "fr", "es", "it", "nl")  # in which places have names


def fact_words(fact: Fact) -> str:
    """Return what a fact says, in the words of the system's language."""
    condition = fact.condition
    named = _NEAR_NAME.fullmatch(fact.text)
    if condition.field == "near" and named is not None:
        words = _near(named[1].replace('""', '"'), condition.values[0])
    else:
        words = condition_words(condition)
    return _without(condition, words) if condition.negated else words


def _without(condition: Condition, words: str) -> str:
    if condition.field == "blank":
        return translate("facts", "no blank frames")
    if condition.field == "species" and condition.values == (ANY_NAME,):
        return translate("facts", "no accepted name")
    if condition.field == "has" and len(condition.values) == 1:
        is_place = condition.values[0] == "place"
        return translate("facts", "no place") if is_place else translate("facts", "no date")
    return translate("facts", "not: {0}").format(words)


def condition_words(condition: Condition) -> str:
    """Return what a condition says as if it were not negated."""
    if condition.field == "either":
        return _or(_group_words(group) for group in condition.values)
    if condition.field == "photo" and len(condition.values) > 1:
        return translate("facts", "{0} photos").format(count(len(condition.values)))
    words = WORDS.get(condition.field, str)
    text = _or(words(value) for value in condition.values)
    return _NAMED[condition.field]().format(text) if condition.field in _NAMED else text


def _group_words(group: tuple[Condition, ...]) -> str:
    both = translate("facts", "{0} and {1}")
    parts = [
        _without(one, condition_words(one)) if one.negated else condition_words(one)
        for one in group
    ]
    text = parts[0]
    for part in parts[1:]:
        text = both.format(text, part)
    return text


def _or(parts: Iterable[str]) -> str:
    choices = list(dict.fromkeys(parts))
    if len(choices) < 2:
        return choices[0]
    return translate("facts", "{0} or {1}").format(", ".join(choices[:-1]), choices[-1])


# ---- when ----------------------------------------------------------------------------------------


def _span(span: Span) -> str:
    from visret_desktop.facts.dates import following

    start, end = span.start, span.end
    if start is None:
        return translate("facts", "before {0}").format(_date(end or ""))
    if end is None:
        return translate("facts", "from {0} on").format(_date(start))
    last = following(end, -1)
    if last == start:
        return _date(start)
    first = _date(start)
    if len(start) == len(last) == 7 and start[:4] == last[:4]:
        first = month_words(int(start[5:7]))
    return translate("facts", "{0} to {1}").format(first, _date(last))


def _date(text: str) -> str:
    """Return '2026', 'May 2026', '3 May 2026' or the day and the time."""
    if len(text) == 4:
        return text
    return date_words(int(text.replace("-", ""))) if len(text) == 7 else day_and_time(text)


def month_words(month: int) -> str:
    """Return the name of a month as it stands alone."""
    return QLocale().standaloneMonthName(month)


def _hours(hours: Hours) -> str:
    return translate("facts", "{0} to {1}").format(hours.start, hours.end)


# ---- where ---------------------------------------------------------------------------------------


def place_words(kind: str, code: Any) -> str:
    """Return the name of a 'country', 'region' or 'town' in the system's language, or its code."""
    return _place_words(kind, code, QLocale().name()[:2])


@cache
def _place_words(kind: str, code: Any, language: str) -> str:
    known = language if language in _LANGUAGES else "en"
    place = getattr(gazetteer(), kind)(code, known)
    return str(code) if place is None else str(place.name)


def gazetteer() -> "Gazetteer":
    """Return the places that ship."""
    from visret_desktop.places.gazetteer import Gazetteer  # NumPy: not at the start

    return Gazetteer.open()


def _near(name: str, circle: Circle) -> str:
    return translate("facts", "near {0}, {1} km").format(name, _number(circle.kilometers))


def _circle(circle: Circle) -> str:
    return _near(f"{circle.latitude:.2f}°, {circle.longitude:.2f}°", circle)


# ---- with what -----------------------------------------------------------------------------------


def rating_words(stars: int) -> str:
    """Return '★★★', 'no stars' or 'rejected'."""
    return (
        "★" * stars
        if stars > 0
        else translate("facts", "rejected")
        if stars < 0
        else translate("facts", "no stars")
    )


def _rating(rating: Rating) -> str:
    if rating.low == rating.high:
        return rating_words(rating.low)
    if rating.high == 5:
        return translate("facts", "at least {0}").format(rating_words(rating.low))
    return translate("facts", "{0} to {1}").format(
        rating_words(rating.low), rating_words(rating.high)
    )


def _detected(wanted: Detected) -> str:
    text = translate("facts", "{0} detected").format(wanted.name)
    if not wanted.least:
        return text
    return translate("facts", "{0}, {1} % or more").format(text, _number(100 * wanted.least))


def _number(number: float) -> str:
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    return locale.toString(number, "g", 6)


def _seconds(seconds: float) -> str:
    return f"1/{1 / seconds:.0f}" if 0 < seconds < 0.4 else _number(seconds)


def _rounded(value: float, towards: float) -> tuple[float, bool]:
    """Return a number, or the one right beside it that is written in fewer digits, and which."""
    beside = nextafter(value, towards)
    is_beside = len(repr(beside)) < len(repr(value))
    return (beside, True) if is_beside else (value, False)


def _range(number: Callable[[float], str], unit: str) -> Callable[[Range], str]:
    def written(value: float) -> str:
        return unit.format(number(value))

    def words(value: Range) -> str:
        low, high = value.low, value.high
        if low is None:
            less, most = translate("facts", "less than {0}"), translate("facts", "at most {0}")
            limit, is_less = _rounded(high or 0, inf)
            return (less if is_less else most).format(written(limit))
        if high is None:
            more, least = translate("facts", "more than {0}"), translate("facts", "at least {0}")
            limit, is_more = _rounded(low, 0.0)
            return (more if is_more else least).format(written(limit))
        if low == high:
            return written(low)
        return translate("facts", "{0} to {1}").format(number(low), written(high))

    return words


def keyword_words(keyword: str) -> str:
    """Return 'Animals › Birds › Grey heron' for a path of keywords."""
    return " › ".join(keyword.split(SEPARATOR))


def last_part(path: str) -> str:
    """Return the name of a file or folder."""
    return PurePath(path).name or path


WORDS: dict[str, Callable[[Any], str]] = {
    "taken": _span,
    "month": month_words,
    "weekday": lambda day: QLocale().standaloneDayName(day),
    "hour": _hours,
    "light": lambda light: LIGHT_WORDS[light](),
    "moon": lambda moon: MOON_WORDS[moon](),
    "country": lambda code: place_words("country", code),
    "region": lambda code: place_words("region", code),
    "town": lambda number: place_words("town", number),
    "near": _circle,
    "area": lambda _area: translate("facts", "part of the map"),
    "inside": lambda _outline: translate("facts", "part of the map"),
    "below": last_part,
    "photo": last_part,
    "burst": last_part,
    "event": last_part,
    "rating": _rating,
    "keyword": keyword_words,
    "species": lambda name: (
        translate("facts", "with an accepted name") if name == ANY_NAME else name
    ),
    "exposure": _range(_seconds, "{0} s"),
    "aperture": _range(_number, "f/{0}"),
    "focal": _range(_number, "{0} mm"),
    "iso": _range(_number, "ISO {0}"),
    "altitude": _range(_number, "{0} m"),
    "has": lambda name: (
        translate("facts", "has a place") if name == "place" else translate("facts", "has a date")
    ),
    "mark": lambda mark: {
        "right": translate("facts", "marked right"),
        "wrong": translate("facts", "marked wrong"),
        "marked": translate("facts", "marked"),
    }[mark],
    "detected": _detected,
    "blank": lambda _: translate("facts", "blank frames"),
    "copy": lambda is_copy: (
        translate("facts", "duplicates") if is_copy else translate("facts", "originals")
    ),
}
_NAMED: dict[str, Callable[[], str]] = {
    "camera": lambda: translate("facts", "camera {0}"),
    "lens": lambda: translate("facts", "lens {0}"),
    "folder": lambda: translate("facts", "folder {0}"),
    "below": lambda: translate("facts", "folder {0}"),
    "keyword": lambda: translate("facts", "keyword {0}"),
    "label": lambda: translate("facts", "label {0}"),
    "words": lambda: translate("facts", "named “{0}”"),
    "text": lambda: translate("facts", "“{0}” in the picture"),
    "altitude": lambda: translate("facts", "altitude {0}"),
    "month": lambda: translate("facts", "{0} of any year"),
    "burst": lambda: translate("facts", "burst of {0}"),
    "event": lambda: translate("facts", "event of {0}"),
}
