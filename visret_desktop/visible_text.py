"""Text from outside on one line: control characters are told, not obeyed.

A file name may hold a line feed, an escape sequence of terminals, or marks that turn the direction
of what follows.
"""

import unicodedata

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
