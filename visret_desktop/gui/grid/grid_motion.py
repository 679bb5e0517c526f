"""Photos on their way from one ranking to the next: gently, briefly, or not at all."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEasingCurve, QObject, QPoint, QRect, QVariantAnimation, Signal
from PySide6.QtWidgets import QStyle, QWidget

from visret_desktop.gui.grid.results_model import GridEntry

DURATION_MS = 180


class GridMotion(QObject):
    """Knows, while it runs, how far each cell is from where it belongs."""

    moved = Signal()

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self.is_allowed = True  # off where the system asks for less motion
        self._from: Mapping[int, QPoint] = {}
        self._coming: frozenset[int] = frozenset()
        self._leaving: Sequence[tuple[GridEntry, QRect, QPoint]] = ()
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setDuration(DURATION_MS)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(lambda _: self.moved.emit())
        self._animation.finished.connect(self.stop)

    @property
    def is_running(self) -> bool:
        """Whether anything is on its way."""
        return self._animation.state() == QVariantAnimation.State.Running

    def start(
        self,
        offsets: Mapping[int, QPoint],
        coming: frozenset[int],
        leaving: Sequence[tuple[GridEntry, QRect, QPoint]],
    ) -> None:
        """Move cells from their old places, relative to the new, fade in those that are new.

        `leaving` have their old cell and the way they go; what goes nowhere fades.
        """
        self.stop()
        if self._is_wanted() and (offsets or coming or leaving):
            self._from, self._coming, self._leaving = offsets, coming, leaving
            self._animation.start()

    def stop(self) -> None:
        """Be where everything belongs."""
        self._animation.stop()
        self._from, self._coming, self._leaving = {}, frozenset(), ()

    def offset(self, photo_id: int) -> QPoint:
        """Return how far from its place a photo's cell is now."""
        start = self._from.get(photo_id)
        return QPoint() if start is None else start * (1 - self._done())

    def opacity(self, photo_id: int) -> float:
        """Return how far a new photo has come."""
        return self._done() if photo_id in self._coming else 1.0

    def leaving(self) -> list[tuple[GridEntry, QRect, float]]:
        """Return the photos that go, with cells in the viewport and opacities."""
        done = self._done()
        return [
            (entry, cell.translated(way * done), 1 - done) for entry, cell, way in self._leaving
        ]

    def _done(self) -> float:
        return float(self._animation.currentValue()) if self.is_running else 1.0

    def _is_wanted(self) -> bool:
        hint = QStyle.StyleHint.SH_Widget_Animation_Duration
        duration = self._widget.style().styleHint(hint, None, self._widget)
        return self.is_allowed and duration > 0 and self._widget.isVisible()
