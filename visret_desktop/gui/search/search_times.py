"""The words at the end of the status line: how long the search took, and how long it will."""

import time

from PySide6.QtCore import QObject, QTimer

from visret_desktop.engine.messages import Ranked, SketchReady
from visret_desktop.gui.sketches.sketch_board import DRAWING, READY, SketchBoard
from visret_desktop.gui.widgets.status_line import StatusLine, duration

_QUIET_MS = 200  # a query that is answered sooner needs no word
_TICK_MS = 500
_SHORTEST = 0.01  # seconds that are shown


class SearchTimes(QObject):
    """Counts while a search runs."""

    def __init__(self, status: StatusLine, board: SketchBoard, parent: QObject) -> None:
        super().__init__(parent)
        self._status, self._board = status, board
        self._begun = time.monotonic()
        self._text = ""
        self._sketches: dict[str, str] = {}
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        board.changed.connect(self._on_step)

    def begin(self) -> None:
        """Count from now; what is said of the query before stays until there is something new."""
        self._begun = time.monotonic()
        self._sketches = {}
        self._text = ""
        self._timer.start(_QUIET_MS)

    def clear(self) -> None:
        """Say nothing."""
        self._timer.stop()
        self._status.show_times("")

    def note_ranked(self, ranked: Ranked) -> None:
        """Say how long the first ranking took."""
        if not self._text:
            name = ranked.lists[0] if ranked.lists else self._first_list(ranked)
            seconds = sum(ranked.timings.values())
            shown = f"{seconds:.2f}" if seconds >= _SHORTEST else f"< {_SHORTEST}"
            self._text = self.tr("{0} {1} s").format(name, shown)
        self._show()

    def note_ready(self, ready: SketchReady) -> None:
        """Say how long a sketch took; one that was kept took nothing, nor does a photo."""
        slot = self._board.slot(ready.name)
        if slot is None or slot.sketch.image:
            return
        took = self.tr("{0} {1:.1f} s").format(ready.name, ready.seconds)
        kept = self.tr("{0} kept").format(ready.name)
        self._sketches[ready.name] = kept if ready.is_cached else took
        self._show()

    def end(self) -> None:
        """Count no longer."""
        self._timer.stop()
        self._show()

    def _tick(self) -> None:
        self._timer.setInterval(_TICK_MS)
        self._show()

    def _on_step(self) -> None:
        if self._timer.isActive() and self._board.drawing() is not None:
            self._show()

    def _first_list(self, ranked: Ranked) -> str:
        names = next((list(hit.ranks) for hit in ranked.hits), [])
        return ", ".join(names) or self.tr("text")

    def _show(self) -> None:
        names = self._board.plan.names()
        parts = [self._text, *(self._sketches[n] for n in names if n in self._sketches)]
        if self._timer.isActive():
            parts.append(self._going_on())
        self._status.show_times(" · ".join(part for part in parts if part))

    def _going_on(self) -> str:
        passed = time.monotonic() - self._begun
        if not self._text and passed < 1:
            return self.tr("searching …")
        slots = self._board.slots()
        step = self._board.drawing()
        doing = self.tr("drawing …") if self._sketches else self.tr("searching …")
        if step is not None:
            words = self.tr("{0}: step {1} of {2}")
            doing = words.format(step.sketch.name, step.step, step.steps)
        elif not slots:
            doing = self.tr("rewriting …")
        elif not any(slot.state == READY for slot in slots):
            doing = self.tr("getting ready to draw …")
        return " · ".join(part for part in (doing, self._since(passed)) if part)

    def _since(self, passed: float) -> str:
        """Return how long it has taken, where that is a second, and how long it will."""
        since = duration(passed) if passed >= 1 else ""
        expected = self._board.expected_seconds
        is_drawn = any(slot.state in (DRAWING, READY) for slot in self._board.slots())
        if expected <= passed or not is_drawn:
            return since
        whole = self.tr("about {0}").format(duration(max(expected, 1)))
        return self.tr("{0} of {1}").format(since, whole) if since else whole
