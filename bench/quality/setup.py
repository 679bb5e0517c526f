"""What is to be measured: data set, ways to search, and their parameters."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench import fieldbook_world
from visret_desktop.errors import FolderMissing, UsageError
from visret_desktop.judging.ways import Configuration
from visret_desktop.strategies import STRATEGIES

DRAWN = ("fieldbook", "fieldbook-short")
DATA_SETS = (*DRAWN, "visual-rag", "visual-rag-me", "inquire", "own")
POOLED = ("visual-rag", "visual-rag-me", "inquire")


@dataclass(frozen=True)
class Setup:
    """All that determines a run, beside the models and the images themselves."""

    data_set: str = "fieldbook"
    file: Path | None = None  # the judged queries
    images: Path | None = None  # what image paths are relative to
    whole_library: bool = False  # candidates: all images instead of the query's own
    strategies: tuple[str, ...] = tuple(STRATEGIES)
    queries: int | None = None  # at most so many
    seed: int = fieldbook_world.TEST_SEED  # of the fieldbook world
    photos: int = fieldbook_world.PHOTOS  # of the fieldbook world
    beside: Path | None = None  # a folder of photos that answer none of its queries
    m: int = 3
    sketches: tuple[str, ...] = ("enough",)  # or "all", or both beside each other
    weights: tuple[float, ...] = (0.3,)  # of the sketches, in `hybrid`
    sketch_seeds: tuple[int, ...] = (0,)
    with_ceilings: bool = False
    processes: int = 1
    is_fresh: bool = False  # forget what an interrupted run measured

    def check(self) -> None:
        """Raise UsageError or FolderMissing if this cannot be measured."""
        for reason in self._mistakes():
            raise UsageError(reason=reason)
        for folder in (self.images, self.beside):
            if folder is not None and not folder.is_dir():
                raise FolderMissing(path=folder)

    def _mistakes(self) -> Sequence[str]:
        unknown = set(self.strategies) - set(STRATEGIES)
        mistakes = []
        if self.data_set not in DATA_SETS:
            names = ", ".join(DATA_SETS)
            mistakes.append(f"There is no data set {self.data_set!r}. Choose one of {names}.")
        if unknown or not self.strategies:
            names = ", ".join(STRATEGIES)
            mistakes.append(f"There is no strategy {', '.join(unknown)!r}. Choose of {names}.")
        if self.beside is not None and self.data_set not in DRAWN:
            mistakes.append("Photos are put beside those of the fieldbook only.")
        if self.data_set not in DRAWN and self.file is None:
            mistakes.append(f"Name the file with the judged queries of {self.data_set}: --file.")
        if self.data_set in POOLED and self.images is None:
            mistakes.append(f"Name the folder with the images of {self.data_set}: --images.")
        return mistakes

    def ways(self) -> tuple[Configuration, ...]:
        """Return the ways to search, the ceilings last."""
        given = [
            each
            for name in self.strategies
            for way in self._ways_of(name)
            for each in self._counts_of(way)
        ]
        if not self.with_ceilings:
            return tuple(given)
        drawn = [
            Configuration(f"{way.name} (drawn)", way.strategy, way.weight, is_drawn=True)
            for way in given
            if STRATEGIES[way.strategy].draws and not (way.draws_all and len(self.sketches) > 1)
        ]
        return (*given, *drawn)

    def _counts_of(self, way: Configuration) -> list[Configuration]:
        """Return a way with each number of sketches that is asked for."""
        if STRATEGIES[way.strategy].most_sketches < 2:
            return [way]
        mark = " (all)" if len(self.sketches) > 1 else ""
        every = replace(way, name=f"{way.name}{mark}", draws_all=True)
        return [every if each == "all" else way for each in self.sketches]

    def _ways_of(self, strategy: str) -> list[Configuration]:
        if strategy != "hybrid" or len(self.weights) == 1:
            return [Configuration(strategy, strategy, self.weights[0])]
        return [Configuration(f"hybrid {weight:g}", strategy, weight) for weight in self.weights]
