"""The values of operators: each function reads one alternative; `written` writes them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, isfinite, nextafter
from typing import Any

from visret_desktop.facts import dates
from visret_desktop.facts.fact import Known, Note, PlaceNames, folded
from visret_desktop.facts.place_names import place_of, place_text
from visret_desktop.library.catalog.filter_values import ANY_NAME, Detected, Hours, Range, Rating
from visret_desktop.sentences import sentence

MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NUMBER = r"(?:[0-9]{1,9}(?:\.[0-9]{1,20})?|\.[0-9]{1,20})(?:e[+-]?[0-9]{1,3})?"
NEAR_KILOMETERS = 20.0  # where no distance is said


class Misread(ValueError):
    """Typed text that is no operator; `note` says why."""

    def __init__(self, note: Note) -> None:
        super().__init__(note.sentence)
        self.note = note


@dataclass(frozen=True)
class FieldChoice:
    """Values of a field, the text that reads as them, and its operator if that is another one."""

    field: str
    values: tuple[Any, ...]
    text: str
    operator: str = ""


@dataclass(frozen=True)
class Surroundings:
    """The operator that is read, and what is known."""

    operator: str
    example: str
    known: Known
    names: PlaceNames

    def bad(self, value: str) -> Misread:
        """Return that the operator cannot have this value."""
        return bad_value(
            self.operator, value, sentence("a value such as {example}", example=self.example)
        )


def bad_value(operator: str, value: str, wanted: str) -> Misread:
    """Return that an operator cannot have a value."""
    reason = sentence(
        "{operator}:{value} is not understood; {operator}: takes {wanted}.",
        operator=operator,
        value=short(value),
        wanted=wanted,
    )
    return Misread(Note("bad-value", (operator, short(value), wanted), reason))


def unquoted(text: str) -> str:
    """Return a value without the quotes around it."""
    if len(text) > 1 and text[0] in '"“„' and text[-1] in '"“”':
        return text[1:-1].replace('""', '"').strip()
    return text


def quoted(text: str) -> str:
    """Return a value in quotes."""
    return '"' + text.replace('"', '""') + '"'


def short(text: str) -> str:
    """Return as much of a typed text as a sentence has room for."""
    return text if len(text) <= 60 else f"{text[:59]}…"


# ---- when ----------------------------------------------------------------------------------------


def _spanned(value: str, around: Surroundings) -> FieldChoice:
    try:
        span = dates.read_span(value)
    except ValueError as error:
        raise around.bad(value) from error
    if span.start is span.end is None:
        raise around.bad(value)
    operator, _, text = dates.span_text(span).partition(":")
    return FieldChoice("taken", (span,), text, operator)


def taken(value: str, around: Surroundings) -> FieldChoice:
    """Read dates: '2023', '2023-03..2023-05', '>=2020'."""
    choice = _spanned(unquoted(value), around)
    # Alternatives are those of one operator.
    return FieldChoice(
        "taken",
        choice.values,
        choice.text if choice.operator == "taken" else f"<{choice.text}",
        "taken",
    )


def before(value: str, around: Surroundings) -> FieldChoice:
    """Read the date before which photos were taken."""
    return _spanned(f"<{unquoted(value)}", around)


def after(value: str, around: Surroundings) -> FieldChoice:
    """Read the year, month or day after whose end photos were taken."""
    return _spanned(f">{unquoted(value)}", around)


def _one_of(words: Sequence[str], field: str) -> Callable[[str, Surroundings], FieldChoice]:
    """Return a reader of names, of their first three letters, of numbers and of 'june..august'."""

    def number(text: str, around: Surroundings) -> int:
        text = folded(text.strip())
        if text.isascii() and text.isdigit() and 1 <= int(text[:3]) <= len(words):
            return int(text)
        for place, word in enumerate(words, 1):
            if text in (word, word[:3]):
                return place
        raise around.bad(text)

    def read(value: str, around: Surroundings) -> FieldChoice:
        first, dots, last = unquoted(value).partition("..")
        start = end = number(first, around)
        if dots:
            end = number(last, around)
        count = (end - start) % len(words) + 1
        found = tuple((start - 1 + step) % len(words) + 1 for step in range(count))
        return FieldChoice(field, found, ",".join(words[one - 1] for one in found))

    return read


month = _one_of(MONTHS, "month")
weekday = _one_of(WEEKDAYS, "weekday")


def time(value: str, around: Surroundings) -> FieldChoice:
    """Read times of day: '18..22', '18:30..22:00', '>=22', '<6' or the hour '18'."""

    def clock(text: str) -> int:
        match = re.fullmatch(r"(\d{1,2})(?::(\d\d))?", text.strip())
        minutes = int(match[1]) * 60 + int(match[2] or 0) if match else 1441
        if minutes > 1440 or (match and int(match[2] or 0) > 59):
            raise around.bad(value)
        return minutes % 1440

    value = unquoted(value)
    first, dots, last = value.partition("..")
    if value[:1] in "<>":
        at = clock(value.lstrip("<>="))
        start, end = (at, 0) if value[0] == ">" else (0, at)
    elif dots:
        start, end = clock(first), clock(last)
    else:
        start = clock(first)
        end = (start + (60 if ":" not in first else 1)) % 1440
    if start == end:
        raise around.bad(value)
    begins, ends = (f"{at // 60:02}:{at % 60:02}" for at in (start, end))
    return FieldChoice("hour", (Hours(begins, ends),), f"{begins}..{ends}")


def checked(around: Surroundings, value: str, make: Callable[[], Any]) -> Any:
    """Return what `make` returns.

    Raises:
        Misread: it raised for these values.
    """
    try:
        return make()
    except (ValueError, TypeError) as error:
        raise around.bad(value) from error


# ---- with what -----------------------------------------------------------------------------------


def amount(field: str) -> Callable[[str, Surroundings], FieldChoice]:
    """Return a reader of numbers and ranges of them."""

    def read(value: str, around: Surroundings) -> FieldChoice:
        text = unquoted(value).lower().removeprefix("f/")
        text = re.sub(r"(?<=[0-9])mm?(?![a-z])", "", text)
        low, high = _range(text, around, value)
        return _amount_choice(field, low, high)

    return read


def exposure(value: str, around: Surroundings) -> FieldChoice:
    """Read seconds: '1/1000', '0.5', '2s', '1/1000..1/60'."""
    low, high = _range(unquoted(value).lower().replace("s", ""), around, value)
    if low is not None and high is not None:
        low, high = sorted((low, high))
    return _amount_choice("exposure", low, high)


def _amount_choice(field: str, low: float | None, high: float | None) -> FieldChoice:
    value = Range(low, high)
    return FieldChoice(field, (value,), _range_text(field, value))


def _range(text: str, around: Surroundings, value: str) -> tuple[float | None, float | None]:
    def number(part: str) -> float:
        match = re.fullmatch(rf"({_NUMBER})(?:/({_NUMBER}))?", part.strip())
        if not match or (match[2] and not float(match[2])):
            raise around.bad(value)
        found = float(match[1]) / float(match[2] or 1)
        if not isfinite(found):
            raise around.bad(value)
        return found

    match = re.match(r"(>=|<=|>|<|=)", text)
    sign = match[1] if match else ""
    text = text[len(sign) :]
    if ".." in text and not sign:
        first, _, last = text.partition("..")
        if not (first or last):
            raise around.bad(value)
        ends = (number(first) if first else None, number(last) if last else None)
    else:
        one = number(text)
        ends = {
            ">=": (one, None),
            ">": (nextafter(one, inf), None),
            "<=": (None, one),
            "<": (None, nextafter(one, 0)),
        }.get(sign, (one, one))
    low, high = ends
    if around.operator != "exposure" and low is not None and high is not None and low > high:
        raise around.bad(value)
    return ends


def number_text(value: float) -> str:
    """Return a number in the fewest digits that read as it."""
    whole = int(value)
    return str(whole) if whole == value else repr(value)


def _range_text(field: str, value: Range) -> str:
    def text(one: float) -> str:
        if field == "exposure" and 1e-9 < one < 0.5:
            share = round(1 / one)
            if 1 / share == one:
                return f"1/{share}"
        return f"{one:.9f}".rstrip("0").rstrip(".") if float(f"{one:.9f}") == one else repr(one)

    low, high = value.low, value.high
    if low is None or high is None:
        end, sign, way = (high, "<", inf) if low is None else (low, ">", 0.0)
        assert end is not None
        beside = nextafter(end, way)
        return (
            f"{sign}{text(beside)}" if len(text(beside)) < len(text(end)) else f"{sign}={text(end)}"
        )
    return text(low) if low == high else f"{text(low)}..{text(high)}"


def rating(value: str, around: Surroundings) -> FieldChoice:
    """Read stars: '4', '>=3', '2..4', 'rejected'."""
    text = unquoted(value).lower()
    if text in ("rejected", "-1"):
        return FieldChoice("rating", (Rating(-1, -1),), "rejected")
    rejected = text.startswith("rejected..")
    low, high = _range(text.removeprefix("rejected"), around, value)
    # Stars are whole: more than 3 is 4.
    least = (-1 if rejected else 0) if low is None else -int(-low // 1)
    most = 5 if high is None else int(high // 1)
    found = checked(around, value, lambda: Rating(least, most))
    return FieldChoice("rating", (found,), _rating_text(found))


def _rating_text(value: Rating) -> str:
    low, high = value.low, value.high
    if low == high:
        return "rejected" if low < 0 else str(low)
    if high == 5 and low >= 0:
        return f">={low}"
    return f"{low}..{high}" if low >= 0 else f"rejected..{high}"


def detected_text(value: Detected) -> str:
    """Return 'animal>=0.4', or '"Vulpes vulpes"'."""
    name = value.name if re.fullmatch(r"[a-z][a-z-]*", value.name) else quoted(value.name)
    return f"{name}>={number_text(value.least)}" if value.least else name


def has(value: str, around: Surroundings) -> FieldChoice:
    """Read what photos may say of themselves: 'place' or 'date'."""
    name = {"gps": "place", "location": "place", "time": "date"}.get(value.lower(), value.lower())
    if name not in ("place", "date"):
        raise bad_value("has", unquoted(value), "place or date")
    return FieldChoice("has", (name,), name)


def choice(field: str, names: Sequence[str]) -> Callable[[str, Surroundings], FieldChoice]:
    """Return a reader of one of these names."""

    def read(value: str, around: Surroundings) -> FieldChoice:
        name = unquoted(value).lower().replace(" ", "-")
        if name not in names:
            raise bad_value(field, unquoted(value), ", ".join(names))
        return FieldChoice(field, (name,), name)

    return read


def is_so(value: str, around: Surroundings) -> FieldChoice:
    """Read 'duplicate', a further file with the same bytes; 'right', a mark; 'blank'."""
    name = value.lower()
    if name in ("right", "wrong", "marked"):
        return FieldChoice("mark", (name,), name)
    if name in ("blank", "empty"):
        return FieldChoice("blank", ("blank",), "blank")
    if name not in ("duplicate", "copy", "original"):
        raise bad_value("is", unquoted(value), "duplicate, original, blank, right, wrong or marked")
    is_copy = name != "original"
    return FieldChoice("copy", (is_copy,), "duplicate" if is_copy else "original")


def text(field: str) -> Callable[[str, Surroundings], FieldChoice]:
    """Return a reader of words."""

    def read(value: str, around: Surroundings) -> FieldChoice:
        words = unquoted(value)
        if not re.search(r"\w", words):
            raise around.bad(value)
        return FieldChoice(field, (words,), quoted(words))

    return read


# ---- back to text --------------------------------------------------------------------------------


def written(field: str, value: Any, names: PlaceNames) -> str:
    """Return the text of one value of a condition."""
    if field == "taken":
        return dates.span_text(value)
    if field in ("country", "region", "town"):
        place = place_of(field, value, names)
        return quoted(place_text(place.name, place, names) if place else str(value))
    simple: dict[str, Callable[[Any], str]] = {
        "month": lambda one: MONTHS[one - 1],
        "weekday": lambda one: WEEKDAYS[one - 1],
        "hour": lambda one: f"{one.start}..{one.end}",
        "near": lambda one: (
            ",".join(map(number_text, (one.latitude, one.longitude)))
            + f" {number_text(one.kilometers)}km"
        ),
        "area": lambda one: ",".join(map(number_text, (one.south, one.west, one.north, one.east))),
        "inside": lambda one: ";".join(
            f"{number_text(latitude)},{number_text(longitude)}"
            for latitude, longitude in one.points
        ),
        "kind": lambda one: folded(one) if re.fullmatch(r"[\w.-]+", one) else quoted(one),
        "folder": lambda one: f"#{one}",
        "rating": _rating_text,
        "has": str,
        "light": str,
        "moon": str,
        "species": lambda one: one if one == ANY_NAME else quoted(one),
        "mark": str,
        "blank": str,
        "detected": detected_text,
        "copy": lambda one: "duplicate" if one else "original",
    }
    if isinstance(value, Range):
        return _range_text(field, value)
    return simple.get(field, quoted)(value)
