"""What is said before photos are placed: tracks, photos, the camera's clock, the largest gap."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QStringListModel, Qt, Signal
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
from visret_desktop.gui.widgets.flow_layout import FlowLayout
from visret_desktop.gui.widgets.plain_text import ElidedLabel, PlainLabel
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.interchange.tracks.clock import Clock, offset_text, read_offset, zone_of

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
        label.setToolTip(tip)
        form.addRow(label, part)
        field = field or (part if isinstance(part, QWidget) else self.choose)
        label.setMinimumHeight(field.sizeHint().height())
        field.setToolTip(tip)
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
        found = self.photos.currentData()
        return found if isinstance(found, PhotoChoice) else None

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
