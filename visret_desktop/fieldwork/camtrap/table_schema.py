"""Check rows of texts by a Table Schema, as the tables of Camtrap DP have one."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Literal

from visret_desktop.assets import bundled
from visret_desktop.sentences import sentence

Table = Literal["deployments", "media", "observations"]
TABLES: tuple[Table, ...] = ("deployments", "media", "observations")
VERSION = "1.0.2"
FOLDER = ("standards", f"camtrap-dp-{VERSION}")
MOMENT = "%Y-%m-%dT%H:%M:%S%z"
# Digits of other scripts are numbers to Python, and to nobody who reads the table.
_INTEGER = re.compile(r"[+-]?\d{1,18}", re.ASCII)
_NUMBER = re.compile(r"[+-]?(\d{1,30}(\.\d{0,30})?|\.\d{1,30})([eE][+-]?\d{1,3})?", re.ASCII)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:?\d\d)", re.ASCII)
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
        datetime.fromisoformat(text if _TIME.fullmatch(text) else "")  # ten times as fast as MOMENT
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
