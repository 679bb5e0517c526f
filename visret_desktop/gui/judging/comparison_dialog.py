"""The dialog that finds the settings that suit someone's own photos best."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from visret_desktop.gui.judging.trial_dialog import Json, TrialDialog, TrialRun
from visret_desktop.gui.languages.figures import decimal, in_short
from visret_desktop.gui.widgets import tables
from visret_desktop.gui.widgets.window_layout import room_on

translate = QCoreApplication.translate
_SIZE = (720, 560)


class ComparisonDialog(TrialDialog):
    """Compares the ways to search by the judgments, and offers the best."""

    def __init__(
        self, examination: TrialRun, queries: int, photos: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(examination, "settings", "", parent)
        self.setWindowTitle(self.tr("Which settings suit my photos best?"))
        self.intro.setText(self._intro(queries, photos))
        self.begin.setText(self.tr("Compare"))
        self.begin.setEnabled(photos > 0)
        titles = (
            self.tr("Way to search"),
            self.tr("How good"),
            self.tr("First 10 you marked"),
            self.tr("Takes"),
        )
        self.table = _table(titles, self.tr("What came out"))
        quality = self.table.horizontalHeaderItem(1)
        assert quality is not None  # it was set
        quality.setToolTip(
            self.tr(
                "From 0 to 1: how far in front the right photos are (NDCG@10), and in brackets "
                "where that lies in 95 of 100 cases"
            )
        )
        self.table.hide()
        self.lay_out([self.table])
        self.resize(QSize(*_SIZE).boundedTo(room_on(self)))

    def _intro(self, queries: int, photos: int) -> str:
        if not photos:
            return self.tr(
                "You have marked no photos yet. Search in words, select photos and press P where "
                "they are right, X where they are wrong. Six searches are enough to begin with, "
                "twenty are better."
            )
        asked = self.tr("%Ln search(es)", "", queries)
        marks = self.tr("%Ln mark(s)", "", photos)
        return self.tr(
            "You have made {0} in {1}. Each of these searches is now made in every way that your "
            "models allow, among the photos you marked and up to 1,000 others. The best way puts "
            "the photos that are right before those that are wrong. You can go on searching "
            "meanwhile."
        ).format(marks, asked)

    def _start(self) -> None:
        self.table.hide()
        super()._start()

    def show_outcome(self, body: Json) -> None:
        """Show all ways and name the best."""
        super().show_outcome(body)
        self.verdict.setText(_sentence(body))
        self._fill(body)
        self.table.show()
        self.use.setVisible(not body["best"]["is_current"])

    def _fill(self, body: Json) -> None:
        self.table.setRowCount(len(body["rows"]))
        for number, row in enumerate(body["rows"]):
            seconds = "–" if row["seconds"] is None else f"{decimal(row['seconds'], 2)} s"
            label = _name_of(row) + (self.tr(" (now)") if row["is_current"] else "")
            cells = (label, _figure_of(row, body["metric"]), f"{row['judged@10']:.0%}", seconds)
            for place, text in enumerate(cells):
                self.table.setItem(number, place, _cell(text, is_first=place == 0))


def _table(titles: Sequence[str], name: str) -> QTableWidget:
    table = QTableWidget(0, len(titles))
    table.setHorizontalHeaderLabels(list(titles))
    tables.frame(table, name, QTableWidget.SelectionMode.NoSelection)
    table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
    table.setMinimumHeight(240)
    header = table.horizontalHeader()
    first = table.horizontalHeaderItem(0)
    assert first is not None  # it was set
    first.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    return table


def _cell(text: str, *, is_first: bool) -> QTableWidgetItem:
    item = QTableWidgetItem(text)
    side = Qt.AlignmentFlag.AlignLeft if is_first else Qt.AlignmentFlag.AlignRight
    item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
    return item


def _name_of(row: Json) -> str:
    """Return the name of a way to search: strategy, weight, encoder."""
    words = {
        "original": translate("Comparison", "words only"),
        "rephrase": translate("Comparison", "instruction only"),
        "visret": translate("Comparison", "sketches only"),
        "visret-single": translate("Comparison", "one sketch only"),
        "hybrid": translate("Comparison", "words and sketches, sketches × {0}").format(
            in_short(row["weight"])
        ),
    }
    return ", ".join(part for part in (words[row["strategy"]], row["title"]) if part)


def _figure_of(row: Json, metric: str) -> str:
    """Return the figure with its interval."""
    low, high = row["ci95"]
    return f"{decimal(row[metric], 2)} [{decimal(low, 2)}; {decimal(high, 2)}]"


def _sentence(body: Json) -> str:
    """Return which way is best, and whether that is reason to change anything."""
    best = body["best"]
    searches = translate("Comparison", "%Ln search(es)", "", body["queries"])
    words = translate("Comparison", "The best of {0} ways, by {1}: {2}.")
    result = words.format(len(body["rows"]), searches, _name_of(best))
    parts = (result, _difference(body), _about_sketches(body), _call_for_more(body))
    return " ".join(part for part in parts if part)


def _difference(body: Json) -> str:
    best = body["best"]
    if best["is_current"]:
        return translate("Comparison", "That is how you search now: leave it as it is.")
    current = next((row for row in body["rows"] if row["is_current"]), None)
    if current is None:
        return ""
    sure = translate(
        "Comparison", "How you search now ({0}) is {1} worse, which is more than chance."
    )
    unsure = translate(
        "Comparison",
        "How you search now ({0}) differs by {1}, which may be chance: there is no reason to "
        "change it.",
    )
    words = sure if body["is_beyond_chance"] else unsure
    return words.format(_name_of(current), decimal(best["difference"], 2))


def _about_sketches(body: Json) -> str:
    if not body["is_drawing_in_vain"]:
        return ""
    return translate(
        "Comparison", "Sketches did not help here: with these settings they are switched off."
    )


def _call_for_more(body: Json) -> str:
    if body["queries"] >= body["fewest_queries"]:
        return ""
    words = translate(
        "Comparison", "These are too few searches to tell: mark photos in {0} or more."
    )
    return words.format(body["fewest_queries"])
