"""The timeline beside the grid: a bar for each month that has photos, as long as their number.

It works like a scrollbar: a click, a drag or the arrow keys lead to a month. `Timeline` connects it
with the grid.
"""

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QObject,
    QPoint,
    QPointF,
    QRectF,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QAccessible,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.grid.results_model import ResultsModel
from visret_desktop.gui.grid.sections import MONTH, Run, date_words, runs
from visret_desktop.gui.widgets.accessibility import announce, keep_left_to_right, speak_as
from visret_desktop.gui.widgets.theme import Text, set_text

_WIDTH, _BARS, _PAD = 64, 24, 4  # pixels
_THICKEST, _GAP = 6, 2
_EDGE = 12  # above the first bar and below the last


class TimelineBar(QWidget):
    """Months from the newest, at the top, to the oldest. `chosen` has the run of a month."""

    chosen = Signal(object)
    scrolled = Signal(QWheelEvent)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        speak_as(self, QAccessible.Role.ScrollBar)
        self.setAccessibleName(self.tr("Timeline"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedWidth(_WIDTH)
        self.setMouseTracking(True)
        keep_left_to_right(self)
        set_text(self, Text.SMALL)
        self._months: Sequence[Run] = ()
        self._most = 1
        self._here = self._hovered = -1

    def show_months(self, months: Sequence[Run]) -> None:
        """Show these months, the newest first."""
        self._months = months
        self._most = max((month.photos for month in months), default=1)
        self._hovered = -1
        self._here = min(self._here, len(months) - 1)
        self._describe()
        self.update()

    def months(self) -> Sequence[Run]:
        """Return the months shown."""
        return self._months

    def show_row(self, row: int) -> None:
        """Mark the month that a row of the grid is in; -1: none."""
        here = (
            bisect_right(self._months, row, key=lambda month: month.start) - 1 if row >= 0 else -1
        )
        if here != self._here:
            self._here = here
            self._describe()
            self.update()

    def here(self) -> Run | None:
        """Return the month that is marked."""
        return self._months[self._here] if 0 <= self._here < len(self._months) else None

    def words(self, month: Run) -> str:
        """Return 'May 2024: 12 photos'."""
        return self.tr("{0}: %Ln photo(s)", "", month.photos).format(date_words(month.date))

    def center_of(self, number: int) -> float:
        """Return how far down the middle of a month's bar is."""
        return _EDGE + (number + 0.5) * self._step()

    def _describe(self) -> None:
        month = self.here()
        self.setAccessibleDescription(self.words(month) if month is not None else "")

    # ---- mouse and keys -----------------------------------------------------------------------

    def _step(self) -> float:
        return max(1, self.height() - 2 * _EDGE) / max(1, len(self._months))

    def _month_at(self, y: float) -> int:
        """Return the number of the month at a height; -1: there are none."""
        return min(max(int((y - _EDGE) // self._step()), 0), len(self._months) - 1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the month under the mouse."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._go_to(self._month_at(event.position().y()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say which month is under the mouse, and go there while it is dragged."""
        hovered = self._month_at(event.position().y())
        if hovered != self._hovered:
            self._hovered = hovered
            self.update()
            if event.buttons() & Qt.MouseButton.LeftButton:
                self._go_to(hovered)
                self._say(event.globalPosition().toPoint(), hovered)

    def _say(self, point: QPoint, number: int) -> None:
        if 0 <= number < len(self._months):
            QToolTip.showText(point, self.words(self._months[number]), self)

    def event(self, event: QEvent) -> bool:
        """Say month and count under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._say(event.globalPos(), self._month_at(event.pos().y()))
            return True
        return super().event(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Mark what was under the mouse no more."""
        super().leaveEvent(event)
        self._hovered = -1
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the photos."""
        self.scrolled.emit(event)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the month or year before or after, or to the first or last."""
        last = len(self._months) - 1
        targets = {
            Qt.Key.Key_Up: self._here - 1,
            Qt.Key.Key_Down: self._here + 1,
            Qt.Key.Key_PageUp: self._year_from(-1),
            Qt.Key.Key_PageDown: self._year_from(1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
            Qt.Key.Key_Return: self._here,
            Qt.Key.Key_Enter: self._here,
        }
        if event.key() in targets and self._months:
            self._go_to(min(max(targets[Qt.Key(event.key())], 0), last))
        else:
            super().keyPressEvent(event)

    def _year_from(self, step: int) -> int:
        """Return the first month shown of the next year with photos, or of the one before."""
        years = [month.date // 100 for month in self._months]
        if self._here < 0:
            return 0
        place = self._here
        while 0 <= place < len(years) and years[place] == years[self._here]:
            place += step
        return years.index(years[place]) if 0 <= place < len(years) else place

    def _go_to(self, number: int) -> None:
        if not 0 <= number < len(self._months):
            return
        self._here = number
        self._describe()
        self.update()
        announce(self, self.words(self._months[number]))
        self.chosen.emit(self._months[number])

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that the keyboard is here."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show it no more."""
        super().focusOutEvent(event)
        self.update()

    # ---- paint --------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint years, bars, and the month that is in sight."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors, step = self.palette(), self._step()
        self._paint_years(painter)
        painter.setPen(Qt.PenStyle.NoPen)
        thickness = min(max(1.0, step - _GAP), _THICKEST)
        for number, month in enumerate(self._months):
            length = max(2.0, _BARS * (month.photos / self._most) ** 0.5)
            is_here = number in (self._here, self._hovered)
            role = QPalette.ColorRole.Accent if is_here else QPalette.ColorRole.Mid
            painter.setBrush(colors.color(role))
            middle = self.center_of(number)
            bar = QRectF(_PAD, middle - thickness / 2, length, thickness)
            painter.drawRoundedRect(bar, thickness / 2, thickness / 2)
        if self.here() is not None:
            self._paint_mark(painter, self.center_of(self._here))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colors.color(QPalette.ColorRole.Accent), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        painter.end()

    def _paint_mark(self, painter: QPainter, middle: float) -> None:
        """Paint a line below the month in sight, which is not told by its color alone."""
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Accent), 2))
        painter.drawLine(QPointF(0, middle), QPointF(_BARS + _PAD, middle))

    def _paint_years(self, painter: QPainter) -> None:
        """Name each year at its first month, as far as there is room."""
        painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
        height, below, year = painter.fontMetrics().height(), -1.0, 0
        for number, month in enumerate(self._months):
            if month.date // 100 == year:
                continue
            year = month.date // 100
            top = self.center_of(number) - height / 2
            if top >= below and year:
                place = QRectF(0, top, self.width() - _PAD, height)
                painter.drawText(place, Qt.AlignmentFlag.AlignRight, str(year))
                below = top + height + 1


class Timeline(QObject):
    """Shows the months of what the grid shows, unless there is one alone, or nothing has a date.

    Where photos are not ordered by date, a month orders them so.
    """

    def __init__(self, model: ResultsModel, grid: GridPage, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bar = TimelineBar()
        self._model, self._grid, self._view = model, grid, grid.view
        self._is_wanted = True
        self._read = QTimer(self, singleShot=True)  # once for all changes of one moment
        self._read.timeout.connect(self._show_months)
        grid.put_beside(self.bar)
        model.modelReset.connect(self._read.start)
        self._view.verticalScrollBar().valueChanged.connect(lambda _: self._show_place())
        self.bar.chosen.connect(self._go_to)
        self.bar.scrolled.connect(self._scroll)
        self.bar.hide()

    @property
    def is_wanted(self) -> bool:
        """Whether somebody wants to see it, where there are dates."""
        return self._is_wanted

    def set_wanted(self, is_wanted: bool) -> None:
        """Show it where there are dates, or never."""
        self._is_wanted = is_wanted
        self._show_months()

    def toggle(self) -> None:
        """Show or hide it."""
        self.set_wanted(not self._is_wanted)

    def _show_months(self) -> None:
        months = self._months() if self._is_wanted else []
        is_useful = len(months) > 1 and months[0].date > 0
        self.bar.show_months(months)
        had_keyboard = self.bar.hasFocus()
        self.bar.setVisible(is_useful)
        if had_keyboard and not is_useful:
            self._view.setFocus()
        self._show_place()

    def _months(self) -> list[Run]:
        """Return the months shown, behind them what has no date."""
        return runs(self._model.days(), MONTH, self._model.whole_days())

    def _show_place(self) -> None:
        is_by_date = self._model.order == "date"
        self.bar.show_row(self._view.first_row_in_sight() if is_by_date else -1)

    def _go_to(self, month: Run) -> None:
        if self._model.order != "date":
            self._grid.order_by_date()
            month = next((each for each in self._months() if each.date == month.date), month)
        self._view.scroll_to_row(month.start)

    def _scroll(self, event: QWheelEvent) -> None:
        QCoreApplication.sendEvent(self._view.verticalScrollBar(), event)
