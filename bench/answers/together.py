"""Photos read together: is one prompt with several pictures better than one each?

Of each drawn question the reader gets two, then three photos of the species, of which at least one
shows the part: one by one, put together by the program, and all in one prompt.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bench.answers.book import Book
from bench.answers.questions import Question
from visret_desktop.engine.runtime import Library
from visret_desktop.models.answering.reader import open_reader
from visret_desktop.models.interfaces import Reader, SeenPicture
from visret_desktop.roles import Role

COUNTS = (2, 3)  # photos in one prompt


@dataclass(frozen=True)
class TogetherTest:
    """Scores of so many photos, read one by one and in one prompt, and of the best one alone."""

    photos: int
    one_by_one: float
    together: float
    alone: float


def roomy(library: Library) -> Reader:
    """Return the library's reader, or the same pack once more with room for several pictures."""
    reader: Reader = library.models.get(Role.READER)
    if reader.most_pictures >= max(COUNTS):
        return reader
    return open_reader(library.pack(Role.READER), library.paths, pictures=max(COUNTS))


def some_photos(book: Book, question: Question, count: int, stream: Random) -> list[str]:
    """Return files of so many photos in any order, the first of those that show it among them."""
    species = question.things[0]
    shown = stream.choice(book.showing(species, question.part))
    others = [file for file in sorted(book.photos[species]) if file != shown]
    files = [shown, *stream.sample(others, count - 1)]
    stream.shuffle(files)
    return files


def score_together(
    reader: Reader, question: Question, text: str, pictures: Sequence[SeenPicture]
) -> float:
    """Return how right a reader is with these pictures in one prompt."""
    reading = reader.read(text, pictures)
    answer = reading.answer if reading.is_shown else ""
    return question.score(answer, [answer])
