"""Find out which settings suit the person's photos best, and use them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QIcon
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.engine.messages import Progress
from visret_desktop.gui.comparison_words import figure_of, name_of, sentence
from visret_desktop.gui.examination import Examination
from visret_desktop.gui.plain_text import PlainLabel
from visret_desktop.gui.status_line import duration

Json = Mapping[str, Any]
_SIZE = (720, 560)


class ComparisonDialog(QDialog):
    """Says what was judged, compares on a click, and offers what came out best."""

    use_requested = Signal(dict)

    def __init__(
        self, examination: Examination, queries: int, photos: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Which settings suit my photos best?"))
        self._examination = examination
        self._settings: dict[str, Any] = {}
        self._encoder_line = ""
        self.intro = _wrapped(self._intro(queries, photos))
        self.status = _wrapped("")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.verdict = _wrapped("")
        titles = (
            self.tr("Settings"),
            self.tr("How good (NDCG@10)"),
            self.tr("Judged of first 10"),
            self.tr("Takes"),
        )
        self.table = _table(titles)
        self.table.setAccessibleName(self.tr("What came out"))
        self.compare = self._button(self.tr("Compare"), self._start)
        self.stop = self._button(self.tr("Stop"), examination.stop)
        self.use = self._button(self.tr("Use these"), self._use)
        self.shut = self._button(self.tr("Close"), self.close)
        self.compare.setEnabled(photos > 0)
        self._lay_out()
        self._show_running(False)
        examination.progressed.connect(self._on_progress)
        examination.noticed.connect(self._on_notice)
        examination.finished.connect(self._on_finished)
        examination.failed.connect(self._on_ended)
        examination.stopped.connect(lambda: self._on_ended(self.tr("Stopped. It can go on later.")))

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

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.compare)
        buttons.addWidget(self.stop)
        buttons.addStretch()
        buttons.addWidget(self.use)
        buttons.addWidget(self.shut)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(16)
        top: tuple[QWidget, ...] = (self.intro, self.status, self.progress, self.verdict)
        for widget in top:
            column.addWidget(widget)
        column.addWidget(self.table, 100)
        column.addStretch(1)
        column.addLayout(buttons)
        self._hide_verdict()
        self.resize(*_SIZE)

    def _hide_verdict(self) -> None:
        self.verdict.hide()
        self.table.hide()
        self.use.hide()

    def _button(self, text: str, slot: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setIcon(QIcon())
        button.setAutoDefault(False)
        button.clicked.connect(lambda: slot())
        return button

    # ---- running ----------------------------------------------------------------------------

    def _start(self) -> None:
        self._hide_verdict()
        self._encoder_line = ""
        self.status.setText(self.tr("Preparing …"))
        self.progress.setRange(0, 0)
        self._show_running(True)
        self._examination.start("settings")

    def _show_running(self, is_running: bool) -> None:
        self.progress.setVisible(is_running)
        self.stop.setVisible(is_running)
        self.compare.setVisible(not is_running)
        self.status.setVisible(is_running or bool(self.status.text()))

    def _on_notice(self, words: str) -> None:
        self._encoder_line = words
        self.status.setText(words)

    def _on_progress(self, progress: Progress) -> None:
        stages = {
            "embed": self.tr("looking at photos"),
            "rewrite": self.tr("rewriting queries"),
            "ask": self.tr("asking queries, drawing where need be"),
        }
        self.progress.setRange(0, progress.total)
        self.progress.setValue(progress.done)
        count = self.tr("{0} of {1}").format(f"{progress.done:,}", f"{progress.total:,}")
        parts = [stages.get(progress.stage, ""), count if progress.total else ""]
        if progress.seconds_left > 0:
            parts.append(self.tr("{0} left").format(duration(progress.seconds_left)))
        told = " · ".join(part for part in (self._encoder_line, *parts) if part)
        self.status.setText(told[:1].upper() + told[1:])

    def _on_ended(self, words: str) -> None:
        self.status.setText(words)
        self._show_running(False)

    # ---- the verdict ------------------------------------------------------------------------

    def _on_finished(self, body: Json) -> None:
        self._on_ended("")
        self._settings = dict(body["settings"])
        self.verdict.setText(sentence(body))
        self._fill(body)
        is_other = not body["best"]["is_current"]
        self.verdict.show()
        self.table.show()
        self.use.setVisible(is_other)
        self.compare.setText(self.tr("Compare again"))

    def _fill(self, body: Json) -> None:
        self.table.setRowCount(len(body["rows"]))
        for number, row in enumerate(body["rows"]):
            seconds = "–" if row["seconds"] is None else f"{row['seconds']:.2f} s"
            label = name_of(row) + (self.tr(" (as now)") if row["is_current"] else "")
            cells = (label, figure_of(row, body["metric"]), f"{row['judged@10']:.0%}", seconds)
            for place, text in enumerate(cells):
                self.table.setItem(number, place, _cell(text, is_first=place == 0))

    def _use(self) -> None:
        self.use_requested.emit(self._settings)
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop; what was found so far is kept for the next time."""
        self._examination.stop()
        super().closeEvent(event)


def _wrapped(text: str) -> QLabel:
    label = PlainLabel(text)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


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
