"""`visret bench settings` from a file of judgments to a verdict."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from visret_desktop import file_changes
from visret_desktop.engine.messages import Message, Notice, Progress
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import UsageError
from visret_desktop.judging import corpus
from visret_desktop.judging.corpus import PhotoPool
from visret_desktop.judging.judged_queries import own_judgments, read_with
from visret_desktop.judging.measuring import Conditions
from visret_desktop.judging.records import Costs, Record, RecordFile
from visret_desktop.judging.running import digest, measure_all
from visret_desktop.judging.tasks import TaskMaker
from visret_desktop.judging.verdict import TriedSettings, verdict
from visret_desktop.judging.ways import (
    Configuration,
    EncoderSet,
    WantedComparison,
    current,
    encoder_sets,
    encoders,
    ways,
)
from visret_desktop.paths import Paths
from visret_desktop.sentences import Sentence, form, sentence
from visret_desktop.settings import Settings

Json = dict[str, Any]
_ROOM_MB = 100_000  # keeps every sketch until all encoders have used it
_NOTHING = form(
    "No photo of the library is judged right for any query. In the window, ask in words and mark "
    "hits: P (or +) is right, X (or -) wrong. They are kept in {file}."
)


@dataclass(frozen=True)
class ComparisonRequest:
    """What to compare, by which judgments, among how many other photos."""

    file: Path
    comparison: WantedComparison = field(default_factory=WantedComparison)
    others: int = corpus.OTHERS


def compare(
    request: ComparisonRequest, home: Paths, settings: Settings
) -> Generator[Message, None, Json]:
    """Try everything that is asked for; yield progress and notices, return the verdict.

    What an interrupted run measured, embedded and drew is not done again.

    Raises:
        UsageError: there are no judgments, or nothing to compare.
    """
    queries = read_with(own_judgments, "own", request.file) if request.file.exists() else []
    if not any(pool_.relevant for query in queries for pool_ in query.pools):
        raise UsageError(reason=Sentence(_NOTHING, {"file": request.file}))
    packs = encoders(home, request.comparison)
    tried_ways = ways(home, settings, request.comparison)
    with Library.open(home, settings) as library:
        pool = corpus.lay_out(home, request.file, queries, library.reader, request.others)
    if pool.missing:
        yield Notice(
            sentence=sentence(
                "{count} of the judged photos are not there now.", count=len(pool.missing)
            )
        )
    runs = []
    all_sets = encoder_sets(packs, settings)
    for number, one_set in enumerate(all_sets, start=1):
        if len(packs) > 1:
            yield Notice(
                sentence=sentence(
                    "Encoders {number} of {count}: {title}",
                    number=number,
                    count=len(all_sets),
                    title=one_set.title,
                )
            )
        chosen = one_set.in_settings(settings)
        records = yield from _measure(chosen, pool, tried_ways, request.file, one_set.name)
        runs.append((one_set, records))
    now = current(home, settings, tried_ways)
    tried = [one for run in runs for one in _tried(*run, tried_ways, settings, now, len(runs) > 1)]
    for one_set in all_sets:
        file_changes.remove(_records_path(pool, one_set.name))
    return {**_about(pool, len(queries)), **verdict(tried)}


def _records_path(pool: PhotoPool, name: str) -> Path:
    return pool.corpus.work / f"records-{name}.jsonl"


def _measure(
    chosen: Settings, pool: PhotoPool, tried: Sequence[Configuration], judgments: Path, name: str
) -> Generator[Message, None, list[Record]]:
    """Measure all ways; encoders embed what they lack first."""
    corpus_ = pool.corpus
    for directory in (corpus_.paths.data, corpus_.paths.cache):
        directory.mkdir(parents=True, exist_ok=True)
    settings = replace(chosen, sketch_cache_mb=_ROOM_MB)
    with Library.open(corpus_.paths, settings) as library:
        for event in corpus.index(library, corpus_):
            if isinstance(event, Progress):
                yield event
        tasks = TaskMaker(library, corpus_, whole_library=True).tasks()
        measurable = [task for task in tasks if task.relevant]
        if not measurable:
            raise UsageError(reason=Sentence(_NOTHING, {"file": judgments}))
        conditions = Conditions(tuple(tried), (0,), chosen.m, with_no_match=False)
        conditions_digest = digest(library, measurable, conditions)
        file = RecordFile(_records_path(pool, name), conditions_digest, Record)
        costs = Costs(corpus_.work / "costs.json")
        return (yield from measure_all(library, measurable, conditions, file, costs, 1))


def _tried(
    seen_by: EncoderSet,
    records: Sequence[Record],
    tried: Sequence[Configuration],
    settings: Settings,
    now: Configuration | None,
    is_one_of_several: bool,
) -> list[TriedSettings]:
    title = seen_by.name.replace("+", " + ") if is_one_of_several else ""
    is_now = seen_by.in_settings(settings) == settings
    return [
        TriedSettings(
            seen_by, title, way, [r for r in records if r.way == way.name], is_now and way == now
        )
        for way in tried
    ]


def _about(pool: PhotoPool, queries: int) -> Json:
    return {
        "judged_queries": queries,
        "judged_photos": pool.judged,
        "other_photos": pool.others,
        "library_photos": pool.library,
        "missing_photos": len(pool.missing),
    }
