"""Alternatives in plain words: 'in 2005 or 2006', 'May or June 2007', 'an Samstagen und Sonntagen'.

Operators that are joined become one that has the values of both. What is said to be an alternative
and cannot be joined is only offered, as both would have to hold if they were applied.
"""

import re
from collections.abc import Sequence

from visret_desktop.facts.languages import small_words

_DATES = ("taken", "before", "after")
_JOINED = frozenset(
    (
        *("month", "weekday", "in", "near", "camera", "lens", "type", "rating", "keyword"),
        *("f", "iso", "focal", "exposure", "altitude"),
    )
)
# No photo has two of these, so "and" between them is "or".
_SINGLE = frozenset(("month", "weekday"))
_YEARS = re.compile(r"taken:\d{4}(?:,\d{4})*")
_MONTHS_OF_YEARS = re.compile(r"taken:(?:\d{4}-\d\d)(?:,\d{4}-\d\d)*")
_MONTH_OF_YEAR = re.compile(r"taken:(\d{4})-(\d\d)")

# Between two values: a comma, one of these words, and small words such as 'in' or 'a'.
_JOINT = re.compile(
    r"\s*(,)?\s*(?:(?<=[\s,])(or|and|oder|und|ou|et|o|u|y|e|oppure|of|en)\s)?\s*((?:[\w']+\s+)*)"
)
_ORS = frozenset(("or", "oder", "ou", "o", "u", "oppure"))
_BEHIND = re.compile(r",?\s+(or|oder|ou|o|u|oppure|of)\s")
_BEFORE = re.compile(r"(?<!\w)(\w+)\s+\Z")
_LIST_GOES_ON = re.compile(r"(?:,\s*[\w']+)*,?\s+(?:or|and|oder|und|ou|et|o|u|y|e|of|en)\s")


def joint_of(text: str, end: int, start: int) -> str:
    """Return "or", "and" or "," if nothing else is between two places of a folded text; else ""."""
    match = _JOINT.fullmatch(text, end, start)
    if match is None or not all(word in small_words() for word in (match[3] or "").split()):
        return ""
    word = match[2]
    if word is None:
        return "," if match[1] and not match[3] else ""
    # 'of' is Dutch: in English nothing that is joined has it between.
    return "or" if word in _ORS or word == "of" else "and"


def is_or_behind(text: str, end: int, is_dutch: bool) -> bool:
    """Return whether 'or' follows there."""
    match = _BEHIND.match(text, end)
    return match is not None and (match[1] in _ORS or is_dutch)


def is_or_before(text: str, start: int) -> bool:
    """Return whether 'or' is right before a place."""
    match = _BEFORE.search(text, 0, start)
    return match is not None and match[1] in _ORS


def list_goes_on(text: str, end: int) -> bool:
    """Return whether 'or' or 'and' follows behind more commas: ', April or' May."""
    return _LIST_GOES_ON.match(text, end) is not None


def joined(one: Sequence[str], other: Sequence[str], months: Sequence[str]) -> str:
    """Return the operator that has what either of two has; "" if there is none.

    `months` are the names of months in operators.
    """
    if len(one) != 1 or len(other) != 1 or "-" in (one[0][:1], other[0][:1]):
        return ""
    (first,), (second,) = one, other
    name, _, value = first.partition(":")
    other_name, _, other_value = second.partition(":")
    if name == "month" and (match := _MONTH_OF_YEAR.match(second)):
        return _of_one_year(value.split(","), match, other_value, months)
    if name in _DATES and other_name in _DATES:
        return f"taken:{_date(name, value)},{_date(other_name, other_value)}"
    return f"{name}:{value},{other_value}" if name == other_name and name in _JOINED else ""


def _date(name: str, value: str) -> str:
    return {"before": "<", "after": ">"}.get(name, "") + value


def _of_one_year(
    names: Sequence[str], match: re.Match[str], value: str, months: Sequence[str]
) -> str:
    """Return the months of 'May or June 2007'; of 'December or January 2007' they are not known."""
    numbers = [months.index(name) + 1 for name in names]
    if max(numbers) >= int(match[2]):
        return ""
    return "taken:" + ",".join([*(f"{match[1]}-{number:02}" for number in numbers), value])


def goes_on(one: Sequence[str], bare: str) -> bool:
    """Return whether a bare word behind 'or' is of the same kind: a year behind a year."""
    if len(one) != 1:
        return False
    if bare.startswith("taken:"):
        form = _YEARS if _YEARS.fullmatch(bare) else _MONTHS_OF_YEARS
        is_same = form.fullmatch(bare) and (form.fullmatch(one[0]) or one[0].startswith("month:"))
        return bool(is_same)
    return one[0].partition(":")[0] == bare.partition(":")[0]


def exclude_each_other(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether two operators have different values of what a photo has one of."""
    names = {text.partition(":")[0] for text in (*one, *other)}
    return len(one) == len(other) == 1 and len(names) == 1 and names <= _SINGLE
