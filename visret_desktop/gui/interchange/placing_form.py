"""What is chosen before photos are placed, such as the camera's clock, and what comes of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QStringListModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from visret_desktop.errors import UsageError
from visret_desktop.gui.languages import figures
from visret_desktop.gui.photo.photo_rows import day_and_time
from visret_desktop.gui.widgets.plain_text import ElidedLabel, PlainLabel, literally
from visret_desktop.gui.widgets.status_line import duration
from visret_desktop.gui.widgets.window_layout import FlowLayout, fill
from visret_desktop.interchange.tracks.clock import Clock, offset_text, read_offset, zone_of
from visret_desktop.interchange.tracks.geotagging import FAR_METERS, GeotagOutcome, Placing
from visret_desktop.library.catalog.catalog_locations import PlacedPhoto

Index = QModelIndex | QPersistentModelIndex
translate = QCoreApplication.translate
_NAME, _TAKEN, _SAID = range(3)


class PlacingTable(QAbstractTableModel):
    """Photos, when they were taken, and what becomes of them; or only those of some outcomes."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._placing: Placing | None = None
        self._rows: Sequence[int] = ()
        self._only: frozenset[GeotagOutcome] = frozenset(GeotagOutcome)

    def show_placing(self, placing: Placing | None) -> None:
        """Show other photos."""
        self._placing = placing
        self._choose()

    def show_only(self, outcomes: frozenset[GeotagOutcome]) -> None:
        """Show the photos with these outcomes."""
        self._only = outcomes
        self._choose()

    def _choose(self) -> None:
        self.beginResetModel()
        outcomes = [] if self._placing is None else self._placing.outcomes
        self._rows = [row for row, outcome in enumerate(outcomes) if outcome in self._only]
        self.endResetModel()

    def photo(self, row: int) -> PlacedPhoto | None:
        """Return the photo of a row of the table."""
        if self._placing is None or not 0 <= row < len(self._rows):
            return None
        return self._placing.photos[self._rows[row]]

    def place(self, row: int) -> tuple[float, float] | None:
        """Return where a photo is, or will be."""
        photo = self.photo(row)
        if photo is None or self._placing is None:
            return None
        if self._placing.outcomes[self._rows[row]] is GeotagOutcome.PLACED:
            latitude, longitude = self._placing.matches.places[self._rows[row]].tolist()
            return latitude, longitude
        if photo.latitude is None or photo.longitude is None:
            return None
        return photo.latitude, photo.longitude

    def row_of(self, photo_id: int) -> int:
        """Return the row of a photo; -1 if it is not shown."""
        photos = () if self._placing is None else self._placing.photos
        rows = (n for n, row in enumerate(self._rows) if photos[row].photo_id == photo_id)
        return next(rows, -1)

    def rowCount(self, parent: Index | None = None) -> int:
        """Return how many photos are shown."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index | None = None) -> int:
        """Return how many columns there are."""
        return 0 if parent is not None and parent.isValid() else 3

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the title of a column."""
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return (self.tr("Photo"), self.tr("Camera's clock"), self.tr("By the track"))[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the words of a cell."""
        photo = self.photo(index.row())
        if photo is None or self._placing is None:
            return None
        if role == Qt.ItemDataRole.ToolTipRole:
            return literally(str(photo.path))
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if index.column() == _NAME:
            return photo.path.name
        if index.column() == _TAKEN:
            return day_and_time(photo.taken_at)
        return in_words(self._placing, self._rows[index.row()])


def in_words(placing: Placing, row: int) -> str:
    """Return what becomes of a photo, in words."""
    outcome, photo = placing.outcomes[row], placing.photos[row]
    seconds = float(placing.matches.seconds[row])
    away = "" if np.isnan(seconds) else duration(seconds)
    if outcome is GeotagOutcome.KNOWN:
        return _known(float(placing.away[row]))
    words = {
        GeotagOutcome.PLACED: translate("Placing", "placed, {0} from a point of the track"),
        GeotagOutcome.NOTED: translate("Placing", "has a place from “{1}”, which stays"),
        GeotagOutcome.BEFORE: translate("Placing", "not placed: {0} before the track begins"),
        GeotagOutcome.AFTER: translate("Placing", "not placed: {0} after the track ends"),
        GeotagOutcome.GAP: translate("Placing", "not placed: in a gap, {0} from the nearest point"),
        GeotagOutcome.UNDATED: translate(
            "Placing", "not placed: it does not say when it was taken"
        ),
    }
    return words[outcome].format(away, photo.placed_by)


def _known(meters: float) -> str:
    if np.isnan(meters):
        return translate("Placing", "has a place of its own, which stays")
    away = f"{figures.count(round(meters))} m"
    if meters > 10_000:
        away = f"{figures.count(round(meters / 1000))} km"
    if meters > FAR_METERS:
        words = translate("Placing", "check: its own place is {0} from the track then")
    else:
        words = translate("Placing", "has a place of its own, {0} from the track then")
    return words.format(away)


_MINUTE = 60
_LONGEST_GAP = 24 * 60  # minutes
_WIDEST = 360  # pixels


@dataclass(frozen=True)
class PhotoChoice:
    """Photos that may be placed; `ids` None: all of the library."""

    words: str
    ids: Sequence[int] | None


class OffsetLine(QLineEdit):
    """An offset of a clock; Up and Down change it by a second, with Shift by a minute."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Change it by the arrow keys."""
        steps = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
        if Qt.Key(event.key()) not in steps:
            super().keyPressEvent(event)
            return
        is_far = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        step = steps[Qt.Key(event.key())] * (_MINUTE if is_far else 1)
        try:
            self.setText(offset_text(read_offset(self.text()) + step))
        except UsageError:
            self.setText(offset_text(0))


class PlacingForm(QWidget):
    """What is filled in.

    `changed`: something else is to be tried. `files_wanted`, `find_wanted`, `clock_wanted`: a
    button was pressed.
    """

    changed = Signal()
    photos_changed = Signal()
    files_wanted = Signal()
    find_wanted = Signal()
    clock_wanted = Signal()

    def __init__(self, choices: Sequence[PhotoChoice], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._zone_of_track = "UTC"
        self.files = ElidedLabel()
        self.choose = self._button(self.tr("Choose tracks …"))
        self.choose.clicked.connect(self.files_wanted)
        self.photos = QComboBox()
        for choice in choices:
            self.photos.addItem(choice.words, choice)
        self.photos.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.photos.currentIndexChanged.connect(self.photos_changed)
        self.offset = OffsetLine(offset_text(0))
        self.offset.setFixedWidth(self.fontMetrics().horizontalAdvance("+00000:00:00") + 24)
        self.offset.textChanged.connect(self.changed)
        self.by_places = self._button(self.tr("Find it by photos with a place"))
        self.by_places.clicked.connect(self.find_wanted)
        self.by_clock = self._button(self.tr("By a photo of a clock …"))
        self.by_clock.clicked.connect(self.clock_wanted)
        self.zone = QLineEdit()
        self.zone.textChanged.connect(self.changed)
        self._zones = QStringListModel(self)
        completer = QCompleter(self._zones, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.zone.setCompleter(completer)
        self.gap = QSpinBox()
        self.gap.setRange(1, _LONGEST_GAP)
        self.gap.setValue(10)
        self.gap.setSuffix(self.tr(" min"))
        self.gap.valueChanged.connect(self.changed)
        self._lay_out()
        self.show_files([])

    def _button(self, words: str) -> QPushButton:
        made = QPushButton(words)
        made.setAutoDefault(False)
        return made

    def _lay_out(self) -> None:
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        tracks = QHBoxLayout()
        fill(tracks, self.choose, (self.files, 1), margins=(0, 0, 0, 0), spacing=8)
        clock = QWidget()
        row = FlowLayout(clock)
        for part in (self.offset, self.by_places, self.by_clock):
            row.addWidget(part)
        self.zone.setMaximumWidth(_WIDEST)
        self.gap.setMaximumWidth(self.offset.width())
        self._add(form, self.tr("Tracks"), tracks)
        self._add(form, self.tr("Photos"), self.photos)
        tip = self.tr("Hours, minutes and seconds: +0:01:30 where the camera was slow")
        self._add(form, self.tr("Added to the camera's clock"), clock, tip, self.offset)
        tip = self.tr("For photos that do not say their own: a name, or such as +02:00")
        self._add(form, self.tr("Time zone of the camera"), self.zone, tip)
        tip = self.tr("Where the track rests for longer, photos are not placed")
        self._add(form, self.tr("Largest gap"), self.gap, tip)

    def _add(
        self,
        form: QFormLayout,
        words: str,
        part: QWidget | QHBoxLayout,
        tip: str = "",
        field: QWidget | None = None,
    ) -> None:
        """Add a row; `field` is what is filled in, if not the whole part."""
        label = PlainLabel(words)
        label.setToolTip(literally(tip))
        form.addRow(label, part)
        field = field or (part if isinstance(part, QWidget) else self.choose)
        label.setMinimumHeight(field.sizeHint().height())
        field.setToolTip(literally(tip))
        if field is not self.choose:
            field.setAccessibleName(words)
            field.setAccessibleDescription(tip)

    # ---- what is said -----------------------------------------------------------------------

    @property
    def largest_gap(self) -> float:
        """The largest gap in seconds."""
        return float(self.gap.value() * _MINUTE)

    @property
    def zone_name(self) -> str:
        """The zone that was typed, else that of the track.

        Raises:
            UsageError: there is none of that name.
        """
        name = self.zone.text().strip() or self._zone_of_track
        zone_of(name)
        return name

    def clock(self) -> Clock:
        """Return the camera's clock.

        Raises:
            UsageError: offset or zone is none.
        """
        return Clock(read_offset(self.offset.text()), self.zone_name)

    def choice(self) -> PhotoChoice | None:
        """Return which photos are to be placed."""
        rows = self.photos.currentData()
        return rows if isinstance(rows, PhotoChoice) else None

    def show_files(self, names: Sequence[str]) -> None:
        """Show which tracks are used."""
        self.files.setText(", ".join(names) or self.tr("none yet: GPX, as loggers and phones save"))

    def show_zone(self, name: str) -> None:
        """Show the zone in which the track begins."""
        self._zone_of_track = name
        words = self.tr("{0}, where the track begins")
        self.zone.setPlaceholderText(words.format(name))

    def offer_zones(self, names: Sequence[str]) -> None:
        """Complete what is typed to these names."""
        self._zones.setStringList(list(names))
