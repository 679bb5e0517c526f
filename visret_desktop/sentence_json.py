"""Sentences as JSON: between processes, and where they are kept.

A sentence is `{"form": …, "values": {…}}`; values are texts, numbers and sentences.
"""

import json
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct

from visret_desktop import typed_values
from visret_desktop.sentences import Sentence, verbatim

_LONGEST_FORM = 5000
_LONGEST_VALUE = 40_000  # a path has 32,767
_MOST_VALUES = 1000
_DEEPEST = 8  # sentences in one another
_MOST_BITS = 20_000  # of a whole number


class _Body(Struct, frozen=True, forbid_unknown_fields=True):
    form: Annotated[str, Meta(max_length=_LONGEST_FORM)]
    values: Annotated[
        dict[
            Annotated[str, Meta(max_length=100)],
            "Annotated[str, Meta(max_length=_LONGEST_VALUE)] | int | float | _Body",
        ],
        Meta(max_length=_MOST_VALUES),
    ]


def to_body(sentence: str) -> dict[str, Any]:
    """Return what a sentence is as JSON; other words than a `Sentence` are taken verbatim.

    Of one with more in it than `from_body` takes, it is the text, cut where it is too long.
    """
    whole = verbatim(sentence)
    if _fits(whole):
        return _body(whole)
    return _body(verbatim(str(whole)[:_LONGEST_VALUE]))


def _fits(sentence: Sentence, depth: int = 1) -> bool:
    if (
        len(sentence.form) > _LONGEST_FORM
        or len(sentence.values) > _MOST_VALUES
        or depth > _DEEPEST
    ):
        return False
    for value in sentence.values.values():
        if isinstance(value, Sentence):
            fits = _fits(value, depth + 1)
        elif isinstance(value, str):
            fits = len(value) <= _LONGEST_VALUE
        else:
            fits = isinstance(value, float) or value.bit_length() <= _MOST_BITS
        if not fits:
            return False
    return True


def _body(sentence: Sentence) -> dict[str, Any]:
    values = {
        name: _body(value) if isinstance(value, Sentence) else value
        for name, value in sentence.values.items()
    }
    return {"form": sentence.form, "values": values}


def with_bodies(value: object) -> object:
    """Return lists and mappings in which sentences are what they are as JSON: else texts."""
    if isinstance(value, Sentence):
        return to_body(value)
    if isinstance(value, tuple | list):
        return [with_bodies(each) for each in value]
    if isinstance(value, dict):
        return {name: with_bodies(each) for name, each in value.items()}
    return value


def with_field_bodies(value: Any) -> dict[str, Any]:
    """Return the fields of a dataclass by name; sentences in them are what they are as JSON.

    Raises:
        TypeError: a field is declared as a sentence, and its value is a plain text, which
            `sentence_hook` would refuse to read.
    """
    kind: Any = type(value)
    fields = vars(value)
    for name, hint in _sentence_fields(kind).items():
        if not _is_declared(fields[name], hint):
            raise TypeError(f"{kind.__name__}.{name} is a plain text and no sentence")
    return {name: with_bodies(field) for name, field in fields.items()}


@cache
def _sentence_fields(kind: type) -> dict[str, Any]:
    return {name: hint for name, hint in get_type_hints(kind).items() if _has_sentence(hint)}


def _has_sentence(hint: object) -> bool:
    return hint is Sentence or any(map(_has_sentence, get_args(hint)))


def _is_declared(value: object, hint: object) -> bool:
    if hint is Sentence:
        return isinstance(value, Sentence)
    if hint is NoneType:
        return value is None
    if get_origin(hint) in (Union, UnionType):
        return any(_is_declared(value, option) for option in get_args(hint))
    if get_origin(hint) is tuple and isinstance(value, tuple):
        items = get_args(hint)
        if items[-1] is Ellipsis:
            items = (items[0],) * len(value)
        return len(value) == len(items) and all(map(_is_declared, value, items))
    return not _has_sentence(hint)


def from_body(body: object) -> Sentence:
    """Return the sentence that JSON says.

    Raises:
        ValueError: it says none, or one with more than a sentence has.
    """
    try:
        return _built(typed_values.convert(body, _Body))
    except RecursionError as error:
        raise ValueError("a sentence that is nested too deeply") from error


def sentence_hook(kind: type, body: object) -> Sentence:
    """Return the sentence that `body` describes; for msgspec, as its `dec_hook`."""
    if kind is not Sentence:
        raise NotImplementedError(kind)
    return from_body(body)


def to_text(sentence: str) -> str:
    """Return a sentence as a text that `from_text` reads."""
    if not isinstance(sentence, Sentence):
        return sentence
    return json.dumps(to_body(sentence))


def from_text(text: str) -> Sentence:
    """Return the sentence of a text; one that says no form, as it was kept before, is verbatim."""
    if text.startswith('{"form": '):
        try:
            return from_body(json.loads(text))
        except (ValueError, RecursionError):
            pass
    return verbatim(text)


def _built(body: _Body, depth: int = 1) -> Sentence:
    if depth > _DEEPEST:
        raise ValueError("a sentence that is nested too deeply")
    if any(isinstance(one, int) and one.bit_length() > _MOST_BITS for one in body.values.values()):
        raise ValueError("a number with too many digits")
    values = {
        name: _built(value, depth + 1) if isinstance(value, _Body) else value
        for name, value in body.values.items()
    }
    return Sentence(body.form, values)
