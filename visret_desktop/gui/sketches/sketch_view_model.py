"""The sketches of the current query: what is planned and drawn, and what was asked for.

There are no widgets here. The strip shows the board and calls its commands; the search controller
listens to `asked` and passes on what the engine says.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from visret_desktop.engine.messages import (
    Enough,
    Notice,
    Planned,
    Sketch,
    SketchProgress,
    SketchReady,
)
from visret_desktop.gui.sketches.sketch_plan import Key, SketchPlan, key_of
from visret_desktop.strategies import STRATEGIES

_MOST_UNDONE = 50

_NOTHING = SketchPlan("original")
WAITING, DRAWING, READY, STOPPED = "waiting", "drawing", "ready", "stopped"
LEFT_OUT = "left-out"  # those before it were enough


@dataclass(frozen=True)
class Slot:
    """One sketch: the path of its picture once it is ready, of a preview before."""

    sketch: Sketch
    state: str = WAITING
    path: str = ""
    preview: str = ""
    step: int = 0
    steps: int = 0
    seconds_left: float = -1.0
    seconds: float = 0.0
    is_cached: bool = False
    is_locked: bool = False


@dataclass
class _SketchState:
    """How far sketches are, by what determines their pictures."""

    ready: dict[Key, SketchReady] = field(default_factory=dict)
    progress: dict[Key, SketchProgress] = field(default_factory=dict)
    stopped: set[Key] = field(default_factory=set)
    left_out: set[str] = field(default_factory=set)  # letters; each search decides anew


@dataclass(frozen=True)
class BoardState:
    """A board as it was left, to come back to."""

    plan: SketchPlan = _NOTHING
    past: tuple[SketchPlan, ...] = ()
    note: str = ""
    family_asked: str = ""
    ready: Mapping[Key, SketchReady] = field(default_factory=dict)
    stopped: frozenset[Key] = frozenset()


class SketchViewModel(QObject):
    """Plan, progress and history of one query."""

    changed = Signal()  # something has to be shown differently
    asked = Signal()  # search again with the plan as it is now

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.plan = SketchPlan("original")
        self.note = ""
        self.translation = self.details = ""
        self.expected_seconds = -1.0
        self.family_asked = ""
        self._past: list[SketchPlan] = []
        self._work = _SketchState()
        self._is_open = False
        self._is_plan_due = False

    # ---- state ------------------------------------------------------------------------------

    def slots(self) -> list[Slot]:
        """Return the sketches in order."""
        return [self._slot(sketch) for sketch in self.plan.sketches]

    def slot(self, name: str) -> Slot | None:
        """Return one sketch by its letter."""
        sketch = self.plan.sketch(name)
        return self._slot(sketch) if sketch is not None else None

    def ready_names(self) -> set[str]:
        """Return the letters of the sketches that are ready."""
        ready = {s.name for s in self.plan.sketches if key_of(s) in self._work.ready}
        return ready - self._work.left_out

    @property
    def is_planned(self) -> bool:
        """Whether there is anything to show above the grid."""
        return bool(self.plan.instructions or self.plan.sketches)

    @property
    def is_awaited(self) -> bool:
        """Whether there will be soon."""
        return self._is_plan_due and not self.is_planned

    @property
    def can_undo(self) -> bool:
        """Whether a change can be undone."""
        return bool(self._past)

    def requested(self) -> tuple[tuple[str, ...], tuple[Sketch, ...]]:
        """Return the instructions and sketches to ask for; none if the engine should make them.

        Stopped sketches are left out until they are asked for again or changed.
        """
        plan, stopped = self.plan, self._work.stopped
        wanted = tuple(sketch for sketch in plan.sketches if key_of(sketch) not in stopped)
        return ((), ()) if plan.is_anew else (plan.instructions, wanted)

    @property
    def is_stopped(self) -> bool:
        """Whether there are sketches and all of them were stopped."""
        sketches = self.plan.sketches
        return bool(sketches) and all(key_of(s) in self._work.stopped for s in sketches)

    def drawing(self) -> Slot | None:
        """Return the sketch being drawn."""
        return next((slot for slot in self.slots() if slot.state == DRAWING), None)

    # ---- what the engine says ---------------------------------------------------------------

    def begin(self, strategy: str) -> None:
        """Forget everything, for another query."""
        self.plan = SketchPlan(strategy)
        self.note, self.expected_seconds, self.family_asked = "", -1.0, ""
        self.translation = self.details = ""
        self._past.clear()
        self._work = _SketchState()
        self.changed.emit()

    def state(self) -> BoardState:
        """Return what is needed to come back to this."""
        work = self._work
        kept = (dict(work.ready), frozenset(work.stopped))
        return BoardState(self.plan, tuple(self._past), self.note, self.family_asked, *kept)

    def restore(self, state: BoardState) -> None:
        """Show a board as it was left."""
        self.plan, self._past = state.plan, list(state.past)
        self.note, self.family_asked, self.expected_seconds = state.note, state.family_asked, -1.0
        self.translation = self.details = ""
        self._work = _SketchState(dict(state.ready), stopped=set(state.stopped))
        self.changed.emit()

    def set_open(self, is_open: bool, *, is_plan_due: bool = False) -> None:
        """Note whether the engine works on this query; without it nothing more is drawn."""
        self._is_open, self._is_plan_due = is_open, is_plan_due
        if is_open:
            self.note = self.translation = self.details = ""
        self._work.progress.clear()
        self.changed.emit()

    def stop(self) -> None:
        """Draw none of the sketches that are not drawn yet, until they are asked for again."""
        work = self._work
        wanted = {key_of(s) for s in self.plan.sketches if s.name not in work.left_out}
        work.stopped |= wanted - set(work.ready)
        self.changed.emit()

    def take_plan(self, planned: Planned) -> None:
        """Show what the engine is going to draw."""
        self._work.left_out.clear()
        sketches = self._with_stopped(planned.sketches)
        names = {sketch.name for sketch in sketches}
        self.plan = replace(
            self.plan,
            family=planned.family,
            instructions=planned.instructions,
            sketches=sketches,
            locked=self.plan.locked & names,
            is_anew=False,
        )
        self.note = self.note or planned.note
        self.translation, self.details = planned.translation, planned.details
        self.expected_seconds = planned.expected_seconds
        self.changed.emit()

    def take_enough(self, enough: Enough) -> None:
        """Show which sketches are not needed."""
        self._work.left_out |= set(enough.names)
        self.changed.emit()

    def take_notice(self, notice: Notice) -> None:
        """Show why less is done than asked: a pack is missing, memory is short."""
        self.note = notice.sentence
        self.changed.emit()

    def _with_stopped(self, planned: tuple[Sketch, ...]) -> tuple[Sketch, ...]:
        """Return planned sketches together with the stopped ones, in their places."""
        if self.plan.is_anew or not (planned or self.is_stopped):
            return planned
        news, stopped = {sketch.name: sketch for sketch in planned}, self._work.stopped
        old = self.plan.sketches
        kept = [s for s in old if s.name in news or key_of(s) in stopped]
        names = {sketch.name for sketch in kept}
        return (*(news.get(s.name, s) for s in kept), *(s for s in planned if s.name not in names))

    def note_progress(self, progress: SketchProgress) -> None:
        """Show a step of drawing."""
        sketch = self.plan.sketch(progress.name)
        if sketch is not None:
            self._work.progress[key_of(sketch)] = progress
            self._work.ready.pop(key_of(sketch), None)
            self.changed.emit()

    def note_ready(self, ready: SketchReady) -> None:
        """Show a finished picture."""
        sketch = self.plan.sketch(ready.name)
        if sketch is not None:
            self._work.progress.pop(key_of(sketch), None)
            self._work.ready[key_of(sketch)] = ready
            self.changed.emit()

    # ---- commands ---------------------------------------------------------------------------

    def drop(self, name: str) -> None:
        """Go on without a sketch."""
        self._want(self.plan.without(name))

    def reroll(self, name: str) -> None:
        """Draw a sketch from another seed, or, if it was stopped or left out, as planned."""
        slot = self.slot(name)
        if slot is not None and slot.state == LEFT_OUT:
            self._want(self.plan.needing([name]))
        elif slot is not None and slot.state == STOPPED:
            self._work.stopped.discard(key_of(slot.sketch))
            self.asked.emit()
        else:
            self._want(self.plan.rerolled([name]).needing([name]))

    def draw_left_out(self) -> None:
        """Draw the sketches that were left out."""
        self._want(self.plan.needing(self._work.left_out))

    def reroll_all(self) -> None:
        """Draw all sketches that are not locked from other seeds."""
        self._want(self.plan.rerolled(self.plan.names()))

    def set_locked(self, name: str, locked: bool) -> None:
        """Keep a sketch when others are rerolled, or release it; this starts no search."""
        self.plan = self.plan.with_lock(name, locked)
        self.changed.emit()

    def replace(self, name: str, image: str) -> None:
        """Search by an own picture instead of a sketch."""
        self._want(self.plan.with_own_picture(name, image))

    def add(self, image: str, column: int = 0) -> None:
        """Search by an own picture beside the sketches."""
        self._want(self.plan.with_another(image, column))

    def only(self, name: str) -> None:
        """Search by this sketch alone."""
        self._want(self.plan.only(name))

    def edit_instruction(self, column: int, text: str) -> None:
        """Draw by other words; empty ones discard the edit."""
        text = " ".join(text.split())
        if text and text != self.plan.instructions[column]:
            self._want(self.plan.with_instruction(column, text))
        else:
            self.changed.emit()

    def choose_strategy(self, strategy: str) -> None:
        """Search this query in another way. Sketches stay where the new way has as many."""
        before, after = STRATEGIES[self.plan.strategy], STRATEGIES[strategy]
        keeps = after.draws and after.most_sketches == before.most_sketches
        sketches = self.plan.sketches if keeps else ()
        instructions = self.plan.instructions if after.rewrites else ()
        self._want(
            replace(
                self.plan,
                strategy=strategy,
                sketches=sketches,
                instructions=instructions,
                is_bare=keeps and self.plan.is_bare,
            )
        )

    def choose_family(self, family: str) -> None:
        """Have the query rewritten as another kind of query."""
        self.family_asked = family
        self._want(replace(self.plan, family=family, is_bare=False, is_anew=True))

    def use_marks(self, right: tuple[str, ...] = (), wrong: tuple[str, ...] = ()) -> None:
        """Search with photos that were marked, by content hash, or without any."""
        self._want(replace(self.plan, right=right, wrong=wrong))

    def undo(self) -> None:
        """Undo the last change; earlier pictures are there again, and used: they are drawn."""
        if self._past:
            before = self._past.pop()
            drawn = [s.name for s in before.sketches if key_of(s) in self._work.ready]
            self.plan = before.needing(drawn)
            self.changed.emit()
            self.asked.emit()

    def _want(self, plan: SketchPlan) -> None:
        if plan != self.plan:
            self._past = [*self._past, self.plan][-_MOST_UNDONE:]
            self.plan = plan
            self.changed.emit()
            self.asked.emit()

    def _slot(self, sketch: Sketch) -> Slot:
        key, slot = key_of(sketch), partial(Slot, sketch, is_locked=sketch.name in self.plan.locked)
        if sketch.name in self._work.left_out:
            return slot(LEFT_OUT)
        if (ready := self._work.ready.get(key)) is not None:
            return slot(READY, ready.path, seconds=ready.seconds, is_cached=ready.is_cached)
        if (now := self._work.progress.get(key)) is not None:
            left = now.seconds_left
            return slot(
                DRAWING, preview=now.preview, step=now.step, steps=now.steps, seconds_left=left
            )
        return slot(WAITING if self._is_open else STOPPED)
