"""Sentences for people, which know their form and what was filled in.

Whoever says something to a person writes `sentence("There is no file {path}.", path=path)`. What
comes of it is its English text, as the command line prints it, and knows its form and values, by
which the window says it in its own language (`gui/languages/sentences.py`). The form is a literal:
`docs/make_languages.py` gathers it for translators. Cutting or joining makes a plain text of it,
so parts are put together by forms, or by `joined`.

`visible` shows text from outside on one line. A file name may hold a line feed, an escape sequence
of terminals, or marks that turn the direction of what follows: such characters are named.
"""

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from numbers import Integral, Real
from string import Formatter
from types import MappingProxyType
from typing import Any, Self, TypeAlias

Value: TypeAlias = "Sentence | str | int | float"

_NAME = re.compile(r"[a-z_][a-z0-9_]*|\d+")
_SPEC = re.compile(r",?(?:\.[0-6][fg%])?|g")  # how numbers look; a width could be endless


class Sentence(str):
    """An English text that knows its `form` and `values`; it cannot be changed.

    A form names its values in braces; numbers may have a format: `{count:,}`, `{share:.0%}`.
    """

    form: str
    values: Mapping[str, Value]

    def __new__(cls, form: str, values: Mapping[str, object]) -> Self:
        """Fill a form in. Errors become their sentences, and paths and other things texts.

        Raises:
            ValueError: the form is none, or a value is missing.
        """
        kept = {name: _value(value) for name, value in values.items()}
        made = super().__new__(cls, filled(form, kept))
        vars(made).update(form=form, values=MappingProxyType(kept))
        return made

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: what was said stays said."""
        raise AttributeError(f"a sentence has no {name} that could be set")

    def __copy__(self) -> Self:
        """Return the sentence itself."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return the sentence itself."""
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[str, dict[str, Value]]]:
        """Return what makes it again in another process, to which `multiprocessing` sends it."""
        return type(self), (self.form, dict(self.values))


def sentence(form: str, **values: object) -> Sentence:
    """Return the sentence that a literal form makes with values. Raises as `Sentence` does."""
    return Sentence(form, values)


def form(text: str) -> str:
    """Return a literal form that is filled in elsewhere; `docs/make_languages.py` looks for it."""
    return text


def verbatim(text: object) -> Sentence:
    """Return words that are not ours, or are of a time when only the text was kept.

    A sentence stays what it is, and of an error it is the one that it says.
    """
    words = _value(text)
    return words if isinstance(words, Sentence) else Sentence("{text}", {"text": words})


def said_by(error: BaseException) -> Sentence | None:
    """Return the sentence that an error carries; None: its words are not ours."""
    words = _value(error)
    return words if isinstance(words, Sentence) else None


def joined(parts: Iterable[object], between: str = " ") -> Sentence:
    """Return parts one after the other, such as sentences, or the names of a list."""
    each = [*parts]
    between = between.replace("{", "{{").replace("}", "}}")
    return Sentence(
        between.join(f"{{{number}}}" for number in range(len(each))),
        {str(number): part for number, part in enumerate(each)},
    )


def filled(form: str, values: Mapping[str, Value]) -> str:
    """Return a form with values in it; formats are for numbers. Raises ValueError as `Sentence`."""
    parts = []
    for literal, name, spec in parsed(form):
        parts.append(literal)
        if name is None:
            continue
        if name not in values:
            raise ValueError(f"nothing says what {name} is in: {form[:100]}")
        value = values[name]
        parts.append(str(value) if isinstance(value, str) else format(value, spec))
    return "".join(parts)


@lru_cache(maxsize=1000)
def parsed(form: str) -> tuple[tuple[str, str | None, str], ...]:
    """Return the parts of a form: literal text, the name of the value behind it, its format.

    Raises:
        ValueError: braces do not match, or a field is more than a name and the format of a number.
    """
    parts = []
    for literal, name, spec, conversion in Formatter().parse(form):
        if name is not None and not (
            _NAME.fullmatch(name) and _SPEC.fullmatch(spec or "") and conversion is None
        ):
            raise ValueError(f"{name[:100]} is no field of a form")
        parts.append((literal, name, spec or ""))
    return tuple(parts)


def _value(value: object) -> Value:
    if isinstance(value, BaseException):
        [*arguments] = value.args
        value = getattr(value, "message", arguments[0] if len(arguments) == 1 else value)
    if isinstance(value, Sentence):
        return value
    if isinstance(value, Integral) and not isinstance(value, bool):
        return int(value)
    if isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value):
        return float(value)
    return str(value)


NOTHING = Sentence("", {})


_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_BREAKING = frozenset("\u2028\u2029")


def visible(text: str, *, keep: str = "") -> str:
    r"""Return text with control characters written as `\x1b`, except those in `keep`."""
    if text.isprintable():
        return text
    return "".join(c if c in keep or not _is_control(c) else _escape(c) for c in text)


def _is_control(character: str) -> bool:
    is_mark = character in _TURNING or character in _BREAKING
    return is_mark or unicodedata.category(character) == "Cc"


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
