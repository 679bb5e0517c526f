"""Joins the timeline with the grid: which months are shown, and where a month leads."""

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtGui import QWheelEvent

from visret_desktop.gui.grid.date_sections import MONTH, Run, runs
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.grid.results_model import ResultsModel
from visret_desktop.gui.timeline.timeline_bar import TimelineBar


class Timeline(QObject):
    """Shows the months of what the grid shows, unless there is one alone, or nothing has a date.

    Where photos are not ordered by date, a month orders them so.
    """

    def __init__(self, model: ResultsModel, grid: GridPage, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bar = TimelineBar()
        self._model, self._grid, self._view = model, grid, grid.view
        self._is_wanted, self._has_dates = True, False
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
