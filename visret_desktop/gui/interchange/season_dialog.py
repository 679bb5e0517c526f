"""A season of camera traps in figures: what `visret summary` says, as tables to look at."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QTableView,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.exporters.camera_traps.season import (
    HOURS,
    Season,
    SpeciesSummary,
    moment_of,
    season_of,
)
from visret_desktop.exporters.camera_traps.season_tables import digits_of, remark, time_text
from visret_desktop.exporters.exporter import Report
from visret_desktop.gui.interchange.export_form import season_numbers
from visret_desktop.gui.languages import figures
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.photo.photo_rows import LIGHT_WORDS
from visret_desktop.gui.widgets import tables
from visret_desktop.gui.widgets.background import Background
from visret_desktop.gui.widgets.dialog import Dialog
from visret_desktop.gui.widgets.plain_text import PlainLabel, literally
from visret_desktop.gui.widgets.window_layout import fill, room_on

if TYPE_CHECKING:
    from visret_desktop.gui.interchange.export_form import ExportForm, Photos
    from visret_desktop.library.catalog.catalog_reader import CatalogReader

Index = QModelIndex | QPersistentModelIndex
Cell = str | int | float | None  # None: nobody knows
_SIZE = (900, 640)
_WIDEST = 260  # pixels of a column, at first
_MOST_MEASURED = 100  # columns
_ORDER = Qt.ItemDataRole.UserRole
_DAY, _MINUTE = 10, 16  # letters of a time up to its day, and up to its minute


class _Figures(NamedTuple):
    """A season, and what takes long to be counted of it."""

    season: Season
    species: Sequence[SpeciesSummary]
    growth: Sequence[Sequence[Cell]]
    remarks: Sequence[str]


class FigureTable(QAbstractTableModel):
    """Rows of words and figures. `zero` is what stands for none of something.

    Of figures that are not whole, so many `digits` are shown, and more of those next to none.
    """

    def __init__(self, zero: str = "0", digits: int = 1) -> None:
        super().__init__()
        self._zero, self._digits = zero, digits
        self._titles: Sequence[str] = ()
        self._tips: Sequence[str] = ()
        self._rows: Sequence[Sequence[Cell]] = ()

    def show(
        self, titles: Sequence[str], rows: Sequence[Sequence[Cell]], tips: Sequence[str] = ()
    ) -> None:
        """Show other rows; `tips` explain the first columns."""
        self.beginResetModel()
        self._titles, self._rows, self._tips = titles, rows, tips
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """Return how many rows there are."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index | None = None) -> int:
        """Return how many columns there are."""
        return 0 if parent is not None and parent.isValid() else len(self._titles)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the title of a column, above figures at the right, and what it means."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        is_figure = bool(self._rows) and not isinstance(self._rows[0][section], str)
        if role == Qt.ItemDataRole.TextAlignmentRole and is_figure:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole and section < len(self._tips):
            return literally(self._tips[section])
        return self._titles[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell: its words, and in which order it stands."""
        cell = self._rows[index.row()][index.column()]
        if role == _ORDER:
            return -1 if cell is None else cell
        if role == Qt.ItemDataRole.TextAlignmentRole and not isinstance(cell, str):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if cell is None or isinstance(cell, str):
            return cell or "–"
        if isinstance(cell, float):
            return figures.decimal(cell, digits_of(cell, self._digits))
        return figures.count(cell) if cell else self._zero


class SeasonDialog(Dialog):
    """Counts as it opens, and anew when something else is chosen.

    `export_requested`: its tables are to be written; `hand_on` says of what.
    """

    export_requested = Signal()

    def __init__(
        self, reader: "CatalogReader", photos: "Sequence[Photos]", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("A season of camera traps in figures"))
        self._reader = reader
        self._season: Season | None = None
        self._background = Background(self, threads=1)
        self._build(photos)
        self._lay_out_parts()
        self.photos.currentIndexChanged.connect(lambda _: self._count())
        self.minutes.valueChanged.connect(lambda _: self._count())
        self.days.valueChanged.connect(lambda _: self._show_history())
        self.of.currentIndexChanged.connect(lambda _: self._show_history())
        self.finished.connect(lambda _: self._background.close())
        self._count()

    def _build(self, photos: "Sequence[Photos]") -> None:
        self.photos = QComboBox()
        for words, ids in photos:
            self.photos.addItem(words, ids)
        self.photos.setCurrentIndex(len(photos) - 1)  # all: a season is seldom what is selected
        self.minutes, self.days = season_numbers()
        self.of = QComboBox()
        self.species, self.stations = FigureTable(digits=2), FigureTable()
        self.activity, self.history = FigureTable("·"), FigureTable()
        self.growth = FigureTable()
        self.sentence = PlainLabel(is_wrapped=True)
        self.export = self.button(
            self.tr("Export tables …"), lambda: self.export_requested.emit(), is_primary=True
        )

    def _lay_out_parts(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(12)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._row(form, self.tr("Photos"), self.photos)
        self._row(form, self.tr("Minutes between records of a species"), self.minutes)
        self.tabs = QTabWidget()
        for words, model in (
            (self.tr("All species"), self.species),
            (self.tr("Stations"), self.stations),
            (self.tr("Activity"), self.activity),
        ):
            self.tabs.addTab(_table(model, words), words)
        of_history = QFormLayout()
        self._row(of_history, self.tr("Species"), self.of)
        self._row(of_history, self.tr("Days of an occasion"), self.days)
        words = self.tr("1: recorded, 0: not, –: no camera worked")
        page, title = QWidget(), self.tr("Detection history")
        self._history_table = _table(self.history, title)
        below = PlainLabel(words, is_wrapped=True)
        parts = (of_history, (self._history_table, 1), below)
        fill(QVBoxLayout(page), *parts, margins=(0, 12, 0, 4), spacing=8)
        self.tabs.addTab(page, title)
        words = self.tr("Species so far")
        self.tabs.addTab(_table(self.growth, words), words)
        buttons = QHBoxLayout()
        close = self.button(self.tr("Close"), self.accept)
        fill(buttons, (self.sentence, 1), self.export, close, spacing=8)
        margins = (20, 16, 20, 16)
        fill(QVBoxLayout(self), form, (self.tabs, 1), buttons, margins=margins, spacing=12)
        self.resize(QSize(*_SIZE).boundedTo(room_on(self)))

    def _row(self, form: QFormLayout, words: str, part: QWidget) -> None:
        part.setAccessibleName(words)
        form.addRow(PlainLabel(words), part)

    def hand_on(self, form: "ExportForm") -> None:
        """Choose in the form of an export what was looked at here."""
        form.formats.setCurrentIndex(form.formats.findData("season"))
        form.photos.setCurrentIndex(self.photos.currentIndex())
        form.minutes.setValue(self.minutes.value())
        form.days.setValue(self.days.value())

    # ---- counting ---------------------------------------------------------------------------

    def _count(self) -> None:
        """Count on another thread; what is shown stays until then."""
        reader, ids, minutes = self._reader, self.photos.currentData(), self.minutes.value()
        background = self._background
        self.sentence.setText(self.tr("Looking at the photos …"))
        self.export.setEnabled(False)

        def counted() -> _Figures:
            chosen = reader.photo_ids("name").tolist() if ids is None else ids
            wanted = takewhile(lambda _: not background.is_closed, chosen)  # who closes waits
            season, report = season_of(reader, wanted, minutes), Report()
            remark(season, report)
            remarks = [one.sentence for one in report.remarks.values()]
            return _Figures(season, season.species(), list(_growth(season)), remarks)

        self._background.run("season", counted, self._on_counted)

    def _on_counted(self, outcome: object) -> None:
        if not isinstance(outcome, _Figures):
            words = self.tr("The library could not be read: {0}")
            self.sentence.setText(words.format(translated(outcome)))
            return
        self._season = outcome.season
        self._show_tables(outcome)
        self.sentence.setText(" ".join(self._sentences(outcome)))
        self.export.setEnabled(bool(outcome.season.stations))

    def _sentences(self, counted: _Figures) -> Iterator[str]:
        season = counted.season
        if not season.stations:
            yield self.tr("There are no photos here.")
            return
        nights = season.nights
        words = self.tr("%Ln record(s) in {0} trap nights.", "", len(season.records))
        yield words.format(figures.decimal(nights, digits_of(nights, 1)))
        yield from map(translated, counted.remarks)
        if not season.records:
            yield self.tr("No photo with a time has an accepted name yet.")

    # ---- tables -----------------------------------------------------------------------------

    def _show_tables(self, counted: _Figures) -> None:
        season, species = counted.season, counted.species
        tip = self.tr("Relative abundance index: records in 100 trap nights")
        self.species.show(
            (
                *(self.tr("Species"), self.tr("Common name"), self.tr("Records")),
                *(self.tr("Individuals"), self.tr("Stations"), self.tr("RAI")),
                *(self.tr("First"), self.tr("Last")),
            ),
            [
                (
                    *(one.species, one.common, one.records, one.individuals, one.stations),
                    *(one.abundance, _time(one.first, _MINUTE), _time(one.last, _MINUTE)),
                )
                for one in species
            ],
            ("", "", "", "", "", tip),
        )
        lights = (*filter(None, LIGHT_WORDS), "")
        words_of_light = [LIGHT_WORDS[light]() for light in lights if light]
        hours = [f"{hour:02}" for hour in range(HOURS)]
        self.activity.show(
            (self.tr("Species"), *words_of_light, self.tr("light not known"), *hours),
            [
                (one.species, *(one.lights.get(light, 0) for light in lights), *one.hours)
                for one in species
            ],
        )
        self._show_stations(season)
        titles = (self.tr("Date"), self.tr("Trap nights"), self.tr("Species"))
        self.growth.show(titles, counted.growth)
        names, before = [one.species for one in species], self.of.currentText()
        self.of.blockSignals(True)
        self.of.clear()
        self.of.addItems(names)
        self.of.setCurrentIndex(max(0, self.of.findText(before)))
        self.of.blockSignals(False)
        for table in self.findChildren(QTableView):
            _fit_columns(table)
        self._show_history()

    def _show_stations(self, season: Season) -> None:
        rows: list[Sequence[Cell]] = []
        for one in season.stations:
            times, span = season.times[one.name], one.span or (None, None)
            count = sum(map(len, times.values()))
            ends = (_time(end, _DAY) for end in span)
            nights = one.total_nights if one.span else None
            rows.append((one.name, nights, one.photos, count, len(times), *ends))
        self.stations.show(
            (
                *(self.tr("Station"), self.tr("Trap nights"), self.tr("Photos")),
                *(self.tr("Records"), self.tr("Species"), self.tr("From"), self.tr("To")),
            ),
            rows,
        )

    def _show_history(self) -> None:
        if self._season is None or not self.of.currentText():
            self.history.show((), ())
            return
        history = self._season.history(self.of.currentText(), self.days.value())
        most = max(map(len, history.values()), default=0)
        rows: list[Sequence[Cell]] = []
        for station, occasions in history.items():
            rows.append((station, *occasions, *[None] * (most - len(occasions))))
        titles = (self.tr("Station"), *(str(number + 1) for number in range(most)))
        self.history.show(titles, rows)
        _fit_columns(self._history_table)


def _growth(season: Season) -> Iterator[Sequence[Cell]]:
    """Yield the days on which a species was new, and the last one."""
    species, days = 0, list(season.accumulation())
    for one in days:
        if one.species > species or one is days[-1]:
            species = one.species
            yield str(moment_of(one.day).date()), one.nights, one.species


def _fit_columns(table: QTableView) -> None:
    """Make columns as wide as what is in them; of many, all but the first as wide as the last."""
    header = table.horizontalHeader()
    measured = header.count()
    if measured > _MOST_MEASURED:
        header.setDefaultSectionSize(header.sectionSizeHint(measured - 1))
        measured = 1
    for column in range(measured):
        table.resizeColumnToContents(column)
        table.setColumnWidth(column, min(_WIDEST, table.columnWidth(column)))


def _time(seconds: int | None, letters: int) -> str:
    return "" if seconds is None else time_text(seconds)[:letters]


def _table(model: FigureTable, name: str) -> QTableView:
    table = QTableView()
    ordered = QSortFilterProxyModel(table)
    ordered.setSourceModel(model)
    ordered.setSortRole(_ORDER)
    model.setParent(table)
    table.setModel(ordered)
    tables.frame(table, name)
    table.setSortingEnabled(True)
    table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    table.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
    return table
