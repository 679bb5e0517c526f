"""The questions of a drawn library and what is true of its photos, as one JSON file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from bench.answers.colors import Truth
from visret_desktop import file_changes, typed_values

BOOK = "book.json"
PHOTOS = "photos"
Box = tuple[float, float, float, float]  # left, top, right, bottom as shares of the picture


@dataclass(frozen=True)
class DrawnPhoto:
    """What a photo shows: of each part whether it can be told (None: disputable), and where."""

    shows: Mapping[str, bool | None]
    boxes: Mapping[str, tuple[Box, ...]]
    animals: tuple[Box, ...] = ()  # each animal or plant as a whole


@dataclass(frozen=True)
class DrawnQuestion:
    """A question about one part of one species, or of two."""

    text: str
    part: str  # key of the look
    truth: Truth
    is_morph: bool  # whether any of the species has other colors than its own


@dataclass(frozen=True)
class Book:
    """All of it: photos by species and file name, questions, comparisons."""

    photos: Mapping[str, Mapping[str, DrawnPhoto]]
    questions: Sequence[DrawnQuestion]
    comparisons: Sequence[DrawnQuestion]

    def showing(self, species: str, part: str, wanted: bool = True) -> list[str]:
        """Return the files of a species that clearly show a part, or clearly do not."""
        photos = self.photos[species]
        return [file for file, photo in photos.items() if photo.shows.get(part) is wanted]


def write(directory: Path, book: Book) -> None:
    """Write the book of a library."""
    file_changes.write(directory / BOOK, msgspec.json.encode(book))


def read(directory: Path) -> Book:
    """Read the book of a library, which this program wrote."""
    return typed_values.decode((directory / BOOK).read_bytes(), Book)
