"""Lines of the border between window and engine back to messages; `Message.to_line` writes them."""

import json
from dataclasses import fields

from visret_desktop.engine.messages import Hit, Json, Message, QueryTerm, Sketch

_CLASSES: dict[str, type[Message]] = {cls.kind: cls for cls in Message.__subclasses__()}
_NESTED: dict[tuple[str, str], type[Message]] = {
    ("search", "terms"): QueryTerm,
    ("search", "sketches"): Sketch,
    ("planned", "sketches"): Sketch,
    ("ranked", "hits"): Hit,
}


class ProtocolError(ValueError):
    """A line that is no message of this protocol."""


def parse_line(line: str) -> Message:
    """Turn one line into its message.

    Raises:
        ProtocolError: not JSON, unknown kind, or unknown or missing fields.
    """
    try:
        body = json.loads(line)
        return _build(_CLASSES[body.pop("kind")], body)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ProtocolError(f"not a message: {line[:200]!r} ({error})") from error


def _build(cls: type[Message], body: Json) -> Message:
    known = {declared.name for declared in fields(cls)}
    if not set(body) <= known:
        raise KeyError(f"unknown fields {sorted(set(body) - known)}")
    for name, value in body.items():
        nested = _NESTED.get((cls.kind, name))
        if nested:
            body[name] = tuple(_build(nested, _without_kind(entry)) for entry in value)
        elif isinstance(value, list):
            body[name] = tuple(value)
    return cls(**body)


def _without_kind(body: Json) -> Json:
    return {name: value for name, value in body.items() if name != "kind"}
