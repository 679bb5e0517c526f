"""What is to be measured: data sets, models, and which of them work together in which table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.paper.published import KNOWLEDGE
from visret_desktop.errors import FolderMissing, UsageError

SKETCHES = 3  # of each instruction, always all of them
DAMPING = 1.0  # λ of reciprocal rank fusion
MOST_IMAGES = 10  # that an answer is given from, all of them in one prompt
ANSWERED = ("visual-rag", "visual-rag-me")

_NO_FILE = "Name a data set: --visual-rag, --me or --inquire."
_NO_JUDGE = "Answers need a judge: name a chat model with --judge, or one that rewrites."


@dataclass(frozen=True)
class Way:
    """One way to rank: a strategy, and the packs that take part in it, others are ""."""

    strategy: str
    encoder: str
    rewriter: str = ""
    visualizer: str = ""


@dataclass(frozen=True)
class Answering:
    """One way to answer: what from (a way to rank, or nothing), by whom, with how many images.

    `known` is `none`, `original`, `visret` or `sketch`; images are those of all things together.
    """

    known: str
    images: int
    reader: str
    way: Way | None = None


@dataclass(frozen=True)
class Setup:
    """All that a person chose. The first model of each role is the one of tables that vary another.

    `inquire` may name two files, INQUIRE-Rerank and INQUIRE-Rerank-Hard.
    """

    images: Path
    encoders: tuple[str, ...]
    visual_rag: Path | None = None
    me: Path | None = None
    inquire: tuple[Path, ...] = ()
    rewriters: tuple[str, ...] = ()
    visualizers: tuple[str, ...] = ()
    readers: tuple[str, ...] = ()
    judge: str = ""  # "": the first rewriter
    queries: int | None = None  # of each data set, at most
    only_looks: bool = False  # at what is done, without doing more
    is_fresh: bool = False  # forget what was done

    def check(self) -> None:
        """Raise UsageError or FolderMissing if this cannot be measured."""
        if self.visual_rag is None and self.me is None and not self.inquire:
            raise UsageError(reason=_NO_FILE)
        for names in (self.encoders, self.rewriters, self.visualizers, self.readers):
            if len(set(names)) < len(names):
                raise UsageError(reason=f"A model is named twice: {', '.join(names)}.")
        if self.visualizers and not self.rewriters:
            raise UsageError(reason="Sketches are drawn of instructions: name --rewriters, too.")
        if self.readers and not (self.judge or self.rewriters):
            raise UsageError(reason=_NO_JUDGE)
        if not self.images.is_dir():
            raise FolderMissing(path=self.images)

    @property
    def judging(self) -> str:
        """The pack that judges answers; "" where there are none."""
        return (self.judge or self.rewriters[0]) if self.readers else ""

    def ways(self, table: int) -> list[Way]:
        """Return the ways to rank of table 1, 4 or 5, in its order."""
        return list(dict.fromkeys(self._ways(table)))

    def _ways(self, table: int) -> Iterator[Way]:
        for encoder in self.encoders if table == 1 else self.encoders[:1]:
            yield Way("original", encoder)
            for rewriter in self.rewriters if table == 5 else self.rewriters[:1]:
                yield Way("rephrase", encoder, rewriter)
            for rewriter in self.rewriters if table == 5 else self.rewriters[:1]:
                for visualizer in self.visualizers if table == 4 else self.visualizers[:1]:
                    yield Way("visret", encoder, rewriter, visualizer)
                    if table == 1:
                        yield Way("visret-single", encoder, rewriter, visualizer)

    def all_ways(self, data_set: str) -> list[Way]:
        """Return the ways in which a data set is ranked, those of one encoder together."""
        tables = (1, 4, 5) if data_set == "visual-rag" else (1,)
        found = dict.fromkeys(way for table in tables for way in self.ways(table))
        return sorted(found, key=lambda way: self.encoders.index(way.encoder))

    def answerings(self, table: int, data_set: str) -> list[Answering]:
        """Return the ways to answer of table 6 or 7, in its order."""
        return [
            one
            for known in KNOWLEDGE[table]
            for images in self._images(known, data_set)
            for reader in self.readers
            for one in self._answering(known, images, reader)
        ]

    def all_answerings(self, data_set: str) -> list[Answering]:
        """Return the ways in which the questions of a data set are answered, by reader."""
        found = dict.fromkeys(
            one for table in KNOWLEDGE for one in self.answerings(table, data_set)
        )
        return sorted(found, key=lambda one: self.readers.index(one.reader))

    @staticmethod
    def _images(known: str, data_set: str) -> Sequence[int]:
        least = 2 if data_set == "visual-rag-me" else 1  # one of each thing
        return {"none": (0,), "sketch": (least,)}.get(known, (least, MOST_IMAGES))

    def _answering(self, known: str, images: int, reader: str) -> Iterator[Answering]:
        strategy = "visret" if known == "sketch" else known
        if known == "none":
            yield Answering(known, images, reader)
        for way in self.ways(1):
            if way.strategy == strategy and way.encoder == self.encoders[0]:
                yield Answering(known, images, reader, way)
