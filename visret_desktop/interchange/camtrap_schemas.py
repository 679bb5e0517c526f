"""Check JSON by a JSON Schema (draft 4), as far as the schemas need that ship with the program.

Check rows of texts by a Table Schema, as the tables of Camtrap DP have one.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Literal
from urllib.parse import urlsplit

from visret_desktop.paths import bundled
from visret_desktop.sentences import sentence

_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
}
_MOST_DEEP = 60
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", re.IGNORECASE)
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+")
_FORMATS: dict[str, Callable[[str], object]] = {
    "date": _DATE.fullmatch,
    "date-time": _TIME.fullmatch,
    "email": _EMAIL.fullmatch,
    "uri": lambda text: urlsplit(text).scheme,
}
Schema = Mapping[str, Any]


class SchemaChecker:
    """Checks values by a schema; `others` are schemas that it names by address."""

    def __init__(self, schema: Schema, others: Mapping[str, Schema]) -> None:
        self._schema, self._others = schema, others

    def faults(self, value: object) -> Iterator[tuple[str, str]]:
        """Yield where a value is not as the schema wants it, and why."""
        yield from self._check(value, self._schema, self._schema, "", 0)

    def _check(
        self, value: Any, schema: Schema, root: Schema, at: str, depth: int
    ) -> Iterator[tuple[str, str]]:
        if depth > _MOST_DEEP:
            yield at, "it is nested too deeply"
            return
        if "$ref" in schema:
            schema, root = self._resolved(schema["$ref"], root)
            yield from self._check(value, schema, root, at, depth + 1)
            return
        yield from ((at, reason) for reason in _own_faults(value, schema))
        for inner, sub, place in _parts(value, schema, at):
            yield from self._check(inner, sub, root, place, depth + 1)

        def fits(sub: Schema) -> bool:
            return not any(self._check(value, sub, root, at, depth + 1))

        for sub in schema.get("allOf", ()):
            yield from self._check(value, sub, root, at, depth + 1)
        if "anyOf" in schema and not any(map(fits, schema["anyOf"])):
            yield at, "it is none of what is allowed here"
        if "oneOf" in schema and sum(map(fits, schema["oneOf"])) != 1:
            yield at, "it is not exactly one of what is allowed here"
        if "not" in schema and fits(schema["not"]):
            yield at, "it is what is not allowed here"

    def _resolved(self, reference: str, root: Schema) -> tuple[Schema, Schema]:
        address, _, pointer = reference.partition("#")
        if address:
            root = self._others[address]
        schema: Any = root
        for part in pointer.split("/")[1:]:
            schema = schema[part.replace("~1", "/").replace("~0", "~")]
        return schema, root


def _own_faults(value: Any, schema: Schema) -> Iterator[str]:
    wanted = schema.get("type", ())
    wanted = (wanted,) if isinstance(wanted, str) else wanted
    if wanted and not any(_is_of_type(value, name) for name in wanted):
        yield f"it is no {' or '.join(wanted)}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"it is none of {', '.join(map(str, schema['enum']))}"
    if isinstance(value, str):
        yield from _faults_of_text(value, schema)
    elif isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            yield f"it has fewer than {schema['minItems']} entries"
        if schema.get("uniqueItems") and any(one in value[:n] for n, one in enumerate(value)):
            yield "an entry is there twice"
    elif isinstance(value, dict):
        for name in schema.get("required", ()):
            if name not in value:
                yield f"it lacks {name}"
    elif isinstance(value, int | float) and not isinstance(value, bool):
        low, high = schema.get("minimum", value), schema.get("maximum", value)
        if not low <= value <= high:
            yield f"it does not lie between {low} and {high}"


def _faults_of_text(text: str, schema: Schema) -> Iterator[str]:
    if "pattern" in schema and not re.search(schema["pattern"], text):
        yield f"it is not written as {schema['pattern']}"
    if len(text) < schema.get("minLength", 0):
        yield "it is too short"
    if len(text) > schema.get("maxLength", len(text)):
        yield "it is too long"
    check = _FORMATS.get(schema.get("format", ""))
    if check and not check(text):
        yield f"it is no {schema['format']}"


def _is_of_type(value: object, name: str) -> bool:
    if name == "null":
        return value is None
    if isinstance(value, bool) and name != "boolean":
        return False
    return isinstance(value, _TYPES[name])


def _parts(value: Any, schema: Schema, at: str) -> Iterator[tuple[Any, Schema, str]]:
    """Yield the values inside, with the schema of each, and where they are."""
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        for number, inner in enumerate(value):
            yield inner, schema["items"], f"{at}[{number}]"
    if not isinstance(value, dict):
        return
    declared, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    for name, inner in value.items():
        place = f"{at}.{name}".lstrip(".")
        if name in declared:
            yield inner, declared[name], place
        fitting = [sub for pattern, sub in patterns.items() if re.search(pattern, name)]
        yield from ((inner, sub, place) for sub in fitting)
        if not fitting and name not in declared and schema.get("additionalProperties") is False:
            yield inner, {"not": {}}, place


Table = Literal["deployments", "media", "observations"]
TABLES: tuple[Table, ...] = ("deployments", "media", "observations")
VERSION = "1.0.2"
FOLDER = ("standards", f"camtrap-dp-{VERSION}")
MOMENT = "%Y-%m-%dT%H:%M:%S%z"
# Digits of other scripts are numbers to Python, and to nobody who reads the table.
_INTEGER = re.compile(r"[+-]?\d{1,18}", re.ASCII)
_NUMBER = re.compile(r"[+-]?(\d{1,30}(\.\d{0,30})?|\.\d{1,30})([eE][+-]?\d{1,3})?", re.ASCII)
_TABLE_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:?\d\d)", re.ASCII)
_YES, _NO = ("true", "True", "TRUE", "1"), ("false", "False", "FALSE", "0")


@dataclass(frozen=True)
class TableColumn:
    """A column, and what its values must be."""

    name: str
    type: str
    description: str
    is_required: bool
    is_unique: bool
    choices: tuple[str, ...]
    minimum: float | None
    maximum: float | None
    pattern: re.Pattern[str] | None

    def fault(self, text: str) -> str:
        """Return why a text is no value of this column, "" if it is one."""
        if not text:
            return sentence("it is empty") if self.is_required else ""
        if self.choices and text not in self.choices:
            return sentence("it is none of {choices}", choices=", ".join(self.choices))
        if self.pattern and not self.pattern.search(text):
            return sentence("it is no path inside of the package, and no address")
        check = _CHECKS.get(self.type)
        if check is None:
            return ""
        if reason := check(text):
            return reason
        if self.minimum is not None and float(text) < self.minimum:
            return sentence("it is less than {minimum:g}", minimum=self.minimum)
        if self.maximum is not None and float(text) > self.maximum:
            return sentence("it is more than {maximum:g}", maximum=self.maximum)
        return ""


def _not_integer(text: str) -> str:
    return "" if _INTEGER.fullmatch(text) else sentence("it is no whole number")


def _not_number(text: str) -> str:
    return "" if _NUMBER.fullmatch(text) else sentence("it is no number")


def _not_moment(text: str) -> str:
    try:
        datetime.fromisoformat(
            text if _TABLE_TIME.fullmatch(text) else ""
        )  # ten times as fast as MOMENT
    except ValueError:
        return sentence("it is no time such as 2024-05-03T14:00:00+02:00")
    return ""


def _not_yes_or_no(text: str) -> str:
    return "" if text in (*_YES, *_NO) else sentence("it is neither true nor false")


_CHECKS: dict[str, Callable[[str], str]] = {
    "integer": _not_integer,
    "number": _not_number,
    "datetime": _not_moment,
    "boolean": _not_yes_or_no,
}


@cache
def columns(table: Table) -> dict[str, TableColumn]:
    """Return the columns of a table of Camtrap DP, by name, in their order."""
    schema = json.loads(bundled(*FOLDER, f"{table}-table-schema.json").read_text("utf-8"))
    return {each["name"]: _column(each) for each in schema["fields"]}


def _column(said: Mapping[str, Any]) -> TableColumn:
    limits = said.get("constraints", {})
    return TableColumn(
        said["name"],
        said["type"],
        said["description"],
        bool(limits.get("required")),
        bool(limits.get("unique")),
        tuple(limits.get("enum", ())),
        limits.get("minimum"),
        limits.get("maximum"),
        re.compile(limits["pattern"]) if "pattern" in limits else None,
    )


class TableCheck:
    """Checks the rows of a table one after the other."""

    def __init__(self, table: Table) -> None:
        self._columns = columns(table)
        self._seen: dict[str, set[str]] = {
            each.name: set() for each in self._columns.values() if each.is_unique
        }

    def faults(self, row: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """Yield the columns in which a row is not as the schema wants it, and why."""
        for name, column in self._columns.items():
            text = row.get(name, "")
            if reason := column.fault(text):
                yield name, reason
            elif column.is_unique:
                if text in self._seen[name]:
                    yield name, sentence("it is there twice")
                self._seen[name].add(text)

    def has(self, column: str, value: str) -> bool:
        """Tell whether a value of a unique column was seen."""
        return value in self._seen[column]
