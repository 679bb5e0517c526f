"""Which conditions cannot hold together for any photo: before 2010 and after 2015."""

from collections.abc import Callable
from typing import Any

from visret_desktop.facts.fact import Note
from visret_desktop.library.catalog.photo_filter import Condition
from visret_desktop.sentences import sentence

# A photo has one value of these at most.
_SINGLE = frozenset(
    ("folder", "camera", "lens", "kind", "label", "country", "region", "town", "month", "weekday")
)


def disagree(one: Condition, other: Condition) -> bool:
    """Return whether no photo can meet both; False where that is not known."""
    if one.negated and other.negated:
        return False
    if one.field != other.field:
        return _places_disagree(one, other) or _places_disagree(other, one)
    if one.negated or other.negated:
        wanted, excluded = (other, one) if one.negated else (one, other)
        return _is_excluded(wanted, excluded)
    if one.field in _SINGLE:
        return not set(one.values) & set(other.values)
    meet = _MEET.get(one.field)
    return meet is not None and not any(
        meet(first, second) for first in one.values for second in other.values
    )


def _is_excluded(wanted: Condition, excluded: Condition) -> bool:
    """Return whether all that is wanted is excluded."""
    within = _WITHIN.get(wanted.field, _same)
    return all(any(within(one, out) for out in excluded.values) for one in wanted.values)


def _places_disagree(wide: Condition, narrow: Condition) -> bool:
    if (wide.field, narrow.field) == ("country", "region") and not narrow.negated:
        countries = {region.split("-")[0] for region in narrow.values}
        inside = countries & set(wide.values)
        return countries <= set(wide.values) if wide.negated else not inside
    if wide.field == "has" and wide.negated and not narrow.negated:
        if "place" in wide.values and narrow.field in _ABOUT_PLACES:
            return True
        return "date" in wide.values and narrow.field in ("taken", "month", "hour", "weekday")
    return False


def contradiction(one: str, other: str) -> Note:
    """Return that two parts of what is wanted cannot hold together."""
    if one == other:
        reason = sentence("No photo can be found: {one} is wanted and excluded.", one=one)
    else:
        reason = sentence(
            "No photo can be found: {one} and {other} exclude each other.", one=one, other=other
        )
    return Note("contradiction", (one, other), reason)


def only_first(one: str, other: str) -> Note:
    """Return that two parts of a line cannot both be meant, so the second is only offered."""
    reason = sentence(
        "“{one}” and “{other}” exclude each other, so only the first is used.", one=one, other=other
    )
    return Note("only-first", (one, other), reason)


_ABOUT_PLACES = ("country", "region", "town", "near", "area", "inside")


def _spans_meet(one: Any, other: Any) -> bool:
    start = max(one.start or "", other.start or "")
    end = min(one.end or "~", other.end or "~")
    return start < end


def _span_within(inner: Any, outer: Any) -> bool:
    return (outer.start or "") <= (inner.start or "") and (inner.end or "~") <= (outer.end or "~")


def _ranges_meet(one: Any, other: Any) -> bool:
    low = max(_low(one), _low(other))
    return low <= min(_high(one), _high(other))


def _range_within(inner: Any, outer: Any) -> bool:
    return _low(outer) <= _low(inner) and _high(inner) <= _high(outer)


def _low(value: Any) -> float:
    return -1.0 if value.low is None else float(value.low)


def _high(value: Any) -> float:
    return float("inf") if value.high is None else float(value.high)


def _same(inner: Any, outer: Any) -> bool:
    return bool(inner == outer)


_RANGES = ("rating", "exposure", "aperture", "focal", "iso", "altitude")
_Test = Callable[[Any, Any], bool]
_MEET: dict[str, _Test] = {"taken": _spans_meet, **dict.fromkeys(_RANGES, _ranges_meet)}
_WITHIN: dict[str, _Test] = {"taken": _span_within, **dict.fromkeys(_RANGES, _range_within)}
