"""Find out which settings suit the person's photos best, and use them."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from visret_desktop.gui.judging.comparison_words import figure_of, name_of, sentence
from visret_desktop.gui.judging.examination import Examination
from visret_desktop.gui.judging.examination_dialog import ExaminationDialog, Json
from visret_desktop.gui.widgets.window_layout import room_on

_SIZE = (720, 560)


class ComparisonDialog(ExaminationDialog):
    """Says what was judged, compares on a click, and offers what came out best."""

    def __init__(
        self, examination: Examination, queries: int, photos: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(examination, "settings", "", parent)
        self.setWindowTitle(self.tr("Which settings suit my photos best?"))
        self.intro.setText(self._intro(queries, photos))
        self.begin.setText(self.tr("Compare"))
        self.begin.setEnabled(photos > 0)
        titles = (
            self.tr("Settings"),
            self.tr("How good (NDCG@10)"),
            self.tr("Judged of first 10"),
            self.tr("Takes"),
        )
        self.table = _table(titles)
        self.table.setAccessibleName(self.tr("What came out"))
        self.table.hide()
        self.lay_out([self.table])
        self.resize(QSize(*_SIZE).boundedTo(room_on(self)))

    def _intro(self, queries: int, photos: int) -> str:
        if not photos:
            return self.tr(
                "No photo is judged yet. Search for something in words, select hits and press P "
                "where they are right, X where they are wrong. Half a dozen queries are enough to "
                "begin with, twenty are better."
            )
        many = self.tr("{0} queries").format(f"{queries:,}")
        asked = self.tr("1 query") if queries == 1 else many
        return self.tr(
            "You have made {0} judgments, for {1}. Every query is asked in every way "
            "that your models allow, among your judged photos and up to 1,000 others; the better "
            "a way is, the further it puts what you called right before what you called wrong. "
            "You can go on searching meanwhile."
        ).format(f"{photos:,}", asked)

    def _start(self) -> None:
        self.table.hide()
        super()._start()

    def show_outcome(self, body: Json) -> None:
        """Show every way and the best of them."""
        super().show_outcome(body)
        self.verdict.setText(sentence(body))
        self._fill(body)
        self.table.show()
        self.use.setVisible(not body["best"]["is_current"])

    def _fill(self, body: Json) -> None:
        self.table.setRowCount(len(body["rows"]))
        for number, row in enumerate(body["rows"]):
            seconds = "–" if row["seconds"] is None else f"{row['seconds']:.2f} s"
            label = name_of(row) + (self.tr(" (as now)") if row["is_current"] else "")
            cells = (label, figure_of(row, body["metric"]), f"{row['judged@10']:.0%}", seconds)
            for place, text in enumerate(cells):
                self.table.setItem(number, place, _cell(text, is_first=place == 0))


def _table(titles: Sequence[str]) -> QTableWidget:
    table = QTableWidget(0, len(titles))
    table.setHorizontalHeaderLabels(list(titles))
    table.verticalHeader().hide()
    table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
    table.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
    table.setShowGrid(False)
    table.setMinimumHeight(240)
    header = table.horizontalHeader()
    table.horizontalHeaderItem(0).setTextAlignment(Qt.AlignmentFlag.AlignLeft)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    return table


def _cell(text: str, *, is_first: bool) -> QTableWidgetItem:
    item = QTableWidgetItem(text)
    side = Qt.AlignmentFlag.AlignLeft if is_first else Qt.AlignmentFlag.AlignRight
    item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
    return item
