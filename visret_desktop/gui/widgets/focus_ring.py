"""A ring around the widget that the keyboard is on, with a gap, wherever the mouse was not used.

Style sheets can only draw inside a widget. The ring lies above the window and follows its widget.
Lines to type in have a border of their own, lists and grids mark the entry that they are on.
"""

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QLineEdit,
    QMenu,
    QMenuBar,
    QWidget,
)
from shiboken6 import isValid

_THICK, _GAP, _RADIUS = 2, 2, 8  # pixels
_AROUND = _THICK + _GAP
_OWN_MARK = (QLineEdit, QAbstractSpinBox, QAbstractScrollArea, QMenu, QMenuBar)
OWN_MARK = "marks-focus-itself"  # a property of other widgets that need no ring
_MOVING = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide)


def mark_keyboard_focus(application: QApplication) -> None:
    """Draw the ring around whatever gets the keyboard by a key, from now on."""
    _Marker(application)


class _Marker(QObject):
    """Keeps the one ring at what has the keyboard."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._ring: FocusRing | None = None
        application.focusChanged.connect(self._on_focus)

    # It takes none of the two widgets: the one that loses the keyboard may be just destroyed, and
    # making a Python object of it then ends the process.
    def _on_focus(self) -> None:
        ring, self._ring = self._ring, None
        if ring is not None and isValid(ring):  # it goes with its window, too
            ring.end()
        now = QApplication.focusWidget()
        by_key = QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton
        if now is None or isinstance(now, _OWN_MARK) or now.property(OWN_MARK):
            return
        if by_key and now is not now.window():
            self._ring = FocusRing(now)


class FocusRing(QWidget):
    """The ring around one widget, for as long as that has the keyboard."""

    def __init__(self, around: QWidget) -> None:
        super().__init__(around.window())
        self._around = around
        self._followed: list[QWidget] = []
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        step: QWidget | None = around
        while step is not None and step is not around.window():
            step.installEventFilter(self)
            self._followed.append(step)
            step = step.parentWidget()
        self._follow()

    def end(self) -> None:
        """Go away."""
        for widget in self._followed:
            widget.removeEventFilter(self)
        self.hide()
        self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the widget when it, or what it lies in, moves."""
        if event.type() in _MOVING:
            self._follow()
        return False

    def _follow(self) -> None:
        seen = self._around.visibleRegion().boundingRect()
        place = QRect(self._around.mapTo(self.window(), seen.topLeft()), seen.size())
        self.setGeometry(place.adjusted(-_AROUND, -_AROUND, _AROUND, _AROUND))
        self.setVisible(not seen.isEmpty() and self._around.isVisible())
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ring."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().accent(), _THICK))
        half = _THICK / 2
        painter.drawRoundedRect(
            self.rect().toRectF().adjusted(half, half, -half, -half), _RADIUS, _RADIUS
        )
        painter.end()
