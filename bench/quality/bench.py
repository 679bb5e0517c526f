"""`visret bench quality` from its setup to its report."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bench import machine, refusals
from bench.drawn_settings import for_drawings
from bench.quality import corpus, figures
from bench.quality.setup import DRAWN, Setup
from visret_desktop.engine.messages import Message, Notice
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import UsageError
from visret_desktop.judging.corpus import Corpus, index
from visret_desktop.judging.measuring import Conditions
from visret_desktop.judging.records import Costs, Record, RecordFile
from visret_desktop.judging.running import digest, measure_all, pack_of
from visret_desktop.judging.tasks import RankingTask, TaskMaker
from visret_desktop.packs import registry
from visret_desktop.paths import Paths
from visret_desktop.roles import ROLES, Role
from visret_desktop.sentences import verbatim
from visret_desktop.settings import Settings

Json = dict[str, Any]
_NOT_EMBEDDED = (
    "The encoder {} has not looked at all photos of the library yet. Choose it in the settings and "
    "run `visret index`, or let `visret bench settings` try it on a part of them."
)
_ROOM_MB = 100_000  # nothing generated is dropped before the run is over


@dataclass(frozen=True)
class Report:
    """The outcome of a run: `body` as JSON, and the rankings behind it."""

    body: Json
    records: list[Record]
    tasks: list[RankingTask]


def run(setup: Setup, home: Paths, chosen: Settings) -> Generator[Message, None, Report]:
    """Measure `setup` with the packs that `chosen` names; yield progress and notices.

    An interrupted run goes on where it stopped; what was generated is kept for later runs too.

    Raises:
        UsageError: the setup is wrong, or nothing of it can be measured.
        PackMissing, PackDamaged: a strategy is nothing without a model that is not there.
    """
    measured_on = machine.describe()
    setup.check()
    if setup.data_set in DRAWN:
        chosen = for_drawings(chosen)
    _check_packs(setup, home, chosen)
    yield Notice(sentence=verbatim(f"Preparing {setup.data_set}."))
    found = corpus.prepare(setup, home)
    for directory in (found.paths.data, found.paths.cache):
        directory.mkdir(parents=True, exist_ok=True)
    settings = replace(chosen, m=setup.m, sketch_cache_mb=_ROOM_MB, pictures_enabled=True)
    with Library.open(found.paths, settings) as library:
        yield from index(library, found)
        if library.first.is_changing():
            raise UsageError(reason=_NOT_EMBEDDED.format(settings.encoder))
        maker = TaskMaker(library, found, setup.whole_library)
        tasks, images = maker.tasks(), maker.images()
        if images.missing or images.unreadable:
            yield Notice(sentence=verbatim(_said(images.summary())))
        measurable = [
            task for task in tasks if task.relevant or not found.queries[task.query].pools
        ]
        if not measurable:
            raise UsageError(reason="Of no query is any relevant photo there. Nothing to measure.")
        conditions = Conditions(setup.ways(), setup.sketch_seeds, setup.m)
        file = RecordFile(
            found.work / "records.jsonl", digest(library, measurable, conditions), Record
        )
        if setup.is_fresh:
            file.remove()
        costs = Costs(found.work / "costs.json")
        records = yield from measure_all(
            library, measurable, conditions, file, costs, setup.processes
        )
        file.remove()
        body = {
            "machine": measured_on,
            **_about(setup, library, found),
            **_counted(found, tasks, images.summary()),
        }
    names = [way.name for way in setup.ways()]
    return Report(_with_figures(body, setup, records, names), records, measurable)


def _check_packs(setup: Setup, home: Paths, chosen: Settings) -> None:
    """Check, before anything slow, that each strategy has its models; see `searching`."""
    registry.find(home, chosen.encoder)
    if "rephrase" in setup.strategies:
        registry.find(home, chosen.rewriter)
    if {"visret", "visret-single"} & set(setup.strategies):
        registry.find(home, chosen.visualizer)


def _said(images: Json) -> str:
    return (
        f"{images['missing']} of the judged images are missing and {images['unreadable']} cannot "
        f"be searched; {images['found']} are there. The figures are about those."
    )


def _about(setup: Setup, library: Library, found: Corpus) -> Json:
    packs = {role.name: getattr(pack_of(library, role), "name", None) for role in ROLES.values()}
    return {
        "data_set": setup.data_set,
        "candidates": "own" if found.pool_folders and not setup.whole_library else "library",
        **packs,
        "m": setup.m,
        "sketches": list(setup.sketches),
        "pixels": _pixels(library),
        "rrf_k": library.settings.rrf_k,
        "hybrid_weights": list(setup.weights),
        "sketch_seeds": list(setup.sketch_seeds),
        "seed": setup.seed if setup.data_set in DRAWN else None,
        "beside": str(setup.beside) if setup.beside else None,
        "processes": setup.processes,
        "photos": library.reader.counts()[0],
    }


def _pixels(library: Library) -> int | None:
    """Return the side of the sketches."""
    return getattr(pack_of(library, Role.VISUALIZER), "settings", {}).get("pixels")


def _counted(found: Corpus, tasks: Sequence[RankingTask], images: Json) -> Json:
    judged = [task for task in tasks if found.queries[task.query].pools]
    without = [task for task in judged if not task.relevant]
    return {
        "images": images,
        "queries": {
            "read": len(found.queries),
            "rankings": len(tasks),
            "without_relevant_photos": len(without),
        },
    }


def _refusals(records: Sequence[Record]) -> Json:
    """Return of how many queries the rewriter's answer was not used, and why how often."""
    why = {record.query: record.refusal for record in records if record.instructions}
    return refusals.counted(why.values())


def _with_figures(body: Json, setup: Setup, records: list[Record], names: list[str]) -> Json:
    results = figures.rows(records, names)
    notes = dict.fromkeys(note for record in records for note in record.notes)
    return {
        **body,
        "results": results,
        "kinds": figures.rows_by_kind(records, names),
        "tests": figures.tests(
            records, [way.name for way in setup.ways() if not way.is_drawn], None
        ),
        "refusals": _refusals(records),
        "notes": list(notes),
    }
