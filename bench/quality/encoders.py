"""The same measurement with one encoder after the other, in one report."""

from collections.abc import Generator, Sequence
from dataclasses import replace
from itertools import combinations

from bench.quality import bench, figures
from bench.quality.bench import Json, Report
from bench.quality.setup import Setup
from visret_desktop.engine.messages import Message, Notice
from visret_desktop.errors import UsageError
from visret_desktop.judging.records import Record
from visret_desktop.packs import registry
from visret_desktop.paths import Paths
from visret_desktop.roles import Role
from visret_desktop.sentences import verbatim
from visret_desktop.settings import Settings


def run(
    setup: Setup, home: Paths, chosen: Settings, encoders: Sequence[str]
) -> Generator[Message, None, Report]:
    """Measure `setup` with each of the encoder packs, two or more; else as `bench.run`.

    The report has a row for each way to search with each encoder, and tests of the differences
    between encoders.

    Raises:
        UsageError: a pack is named twice, or is no encoder.
        VisretError: what `bench.run` raises.
    """
    packs = [registry.find(home, name) for name in encoders]
    if len(set(encoders)) < len(encoders) or any(pack.role is not Role.ENCODER for pack in packs):
        raise UsageError(reason="Name different packs, all of them encoders.")
    reports: list[Report] = []
    for pack in packs:
        yield Notice(sentence=verbatim(f"With the encoder {pack.title}."))
        report = yield from bench.run(setup, home, replace(chosen, encoder=pack.name))
        reports.append(report)
    body = _joined(setup, reports, encoders)
    return Report(body, _named(reports, encoders), reports[0].tasks)


def _named(reports: Sequence[Report], encoders: Sequence[str]) -> list[Record]:
    """Return all records, whose ways are named with their encoders."""
    return [
        replace(record, way=_name(record.way, encoder))
        for report, encoder in zip(reports, encoders, strict=True)
        for record in report.records
    ]


def _joined(setup: Setup, reports: Sequence[Report], encoders: Sequence[str]) -> Json:
    records = _named(reports, encoders)
    ways = setup.ways()
    names = [_name(way.name, encoder) for way in ways for encoder in encoders]
    pairs = [
        (_name(way.name, one), _name(way.name, other))
        for way in ways
        for one, other in combinations(encoders, 2)
    ]
    notes = dict.fromkeys(note for report in reports for note in report.body["notes"])
    return {
        **reports[0].body,
        "encoder": ", ".join(encoders),
        "results": figures.rows(records, names),
        "kinds": figures.rows_by_kind(records, names),
        "tests": figures.tests(records, names, pairs),
        "notes": list(notes),
    }


def _name(way: str, encoder: str) -> str:
    return f"{way}, {encoder}"
