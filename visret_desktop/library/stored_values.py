"""The one door for values: what the catalog keeps is checked by the type that reads it.

A record goes in through `stored`, which refuses what its own type would not read again, and comes
out through `read`. So no row can be written that nobody can read. What was written by an older
program, or damaged since, is `read` as None, which costs that one value.
"""

import json
import re
from typing import Any, TypeVar

from msgspec import ValidationError, to_builtins

from visret_desktop import typed_values
from visret_desktop.errors import VisretError
from visret_desktop.library.records import LONGEST_TEXT

_Record = TypeVar("_Record")
_NO_TEXT = re.compile("[\0\ud800-\udfff]")


class ValueUnfit(VisretError):
    """A value is not as the catalog keeps it."""

    code = "value-unfit"
    sentence = "{what} cannot be kept: {reason}. Nothing of it was kept."


def stored(record: Any, kind: Any = None) -> Any:
    """Return a record as lists, dicts and plain values; `kind` is its type where it has no class.

    Raises:
        ValueUnfit: its own type would not read it again.
    """
    plain = to_builtins(record)
    try:
        typed_values.convert(plain, kind or type(record))
    except ValidationError as error:
        raise ValueUnfit(what=_name(record), reason=_reason(error)) from error
    return plain


def fits(record: Any, kind: Any = None) -> bool:
    """Tell whether a record can be kept."""
    try:
        stored(record, kind)
    except ValueUnfit:
        return False
    return True


def read(value: Any, kind: type[_Record]) -> _Record | None:
    """Return a plain value as the record that it is; None if it is none."""
    try:
        return typed_values.convert(value, kind)
    except ValidationError:
        return None


def read_text(text: Any) -> Any:
    """Return what a JSON text holds; None if it is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return None


def read_foreign(text: str | bytes) -> Any:
    """Return what a JSON text of others holds, as it can be written again; None if it cannot be.

    Halves of pairs are left out; a number beyond all numbers makes it no JSON.
    """
    try:
        plain = json.dumps(json.loads(text), ensure_ascii=False, allow_nan=False)
        return json.loads(plain.encode("utf-8", "ignore"))
    except (ValueError, RecursionError):
        return None


def is_text(text: str) -> bool:
    """Tell whether a text has nothing that no record may hold: NUL, halves of pairs."""
    return _NO_TEXT.search(text) is None


def plain_text(text: str, most: int = LONGEST_TEXT) -> str:
    """Return a text of others in one line as records may hold it, cut where it is too long."""
    return " ".join(_NO_TEXT.sub(" ", text).split())[:most].rstrip()


def _name(record: Any) -> str:
    name = getattr(record, "name", None)
    return repr(name[:60]) if isinstance(name, str) and name else "This"


def _reason(error: ValidationError) -> str:
    return str(error).replace("`", "").replace(" - at $", " at ").rstrip(".")
