"""Read JSON of any length: what lies in the lists of its outermost value comes one by one.

Python's own scanner reads each part, as it takes the NaN that Python programs write, which strict
parsers refuse. No part may be long, so a file of any size takes a bounded amount of memory.
"""

import codecs
import json
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from visret_desktop.sentences import sentence

_CHUNK = 1 << 20  # bytes
_LONGEST = 8 << 20  # letters of one part: small objects take thirty times as many bytes
_SPACE = " \t\r\n"


class JsonPart(NamedTuple):
    """A value in the outermost object by its key, or a member of a list there (`is_member`).

    In a file that is a list, the key of its members is "". An empty list is a value.
    """

    key: str
    value: Any
    is_member: bool


class NotJson(ValueError):
    """A file is no JSON, or ends in the middle."""


def parts_of(file: BinaryIO) -> Iterator[JsonPart]:
    """Yield what is in a file, in its order.

    Raises:
        NotJson: from here on it cannot be read.
    """
    text = _Text(file)
    opening = text.next()
    if opening == "[":
        text.step()
        yield from _members(text, "")
    elif opening == "{":
        text.step()
        yield from _values(text)
    else:
        raise NotJson(sentence("it does not begin as JSON does"))


def _values(text: "_Text") -> Iterator[JsonPart]:
    while text.next() != "}":
        key = text.value()
        if not isinstance(key, str) or text.next() != ":":
            raise NotJson(sentence("a key is damaged"))
        text.step()
        if text.next() == "[":
            text.step()
            if text.next() == "]":
                yield JsonPart(key, [], False)
            yield from _members(text, key)
        else:
            yield JsonPart(key, text.value(), False)
        _separate(text, "}")


def _members(text: "_Text", key: str) -> Iterator[JsonPart]:
    while text.next() != "]":
        yield JsonPart(key, text.value(), True)
        _separate(text, "]")
    text.step()


def _separate(text: "_Text", closing: str) -> None:
    following = text.next()
    if following == ",":
        text.step()
    elif following != closing:
        raise NotJson(sentence("a comma or the end of a list is missing"))


class _Text:
    """The letters of a file from where it is read on; more are read when they are needed."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        start = file.read(_CHUNK)
        is_wide = start[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
        name = "utf-16" if is_wide else "utf-8-sig"
        # Names of files that are no valid Unicode come as the system's own names do.
        self._decoder = codecs.getincrementaldecoder(name)("surrogateescape")
        self._is_end = not start
        self._text = self._decoded(start)
        self._at = 0
        self._scan = json.JSONDecoder().raw_decode

    def _decoded(self, chunk: bytes) -> str:
        try:
            return self._decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError as error:
            raise NotJson(sentence("its letters are damaged")) from error

    def _more(self, size: int = _CHUNK) -> bool:
        """Read on; return whether there was more."""
        if self._is_end:
            return False
        chunk = self._file.read(size)
        self._is_end = not chunk
        self._text = self._text[self._at :] + self._decoded(chunk)
        self._at = 0
        return True

    def next(self) -> str:
        """Return the next letter that is no space.

        Raises:
            NotJson: the file ends here.
        """
        while True:
            text, at = self._text, self._at
            while at < len(text) and text[at] in _SPACE:
                at += 1
            self._at = at
            if at < len(text):
                return text[at]
            if not self._more():
                raise NotJson(sentence("it ends in the middle"))

    def step(self) -> None:
        """Go on by a letter."""
        self._at += 1

    def value(self) -> Any:
        """Read a whole value.

        Raises:
            NotJson: it is damaged, or too long.
        """
        self.next()
        size = _CHUNK
        while True:
            try:
                value, end = self._scan(self._text, self._at)
                # A number may go on.
                if end < len(self._text) or not self._more(size):
                    self._at = end
                    return value
            except ValueError as error:
                if len(self._text) - self._at + size > _LONGEST:
                    raise NotJson(sentence("a part of it is damaged, or too long")) from error
                if not self._more(size):
                    raise NotJson(sentence("it ends in the middle, or is damaged")) from error
            except RecursionError as error:
                raise NotJson(sentence("it is nested too deeply")) from error
            size = min(2 * size, _LONGEST)
