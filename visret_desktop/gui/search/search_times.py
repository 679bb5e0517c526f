"""The words at the end of the status line: what the search does, and how long it took."""

import time

from PySide6.QtCore import QObject, QTimer

from visret_desktop.engine.messages import Preparing, Ranked, SketchReady
from visret_desktop.gui.languages.figures import decimal
from visret_desktop.gui.sketches.sketch_view_model import DRAWING, READY, SketchViewModel
from visret_desktop.gui.widgets.status_line import StatusLine, duration

_QUIET_MS = 200  # a query that is answered sooner needs no word
_TICK_MS = 500
_SHORTEST = 0.01  # seconds that are shown


class SearchTimes(QObject):
    """Says what is done while a search runs; then only a figure stays, which explains itself."""

    def __init__(self, status: StatusLine, board: SketchViewModel, parent: QObject) -> None:
        super().__init__(parent)
        self._status, self._board = status, board
        self._begun = time.monotonic()
        self._figure = ""
        self._sketches: dict[str, str] = {}
        self._preparing: Preparing | None = None
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        board.changed.connect(self._on_step)

    def begin(self) -> None:
        """Count from now; what is said of the query before stays until there is something new."""
        self._begun = time.monotonic()
        self._sketches = {}
        self._preparing = None
        self._figure = ""
        self._timer.start(_QUIET_MS)

    def clear(self) -> None:
        """Say nothing."""
        self._timer.stop()
        self._status.show_times("")

    def note_ranked(self, ranked: Ranked) -> None:
        """Note how long the first ranking took."""
        if not self._figure:
            seconds = sum(ranked.timings.values())
            shown = decimal(seconds, 2) if seconds >= _SHORTEST else f"< {decimal(_SHORTEST, 2)}"
            self._figure = self.tr("{0} s").format(shown)
        self._show()

    def note_preparing(self, preparing: Preparing) -> None:
        """Note how far a model is that is made ready for this computer."""
        self._preparing = preparing
        self._show()

    def note_ready(self, ready: SketchReady) -> None:
        """Note how long a sketch took; a photo in a sketch's place took nothing."""
        slot = self._board.slot(ready.name)
        if slot is None or slot.sketch.image:
            return
        words = self.tr("Sketch {0} was drawn in {1} s")
        took = words.format(ready.name, decimal(ready.seconds, 1))
        kept = self.tr("Sketch {0} had been drawn earlier").format(ready.name)
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

    def _show(self) -> None:
        going_on = self._going_on() if self._timer.isActive() else ""
        self._status.show_times(going_on or self._figure, self._explanation())

    def _explanation(self) -> str:
        """Return what took how long, in the order of the sketches."""
        words = self.tr("The first photos were found in {0}").format(self._figure)
        drawn = (self._sketches.get(name, "") for name in self._board.plan.names())
        return "\n".join(line for line in (words if self._figure else "", *drawn) if line)

    def _going_on(self) -> str:
        passed = time.monotonic() - self._begun
        if not self._figure and passed < 1:
            return self.tr("Searching …")
        slots = self._board.slots()
        step = self._board.drawing()
        doing = self.tr("Drawing …") if self._sketches else self.tr("Searching …")
        if step is not None:
            words = self.tr("Drawing {0}: step {1} of {2}")
            doing = words.format(step.sketch.name, step.step, step.steps)
        elif not slots:
            doing = self.tr("Thinking about your words …")
        elif (part := self._preparing) is not None and part.done < part.total:
            words = self.tr("Preparing {0} for this computer, once: {1} of {2}")
            doing = words.format(part.title, part.done, part.total)
        elif not any(slot.state == READY for slot in slots):
            doing = self.tr("Getting ready to draw …")
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
