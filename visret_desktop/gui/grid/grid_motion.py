"""Moves photos from their places in one ranking to those in the next."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEasingCurve, QObject, QPoint, QRect, QVariantAnimation, Signal
from PySide6.QtWidgets import QStyle, QWidget

from visret_desktop.gui.grid.results_model import GridEntry

DURATION_MS = 180


class GridMotion(QObject):
    """Says how far each cell still is from its place, while the animation runs."""

    moved = Signal()

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
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
        """Whether anything is moving."""
        return self._animation.state() == QVariantAnimation.State.Running

    def start(
        self,
        offsets: Mapping[int, QPoint],
        coming: frozenset[int],
        leaving: Sequence[tuple[GridEntry, QRect, QPoint]],
    ) -> None:
        """Move cells, given their offsets from their new places; fade in those that are `coming`.

        `leaving` names photos that fade out, each with its old cell and how far it moves meanwhile.
        """
        self.stop()
        if self._is_wanted() and (offsets or coming or leaving):
            self._from, self._coming, self._leaving = offsets, coming, leaving
            self._animation.start()

    def stop(self) -> None:
        """End the animation: everything is in its place."""
        self._animation.stop()
        self._from, self._coming, self._leaving = {}, frozenset(), ()

    def offset(self, photo_id: int) -> QPoint:
        """Return a photo's offset from its place."""
        start = self._from.get(photo_id)
        return QPoint() if start is None else start * (1 - self._done())

    def opacity(self, photo_id: int) -> float:
        """Return a photo's opacity: new ones fade in."""
        return self._done() if photo_id in self._coming else 1.0

    def leaving(self) -> list[tuple[GridEntry, QRect, float]]:
        """Return the photos that leave, with their cells in the viewport and opacities."""
        done = self._done()
        return [
            (entry, cell.translated(way * done), 1 - done) for entry, cell, way in self._leaving
        ]

    def _done(self) -> float:
        return float(self._animation.currentValue()) if self.is_running else 1.0

    def _is_wanted(self) -> bool:
        hint = QStyle.StyleHint.SH_Widget_Animation_Duration
        duration = self._widget.style().styleHint(hint, None, self._widget)
        return duration > 0 and self._widget.isVisible()
