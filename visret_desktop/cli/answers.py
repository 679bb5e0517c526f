"""What a search tells while it runs, gathered into one answer; sketches copied where asked for."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from visret_desktop.cli.output import Json, Output, ProgressDisplay
from visret_desktop.cli.places import real_folders
from visret_desktop.engine.messages import (
    Finished,
    Hit,
    Message,
    Notice,
    Planned,
    Ranked,
    Sketch,
    SketchProgress,
    SketchReady,
)
from visret_desktop.errors import UsageError, writing_to
from visret_desktop.file_changes import as_usual

if TYPE_CHECKING:
    from visret_desktop.engine.runtime import Library


@dataclass
class Answer:
    """What came out of one search."""

    hits: tuple[Hit, ...] = ()
    answered: bool = False
    plan: Planned = field(default_factory=Planned)
    sketches: list[SketchReady] = field(default_factory=list)
    summary: Json = field(default_factory=dict)

    def body(self, query: str) -> Json:
        """Return what `visret search --json` prints."""
        return {
            "query": query,
            "strategy": self.summary["strategy"],
            "family": self.plan.family,
            "instructions": list(self.plan.instructions),
            "sketches": [_ready_body(sketch) for sketch in self.sketches],
            "hits": [_hit_body(hit) for hit in self.hits],
            "answered": self.answered,
            "timings": self.summary["stages"],
        }

    def plan_body(self, query: str) -> Json:
        """Return what `visret search --plan --json` prints: sketches have no path yet."""
        planned = {"sketches": [_planned_body(sketch) for sketch in self.plan.sketches]}
        expected = {"expected_seconds": self.plan.expected_seconds}
        return {**self.body(query), **planned, **expected}


def _ready_body(sketch: SketchReady) -> Json:
    made_of = {"name": sketch.name, "seed": sketch.seed, "instruction": sketch.instruction}
    return {**made_of, "path": sketch.path, "cached": sketch.is_cached, "seconds": sketch.seconds}


def _planned_body(sketch: Sketch) -> Json:
    made_of = {"name": sketch.name, "seed": sketch.seed, "instruction": sketch.instruction}
    return {**made_of, "path": ""}


def _hit_body(hit: Hit) -> Json:
    return {
        "rank": hit.rank,
        "path": hit.path,
        "score": hit.score,
        "ranks": hit.ranks,
        "band": hit.band,
        "online": hit.online,
        "copies": list(hit.copies),
        "column": hit.column,
    }


def follow(events: Iterator[Message], display: ProgressDisplay, out: Output) -> Answer:
    """Show a search's progress on stderr and return its answer."""
    answer, order = Answer(), {"": 0}
    for event in events:
        if isinstance(event, Ranked):
            answer.hits, answer.answered = event.hits, event.answered
        elif isinstance(event, Notice):
            out.notice(event.sentence)
        elif isinstance(event, Planned):
            answer.plan = event
            order |= {sketch.name: n for n, sketch in enumerate(event.sketches)}
            for text in event.instructions:
                out.notice(f"Instruction: {text}")
        elif isinstance(event, SketchProgress):
            done = order[event.name] * event.steps + event.step
            total = len(answer.plan.sketches) * event.steps
            display.show("sketch", done, total, 0.0, event.seconds_left)
        elif isinstance(event, SketchReady):
            answer.sketches.append(event)
            out.notice(f"Sketch {event.name}: {event.path}")
        elif isinstance(event, Finished):
            answer.summary = event.summary
    answer.sketches.sort(key=lambda sketch: (len(sketch.name), sketch.name))
    return answer


# ---- sketches to keep -----------------------------------------------------------------------


def check_folder_for_sketches(library: "Library", folder: Path) -> None:
    """Refuse a folder in which sketches would lie among photos.

    Raises:
        UsageError: it is in the library, or it is a file.
    """
    real = folder.resolve()
    if any(root == real or root in real.parents for root in real_folders(library)):
        reason = f"{folder} is among your photos; sketches are kept away from them."
        raise UsageError(reason=reason)
    if real.exists() and not real.is_dir():
        raise UsageError(reason=f"{folder} is a file. Name a folder for the sketches.")


def save_sketches(sketches: Sequence[SketchReady], cache: Path, folder: Path) -> list[SketchReady]:
    """Copy the marked sketches from the cache into `folder`; return them with their new paths.

    A person's own pictures are no sketches and stay where they are.
    """
    with writing_to(folder):
        folder.mkdir(parents=True, exist_ok=True)
    saved = []
    for sketch in sketches:
        source = Path(sketch.path)
        if sketch.path and source.parent == cache:
            name = f"sketch-{sketch.name}-seed-{sketch.seed}-{source.stem[:8]}.png"
            _copy(source, folder / name)
            sketch = replace(sketch, path=str(folder / name))
        saved.append(sketch)
    return saved


def _copy(source: Path, target: Path) -> None:
    """Copy a file whole or not at all."""
    temporary = target.with_name(f"{target.name}.new")
    try:
        with writing_to(target):
            with as_usual():
                shutil.copyfile(source, temporary)
            temporary.replace(target)
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
