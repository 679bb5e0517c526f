"""The questions of a data set, each with its candidates and what a right answer is."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bench import datasets
from bench.answers import book
from bench.answers.book import Book, DrawnQuestion
from bench.answers.colors import Truth, score
from bench.answers.keywords import Wanted, wanted_of
from bench.answers.setup import Setup
from bench.quality import corpus as quality_corpus
from bench.quality.corpus import WorldNotDrawn
from bench.quality.setup import Setup as QualitySetup
from visret_desktop.errors import UsageError
from visret_desktop.judging.corpus import BenchPaths, Corpus, work_of
from visret_desktop.judging.judged_queries import JudgedQuery, Pool
from visret_desktop.paths import Paths
from visret_desktop.processes import own_python

_WORLD = "bench.answers.world"


@dataclass(frozen=True)
class Question:
    """What is asked, of which things, and what is right.

    `truth` is of drawn questions, `wanted` of published ones. `part` is what a drawn question asks
    about, `right` a right answer in words.
    """

    kind: str  # question or comparison
    relation: str  # color, difference, lighter, same; of published ones the kind of answer
    things: tuple[str, ...]
    right: str
    truth: Truth | None = None
    wanted: Wanted | None = None
    part: str = ""
    is_morph: bool = False

    def score(self, answer: str, of_things: Sequence[str]) -> float:
        """Judge by rules, from 0 to 1, what is concluded and what was said of each thing."""
        if self.truth is not None:
            return score(self.truth, answer, of_things)
        assert self.wanted is not None
        return self.wanted.score(answer)


@dataclass(frozen=True)
class DataSet:
    """Questions by the number of their query in `corpus`; `drawn` knows the fieldbook's photos."""

    corpus: Corpus
    questions: Sequence[Question]
    drawn: Book | None = None
    has_images: bool = True
    statistics: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def prepare(setup: Setup, home: Paths) -> DataSet:
    """Read a checked setup's questions and lay their photos out; the fieldbook's are drawn.

    Raises:
        UsageError, FileMissing: a file is not what it should be, or not there.
        WorldNotDrawn: the drawing process died.
    """
    made = _fieldbook(setup, home) if setup.data_set == "fieldbook" else _published(setup, home)
    return replace(made, statistics=_statistics(made))


def _statistics(made: DataSet) -> dict[str, dict[str, Any]]:
    """Return table 3 of the paper by kind: queries, images per entity, and how many show it.

    `answers` counts what is asked for, of published questions the kinds of right answers.
    """
    found: dict[str, dict[str, Any]] = {}
    for kind in dict.fromkeys(question.kind for question in made.questions):
        own = [question for question in made.questions if question.kind == kind]
        pools = [
            pool
            for question, query in zip(made.questions, made.corpus.queries, strict=True)
            for pool in query.pools
            if question.kind == kind
        ]
        found[kind] = {
            "queries": len(own),
            "images": round(sum(len(pool.judged) for pool in pools) / len(pools), 1),
            "positives": round(sum(pool.relevant for pool in pools) / len(pools), 1),
            "answers": dict(Counter(question.relation for question in own).most_common()),
        }
    return found


# ---- the fieldbook --------------------------------------------------------------------------


def _fieldbook(setup: Setup, home: Paths) -> DataSet:
    work = work_of(home, "answers-fieldbook", str(setup.seed), str(setup.photos))
    world = work / "world"
    if not (world / book.BOOK).exists():
        _draw(world, setup)
    drawn = book.read(world)
    count = setup.questions
    chosen = [
        *drawn.questions[:count],
        *drawn.comparisons[: None if count is None else (count + 1) // 2],
    ]
    queries = [_query(drawn, one) for one in chosen]
    folders = {
        (number, place): world / book.PHOTOS / pool.entity
        for number, query in enumerate(queries)
        for place, pool in enumerate(query.pools)
    }
    paths = BenchPaths(work / "data", work / "cache", home.config, home)
    to_index = tuple(dict.fromkeys(folders.values()))
    found = Corpus(paths, work, queries, to_index, folders)
    return DataSet(found, [_question(one) for one in chosen], drawn)


def _draw(world: Path, setup: Setup) -> None:
    options = ["--seed", str(setup.seed), "--photos", str(setup.photos)]
    command = own_python.module(_WORLD, str(world), *options)
    drawing = own_python.run(command)
    if drawing.returncode:
        lines = drawing.stderr.strip().splitlines() or [f"exit code {drawing.returncode}"]
        raise WorldNotDrawn(reason=lines[-1])


def _query(drawn: Book, one: DrawnQuestion) -> JudgedQuery:
    pools = [Pool(thing, _judged(drawn, thing, one.part)) for thing in one.truth.things]
    kind = _kind(one)
    return JudgedQuery(one.text, tuple(pools), kind, kind)


def _judged(drawn: Book, thing: str, part: str) -> dict[str, bool]:
    return {file: photo.shows.get(part) is True for file, photo in drawn.photos[thing].items()}


def _kind(one: DrawnQuestion) -> str:
    return "question" if len(one.truth.things) == 1 else "comparison"


def _question(one: DrawnQuestion) -> Question:
    truth = one.truth
    named = zip(truth.things, truth.colors, strict=True)
    right = truth.colors[0] if len(truth.things) == 1 else "; ".join(map(": ".join, named))
    return Question(
        _kind(one),
        truth.relation,
        truth.things,
        right,
        truth,
        part=one.part,
        is_morph=one.is_morph,
    )


# ---- published ------------------------------------------------------------------------------


def _published(setup: Setup, home: Paths) -> DataSet:
    assert setup.file is not None
    file, count = setup.file, setup.questions
    queries = datasets.read(setup.data_set, file)[:count]
    if not queries:
        raise UsageError(reason=f"There is no query in {file}.")
    if not all(query.answers for query in queries):
        raise UsageError(reason=f"{file} has a question without an answer.")
    questions = [_of_published(query, " ".join(query.answers)) for query in queries]
    if setup.images_folder is None:
        work = work_of(home, f"answers-{setup.data_set}", str(file.absolute()))
        return DataSet(Corpus(home, work, queries), questions, has_images=False)
    of_quality = QualitySetup(setup.data_set, file, setup.images_folder, queries=count)
    return DataSet(quality_corpus.prepare(of_quality, home), questions)


def _of_published(query: JudgedQuery, answer: str) -> Question:
    names = tuple(pool.entity for pool in query.pools)
    wanted = wanted_of(query.text, names, answer)
    return Question("comparison", wanted.kind, names, answer, wanted=wanted)
