"""Which photo a path in somebody's file means: the one whose path ends as it does.

The file may come from another computer, so only the ends of paths can agree: the name, the folder
it is in, and so on, whatever the slashes and the letters' case. The longest such tail counts. Of a
path with folders at least one must agree, or the photo may be another one of that name.
"""

import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

import numpy as np

_MOST_ALIKE = 5000  # photos of the same tail that are looked at


class PathMatch(Enum):
    """What became of a path."""

    FOUND = "found"
    AMBIGUOUS = "ambiguous"  # several photos fit equally
    ELSEWHERE = "elsewhere"  # photos of this name lie in folders of other names
    UNKNOWN = "unknown"


class Match(NamedTuple):
    """The content that a path means, and how many parts of the path agree."""

    outcome: PathMatch
    content: int = -1
    tail: int = 0


class PathMatcher:
    """The paths of photos, each with the number of its content; copies have the same one."""

    def __init__(self, photos: Iterable[tuple[str, int]]) -> None:
        """Read all photos: a million take some seconds and 200 MB."""
        listed = sorted((_key(parts_of(path)), content) for path, content in photos)
        self._keys = [key for key, _ in listed]
        self._contents = np.fromiter((content for _, content in listed), np.int64, len(listed))

    def __len__(self) -> int:
        return len(self._keys)

    def find(self, path: str, *, is_name_enough: bool = False) -> Match:
        """Return the content that a path means; `is_name_enough`: also if no folder agrees."""
        parts = parts_of(path)
        if not parts:
            return Match(PathMatch.UNKNOWN)
        place = bisect_left(self._keys, _key(parts))
        near = [self._keys[at] for at in (place - 1, place) if 0 <= at < len(self._keys)]
        tail = max((_agreeing(key, parts) for key in near), default=0)
        if not tail:
            return Match(PathMatch.UNKNOWN)
        if tail < min(2, len(parts)) and not is_name_enough:
            return Match(PathMatch.ELSEWHERE, tail=tail)
        start = _key(parts[:tail])
        first = bisect_left(self._keys, start, 0, place)
        # '0' comes right after '/', which ends each part.
        last = bisect_left(self._keys, f"{start[:-1]}0", place)
        alike = self._contents[first:last]
        if last - first > _MOST_ALIKE or (last - first > 1 and (alike != alike[0]).any()):
            return Match(PathMatch.AMBIGUOUS, tail=tail)
        return Match(PathMatch.FOUND, int(alike[0]), tail)


def parts_of(path: str) -> list[str]:
    """Return the parts of a path from its end, as they are compared.

    What comes before '..' says nothing about where a photo is.
    """
    text = path if path.isascii() else unicodedata.normalize("NFC", path)
    parts = []
    for part in reversed(text.casefold().replace("\\", "/").split("/")):
        if part == "..":
            break
        if part not in ("", "."):
            parts.append(part)
    return parts


def _key(parts: Sequence[str]) -> str:
    return "/".join(parts) + "/"


def _agreeing(key: str, parts: Sequence[str]) -> int:
    """Return how many parts agree, from the name on."""
    count = 0
    for one, other in zip(key.split("/"), parts, strict=False):
        if one != other:
            break
        count += 1
    return count
