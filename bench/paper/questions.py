"""The queries of the data sets, and the images of each that are here."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bench import datasets
from bench.paper.setup import Setup
from bench.quality import corpus
from visret_desktop.errors import UsageError
from visret_desktop.judging.corpus import BenchPaths, Corpus, work_of
from visret_desktop.judging.judged_queries import JudgedQuery, Pool
from visret_desktop.paths import Paths

_TWICE = "{} and {} are both files of {}. Name each data set once."
_NOT_JUDGED = "{} has queries alone. Name the file that says which images are relevant."


@dataclass(frozen=True)
class Asked:
    """One query, or one of the things that it asks about: what is sought among which images."""

    data_set: str
    number: int  # of the query in the corpus
    place: int  # of the thing
    query: JudgedQuery
    pool: Pool
    judged: Mapping[str, bool]  # the images of the pool that are here

    @property
    def is_measurable(self) -> bool:
        """Whether a relevant image is here."""
        return any(self.judged.values())

    @cached_property
    def images(self) -> list[tuple[str, bool]]:
        """The images that are here, in an order of their own."""
        return sorted(self.judged.items())

    @property
    def species(self) -> str:
        """The scientific name of the thing; iNaturalist's folders end in it."""
        first = Path(next(iter(self.pool.judged), "")).parent.name
        return self.pool.entity or " ".join(first.split("_")[-2:])


@dataclass(frozen=True)
class Question:
    """A query with all things that it asks about."""

    data_set: str
    things: tuple[Asked, ...]

    @property
    def text(self) -> str:
        """What is asked."""
        return self.things[0].query.text

    @property
    def is_measurable(self) -> bool:
        """Whether for each thing a relevant image is here."""
        return all(thing.is_measurable for thing in self.things)


@dataclass(frozen=True)
class PaperPaths(BenchPaths):
    """Directories of one encoder's library, which shares sketches with those of others."""

    work: Path

    @property
    def sketches(self) -> Path:
        """Generated pictures."""
        return self.work / "sketches"


@dataclass(frozen=True)
class Material:
    """All queries in one corpus, by data set, and the folder that is worked in."""

    corpus: Corpus
    questions: Mapping[str, tuple[Question, ...]]
    work: Path
    home: Paths

    def paths_of(self, encoder: str) -> PaperPaths:
        """Return the directories of the library of an encoder, named with its digest."""
        own = self.work / "libraries" / encoder
        return PaperPaths(own / "data", own / "cache", self.home.config, self.home, self.work)

    @property
    def ledger(self) -> Path:
        """The file with what is done."""
        return self.work / "ledger.jsonl"


def prepare(setup: Setup, home: Paths) -> Material:
    """Read the files of a checked setup, and lay out the images that are here.

    Raises:
        UsageError: a file is not what it should be, or none of the images is here.
        FileMissing: there is no such file.
    """
    files = _files(setup)
    read = {name: corpus.read_queries(name, file, setup.queries) for name, file in files.items()}
    root = setup.images.absolute()
    work = work_of(home, "paper", str(root))
    queries = [query for of_set in read.values() for query in of_set]
    found = corpus.laid_out(queries, root, work, home, " and ".join(map(str, files.values())))
    assert found.present_images is not None
    missing, first = frozenset(found.present_images.missing), 0
    questions = {}
    for name, of_set in read.items():
        questions[name] = tuple(
            _question(name, number, query, missing) for number, query in enumerate(of_set, first)
        )
        first += len(of_set)
    return Material(found, questions, work, home)


def _files(setup: Setup) -> dict[str, Path]:
    """Return the file of each data set that was named.

    Raises:
        UsageError: two are of the same data set, or one is not judged.
    """
    files: dict[str, Path] = {}
    for name, file in (("visual-rag", setup.visual_rag), ("visual-rag-me", setup.me)):
        if file is not None:
            files[name] = file
    for file in setup.inquire:
        name = datasets.inquire_form(file)
        if name == "inquire-queries":
            raise UsageError(reason=_NOT_JUDGED.format(file))
        if name in files:
            raise UsageError(reason=_TWICE.format(files[name], file, name))
        files[name] = file
    return files


def _question(data_set: str, number: int, query: JudgedQuery, missing: frozenset[str]) -> Question:
    things = []
    for place, pool in enumerate(query.pools):
        here = {path: grade for path, grade in pool.judged.items() if path not in missing}
        things.append(Asked(data_set, number, place, query, pool, here))
    return Question(data_set, tuple(things))
