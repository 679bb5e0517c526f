"""`visret bench paper` from its setup to its report."""

from collections.abc import Generator, Mapping
from typing import Any

from bench import machine
from bench.answers import chat_judge
from bench.paper.ledger import Ledger
from bench.paper.questions import Material, Question, prepare
from bench.paper.setup import DAMPING, SKETCHES, Setup
from bench.paper.tables import board, tables
from bench.paper.working import Work
from visret_desktop.engine.messages import Message
from visret_desktop.errors import PackOfOtherRole
from visret_desktop.packs import registry
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role
from visret_desktop.settings import Settings

Json = dict[str, Any]
_NAMED = 20  # of the images that are missing
_MOST_FAULTS = 10


def run(setup: Setup, home: Paths, chosen: Settings) -> Generator[Message, None, Json]:
    """Measure `setup`; yield progress and notices, return the tables.

    What is done stays done: an interrupted run goes on where it stopped, and a later one with more
    models or images does what these add.

    Raises:
        UsageError: the setup is wrong, or nothing of it can be measured.
        FileMissing, FolderMissing: a file or the folder of images is not there.
        PackMissing, PackDamaged, PackOfOtherRole: a model that was named cannot be used.
    """
    setup.check()
    packs = _packs(setup, home)
    material = prepare(setup, home)
    ledger = Ledger(material.ledger)
    if not setup.only_looks:
        ledger.begin(is_fresh=setup.is_fresh)
    work = Work(setup, chosen, material, packs, ledger)
    yield from work.run()
    faults = work.faults.most_common()
    notes = [f"{often} × {fault}" for fault, often in faults[:_MOST_FAULTS]]
    if len(faults) > _MOST_FAULTS:
        notes.append(f"{len(faults) - _MOST_FAULTS} more kinds of failures.")
    return {
        "machine": machine.describe(),
        "m": SKETCHES,
        "rrf_k": DAMPING,
        "models": {name: {"title": p.title, "digest": p.digest} for name, p in packs.items()},
        "judge": setup.judging,
        "images": _images(material),
        "tables": tables(work),
        "board": board(work),
        "costs": [
            {
                "kind": cost.kind,
                "model": cost.model,
                "done": cost.done,
                "total": cost.total,
                "seconds": round(cost.seconds, 1),
                "seconds_to_come": None if cost.to_come is None else round(cost.to_come, 1),
            }
            for cost in work.costs
        ],
        "notes": notes,
    }


def _packs(setup: Setup, home: Paths) -> dict[str, Pack]:
    """Return all packs that were named, before anything slow.

    Raises:
        PackMissing, PackDamaged, PackOfOtherRole, UsageError: one cannot be used so.
    """
    wanted: Mapping[Role, tuple[str, ...]] = {
        Role.ENCODER: setup.encoders,
        Role.REWRITER: setup.rewriters,
        Role.VISUALIZER: setup.visualizers,
        Role.READER: setup.readers,
    }
    found: dict[str, Pack] = {}
    for role, names in wanted.items():
        for name in names:
            pack = registry.find(home, name)
            if not pack.role.can_serve_as(role):
                raise PackOfOtherRole(name=name, role=pack.role.name, wanted=role.name)
            found[name] = pack
    if setup.judging:
        found[setup.judging] = chat_judge.check(setup.judging, home)
    return found


def _images(material: Material) -> dict[str, Json]:
    """Return how many images and queries of each data set are here."""
    return {name: _presence(own) for name, own in material.questions.items()}


def _presence(questions: tuple[Question, ...]) -> Json:
    things = [thing for question in questions for thing in question.things]
    wanted = {path for thing in things for path in thing.pool.judged}
    here = {path for thing in things for path in thing.judged}
    return {
        "found": len(here),
        "missing": len(wanted - here),
        "examples": sorted(wanted - here)[:_NAMED],
        "queries": len(questions),
        "without_relevant_images": sum(
            not any(thing.is_measurable for thing in question.things) for question in questions
        ),
    }
