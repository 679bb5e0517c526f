"""Ask all questions, in this process or in several, and keep what came out."""

import multiprocessing
import os
import signal
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from bench.answers.asking import Asker, Outcome
from bench.answers.book import PHOTOS, Book
from bench.answers.questions import Question
from bench.answers.reading import ReadingTest, ReadingTester
from bench.answers.setup import Setup
from visret_desktop.engine.messages import Progress
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.timing import Rate
from visret_desktop.judging.corpus import BenchPaths
from visret_desktop.judging.records import Costs, RecordFile
from visret_desktop.judging.tasks import RankingTask
from visret_desktop.processes import own_python
from visret_desktop.settings import Settings


@dataclass(frozen=True)
class Record:
    """All that one question came to."""

    key: int  # number of the query
    outcomes: tuple[Outcome, ...]
    reading: ReadingTest | None = None
    refusal: str | None = None  # why the rewriter's answer was not used; None: it was not asked


@dataclass(frozen=True)
class Job:
    """One question to be asked in all ways, and its searches, one for each thing.

    Things and searches stand in the order of the instructions that are made of the question.
    """

    number: int
    question: Question
    tasks: Sequence[RankingTask]


def job_of(number: int, question: Question, tasks: Sequence[RankingTask]) -> Job:
    """Return the job of a question whose things may stand in another order."""
    if len(tasks) < 2:
        return Job(number, question, tasks)
    in_order = sorted(tasks, key=lambda task: task.column or 0)
    things = tuple(task.entity for task in in_order)
    return Job(number, replace(question, things=things), in_order)


@dataclass(frozen=True)
class OwnPaths(BenchPaths):
    """Directories of a benchmark, in which each process keeps its readings by itself."""

    number: int = 0

    @property
    def answers(self) -> Path:
        """What readers said, of one question only."""
        return self.cache / f"answers-{self.number}.json"


class Worker:
    """Does jobs on a library of its own."""

    def __init__(self, library: Library, setup: Setup, drawn: Book | None, work: Path) -> None:
        self.costs = Costs(work / "costs.json")
        self._asker = Asker(library, setup, self.costs)
        self._tester = drawn and ReadingTester(library, self._asker, drawn, work / "world" / PHOTOS)
        self._hashes = {row.path: row.content_hash for row in library.reader.photo_rows()}

    def done(self, job: Job) -> Record:
        """Return what a question came to."""
        outcomes = tuple(self._asker.outcomes(job.question, job.tasks))
        refusal = self._asker.refusal(job.tasks)
        is_tested = self._tester and job.question.kind == "question"
        if not is_tested:
            return Record(job.number, outcomes, refusal=refusal)
        assert self._tester
        text = job.tasks[0].text
        reading = self._tester.test(job.question, text, self._hashes)
        return Record(job.number, outcomes, reading, refusal)


def ask_all(
    library: Library,
    setup: Setup,
    jobs: Sequence[Job],
    drawn: Book | None,
    file: RecordFile[Record],
    work: Path,
) -> Generator[Progress, None, list[Record]]:
    """Do the jobs of which `file` does not have the record; yield progress, return all records."""
    known = file.read()
    file.begin(known)
    left = [job for job in jobs if job.number not in known]
    rate = Rate(len(left))
    done = len(jobs) - len(left)
    with ExitStack() as stack:
        if setup.processes > 1 and left:
            found = _in_processes(stack, library, setup, drawn, work, left)
        else:
            worker = Worker(library, setup, drawn, work)
            found = map(worker.done, left)
        yield Progress(stage="ask", done=done, total=len(jobs))
        for number, record in enumerate(found, start=done + 1):
            file.add(record)
            known[record.key] = record
            rate.count()
            seconds = rate.seconds_left()
            yield Progress(stage="ask", done=number, total=len(jobs), seconds_left=seconds)
    return [known[job.number] for job in jobs]


# ---- several processes --------------------------------------------------------------------------

_worker: Worker | None = None  # of a process that does nothing else


def _in_processes(
    stack: ExitStack,
    library: Library,
    setup: Setup,
    drawn: Book | None,
    work: Path,
    jobs: Sequence[Job],
) -> Iterator[Record]:
    stack.enter_context(own_python.safe_path())  # the shared number has a process of its own
    started = multiprocessing.get_context("spawn").Value("i", 0)
    begin = (started, library.paths, library.settings, setup, drawn, work)
    count = min(setup.processes, len(jobs))
    pool = stack.enter_context(own_python.pool(count, _begin, begin))
    return pool.imap_unordered(_do, jobs)


def _begin(
    count: "multiprocessing.sharedctypes.Synchronized[int]",
    paths: BenchPaths,
    settings: Settings,
    setup: Setup,
    drawn: Book | None,
    work: Path,
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    os.environ["OMP_NUM_THREADS"] = "1"  # the processes share the cores
    with count.get_lock():
        count.value += 1
        own = OwnPaths(paths.data, paths.cache, paths.config, paths.home, count.value)
    global _worker
    _worker = Worker(Library(own, settings), setup, drawn, work)


def _do(job: Job) -> Record:
    assert _worker is not None
    return _worker.done(job)
