"""Measure all queries, in this process or in several, and keep what is measured."""

import hashlib
import json
import os
import signal
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from itertools import groupby
from typing import Any

from msgspec import to_builtins

from visret_desktop import __version__
from visret_desktop.engine.messages import Progress
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.timing import Rate
from visret_desktop.errors import PackDamaged, PackMissing
from visret_desktop.judging.measuring import Conditions, Measurer, needs_plan
from visret_desktop.judging.records import Costs, Key, Record, RecordFile
from visret_desktop.judging.tasks import RankingTask
from visret_desktop.paths import Paths
from visret_desktop.processes import own_python
from visret_desktop.roles import ROLES, Role
from visret_desktop.settings import Settings

Job = tuple[list[RankingTask], dict[Key, Record]]
Found = tuple[list[Record], dict[str, float]]


def plan_all(measurer: Measurer, tasks: Sequence[RankingTask]) -> Iterator[Progress]:
    """Ask the rewriter about every query, so that the processes find its answers in the cache."""
    first = [next(of_query) for _, of_query in groupby(tasks, key=lambda task: task.query)]
    for done, task in enumerate(first, start=1):
        measurer.plan(task)
        yield Progress(stage="rewrite", done=done, total=len(first))


def measure_all(
    library: Library,
    tasks: Sequence[RankingTask],
    conditions: Conditions,
    file: RecordFile[Record],
    costs: Costs,
    processes: int,
) -> Generator[Progress, None, list[Record]]:
    """Measure what `file` does not have yet; yield progress and return all records."""
    measurer = Measurer(library, conditions, costs)
    if needs_plan(conditions.ways):
        yield from plan_all(measurer, tasks)
        costs.save()
    known = file.read()
    file.begin(known)
    queries = [list(of_query) for _, of_query in groupby(tasks, key=lambda task: task.query)]
    jobs = [(of_query, _known_of(known, of_query[0].query)) for of_query in queries]
    each = len(conditions.ways) * len(conditions.seeds)
    open_jobs = [job for job in jobs if len(job[1]) < each * len(job[0])]
    rate = Rate(len(open_jobs))
    with ExitStack() as stack:
        if processes > 1:
            found = _in_processes(stack, library, conditions, costs, open_jobs, processes)
        else:
            found = ((list(measurer.records(*job)), costs.fresh) for job in open_jobs)
        done = len(jobs) - len(open_jobs)
        yield Progress(stage="ask", done=done, total=len(jobs))
        for number, (records, fresh) in enumerate(found, start=done + 1):
            for record in records:
                file.add(record)
                known[record.key] = record
            costs.take(fresh)
            costs.save()
            rate.count()
            yield Progress(
                stage="ask", done=number, total=len(jobs), seconds_left=rate.seconds_left()
            )
    return list(known.values())


def _known_of(known: dict[Key, Record], query: int) -> dict[Key, Record]:
    return {key: record for key, record in known.items() if record.query == query}


# ---- what determines records --------------------------------------------------------------------


def digest(library: Library, tasks: Sequence[RankingTask], conditions: Conditions) -> str:
    """Return what changes with everything that determines the records."""
    settings = {k: v for k, v in library.settings.stored().items() if k != "free_cores"}
    models = [getattr(pack_of(library, role), "digest", "") for role in ROLES.values()]
    photos = library.reader.counts()
    judged = [{"relevant": sorted(task.relevant), "wrong": sorted(task.wrong)} for task in tasks]
    asked = [to_builtins(task) | grades for task, grades in zip(tasks, judged, strict=True)]
    text = json.dumps([__version__, settings, models, photos, asked, asdict(conditions)])
    return hashlib.sha256(text.encode(errors="surrogateescape")).hexdigest()


def pack_of(library: Library, role: Role) -> Any:
    """Return the pack of a role, or None if it is not there."""
    try:
        return library.pack(role)
    except (PackMissing, PackDamaged):
        return None


# ---- several processes --------------------------------------------------------------------------

_measurer: Measurer | None = None  # of a process that does nothing else
_costs: Costs | None = None


def _in_processes(
    stack: ExitStack,
    library: Library,
    conditions: Conditions,
    costs: Costs,
    jobs: Sequence[Job],
    processes: int,
) -> Iterator[Found]:
    """Measure in processes of their own; each opens the models once."""
    begin = (library.paths, library.settings, conditions, costs)
    pool = stack.enter_context(own_python.pool(processes, _begin, begin))
    return pool.imap_unordered(_measure, jobs)


def _begin(paths: Paths, settings: Settings, conditions: Conditions, costs: Costs) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    os.environ["OMP_NUM_THREADS"] = "1"  # the processes share the cores
    global _measurer, _costs
    _costs = costs
    _measurer = Measurer(Library(paths, settings), conditions, costs)


def _measure(job: Job) -> Found:
    assert _measurer is not None
    assert _costs is not None
    _costs.fresh.clear()
    return list(_measurer.records(*job)), dict(_costs.fresh)
