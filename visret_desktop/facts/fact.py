"""What was understood of a typed line, and what has to be known to understand it.

A `TextSpan` is a condition read from plain words, before it is known whether it is meant as one.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from visret_desktop.library.catalog.photo_filter import Condition
from visret_desktop.sentences import Sentence

UNKNOWN = "unknown-value"  # the code of a note: the library has no such value


@dataclass(frozen=True)
class Fact:
    """One condition on photos. Reading `text` gives an equal condition.

    `source` has the words that were typed for it.
    """

    text: str
    condition: Condition
    source: str = ""


@dataclass(frozen=True)
class FilterSuggestion:
    """What `words` may mean: to be taken with a click, and never applied by itself.

    `photos` have the fact, where that is known without counting; else it is 0.
    """

    fact: Fact
    words: str
    photos: int = 0


@dataclass(frozen=True)
class Note:
    """What was not understood: a code with its values, and the sentence."""

    code: str
    values: tuple[str, ...]
    sentence: Sentence


@dataclass(frozen=True)
class ParsedLine:
    """What a line says. `rest` is left to search for by meaning, as typed."""

    rest: str
    facts: tuple[Fact, ...] = ()
    suggestions: tuple[FilterSuggestion, ...] = ()
    notes: tuple[Note, ...] = ()


class Known(Protocol):
    """What the library has, exactly as it is kept there."""

    def cameras(self) -> Sequence[str]:
        """Return the names of cameras."""

    def lenses(self) -> Sequence[str]:
        """Return the names of lenses."""

    def keywords(self) -> Sequence[str]:
        """Return keywords."""

    def kinds(self) -> Sequence[str]:
        """Return kinds of files, such as 'JPEG'."""

    def labels(self) -> Sequence[str]:
        """Return color labels."""

    def folders(self) -> Sequence[str]:
        """Return absolute paths of folders on all levels."""

    def photos_in_folders(self) -> Mapping[str, int]:
        """Return these folders, each with how many photos are in it at any depth."""

    def detections(self) -> Sequence[tuple[str, str]]:
        """Return what detectors found: each name, and its common name or ""."""

    def species(self) -> Sequence[str]:
        """Return names that were accepted."""

    def common_names(self) -> Mapping[str, str]:
        """Return names that were accepted, by their common ones."""

    def other_names(self) -> Mapping[str, Sequence[str]]:
        """Return names that were accepted, by synonyms, families and the like."""

    def has_light(self) -> bool:
        """Return whether of any photo it is known how the sun stood."""


class NamedPlace(Protocol):
    """What is needed of a place: see `visret_desktop.places.gazetteer.Place`."""

    @property
    def kind(self) -> Literal["country", "region", "town"]:
        """What it is."""

    @property
    def code(self) -> str:
        """ISO 3166 code, or the number of a town in digits."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def country(self) -> str:
        """ISO 3166-1 alpha-2."""

    @property
    def region(self) -> str:
        """ISO 3166-2, or ""."""

    @property
    def latitude(self) -> float:
        """Degrees, north is positive."""

    @property
    def longitude(self) -> float:
        """Degrees, east is positive."""

    @property
    def parts(self) -> tuple[str, ...]:
        """What photos in a region have as theirs: its own code, or those of its provinces."""

    @property
    def alias(self) -> bool:
        """Whether it was found by a name that hardly anybody means by it."""

    @property
    def population(self) -> int:
        """People, 0 where unknown."""


class PlaceNames(Protocol):
    """What is asked of a gazetteer."""

    def named(self, name: str) -> Sequence[NamedPlace]:
        """Return the places of this name in any language, the most likely first."""

    def completions(self, start: str, most: int = 10) -> Sequence[str]:
        """Return names that begin so."""

    def country(self, code: str, language: str = "en") -> NamedPlace | None:
        """Return a country."""

    def region(self, code: str, language: str = "en") -> NamedPlace | None:
        """Return a region."""

    def region_made_of(self, parts: Iterable[str], language: str = "en") -> NamedPlace | None:
        """Return the region that has exactly these parts."""

    def town(self, number: int, language: str = "en") -> NamedPlace | None:
        """Return a town."""


def folded(text: str) -> str:
    """Return `text` in lower case without accents, each letter at its place."""
    return text.lower() if text.isascii() else "".join(map(_folded_letter, text))


def _folded_letter(letter: str) -> str:
    if letter < "\x80":
        return letter.lower()
    if letter in "’‘´`":
        return "'"
    if letter in "–−‐":
        return "-"
    if letter == "\xa0":
        return " "
    plain = unicodedata.normalize("NFD", letter)[0].lower()
    return plain if len(plain) == 1 else letter


@dataclass(frozen=True)
class TextSpan:
    """Words from `start` to before `end` that mean conditions, as operators.

    Facts hold together; where they are not certain, each of them is offered. `needs` says what must
    be around for them to be certain: 'end', that no noun follows, or 'photos', that a word for
    photos or a comma is before; 'start', that a part of the text begins there; 'part', that it is
    one. `seasonal`: the hemisphere makes a
    difference.
    """

    start: int
    end: int
    operators: tuple[str, ...]
    certain: bool = True
    needs: str = ""
    seasonal: bool = False
