"""What files of detectors say, whatever their format: an entry for each photo, with findings.

A path in such a file means the photo whose path ends as it does. The file may come from another
computer, so only the ends of paths can agree: the name, the folder it is in, and so on, whatever
the slashes and the letters' case. The longest such tail counts. Of a path with folders at least one
must agree, or the photo may be another one of that name.
"""

import math
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any, NamedTuple

import numpy as np

from visret_desktop.errors import VisretError
from visret_desktop.library.catalog.catalog_detections import Box, Label
from visret_desktop.library.stored_values import plain_text

UNSURE = math.nan  # the confidence of what a file just says
_LONGEST = 200  # letters of a name or a reason
_NOTHING = {
    *("", "blank", "empty", "none", "nothing", "vide"),
    *("no animal", "no animals", "false trigger"),
}
# Nobody, or nothing, could tell.
_NO_RESULT = {"no cv result", "unknown", "problem", "undefined", "indéfini"}
_KINDS = {
    "animal",
    "person",
    "human",
    "people",
    "vehicle",
    "car",
    "bird",
    "mammal",
    "misc",
    "group",
}


class DetectionsUnusable(VisretError):
    """A file that was to have detections and has none that can be read."""

    code = "detections-unusable"
    sentence = "{name} cannot be used: {reason}."
    exit_code = 2


class Finding(NamedTuple):
    """One thing in a photo. `key` is what the file calls it; its format knows the label.

    Without a `box` it is about the whole photo. `of_box` is how sure the detector is of the box
    that a classifier named: classifiers are sure of whatever is shown to them, so a name is worth
    no more than its box.
    """

    key: str
    confidence: float
    box: Box | None = None
    of_box: float = 1.0

    @property
    def worth(self) -> float:
        """The highest threshold of confidence that it passes; `UNSURE`: any."""
        if self.of_box == 1.0:
            return self.confidence
        return self.of_box if math.isnan(self.confidence) else min(self.confidence, self.of_box)


NOTHING_THERE = ""


class NotedGroup(NamedTuple):
    """What a person noted in a photo: `key` is what the file calls it, as that of a `Finding`.

    `NOTHING_THERE` is a key, too. `more` is what else was noted, by the columns of Camtrap DP.
    """

    key: str
    individuals: int | None = None
    sex: str = ""
    life_stage: str = ""
    behavior: str = ""
    by: str = ""
    more: tuple[tuple[str, str], ...] = ()


class Entry(NamedTuple):
    """What a file says of one photo; with a `failure` nobody looked at it.

    `path` is as it is written there. If `is_loose`, the name of the file in it is sure, and the
    folders only help to choose. `unsure` is the confidence with which something may be there
    that was not understood: 1 where that has no confidence. No photo is blank below it. `groups`
    are what people noted, as far as the file tells that from what programs found.
    """

    path: str
    findings: list[Finding]
    failure: str = ""
    content_hash: str = ""
    is_loose: bool = False
    unsure: float = 0.0
    groups: tuple[NotedGroup, ...] = ()


# What a key stands for that the file does not explain: something, and nobody knows what.
NOT_UNDERSTOOD = Label("")


def is_nothing(name: str) -> bool:
    """Tell whether a category says that nothing is there."""
    return name.strip().lower() in _NOTHING


def is_no_result(name: str) -> bool:
    """Tell whether a category says that it is not known what is there."""
    return name.strip().lower() in _NO_RESULT


def label_of(name: str, common: str = "", rank: str = "") -> Label | None:
    """Return the label of a name in a file; None: it says that nothing is there."""
    if is_nothing(name):
        return None
    clean = text_of(name)
    return Label(clean, text_of(common), rank, clean.lower() not in _KINDS)


def label_of_taxonomy(text: str) -> Label | None:
    """Read 'uuid;class;order;family;genus;species;common name', of which all but one may be empty.

    The species may be an epithet, or genus and epithet.
    """
    parts = [text_of(part) for part in text.split(";")]
    *ranks, common = parts[-6:]
    named = dict(
        zip(("species", "genus", "family", "order", "class"), reversed(ranks), strict=False)
    )
    if is_nothing(common) and not any(named.values()):
        return None if common else NOT_UNDERSTOOD
    for rank, name in named.items():
        if not name:
            continue
        if rank == "species":
            genus = named.get("genus", "")
            name = name if name.lower().startswith(f"{genus.lower()} ") else f"{genus} {name}"
        label = label_of(name.strip().capitalize(), common, rank)
        is_person = name.strip().lower() == "homo sapiens"
        return Label("person", label.name, rank) if label and is_person else label
    return label_of("person" if common.lower() == "human" else common)


def text_of(value: Any) -> str:
    """Return a text as it can be kept and shown; "" of anything else."""
    return plain_text(value, _LONGEST) if isinstance(value, str) else ""


def share_of(value: Any) -> float | None:
    """Return a number from 0 to 1; None: it is none."""
    if isinstance(value, int | float) and 0 <= value <= 1:  # also leaves out NaN
        return float(value)
    return None


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
