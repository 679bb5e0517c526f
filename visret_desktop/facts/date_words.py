"""What plain words say of dates: 'last spring', 'im August 2023', 'il y a deux ans'."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from functools import partial

from visret_desktop.facts import dates
from visret_desktop.facts.dates import HOURS, Calendar, decade, with_part
from visret_desktop.facts.fact import TextSpan
from visret_desktop.facts.languages import Language
from visret_desktop.facts.values import MONTHS, WEEKDAYS
from visret_desktop.library.catalog.filter_values import Span

_WEEKEND = "weekday:saturday,sunday"
_NO_DAYS_OF = re.compile(r"\s+(?:of|de|del|du|des|von|van|di)\b|\s+d'")


class DateReader:
    """Finds what one language says of dates, in folded text."""

    def __init__(self, language: Language, calendar: Calendar, day_first: bool) -> None:
        self._language, self._calendar, self._day_first = language, calendar, day_first

    def at(self, text: str, start: int) -> Iterator[TextSpan]:
        """Yield what may begin at a place in the text."""
        for match, spans in self._dated(text, start):
            if len(spans) == 1:
                yield self._with_part(text, match, spans[0], self._is_whole(match))
            else:
                texts = tuple(map(dates.span_text, spans))
                yield TextSpan(match.start(), match.end(), texts, certain=False)
        for _, pattern in self._language.parts_before.within(text):
            if before := pattern.match(text, start):
                part = self._number("parts", before["part"])
                for match, spans in self._dated(text, before.end()):
                    if len(spans) == 1:
                        yield TextSpan(start, match.end(), with_part(spans[0], part))
        for kind, pattern in self._language.said.within(text):
            if phrase := pattern.match(text, start):
                yield from _READERS[kind](self, text, phrase)

    def bare(self, text: str, start: int) -> Iterator[TextSpan]:
        """Yield what a month, a season, a weekday or a year may mean by itself."""
        match = self._language.bare.match(text, start)
        if not match:
            return
        group = match.lastgroup or ""
        if group == "month" and (
            len(match[0]) > 4 or match[0] in MONTHS or match[0] in self._whole
        ):
            found = self._months([self._number("months", match[group])])
        elif group == "season":
            found = self._months(
                self._calendar.season_months(self._number("seasons", match[group]))
            )
        elif group == "weekday":
            yield from self._on_weekday(text, match)
            return
        elif group == "year" and len(match[0]) == 4:
            found = f"taken:{match[0]}"
        else:
            return
        yield TextSpan(start, match.end(), (found,), certain=False, seasonal=group == "season")

    @property
    def _whole(self) -> set[str]:
        return {name.split("|")[0] for name in self._language.words["months"]}

    # ---- dates with a year -----------------------------------------------------------------------

    def _dated(self, text: str, start: int) -> Iterator[tuple[re.Match[str], list[Span]]]:
        """Yield dates with the days that each of them may mean."""
        for kind, pattern in self._language.dates.within(text):
            if match := pattern.match(text, start):
                if kind == "digits":
                    spans = self._digits(match["digits"])
                else:
                    span = self._span(kind, match)
                    spans = [span] if span else []
                if spans:
                    yield match, spans

    def _is_whole(self, match: re.Match[str]) -> bool:
        """Return whether digits are a date rather than a share: '5/2021' may be either."""
        digits = match.groupdict().get("digits")
        return digits is None or digits[:4].isdigit() or len(re.split(r"[./-]", digits)) == 3

    def _span(self, kind: str, match: re.Match[str]) -> Span | None:
        year = _year(match["year"])
        try:
            if kind == "day":
                month = self._number("months", match["month"])
                day = date(year, month, int(match["day"]))
                return dates.days(day, day)
            if kind == "month":
                start = f"{year}-{self._number('months', match['month']):02}"
                return Span(start, dates.following(start))
            if kind == "holiday":
                return self._calendar.holiday(self._number("holidays", match["holiday"]), year)
        except ValueError:
            return None
        season = self._calendar.season(self._number("seasons", match["season"]), year)
        second = match.groupdict().get("year2")
        if second and (int(second[-2:]) != (year + 1) % 100 or (season.end or "")[:4] == str(year)):
            return None
        return season

    def _digits(self, text: str) -> list[Span]:
        """Return the days that a date in digits may mean."""
        parts = re.split(r"[./-]", text)
        texts = [text]
        if len(parts) == 3 and len(parts[0]) <= 2:
            swapped = f"{parts[1]}.{parts[0]}.{parts[2]}"
            texts = [".".join(parts)]
            if "/" in text and not self._day_first and parts[0] != parts[1]:
                texts.append(swapped)
        spans = []
        for one in texts:
            try:
                spans.append(dates.read_span(one.replace("-", ".") if one[4:5] != "-" else one))
            except ValueError:
                continue
        return spans

    def _with_part(self, text: str, match: re.Match[str], span: Span, certain: bool) -> TextSpan:
        found: tuple[str, ...] = (dates.span_text(span),)
        end, seasonal = match.end(), "season" in match.groupdict()
        if part := self._part_behind(text, end):
            end, found = part.end(), with_part(span, self._number("parts", part["part"]))
        return TextSpan(match.start(), end, found, certain, seasonal=seasonal)

    def _part_behind(self, text: str, end: int) -> re.Match[str] | None:
        patterns = self._language.parts_behind.within(text)
        matches = (pattern.match(text, end) for _, pattern in patterns)
        return next(filter(None, matches), None)

    def _number(self, slot: str, word: str) -> int:
        number = self._language.number_of(slot, word)
        if number is None:
            raise ValueError(word)
        return number

    # ---- relative dates --------------------------------------------------------------------------

    def _thing(self, match: re.Match[str]) -> tuple[str, int]:
        groups = match.groupdict()
        for thing in ("month", "season", "weekday", "holiday", "unit"):
            if groups.get(thing):
                return thing, self._number(f"{thing}s", groups[thing])
        raise ValueError(match[0])

    def _last(self, text: str, match: re.Match[str]) -> Iterator[TextSpan]:
        span = self._calendar.last(*self._thing(match))
        if span and not _NO_DAYS_OF.match(text, match.end()):
            text_span = self._with_part(text, match, span, True)
            # 'last may day' is no month.
            yield replace(text_span, needs="end") if match.groupdict().get("month") else text_span

    def _this(self, text: str, match: re.Match[str]) -> Iterator[TextSpan]:
        if span := self._calendar.this(*self._thing(match)):
            yield self._with_part(text, match, span, True)

    def _ago(self, text: str, match: re.Match[str]) -> Iterator[TextSpan]:
        if span := self._calendar.ago(self._count(match), self._number("units", match["unit"])):
            yield self._with_part(text, match, span, True)

    def _last_n(self, text: str, match: re.Match[str]) -> Iterator[TextSpan]:
        span = self._calendar.since(self._count(match), self._number("units", match["unit"]))
        if span:
            yield TextSpan(match.start(), match.end(), (dates.span_text(span),))

    def _count(self, match: re.Match[str]) -> int:
        return int(match["n"]) if match["n"].isdecimal() else self._number("numbers", match["n"])

    def _days_ago(self, text: str, match: re.Match[str], count: int) -> Iterator[TextSpan]:
        if span := self._calendar.ago(count, 1):
            yield self._with_part(text, match, span, True)

    def _part_of_day(self, text: str, match: re.Match[str], count: int) -> Iterator[TextSpan]:
        word = match.groupdict().get("part")
        part = self._number("parts", word) if word else 4
        if span := self._calendar.ago(count, 1):
            yield TextSpan(match.start(), match.end(), with_part(span, part))

    # ---- years, decades and ranges ---------------------------------------------------------------

    def _in_year(self, text: str, match: re.Match[str]) -> Iterator[TextSpan]:
        yield TextSpan(match.start(), match.end(), (f"taken:{_year(match['year'])}",))

    def _from_year(self, text: str, match: re.Match[str]) -> Iterator[TextSpan]:
        found = (f"taken:{_year(match['year'])}",)
        yield TextSpan(match.start(), match.end(), found, needs="photos")

    def _in_decade(self, text: str, match: re.Match[str], needs: str = "") -> Iterator[TextSpan]:
        if span := decade(match["decade"], self._language.number_of("tens", match["decade"])):
            yield TextSpan(match.start(), match.end(), (dates.span_text(span),), needs=needs)

    def _point(self, text: str) -> Span | int | None:
        """Return the days that a part of a range means; only a month: its number."""
        if re.fullmatch(r"\d{4}", text):
            return dates.read_span(text)
        for match, spans in self._dated(text, 0):
            if match.end() == len(text) and len(spans) == 1:
                return spans[0]
        return self._language.number_of("months", text.rstrip("."))

    def _between(self, text: str, match: re.Match[str]) -> Iterator[TextSpan]:
        first, last = self._point(match["point"]), self._point(match["point2"])
        if isinstance(first, int) and isinstance(last, int):
            months = [(first - 1 + step) % 12 + 1 for step in range((last - first) % 12 + 1)]
            yield TextSpan(match.start(), match.end(), (self._months(months),))
            return
        if isinstance(first, int) and isinstance(last, Span) and len(last.start or "") == 7:
            year = int((last.start or "")[:4]) - (first > int((last.start or "")[5:]))
            first = dates.read_span(f"{year}-{first:02}")
        if not (isinstance(first, Span) and isinstance(last, Span)):
            return
        if first.start and last.end and first.start < last.end:
            yield TextSpan(match.start(), match.end(), (_text(Span(first.start, last.end)),))

    def _one_end(self, text: str, match: re.Match[str], start: str, end: str) -> Iterator[TextSpan]:
        """Yield the days from, or up to, the start or the end of a date."""
        point = self._point(match["point"])
        if isinstance(point, int) and start == "start":  # since May
            point = self._calendar.this("month", point)
        if isinstance(point, Span):
            span = Span(
                getattr(point, start) if start else None, getattr(point, end) if end else None
            )
            yield TextSpan(match.start(), match.end(), (_text(span),))

    # ---- months, days of the week and times of any year ------------------------------------------

    def _months(self, months: "list[int] | tuple[int, ...]") -> str:
        return "month:" + ",".join(MONTHS[month - 1] for month in months)

    def _in_month(self, text: str, match: re.Match[str]) -> Iterator[TextSpan]:
        month = self._number("months", match["month"])
        yield TextSpan(match.start(), match.end(), (self._months([month]),), needs="end")

    def _in_season(
        self, text: str, match: re.Match[str], certain: bool = True
    ) -> Iterator[TextSpan]:
        # Some templates name the season themselves.
        word = match.groupdict().get("season") or match[0].split()[-1]
        months = self._months(self._calendar.season_months(self._number("seasons", word)))
        yield TextSpan(match.start(), match.end(), (months,), certain, "end", seasonal=True)

    def _each_weekday(self, text: str, match: re.Match[str]) -> Iterator[TextSpan]:
        weekday = WEEKDAYS[self._number("weekdays", match["weekday"]) - 1]
        yield TextSpan(match.start(), match.end(), (f"weekday:{weekday}",))

    def _on_weekday(self, text: str, match: re.Match[str]) -> Iterator[TextSpan]:
        """Yield "on Monday", which may mean all Mondays or the last one."""
        number = self._number("weekdays", match["weekday"])
        found = [f"weekday:{WEEKDAYS[number - 1]}"]
        if span := self._calendar.last("weekday", number):
            found.append(_text(span))
        yield TextSpan(match.start(), match.end(), tuple(found), certain=False, needs="end")

    def _weekends(self, text: str, match: re.Match[str]) -> Iterator[TextSpan]:
        yield TextSpan(match.start(), match.end(), (_WEEKEND,), needs="end")

    def _on_weekend(self, text: str, match: re.Match[str]) -> Iterator[TextSpan]:
        span = self._calendar.last("unit", 5)
        operators = (_WEEKEND, _text(span)) if span else (_WEEKEND,)
        yield TextSpan(match.start(), match.end(), operators, certain=False, needs="end")

    def _in_part(self, text: str, match: re.Match[str]) -> Iterator[TextSpan]:
        word = match.groupdict().get("part") or match[0].split()[-1]
        begins, ends = HOURS[self._number("parts", word) - 1]
        found = (f"time:{begins}..{ends}",)
        yield TextSpan(match.start(), match.end(), found, certain=False, needs="end")

    def _clock_half(self, text: str, match: re.Match[str]) -> Iterator[TextSpan]:
        """Read 'between 6 and 8 pm', in which 6 is in the evening, too."""
        last, hour = _clock(match, "2"), int(match["hour"])
        if last >= "12" and hour + 12 < int(last[:2]):
            hour += 12
        if last and hour < 24:
            yield from self._clocks(match, f"{hour:02}:00", last)

    def _clocks(self, match: re.Match[str], start: str, end: str) -> Iterator[TextSpan]:
        if start and end and start != end:
            yield TextSpan(match.start(), match.end(), (f"time:{start}..{end}",))


def _text(span: Span) -> str:
    return dates.span_text(span)


def _year(text: str) -> int:
    digits = text.lstrip("'")
    return int(digits) if len(digits) == 4 else int(digits) + (2000 if int(digits) < 30 else 1900)


def _clock(match: re.Match[str], twice: str = "") -> str:
    groups = match.groupdict()
    hour, minute = int(groups[f"hour{twice}"]), int(groups.get(f"minute{twice}") or 0)
    half = groups.get(f"half{twice}") or groups.get(f"side{twice}")
    if half and 1 <= hour <= 12:
        hour = hour % 12 + (12 if half[0] == "p" else 0)
    return f"{hour:02}:{minute:02}" if hour < 24 and minute < 60 else ""


# What reads the templates of each kind in `said` of resources/wording.
_READERS: dict[str, Callable[[DateReader, str, re.Match[str]], Iterator[TextSpan]]] = {
    "last": DateReader._last,
    "this": DateReader._this,
    "ago": DateReader._ago,
    "last_n": DateReader._last_n,
    "today": partial(DateReader._days_ago, count=0),
    "yesterday": partial(DateReader._days_ago, count=1),
    "before_yesterday": partial(DateReader._days_ago, count=2),
    "yesterday_part": partial(DateReader._part_of_day, count=1),
    "last_night": partial(DateReader._part_of_day, count=1),
    "this_part": partial(DateReader._part_of_day, count=0),
    "in_year": DateReader._in_year,
    "from_year": DateReader._from_year,
    "in_decade": DateReader._in_decade,
    "from_decade": partial(DateReader._in_decade, needs="photos"),
    "between": DateReader._between,
    "before": partial(DateReader._one_end, start="", end="start"),
    "until": partial(DateReader._one_end, start="", end="end"),
    "after": partial(DateReader._one_end, start="end", end=""),
    "since": partial(DateReader._one_end, start="start", end=""),
    "in_month": DateReader._in_month,
    "in_season": DateReader._in_season,
    "maybe_season": partial(DateReader._in_season, certain=False),
    "each_weekday": DateReader._each_weekday,
    "weekends": DateReader._weekends,
    "on_weekend": DateReader._on_weekend,
    "on_weekday": DateReader._on_weekday,
    "in_part": DateReader._in_part,
    "clock_between": lambda self, _, match: self._clocks(match, _clock(match), _clock(match, "2")),
    "clock_half": DateReader._clock_half,
    "clock_before": lambda self, _, match: self._clocks(match, "00:00", _clock(match)),
    "clock_after": lambda self, _, match: self._clocks(match, _clock(match), "00:00"),
}
