"""A ring around the widget that the keyboard is on, with a gap, wherever the mouse was not used.

Style sheets can only draw inside a widget. The ring lies above the window and follows its widget.
Lines to type in have a border of their own, lists and grids mark the entry that they are on.

Qt's own frame does the following, because Python cannot: a widget that is being destroyed still
loses the keyboard and sends events, and a Python object made of it then ends the process.
"""

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QFocusFrame,
    QLineEdit,
    QMenu,
    QMenuBar,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QWidget,
)
from shiboken6 import isValid

_THICK, _GAP, _RADIUS = 2, 2, 8  # pixels
_OWN_MARK = (QLineEdit, QAbstractSpinBox, QAbstractScrollArea, QMenu, QMenuBar)
OWN_MARK = "marks-focus-itself"  # a property of other widgets that need no ring


def mark_keyboard_focus(application: QApplication) -> None:
    """Draw the ring around whatever gets the keyboard by a key, from now on."""
    _Marker(application)


class _Marker(QObject):
    """Keeps the one ring at what has the keyboard."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._style = _RingStyle()
        self._style.setParent(self)
        self._ring = self._made()
        application.focusChanged.connect(self._on_focus)

    def _made(self) -> "FocusRing":
        ring = FocusRing()
        ring.setStyle(self._style)
        return ring

    # It takes none of the two widgets: the one that loses the keyboard may be just destroyed.
    def _on_focus(self) -> None:
        if not isValid(self._ring):  # it goes with what it lies in
            self._ring = self._made()
        now = QApplication.focusWidget()
        by_key = QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton
        has_own = now is None or isinstance(now, _OWN_MARK) or now.property(OWN_MARK)
        # None is for Qt what it is here: no widget has the ring.
        self._ring.setWidget(now if by_key and not has_own else None)  # type: ignore[arg-type]


class FocusRing(QFocusFrame):
    """The ring around the widget that is set."""

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


class _RingStyle(QProxyStyle):
    """Says where the ring lies: above all that is around its widget, with a gap."""

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        """Return how far the ring is from its widget's edge."""
        if metric in (
            QStyle.PixelMetric.PM_FocusFrameHMargin,
            QStyle.PixelMetric.PM_FocusFrameVMargin,
        ):
            return _THICK + _GAP
        return super().pixelMetric(metric, option, widget)

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returnData: QStyleHintReturn | None = None,  # noqa: N803 - Qt's name
    ) -> int:
        """Return that it lies above, in the window or in what scrolls there."""
        if hint == QStyle.StyleHint.SH_FocusFrame_AboveWidget:
            return 1
        return super().styleHint(hint, option, widget, returnData)
