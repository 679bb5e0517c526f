"""Dates and spans of time: partial dates, seasons, holidays and relative dates.

A partial date is '2023', '2023-03', '2023-03-12' or '2023-03-12T18:05'. People include both ends of
a span: '2023-03..2023-05' is three months. In the catalog a span ends before its second date.
Nothing here depends on a language: months, seasons and the like are numbers from 1 on.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from visret_desktop.library.catalog.filter_values import Span

_FORMS = {4: "%Y", 7: "%Y-%m", 10: "%Y-%m-%d", 16: "%Y-%m-%dT%H:%M", 19: "%Y-%m-%dT%H:%M:%S"}
_PARTIAL = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:T(\d{1,2}):(\d\d)(?::(\d\d))?)?)?)?")
_DAY_FIRST = re.compile(r"(?:(\d{1,2})[./])?(\d{1,2})[./](\d{4})")


def partial_date(text: str) -> str:
    """Return a date that was typed in digits as the catalog keeps it.

    The day comes first where points or slashes stand between: '12.5.2021' is 2021-05-12.

    Raises:
        ValueError: there is no such date.
    """
    if match := _DAY_FIRST.fullmatch(text):
        parts = [match[3], match[2], *([match[1]] if match[1] else [])]
    elif match := _PARTIAL.fullmatch(text):
        parts = [part for part in match.groups() if part is not None]
    else:
        raise ValueError(text)
    separators = ("", "-", "-", "T", ":", ":")
    written = "".join(
        separator + (part if number == 0 else part.zfill(2))
        for number, (separator, part) in enumerate(zip(separators, parts, strict=False))
    )
    moment(written)
    return written


def moment(written: str) -> datetime:
    """Return the first moment of a date."""
    return datetime.strptime(written, _FORMS[len(written)])


def following(written: str, step: int = 1) -> str:
    """Return the date after this one, of the same length: the next year, month, day or minute.

    Raises:
        ValueError: the calendar ends there.
    """
    size, first = len(written), moment(written)
    if size <= 7:
        months = first.year * 12 + first.month - 1 + step * (12 if size == 4 else 1)
        if not 12 <= months < 120_000:
            raise ValueError(written)
        return f"{months // 12:04}-{months % 12 + 1:02}"[:size]
    length = {10: timedelta(days=1), 16: timedelta(minutes=1), 19: timedelta(seconds=1)}[size]
    try:
        return (first + step * length).isoformat()[:size]
    except OverflowError as error:
        raise ValueError(written) from error


def days(first: date, last: date) -> Span:
    """Return the span of whole days, both included."""
    return Span(first.isoformat(), following(last.isoformat()))


def span_text(span: Span) -> str:
    """Return the operator that `read_span` reads as this span."""
    start, end = span.start, span.end
    if start is None:
        return f"before:{end}" if end is not None else "taken:.."
    if end is None:
        return f"taken:{start}.."
    last = following(end, -1)
    return f"taken:{start}" if last == start else f"taken:{start}..{last}"


def read_span(value: str) -> Span:
    """Read '2023', '2023-03..2023-05', '..2020', '2020..', '>=2020' or '<2020-05'.

    Raises:
        ValueError: this is no date, or the end comes before the start.
    """
    if match := re.fullmatch(r"(>=|<=|>|<|=)?\s*([^.\s<>=].*|\.\..*)", value, re.DOTALL):
        sign, rest = match[1] or "", match[2].strip()
    else:
        raise ValueError(value)
    if sign in ("", "="):
        first, dots, last = rest.partition("..")
        start = partial_date(first) if first else None
        if not dots:
            return Span(start, following(start or ""))
        return Span(start, following(partial_date(last)) if last else None)
    day = partial_date(rest)
    if sign == ">=":
        return Span(day, None)
    if sign == ">":
        return Span(following(day), None)
    return Span(None, day if sign == "<" else following(day))


# From when to when, of morning, afternoon, evening and night.
HOURS = (("05:00", "12:00"), ("12:00", "18:00"), ("18:00", "22:00"), ("21:00", "05:00"))
NIGHT = 4
_DAY, _WEEK, _MONTH, _YEAR, _WEEKEND = 1, 2, 3, 4, 5


@dataclass(frozen=True)
class Calendar:
    """Spans of days as seen from `today`, with the seasons of the north or of the south."""

    today: date
    southern: bool = False

    def season_months(self, season: int) -> tuple[int, ...]:
        """Return the months of a season: 1 is spring."""
        first = season * 3 + (6 if self.southern else 0)
        return tuple((first + step - 1) % 12 + 1 for step in range(3))

    def season(self, season: int, year: int) -> Span:
        """Return the season that begins in a year."""
        start = f"{year:04}-{self.season_months(season)[0]:02}"
        return Span(start, following(start, 3))

    def holiday(self, holiday: int, year: int) -> Span:
        """Return a feast: Christmas, New Year's Eve, New Year, Easter, Halloween."""
        if holiday == 4:
            sunday = easter(year)
            return days(sunday - timedelta(2), sunday + timedelta(1))
        first, last = {
            1: ((12, 24), (12, 26)),
            2: ((12, 31), (12, 31)),
            3: ((1, 1), (1, 1)),
            5: ((10, 31), (10, 31)),
        }[holiday]
        return days(date(year, *first), date(year, *last))

    def last(self, thing: str, number: int) -> Span | None:
        """Return the latest season, month, weekday, feast, week and so on that is over."""
        return self._latest(thing, number, lambda span: (span.end or "") <= str(self.today))

    def this(self, thing: str, number: int) -> Span | None:
        """Return the latest one that has begun."""
        return self._latest(thing, number, lambda span: (span.start or "") <= str(self.today))

    def _latest(self, thing: str, number: int, is_meant: Callable[[Span], bool]) -> Span | None:
        for back in range(3):
            span = self._one(thing, number, back)
            if span is None or is_meant(span):
                return span
        return None

    def _one(self, thing: str, number: int, back: int) -> Span | None:
        """Return the one of this year, week and so on, or of so many before."""
        year = self.today.year - back
        if thing == "season":
            return self.season(number, year)
        if thing == "holiday":
            return self.holiday(number, year)
        if thing == "month":
            return _month_of(year, number)
        monday = self.today - timedelta(self.today.weekday() + 7 * back)
        if thing == "weekday":
            day = monday + timedelta(number - 1)
            return days(day, day)
        if number == _WEEKEND:
            return days(monday + timedelta(5), monday + timedelta(6))
        return None if number == _DAY else self.ago(back, number)

    def ago(self, count: int, unit: int) -> Span | None:
        """Return the day, week, month or year so many of them ago; None: before all photos."""
        try:
            if unit == _YEAR:
                year = following(f"{self.today.year:04}", -count)
                return Span(year, following(year))
            if unit == _MONTH:
                month = following(str(self.today)[:7], -count)
                return Span(month, following(month))
            if unit == _DAY:
                day = self.today - timedelta(count)
                return days(day, day)
            monday = self.today - timedelta(self.today.weekday() + 7 * count)
            return days(monday, monday + timedelta(6)) if unit == _WEEK else None
        except (ValueError, OverflowError):
            return None

    def since(self, count: int, unit: int) -> Span | None:
        """Return the time from so many days, weeks, months or years ago on."""
        try:
            if unit in (_DAY, _WEEK):
                first = self.today - timedelta(count * (7 if unit == _WEEK else 1))
                return Span(first.isoformat())
            if unit not in (_MONTH, _YEAR):
                return None
            month = following(str(self.today)[:7], -count * (12 if unit == _YEAR else 1))
            last = date.fromisoformat(f"{following(month)}-01") - timedelta(1)
            return Span(f"{month}-{min(self.today.day, last.day):02}")
        except (ValueError, OverflowError):
            return None


def _month_of(year: int, month: int) -> Span:
    start = f"{year:04}-{month:02}"
    return Span(start, following(start))


def easter(year: int) -> date:
    """Return Easter Sunday, by the Gregorian rule as Gauss, Lichtenberg and others wrote it."""
    golden, century, rest = year % 19, year // 100, year % 100
    moon = (
        19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15
    ) % 30
    week = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    shift = (golden + 11 * moon + 22 * week) // 451
    month, day = divmod(moon + week - 7 * shift + 114, 31)
    return date(year, month, day + 1)


def with_part(span: Span, part: int) -> tuple[str, ...]:
    """Return the operators of a part of a day: 1 is morning. A night ends on the next day."""
    start, end = span.start or "", span.end or ""
    if part == NIGHT and len(start) == 10 and end == following(start):
        return (f"taken:{start}T21:00..{end}T04:59",)
    begins, ends = HOURS[part - 1]
    return span_text(span), f"time:{begins}..{ends}"


def decade(text: str, tens: int | None) -> Span | None:
    """Return ten years: '90s', '1990s', or `tens`: 1 for the twenties, 8 for the nineties."""
    if tens is not None:
        first = 1910 + 10 * tens
    else:
        digits = re.sub(r"\D", "", text)
        first = int(digits)
        if len(digits) == 2:
            first += 2000 if first < 30 else 1900
        elif len(digits) != 4:
            return None
    return Span(f"{first:04}", f"{first + 10:04}")
