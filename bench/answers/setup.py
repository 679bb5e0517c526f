"""What is to be measured: data set, from what questions are answered, and with how many photos."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from bench.fieldbook_world import TEST_SEED
from visret_desktop.errors import FolderMissing, UsageError
from visret_desktop.judging.ways import Configuration
from visret_desktop.models.interfaces import Style

DATA_SETS = ("fieldbook", "visual-rag-me")
Known = Literal["photos", "sketch", "photos+sketch", "none"]


@dataclass(frozen=True)
class Knowledge:
    """What questions are answered from: which search finds it, and what the engine is asked."""

    known: Known
    strategy: str = ""  # "": nothing is sought


KNOWLEDGE = {
    "none": Knowledge("none"),
    "text": Knowledge("photos", "original"),
    "visret": Knowledge("photos", "visret"),
    "hybrid": Knowledge("photos", "hybrid"),
    "sketch": Knowledge("sketch", "visret"),
    "photos+sketch": Knowledge("photos+sketch", "hybrid"),
}
_QUICK = ("none", "text", "hybrid")
_QUICK_QUESTIONS = 8
STYLES: tuple[Style, ...] = ("direct", "steps")


@dataclass(frozen=True)
class Row:
    """One row of the report: how all questions are answered.

    `images` are photos, or sketches where there are only those; a comparison has at least one for
    each thing.
    """

    knowledge: str
    images: int
    style: Style

    @property
    def reads_photos(self) -> bool:
        """Whether photos are read."""
        return "photos" in KNOWLEDGE[self.knowledge].known

    @property
    def name(self) -> str:
        """What rows are called."""
        return f"{self.knowledge}, {self.images}, {self.style}"


@dataclass(frozen=True)
class Setup:
    """All that determines a run, beside the models and the images themselves."""

    data_set: str = "fieldbook"
    file: Path | None = None  # the published questions
    images_folder: Path | None = None  # what image paths are relative to; None: no images
    knowledge: tuple[str, ...] = tuple(KNOWLEDGE)
    images: tuple[int, ...] = (1, 10)
    styles: tuple[Style, ...] = STYLES
    questions: int | None = None  # at most so many; of the fieldbook half as many comparisons
    photos: int = 14  # of each species of the fieldbook
    seed: int = TEST_SEED  # of the fieldbook
    m: int = 3
    weight: float = 0.3  # of the sketches, in hybrid
    judge: str = ""  # a chat model that judges, too
    processes: int = 1
    is_fresh: bool = False  # forget what an interrupted run measured

    def check(self) -> None:
        """Raise UsageError or FolderMissing if this cannot be measured."""
        for reason in self._mistakes():
            raise UsageError(reason=reason)
        if self.images_folder is not None and not self.images_folder.is_dir():
            raise FolderMissing(path=self.images_folder)

    def _mistakes(self) -> Sequence[str]:
        mistakes = []
        if self.data_set not in DATA_SETS:
            names = ", ".join(DATA_SETS)
            mistakes.append(f"There is no data set {self.data_set!r}. Choose one of {names}.")
        for said, known in ((self.knowledge, tuple(KNOWLEDGE)), (self.styles, STYLES)):
            if not said or set(said) - set(known):
                mistakes.append(f"{', '.join(said)!r} is not among {', '.join(known)}.")
        if not self.images or not all(0 < count <= 100 for count in self.images):
            mistakes.append("The number of images is 1 to 100.")
        if self.data_set != "fieldbook" and self.file is None:
            mistakes.append(f"Name the file with the questions of {self.data_set}: --file.")
        return mistakes

    def quick(self) -> "Setup":
        """Return the same with few questions in few ways: for function, not for figures."""
        return replace(
            self,
            knowledge=tuple(name for name in self.knowledge if name in _QUICK) or self.knowledge,
            images=(min(self.images), min(3, max(self.images))),
            styles=self.styles[:1],
            questions=min(self.questions or _QUICK_QUESTIONS, _QUICK_QUESTIONS),
            photos=6,
        )

    def rows(self) -> tuple[Row, ...]:
        """Return the rows; what is answered from memory has no images, sketches are at most m."""
        return tuple(dict.fromkeys(self._rows()))

    def _rows(self) -> Iterator[Row]:
        for name in self.knowledge:
            known = KNOWLEDGE[name].known
            most = {"none": 0, "sketch": self.m}.get(known)
            for images in self.images:
                for style in self.styles:
                    yield Row(name, images if most is None else min(images, most), style)

    @property
    def examined(self) -> tuple[Row, ...]:
        """The rows whose evidence is looked into: from photos, as many as there are, direct."""
        most = max(self.images)
        found = (row for row in self.rows() if row.images == most and row.style == self.styles[0])
        return tuple(row for row in found if KNOWLEDGE[row.knowledge].known == "photos")

    def way(self, strategy: str) -> Configuration:
        """Return how a strategy searches."""
        return Configuration(strategy, strategy, self.weight)
