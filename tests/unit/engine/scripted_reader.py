"""A reader that says what a test gives it, and notes what it was asked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from visret_desktop.errors import Cancelled
from visret_desktop.models.interfaces import Box, Reading, SeenPicture, Style

HIDDEN = Reading("", is_shown=False)


@dataclass
class ScriptedReader:
    """Says the next of `readings`; the last one again and again."""

    readings: list[Reading | Exception] = field(default_factory=list)
    boxes: tuple[Box, ...] | Exception | None = ()
    side: int = 64
    most_pictures: int = 1
    draws_boxes: bool = True
    sure_of: frozenset[str] = frozenset(("count", "color", "yes or no", "other"))
    reads_together: bool = False
    name: str = "scripted"
    questions: list[str] = field(default_factory=list)
    pictures: list[tuple[SeenPicture, ...]] = field(default_factory=list)
    regions_asked: list[tuple[str, str]] = field(default_factory=list)
    times_forgotten: int = 0
    before: Callable[[int], None] = lambda _: None  # called with the number of the reading

    def read(
        self,
        question: str,
        pictures: Sequence[SeenPicture],
        style: Style = "direct",
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> Reading:
        self.questions.append(question)
        self.pictures.append(tuple(pictures))
        self.before(len(self.questions))
        if is_stopped():
            raise Cancelled
        said = self.readings[min(len(self.questions), len(self.readings)) - 1]
        if isinstance(said, Exception):
            raise said
        return said

    def forget(self) -> None:
        self.times_forgotten += 1

    def regions(
        self,
        question: str,
        answer: str,
        picture: SeenPicture,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> tuple[Box, ...] | None:
        assert picture.pixels.dtype == np.uint8
        self.regions_asked.append((question, answer))
        if isinstance(self.boxes, Exception):
            raise self.boxes
        return self.boxes


def says(*answers: str) -> list[Reading | Exception]:
    """Return readings with these answers; "": it is not shown."""
    return [Reading(answer) if answer else HIDDEN for answer in answers]


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> ScriptedReader:
    """The reader that every library of a test opens."""
    reader = ScriptedReader(says("turquoise"))
    monkeypatch.setattr("visret_desktop.models.answering.reader.open_reader", lambda *_: reader)
    return reader
