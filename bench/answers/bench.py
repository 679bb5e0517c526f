"""`visret bench answers` from its setup to its report."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench import machine, refusals
from bench.answers import aims, chat_judge, counting, witnesses, worth
from bench.answers.asking import Asker
from bench.answers.book import PHOTOS
from bench.answers.counting import CountTest
from bench.answers.figures import Outcomes, name_of
from bench.answers.questions import DataSet, prepare
from bench.answers.running import Job, OwnPaths, Record, ask_all, job_of
from bench.answers.setup import KNOWLEDGE, Setup
from bench.drawn_settings import for_drawings
from visret_desktop.engine.messages import Message, Notice
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import UsageError
from visret_desktop.judging.corpus import index
from visret_desktop.judging.measuring import Conditions
from visret_desktop.judging.records import Costs, RecordFile
from visret_desktop.judging.running import digest
from visret_desktop.judging.tasks import RankingTask, TaskMaker
from visret_desktop.packs import registry
from visret_desktop.paths import Paths
from visret_desktop.roles import ROLES, Role
from visret_desktop.sentences import verbatim
from visret_desktop.settings import Settings

Json = dict[str, Any]
_COPIED = 2  # photos of each species
_ROOM_MB = 100_000  # nothing generated is dropped before the run is over
_NO_IMAGES = (
    "The images of {} are not here, so nothing was asked: name their folder with --images. "
    "The table is about the questions alone."
)
_NO_CONCLUSION = (
    "The reader {} looks at one photo at a time: it says what each of two things is like, side by "
    "side, and draws no conclusion from photos. That scores 0 here."
)
_LEFT_OUT = "{} of {} questions are left out: no photo of theirs is there."


def run(setup: Setup, home: Paths, chosen: Settings) -> Generator[Message, None, Json]:
    """Measure `setup` with the packs that `chosen` names; yield progress and notices.

    An interrupted run goes on where it stopped.

    Raises:
        UsageError: the setup is wrong, or nothing of it can be measured.
        PackMissing, PackDamaged: a model that is needed is not there.
    """
    measured_on = machine.describe()
    setup.check()
    judge = chat_judge.check(setup.judge, home) if setup.judge else None
    yield Notice(sentence=verbatim(f"Preparing {setup.data_set}."))
    made = prepare(setup, home)
    body: Json = {
        "machine": measured_on,
        "data_set": setup.data_set,
        "seed": setup.seed if made.drawn else None,
        "processes": setup.processes,
        "statistics": made.statistics,
        "notes": [],
    }
    if not made.has_images:
        sentence = _NO_IMAGES.format(setup.data_set)
        return body | {"notes": [sentence], "rows": []}
    if made.drawn:
        chosen = for_drawings(chosen)
    _check_packs(setup, home, chosen)
    found = made.corpus
    paths = OwnPaths(found.paths.data, found.paths.cache, home.config, home)
    for directory in (paths.data, paths.cache):
        directory.mkdir(parents=True, exist_ok=True)
    settings = replace(chosen, m=setup.m, sketch_cache_mb=_ROOM_MB, pictures_enabled=True)
    with Library.open(paths, settings) as library:
        yield from index(library, found)
        jobs = _jobs(library, made)
        left_out = len(made.questions) - len(jobs)
        if not jobs:
            raise UsageError(reason="Of no question is any photo there. Nothing to measure.")
        tasks = [task for job in jobs for task in job.tasks]
        about = (
            f"{digest(library, tasks, Conditions((), (), setup.m))} "
            f"{replace(setup, processes=1, is_fresh=False, judge='')}"
        )
        file = RecordFile(found.work / "answers.jsonl", about.replace("\n", " "), Record)
        if setup.is_fresh:
            file.remove()
        records = yield from ask_all(library, setup, jobs, made.drawn, file, found.work)
        judged = None
        if judge is not None:
            judged = yield from chat_judge.compare(judge, home, jobs, records)
        counts = _counts(library, setup, made, jobs, found.work) if made.drawn else ()
        file.remove()
        body |= _packs(library) | {"photos": library.reader.counts()[0], "m": setup.m}
        most_pictures = library.models.get(Role.READER).most_pictures
    notes = [_LEFT_OUT.format(left_out, len(made.questions))] if left_out else []
    if most_pictures < 2 and any(job.question.wanted for job in jobs):
        notes.append(_NO_CONCLUSION.format(body["reader"]))
    means = judged["means"] if judged else {}
    figures = _figures(setup, jobs, records, means)
    copies = _copies(made, found.work, setup.seed) if made.drawn else None
    outcomes = (outcome for record in records for outcome in record.outcomes)
    tests = [record.reading for record in records if record.reading is not None]
    worth_rows = worth.rows(tests, outcomes, copies, counts, with_sets=setup.questions is None)
    return body | {"notes": notes, "judge": judged, "worth": worth_rows} | figures


def _copies(made: DataSet, work: Path, seed: int) -> Json:
    """Return how many copies and crops of drawn photos are found; two of each species are taken."""
    assert made.drawn is not None
    files = (
        work / "world" / PHOTOS / species / file
        for species, photos in made.drawn.photos.items()
        for file in sorted(photos)[:_COPIED]
    )
    return witnesses.measure(witnesses.opened(files), seed)


def _counts(
    library: Library, setup: Setup, made: DataSet, jobs: Sequence[Job], work: Path
) -> list[CountTest]:
    """Return what counts come to, of as many photos as there are questions."""
    assert made.drawn is not None
    asker = Asker(library, setup, Costs(work / "costs.json"))
    species = [job.question.things[0] for job in jobs if job.question.kind == "question"]
    return counting.measure(library, asker, species, made.drawn, work, work / "world" / PHOTOS)


def _figures(
    setup: Setup, jobs: Sequence[Job], records: Sequence[Record], means: Mapping[str, float]
) -> Json:
    outcomes = Outcomes(jobs, records, setup)
    rows = [row | {"judged": means.get(name_of(row))} for row in outcomes.rows()]
    tested = [record.reading for record in records if record.reading is not None]
    reading = aims.of_reading(tested)
    return {
        "rows": rows,
        "reading": reading,
        "tests": outcomes.tests(),
        "refusals": refusals.counted([r.refusal for r in records if r.refusal is not None]),
        "examples": outcomes.examples(),
        "aims": aims.aims(reading, rows),
    }


def _check_packs(setup: Setup, home: Paths, chosen: Settings) -> None:
    """Check, before anything slow, that all models are there."""
    registry.find(home, chosen.encoder)
    registry.find(home, chosen.reader)
    if any(KNOWLEDGE[name].strategy == "visret" for name in setup.knowledge):
        registry.find(home, chosen.visualizer)


def _jobs(library: Library, made: DataSet) -> list[Job]:
    """Return the questions whose things all have photos."""
    searches: dict[int, list[RankingTask]] = {}
    for task in TaskMaker(library, made.corpus, whole_library=False).tasks():
        searches.setdefault(task.query, []).append(task)
    return [
        job_of(number, question, searches[number])
        for number, question in enumerate(made.questions)
        if searches.get(number) and all(task.depth for task in searches[number])
    ]


def _packs(library: Library) -> Json:
    return {role.name: library.pack(role).name for role in ROLES.values()} | {
        "draws_boxes": bool(library.models.get(Role.READER).draws_boxes)
    }
