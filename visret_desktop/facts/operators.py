"""What can be typed as `field:value`, and which condition that is.

`-` in front excludes. Alternatives are separated by `,` or `|`, without spaces. Ranges are written
as `2..5`, `>=2` or `<5`, and values with spaces in quotes, a quote inside as two.

To add an operator, write a function that reads one value, and add a row to `OPERATORS`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from visret_desktop.facts import library_values, place_values, values
from visret_desktop.facts.fact import Fact, Known, Note, PlaceNames
from visret_desktop.facts.values import FieldChoice, Misread, Surroundings
from visret_desktop.library.catalog.photo_filter import Condition
from visret_desktop.places.sky import LIGHTS, MOONS
from visret_desktop.sentences import sentence


@dataclass(frozen=True)
class Operator:
    """How one field is typed.

    `read` takes one alternative. `example` is a value that people may type; `others` are further
    names of the operator.
    """

    name: str
    example: str
    read: Callable[[str, Surroundings], FieldChoice]
    others: tuple[str, ...] = ()
    form: str = "usual"


OPERATORS: tuple[Operator, ...] = (
    Operator("before", "2023-05", values.before),
    Operator("after", "2023-05", values.after),
    Operator("taken", "2023-03..2023-06", values.taken, ("date", "year")),
    Operator("month", "may", values.month),
    Operator("weekday", "sunday", values.weekday, ("day",)),
    Operator("time", "18:00..22:00", values.time, ("hour",)),
    Operator("light", "night", values.choice("light", LIGHTS)),
    Operator("moon", "full", values.choice("moon", MOONS)),
    Operator("in", '"Kenya"', place_values.inside_place, ("place", "country", "region", "town")),
    Operator("near", '"Lyon" 20km', place_values.near, form="distance"),
    Operator("area", "45,4,46,5", place_values.area, form="numbers"),
    Operator("inside", "45,4;46,5;45,6", place_values.outline, form="numbers"),
    Operator("camera", '"Canon EOS R5"', library_values.camera),
    Operator("lens", '"macro"', library_values.lens),
    Operator("exposure", "1/1000..1/60", values.exposure, ("shutter",)),
    Operator("f", "1.8..2.8", values.amount("aperture"), ("aperture",)),
    Operator("focal", "24..70", values.amount("focal")),
    Operator("iso", ">=1600", values.amount("iso")),
    Operator("altitude", ">=1000", values.amount("altitude"), ("elevation",)),
    Operator("folder", '"Trash"', library_values.folder, ("path",)),
    Operator("type", "raw", library_values.kind, ("kind", "format")),
    Operator("keyword", '"frog"', library_values.keyword, ("tag", "keywords", "tags")),
    Operator("species", '"Vulpes vulpes"', library_values.species, ("taxon",)),
    Operator("rating", ">=3", values.rating, ("stars",)),
    Operator("detected", "animal>=0.4", library_values.detected, ("found",), form="sure"),
    Operator("label", '"Red"', library_values.label, ("color",)),
    Operator("text", '"entrance"', values.text("text")),
    Operator("title", '"sunset"', values.text("words"), ("words", "name", "description")),
    Operator("has", "place", values.has),
    Operator("is", "duplicate", values.is_so),
    Operator("photo", '"IMG_0042.jpg"', values.text("photo")),
    Operator("burst", '"IMG_0042.jpg"', values.text("burst")),
    Operator("event", '"IMG_0042.jpg"', values.text("event")),
)
_BY_NAME = {name: one for one in OPERATORS for name in (one.name, *one.others)}
_OF_FIELD = {
    "taken": "taken",
    "hour": "time",
    "country": "in",
    "region": "in",
    "town": "in",
    "below": "folder",
    "kind": "type",
    "words": "title",
    "aperture": "f",
    "copy": "is",
    "mark": "is",
    "blank": "is",
}

_QUOTED = r'"(?:[^"]|"")*"|[“„](?:[^“”])*[“”]'
_USUAL = rf"(?:>=|<=|>|<|=)?(?:{_QUOTED}|[^\s,|\"“”„()]+)"
_SURE = rf"(?:{_QUOTED}|[^\s,|\"“”„()<>=]+)(?:>=\d*\.?\d+%?)?"
_NUMBERS = r"[-\d.,;]+"
_DISTANCE = (
    rf"(?:-?\d+(?:\.\d+)?,-?\d+(?:\.\d+)?|{_QUOTED}|[^\s,|\"“”„()]+)"
    r"(?:\s+\d+(?:\.\d+)?\s?(?:km|mi|m)\b)?"
)
# How one alternative is written, and what separates it from the next.
_FORMS = {
    name: (re.compile(one), re.compile(separator))
    for name, one, separator in (
        ("usual", _USUAL, r"[,|]"),
        ("distance", _DISTANCE, r"[,|]"),
        ("sure", _SURE, r"[,|]"),
        ("numbers", _NUMBERS, r"\|"),
    )
}
# Not an operator: a path ('C:\'), an address ('http://'), a weight ('2:golden'), a time ('10:30').
_START = re.compile(rf"(?<![^\s(])(?:(?:{_QUOTED})(?=[\s)]|$)|(-?)([A-Za-z][\w-]*):(?![\\/]))")


@dataclass(frozen=True)
class Typed:
    """An operator in a text, from `start` to before `end`."""

    name: str
    alternatives: tuple[str, ...]
    negated: bool
    start: int
    end: int


def operators_in(text: str) -> Iterator[Typed]:
    """Yield what is typed as an operator, known or not. In quotes there are none."""
    position = 0
    while match := _START.search(text, position):
        position = match.end()
        if match[2] is None:
            continue
        operator = _BY_NAME.get(match[2].lower())
        found, end = _alternatives(operator.form if operator else "usual", text, position)
        if not found and operator is None:
            continue  # a word and a colon, as in 'Rome: the forum'
        if not found and text[position:].strip():
            continue  # 'title: the forum'
        position = end
        yield Typed(match[2].lower(), found, match[1] == "-", match.start(), position)


def _alternatives(form: str, text: str, position: int) -> tuple[tuple[str, ...], int]:
    """Return the alternatives that stand at a position, and where they end."""
    one, separator = _FORMS[form]
    found, end = list[str](), position
    while match := one.match(text, position):
        found.append(match[0])
        end = match.end()
        if not (between := separator.match(text, end)):
            break
        position = between.end()
    return tuple(found), end


def is_operator(name: str) -> bool:
    """Return whether there is an operator of this name."""
    return name.lower() in _BY_NAME


def read_operator(typed: Typed, known: Known, names: PlaceNames, source: str = "") -> Fact:
    """Return what an operator says.

    Raises:
        Misread: there is no such operator, or its values are not for it. Its note says why.
    """
    operator = _BY_NAME.get(typed.name)
    if operator is None:
        fields = ", ".join(one.name for one in OPERATORS)
        raise Misread(
            Note(
                "unknown-field",
                (typed.name, fields),
                sentence(
                    "There is no field {name}. Fields are: {fields}.",
                    name=repr(typed.name),
                    fields=fields,
                ),
            )
        )
    if not typed.alternatives:
        raise values.bad_value(
            operator.name, "", sentence("a value, such as {example}", example=operator.example)
        )
    around = Surroundings(operator.name, operator.example, known, names)
    choices = [operator.read(one, around) for one in typed.alternatives]
    by_field: dict[str, list[Any]] = {}
    for choice in choices:
        by_field.setdefault(choice.field, []).extend(choice.values)
    sign = "-" if typed.negated else ""
    try:
        condition = _condition(by_field, typed.negated)
    except ValueError as error:
        raise around.bad(" ".join(typed.alternatives)) from error
    name = choices[0].operator or operator.name
    joint = "|" if operator.form == "numbers" else ","
    return Fact(f"{sign}{name}:{joint.join(one.text for one in choices)}", condition, source)


def _condition(by_field: dict[str, list[Any]], negated: bool) -> Condition:
    if len(by_field) == 1:
        ((field, found),) = by_field.items()
        return Condition(field, tuple(dict.fromkeys(found)), negated)
    groups = tuple((Condition(field, tuple(found)),) for field, found in by_field.items())
    return Condition("either", groups, negated)


def fact_of(text: str, known: Known, names: PlaceNames, source: str = "") -> Fact:
    """Return what the text of one operator says.

    Raises:
        Misread: it is not exactly one, or not a right one.
    """
    found = list(operators_in(text))
    if len(found) != 1 or (found[0].start, found[0].end) != (0, len(text)):
        raise values.bad_value("", text, sentence("one operator, such as in:Kenya"))
    return read_operator(found[0], known, names, source or text)


def _as_named(condition: Condition, names: PlaceNames) -> Sequence[Any]:
    """Return the values of a condition; those that are all parts of a region as that region."""
    whole = names.region_made_of(condition.values) if condition.field == "region" else None
    return [whole.code] if whole else condition.values


def condition_text(condition: Condition, names: PlaceNames) -> str:
    """Return the operator that reads as this condition, as long as the library has its values.

    Groups of conditions are a formula.
    """
    if condition.field == "either":
        groups = (" AND ".join(condition_text(one, names) for one in g) for g in condition.values)
        return f"{'NOT ' if condition.negated else ''}({' OR '.join(groups)})"
    sign = "-" if condition.negated else ""
    parts = [values.written(condition.field, value, names) for value in _as_named(condition, names)]
    if condition.field == "taken" and len(parts) == 1:
        return sign + parts[0]
    parts = [part.removeprefix("taken:").replace("before:", "<") for part in parts]
    name = _OF_FIELD.get(condition.field, condition.field)
    joint = "|" if _BY_NAME[name].form == "numbers" else ","
    return f"{sign}{name}:{joint.join(parts)}"
