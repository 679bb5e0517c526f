"""Names of places in all their languages, sorted, to find them whole or by their beginnings.

They are compared without case, accents and signs.
"""

import re
import unicodedata
from bisect import bisect_left

import numpy as np
from numpy.typing import NDArray

# Letters that Unicode does not take apart.
_LETTERS = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"}
)
_SIGNS = re.compile(r"[^\w]+|_")


def folded(name: str) -> str:
    """Return a name as it is compared: 'Saint-Étienne' is 'saint etienne'."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return _SIGNS.sub(" ", letters.translate(_LETTERS)).strip()


_ALIAS = 1 << 31
_BEGINNINGS = 50_000  # names with one beginning that are looked at


def starts_of(lengths: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Return where each of some pieces (n,) begins, and where the last one ends: (n + 1,)."""
    starts = np.zeros(len(lengths) + 1, np.uint32)
    np.cumsum(lengths, out=starts[1:])
    return starts


class Texts:
    """Texts in one array of bytes."""

    def __init__(self, content: NDArray[np.uint8], lengths: NDArray[np.uint8]) -> None:
        self._content = memoryview(content.data)
        self._starts = starts_of(lengths)

    def __len__(self) -> int:
        return len(self._starts) - 1

    def bytes_at(self, at: int) -> bytes:
        """Return the bytes of a text."""
        return bytes(self._content[int(self._starts[at]) : int(self._starts[at + 1])])

    def __getitem__(self, at: int) -> str:
        return self.bytes_at(at).decode()


class Names:
    """Folded names, and the places that have them, the most likely first."""

    def __init__(self, keys: Texts, counts: NDArray[np.uint8], places: NDArray[np.uint32]) -> None:
        self._keys = keys
        self._firsts = starts_of(counts)
        self._places = places

    def places(self, name: str) -> list[tuple[int, bool]]:
        """Return the places of a name, each with whether it is only an alias there."""
        key = folded(name[:200]).encode()
        at = self._from(key)
        if not key or at == len(self._keys) or self._keys.bytes_at(at) != key:
            return []
        numbers = self._places[self._firsts[at] : self._firsts[at + 1]]
        return [(int(place) & (_ALIAS - 1), bool(place & _ALIAS)) for place in numbers]

    def first_places(self, start: str) -> NDArray[np.uint32]:
        """Return the most likely place of each name that begins so, aliases left out."""
        key = folded(start[:200]).encode()
        if not key:
            return np.zeros(0, np.uint32)
        low, high = self._from(key), self._from(key + b"\xff")
        firsts = self._places[self._firsts[low : min(high, low + _BEGINNINGS)]]
        return firsts[firsts < _ALIAS]

    def _from(self, key: bytes) -> int:
        return bisect_left(range(len(self._keys)), key, key=self._keys.bytes_at)
