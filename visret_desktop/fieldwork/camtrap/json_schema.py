"""Check JSON by a JSON Schema (draft 4), as far as the schemas need that ship with the program."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

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
        found: Any = root
        for part in pointer.split("/")[1:]:
            found = found[part.replace("~1", "/").replace("~0", "~")]
        return found, root


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
