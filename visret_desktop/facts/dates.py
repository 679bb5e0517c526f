"""Dates of which only a part is said: '2023', '2023-03', '2023-03-12', '2023-03-12T18:05'.

A span of the catalog ends before its second date. In words and operators both ends are included,
as people say them: '2023-03..2023-05' is three months.
"""

import re
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
