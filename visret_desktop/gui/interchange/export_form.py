"""What is chosen before an export: which photos, the format, and what that lets one choose."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from visret_desktop.exporters.exporter import (
    FORMATS,
    MOST_DAYS,
    MOST_KILOMETERS,
    MOST_MINUTES,
    Choices,
)
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import fill

SIDECARS = "xmp"
Photos = tuple[str, tuple[int, ...] | None]  # in words, and their ids; None: all of the library
_KILOMETERS = 10.0


def season_numbers() -> tuple[QSpinBox, QSpinBox]:
    """Return boxes for the minutes between records, and for the days of an occasion."""
    minutes, days = QSpinBox(), QSpinBox()
    minutes.setRange(0, MOST_MINUTES)
    minutes.setValue(Choices.minutes_apart)
    days.setRange(1, MOST_DAYS)
    days.setValue(Choices.occasion_days)
    for box in (minutes, days):
        box.setKeyboardTracking(False)  # it is counted once the number is whole
    return minutes, days


class ExportForm(QWidget):
    """`changed`: something else would be written."""

    changed = Signal()

    def __init__(self, photos: Sequence[Photos], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.photos = QComboBox()
        for words, ids in photos:
            self.photos.addItem(words, ids)
        self.formats = QComboBox()
        for name, words in self._titles().items():
            self.formats.addItem(words, name)
        self.formats.setMaxVisibleItems(self.formats.count())
        self.sentence = PlainLabel(is_wrapped=True)
        self.sentence.setEnabled(False)
        self.copies = QComboBox()
        self.copies.addItem(self.tr("The same bytes"), "original")
        self.copies.addItem(self.tr("JPEGs with names and tags, without place"), "named")
        self.occurrences = QComboBox()
        self.occurrences.addItem(self.tr("An animal once in each event, as GBIF counts"), "event")
        self.occurrences.addItem(self.tr("An animal in each of its photos"), "photo")
        self.title = QLineEdit()
        self.title.setMaxLength(200)
        self.rough = QCheckBox(self.tr("Obscure places to a grid of"))
        self.width_of_grid = QDoubleSpinBox()
        self.width_of_grid.setRange(0.1, MOST_KILOMETERS)
        self.width_of_grid.setDecimals(1)
        self.width_of_grid.setValue(_KILOMETERS)
        self.width_of_grid.setSuffix(self.tr(" km"))
        self.width_of_grid.setAccessibleName(self.tr("Width of the grid"))
        self.minutes, self.days = season_numbers()
        self.rough_part = QWidget()
        fill(
            QHBoxLayout(self.rough_part),
            self.rough,
            self.width_of_grid,
            None,
            margins=(0, 0, 0, 0),
            spacing=8,
        )
        self._lay_out()
        self._connect()
        self._show_choices()

    def _titles(self) -> dict[str, str]:
        """Return the formats in the order in which they are offered."""
        known = {
            "csv": self.tr("Table (CSV)"),
            "jsonl": self.tr("JSON Lines"),
            "notes": self.tr("Notes for a colleague"),
            "geojson": self.tr("Map (GeoJSON)"),
            "kml": self.tr("Map (KML)"),
            "inaturalist": self.tr("List for iNaturalist"),
            "ebird": self.tr("Records for eBird"),
            "copies": self.tr("Copies of the photos"),
            "pdf": self.tr("Contact sheet (PDF)"),
            "html": self.tr("Contact sheet (HTML)"),
            "camtrap-dp": self.tr("Camtrap DP"),
            "darwin-core": self.tr("Darwin Core Archive"),
            "record-table": self.tr("Records of camera traps (camtrapR)"),
            "stations": self.tr("Stations of camera traps"),
            "season": self.tr("Tables of a season of camera traps"),
        }
        offered = {name: known.get(name, name) for name in FORMATS}
        return {**offered, SIDECARS: self.tr("Sidecars (XMP)")}

    def _lay_out(self) -> None:
        form = QGridLayout(self)  # a form layout is too low for rows that are shown later
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        form.setColumnStretch(1, 1)
        parts = (
            (self.tr("Photos"), self.photos),
            (self.tr("Format"), self.formats),
            ("", self.sentence),
            (self.tr("Copies"), self.copies),
            (self.tr("Occurrences"), self.occurrences),
            (self.tr("Title"), self.title),
            (self.tr("Minutes between records of a species"), self.minutes),
            (self.tr("Days of an occasion"), self.days),
            ("", self.rough_part),
        )
        self._labels = {part: PlainLabel(words) for words, part in parts}
        for row, (part, label) in enumerate(self._labels.items()):
            form.addWidget(label, row, 0)
            form.addWidget(part, row, 1)
            if label.text():
                part.setAccessibleName(label.text())

    def _connect(self) -> None:
        self.formats.currentIndexChanged.connect(lambda _: self._show_choices())
        self.copies.currentIndexChanged.connect(lambda _: self._show_choices())
        self.rough.toggled.connect(self.width_of_grid.setEnabled)
        self.width_of_grid.setEnabled(False)
        for signal in (
            self.photos.currentIndexChanged,
            self.formats.currentIndexChanged,
            self.copies.currentIndexChanged,
            self.occurrences.currentIndexChanged,
            self.rough.toggled,
            self.width_of_grid.valueChanged,
            self.minutes.valueChanged,
            self.days.valueChanged,
        ):
            signal.connect(lambda _: self.changed.emit())

    # ---- what is chosen ---------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the format."""
        return str(self.formats.currentData())

    @property
    def ids(self) -> tuple[int, ...] | None:
        """The photos; None: all."""
        ids = self.photos.currentData()
        return None if ids is None else tuple(ids)

    def choices(self) -> Choices:
        """Return what was chosen, as far as the format knows it."""
        named = str(self.copies.currentData())
        by_photo = self._has("occurrences_by") and self.occurrences.currentData() == "photo"
        return Choices(
            copies_as="named" if self._has("copies_as") and named == "named" else "original",
            obscure_km=self.width_of_grid.value()
            if self._offers_rough() and self.rough.isChecked()
            else 0.0,
            title=self.title.text().strip() if self._has("title") else "",
            occurrences_by="photo" if by_photo else "event",
            minutes_apart=self.minutes.value(),
            occasion_days=self.days.value(),
        )

    def _has(self, choice: str) -> bool:
        return self.name in FORMATS and choice in FORMATS[self.name].choices

    def _offers_rough(self) -> bool:
        """Copies of the same bytes have the exact place in them."""
        is_same = self._has("copies_as") and self.copies.currentData() == "original"
        return self._has("obscure_km") and not is_same

    def _show_choices(self) -> None:
        words = (
            translated(FORMATS[self.name].sentence)
            if self.name in FORMATS
            else self.tr("Files beside the photos, in which other programs read what you noted.")
        )
        self.sentence.setText(words)
        for part, is_offered in (
            (self.copies, self._has("copies_as")),
            (self.occurrences, self._has("occurrences_by")),
            (self.title, self._has("title")),
            (self.minutes, self._has("minutes_apart")),
            (self.days, self._has("occasion_days")),
            (self.rough_part, self._offers_rough()),
        ):
            part.setVisible(is_offered)
            self._labels[part].setVisible(is_offered)
