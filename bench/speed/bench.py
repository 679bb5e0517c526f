"""`visret bench speed`: the measurements by name, and one run of some of them."""

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import machine
from bench.speed import (
    card,
    catalog,
    catalog_questions,
    detections,
    encoder_costs,
    facts,
    field_notes,
    first_indexing,
    indexing,
    packages,
    queries,
    real_sizes,
    rewriting,
    sketches,
    vectors,
    window,
    words,
)
from bench.speed.desk import Desk
from bench.speed.rows import Row
from visret_desktop.engine.messages import Message, Notice, Progress
from visret_desktop.errors import FolderMissing, UsageError, VisretError
from visret_desktop.file_changes import temporary_folder
from visret_desktop.paths import Paths
from visret_desktop.sentences import verbatim

Json = dict[str, Any]


@dataclass(frozen=True)
class Measurement:
    """One thing that can be measured, which may give several rows."""

    name: str
    run: Callable[[Desk], Iterator[Row]]
    is_quick: bool = True  # part of the quick set, at a smaller size

    @property
    def what(self) -> str:
        """What is measured, in a sentence."""
        return (self.run.__doc__ or "").strip()


MEASUREMENTS = (
    Measurement("indexing", indexing.ordinary),
    Measurement("indexing-12mp", indexing.large),
    Measurement("indexing-quick", indexing.quick_form, is_quick=False),
    Measurement("indexing-heic", indexing.heic),
    Measurement("indexing-raw", indexing.raw),
    Measurement("indexing-photos", indexing.photos, is_quick=False),
    Measurement("first-index", first_indexing.first_indexing),
    Measurement("encoders", indexing.encoders),
    Measurement("encoder-costs", encoder_costs.encoder_costs, is_quick=False),
    Measurement("card", card.card, is_quick=False),
    Measurement("words", words.words, is_quick=False),
    Measurement("vectors-10k", vectors.ten_thousand),
    Measurement("vectors-100k", vectors.hundred_thousand, is_quick=False),
    Measurement("vectors-200k", vectors.two_hundred_thousand, is_quick=False),
    Measurement("vectors-1m", vectors.million, is_quick=False),
    Measurement("catalog", catalog.catalog),
    Measurement("facts", facts.facts, is_quick=False),
    Measurement("catalog-questions", catalog_questions.questions, is_quick=False),
    Measurement("detections", detections.detections, is_quick=False),
    Measurement("scan", catalog.scan),
    Measurement("field-notes", field_notes.field_notes, is_quick=False),
    Measurement("packages", packages.packages, is_quick=False),
    Measurement("queries", queries.queries),
    Measurement("queries-indexing", queries.while_indexing, is_quick=False),
    Measurement("visret", queries.visret),
    Measurement("visret-real", real_sizes.real_sizes, is_quick=False),
    Measurement("rewriting", rewriting.starter),
    Measurement("rewriting-1b", rewriting.one_billion, is_quick=False),
    Measurement("rewriting-3b", rewriting.three_billions, is_quick=False),
    Measurement("sketches", sketches.sketches, is_quick=False),
    Measurement("window", window.start),
    Measurement("frames", window.scrolling),
    Measurement("typing", window.typing),
    Measurement("map", window.map_of_photos),
)


def run(
    names: Sequence[str],
    home: Paths,
    is_quick: bool,
    photos: Path | None = None,
    compares_runtimes: bool = False,
) -> Generator[Message, None, Json]:
    """Measure what is named (nothing: all, or the quick set); yield progress and rows as notices.

    Raises:
        UsageError: there is no measurement of such a name.
    """
    chosen = _chosen(names, is_quick, photos)
    described = machine.describe()
    rows: list[Row] = []
    left_out: list[Json] = []
    with temporary_folder("visret-bench-") as shared, _compiled_once(shared):
        for done, measurement in enumerate(chosen):
            yield Progress(stage="measure", done=done, total=len(chosen))
            yield Notice(sentence=verbatim(f"{measurement.name}: {measurement.what}"))
            with temporary_folder("visret-bench-") as work:
                desk = Desk(work, shared, home, is_quick, photos, compares_runtimes)
                try:
                    for row in measurement.run(desk):
                        rows.append(row)
                        yield Notice(sentence=verbatim(f"  {row.sentence()}"))
                except VisretError as error:  # a failed measurement doesn't end a long run
                    left_out.append({"name": measurement.name, "reason": str(error)})
                    yield Notice(sentence=verbatim(f"  {measurement.name} is left out: {error}"))
    return {
        "machine": described,
        "quick": is_quick,
        "rows": [row.body() for row in rows],
        "left_out": left_out,
    }


@contextmanager
def _compiled_once(shared: Path) -> Iterator[None]:
    """Let processes that are measured keep compiled modules where the environment forbids it.

    On people's computers they are kept. Without them every start takes two or three times as long.
    """
    forbidden = os.environ.pop("PYTHONDONTWRITEBYTECODE", "")
    if not forbidden:
        yield
        return
    os.environ["PYTHONPYCACHEPREFIX"] = str(shared / "compiled")
    try:
        yield
    finally:
        del os.environ["PYTHONPYCACHEPREFIX"]
        os.environ["PYTHONDONTWRITEBYTECODE"] = forbidden


def _chosen(names: Sequence[str], is_quick: bool, photos: Path | None) -> list[Measurement]:
    known = {measurement.name: measurement for measurement in MEASUREMENTS}
    unknown = [name for name in names if name not in known]
    if unknown:
        reason = f"There is no measurement {unknown[0]!r}. Choose of {', '.join(known)}."
        raise UsageError(reason=reason)
    if photos is not None and not photos.is_dir():
        raise FolderMissing(path=photos)
    if names:
        return [known[name] for name in names]
    usual = [m for m in MEASUREMENTS if m.name != "indexing-photos" or photos is not None]
    return [measurement for measurement in usual if measurement.is_quick or not is_quick]
