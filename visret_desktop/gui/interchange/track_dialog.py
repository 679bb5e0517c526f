"""The dialog that places photos by tracks: what would happen is seen before anything is kept."""

import logging
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import available_timezones

from PySide6.QtCore import QItemSelectionModel, QStandardPaths, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.errors import UsageError
from visret_desktop.gui.interchange.placing_form import PhotoChoice, PlacingForm, PlacingTable
from visret_desktop.gui.interchange.track_canvas import TrackCanvas
from visret_desktop.gui.interchange.track_file_reading import TrackReading, known_points, map_points
from visret_desktop.gui.languages import figures
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.map import earth
from visret_desktop.gui.map.clusters import PhotoPoints
from visret_desktop.gui.map.map_controller import town_labels
from visret_desktop.gui.map.spot_map import name_of
from visret_desktop.gui.map.town_labels import TownLabels
from visret_desktop.gui.photo.photo_rows import day_and_time
from visret_desktop.gui.widgets import tables
from visret_desktop.gui.widgets.background import Background
from visret_desktop.gui.widgets.dialog import Dialog, ask_line
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import fill, room_on
from visret_desktop.interchange.tracks import gpx
from visret_desktop.interchange.tracks.clock import FoundOffset, offset_by_clock, offset_text
from visret_desktop.interchange.tracks.geotagging import (
    GeotagOutcome,
    Placing,
    offset_of_places,
    place_photos,
)
from visret_desktop.interchange.tracks.track import Track
from visret_desktop.library.catalog.catalog_locations import PlacedPhoto
from visret_desktop.library.records import OwnPlace

if TYPE_CHECKING:
    from visret_desktop.library.catalog.catalog_reader import CatalogReader

_SOON_MS = 150  # after a change, until it is tried
_LOOK_MS = 200  # between looks at how much of a file is read
_WIDE, _HIGH = 900, 820
_MARGIN = 16
_OUTSIDE = frozenset(
    {GeotagOutcome.BEFORE, GeotagOutcome.AFTER, GeotagOutcome.GAP, GeotagOutcome.UNDATED}
)
_HAVE_PLACE = frozenset({GeotagOutcome.KNOWN, GeotagOutcome.NOTED})
_log = logging.getLogger(__name__)


class TrackDialog(Dialog):
    """Tries what is said in the form at once. `keep_requested`: the places to keep, by hash."""

    keep_requested = Signal(dict)

    def __init__(
        self,
        reader: "CatalogReader",
        choices: Sequence[PhotoChoice],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Place photos by a track"))
        self._reader = reader
        self._background = Background(self, threads=2)
        self._reading: TrackReading | None = None
        self._tracks: Sequence[Track] = ()
        self._photos: Sequence[PlacedPhoto] | None = None
        self._placing: Placing | None = None
        self._said = ""  # about files and what was found, above what follows from the form
        self.form = PlacingForm(choices)
        self.canvas = TrackCanvas()
        self.canvas.name_of = name_of
        self.model = PlacingTable(self)
        self.table = self._make_table()
        self.only = QComboBox()
        self.only.setAccessibleName(self.tr("Which photos are listed"))
        self.sentence = PlainLabel(is_wrapped=True)
        self.keep = self.button(self.tr("Keep these places"), self._keep, is_primary=True)
        self.keep.setEnabled(False)  # until something is read
        self._soon = QTimer(self, singleShot=True, interval=_SOON_MS)
        self._look = QTimer(self, interval=_LOOK_MS)
        self._lay_out()
        self._connect()
        self._show_counts()
        self._say("")
        self._read_photos()
        self._background.run("zones", lambda: sorted(available_timezones()), self._on_zones)
        self._background.run("outlines", earth.make_ready, lambda _: self.canvas.update())
        self._background.run("towns", town_labels, self._on_towns)

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setModel(self.model)
        tables.frame(table, self.tr("Photos and what the track says of them"))
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 10)
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        for column, letters in ((0, 22), (1, 26)):
            table.setColumnWidth(column, letters * table.fontMetrics().averageCharWidth() + 24)
        return table

    def _lay_out(self) -> None:
        below = QWidget()
        row = QHBoxLayout()
        fill(row, self.only, None, margins=(0, 4, 0, 4))
        fill(QVBoxLayout(below), row, (self.table, 1), margins=(0, 0, 0, 0))
        self.parts = QSplitter(Qt.Orientation.Vertical)
        self.parts.setChildrenCollapsible(False)
        for widget in (self.canvas, below):
            self.parts.addWidget(widget)
            self.parts.setStretchFactor(self.parts.indexOf(widget), 1)
        shut = self.button(self.tr("Close"), self.close)
        buttons = QHBoxLayout()
        fill(buttons, (self.sentence, 1), self.keep, shut, spacing=8)
        margins = (_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        whole = QVBoxLayout(self)
        fill(whole, self.form, (self.parts, 1), buttons, margins=margins, spacing=12)
        room = room_on(self)
        self.resize(min(_WIDE, room.width()), min(_HIGH, room.height()))

    def _connect(self) -> None:
        form = self.form
        form.changed.connect(self._soon.start)
        form.photos_changed.connect(self._read_photos)
        form.files_wanted.connect(self._choose_files)
        form.find_wanted.connect(self._find_offset)
        form.clock_wanted.connect(self._ask_clock)
        self._soon.timeout.connect(self._try)
        self._look.timeout.connect(self._show_progress)
        self.only.currentIndexChanged.connect(self._list)
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._mark())
        self.canvas.circle_chosen.connect(self._select)

    def done(self, result: int) -> None:
        """End what runs."""
        if self._reading is not None:
            self._reading.is_stopped = True
        self._look.stop()
        self._soon.stop()
        self._background.close()
        super().done(result)

    # ---- tracks and photos ------------------------------------------------------------------

    def read(self, paths: Sequence[Path]) -> None:
        """Read tracks from files, in place of those before. If none can be read, those stay."""
        if self._reading is not None:
            self._reading.is_stopped = True
        reading = self._reading = TrackReading(paths)
        self.form.show_files([path.name for path in paths])
        self._look.start()
        self._show_progress()
        self._background.run("tracks", reading.tracks, partial(self._on_tracks, reading))

    def _show_progress(self) -> None:
        if self._reading is not None:
            share = self._reading.share
            words = self.tr("Reading {0} … {1} %")
            names = ", ".join(path.name for path in self._reading.paths)
            self._say(words.format(names, figures.count(round(100 * share))))

    def _on_tracks(self, reading: "TrackReading", outcome: object) -> None:
        if reading is not self._reading:
            return
        self._look.stop()
        self._reading = None
        if not isinstance(outcome, tuple):
            self._say(translated(outcome))
            return
        tracks, errors, zone = outcome
        if tracks:
            self._tracks = tracks
            self.form.show_zone(zone)
        self.form.show_files([track.name for track in self._tracks])
        flaws = [words for track in tracks for words in self._flaws(track)]
        self._said = " ".join([*(translated(error) for error in errors), *flaws])
        self._try()
        self.canvas.show_whole()

    def _flaws(self, track: Track) -> list[str]:
        flaws = track.flaws
        words = [
            (flaws.is_cut, self.tr("it ends in the middle")),
            (flaws.without_time, self.tr("%Ln point(s) without a time", "", flaws.without_time)),
            (
                flaws.impossible_time,
                self.tr("%Ln point(s) with an impossible time", "", flaws.impossible_time),
            ),
            (flaws.damaged, self.tr("%Ln point(s) without a place", "", flaws.damaged)),
            (flaws.disordered, self.tr("%Ln point(s) out of order", "", flaws.disordered)),
        ]
        told = ", ".join(text for number, text in words if number)
        return [f"{track.name}: {told}."] if told else []

    def _read_photos(self) -> None:
        choice = self.form.choice()
        self._photos = None
        if choice is not None:
            placing = self._reader.placing
            work = (
                placing.photos
                if choice.ids is None
                else partial(placing.photos_of_ids, [int(number) for number in choice.ids])
            )
            self._background.run("photos", work, self._on_photos)

    def _on_photos(self, outcome: object) -> None:
        if isinstance(outcome, list):
            self._photos = outcome
            self._try()
        else:
            self._say(self.tr("The library could not be read: {0}").format(outcome))

    def _on_zones(self, outcome: object) -> None:
        if isinstance(outcome, list):
            self.form.offer_zones(outcome)

    def _on_towns(self, outcome: object) -> None:
        if isinstance(outcome, TownLabels):
            self.canvas.labels = outcome
            self.canvas.update()

    def _choose_files(self) -> None:
        home = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.HomeLocation)
        title, kind = self.tr("Choose tracks"), self.tr("Tracks (*{0})").format(gpx.SUFFIX)
        paths, _ = QFileDialog.getOpenFileNames(self, title, home, kind)
        if paths:
            self.read([Path(path) for path in paths])

    # ---- trying -----------------------------------------------------------------------------

    def _try(self) -> None:
        """Match anew with what the form says."""
        self._soon.stop()
        if not self._tracks or self._photos is None or self._reading is not None:
            self._show(None)
            if self._reading is None:
                self._say(self._said)
            return
        try:
            clock = self.form.clock()
        except UsageError as error:
            self._show(None)
            self._say(translated(error))
            return
        self.canvas.show_tracks(self._tracks, self.form.largest_gap)
        work = partial(place_photos, self._tracks, self._photos, clock, self.form.largest_gap)
        self._background.run("match", work, self._on_placing)

    def _on_placing(self, outcome: object) -> None:
        if isinstance(outcome, Placing):
            self._show(outcome)
            self._say(self._said)
        elif isinstance(outcome, Exception):
            _log.warning("photos could not be placed", exc_info=outcome)
            self._say(translated(outcome))

    def _show(self, placing: Placing | None) -> None:
        self._placing = placing
        row = self.table.currentIndex().row()
        photo = self.model.photo(row)
        self.model.show_placing(placing)
        self._show_counts()
        ids, places = map_points(placing)
        self.canvas.show_points(PhotoPoints(ids, places), fits=False)
        self.canvas.show_known(known_points(placing))
        if photo is not None:
            self._select([photo.photo_id])
        self._mark()
        self.keep.setEnabled(bool(len(ids)))

    def _show_counts(self) -> None:
        counts: Mapping[GeotagOutcome, int] = {} if self._placing is None else self._placing.counts
        entries = (
            (self.tr("All photos: {0}"), frozenset(GeotagOutcome)),
            (self.tr("Placed: {0}"), frozenset({GeotagOutcome.PLACED})),
            (self.tr("With a place already: {0}"), _HAVE_PLACE),
            (self.tr("Not placed: {0}"), _OUTSIDE),
        )
        for row, (words, outcomes) in enumerate(entries):
            number = sum(counts.get(outcome, 0) for outcome in outcomes)
            text = words.format(figures.count(number))
            if row < self.only.count():
                self.only.setItemText(row, text)
            else:
                self.only.addItem(text, outcomes)

    def _say(self, words: str) -> None:
        """Say something about files or the form, and what would be kept."""
        placed = 0 if self._placing is None else self._placing.counts[GeotagOutcome.PLACED]
        count = ""
        if self._placing is not None:
            count = self.tr("%Ln photo(s) can be placed; nothing is kept yet.", "", placed)
        elif not words:
            count = self.tr("Choose the track of a GPS logger. Your photos are not changed.")
        self.sentence.setText(" ".join(part for part in (words, count) if part))

    # ---- the clock --------------------------------------------------------------------------

    def _find_offset(self) -> None:
        try:
            zone = self.form.zone_name
        except UsageError as error:
            self._say(translated(error))
            return
        if self._tracks and self._photos:
            work = partial(
                offset_of_places, self._tracks, self._photos, zone, self.form.largest_gap
            )
            self._background.run("offset", work, self._on_offset)

    def _on_offset(self, outcome: object) -> None:
        if isinstance(outcome, FoundOffset):
            words = self.tr(
                "Found by %Ln photo(s) with a place: {0} m from the track.", "", outcome.photos
            )
            self._said = words.format(figures.count(round(outcome.meters)))
            self.form.offset.setText(offset_text(outcome.seconds))
            self._try()
        else:
            self._said = ""
            self._say(self.tr("None of these photos has a place of its own near the track."))

    def _ask_clock(self) -> None:
        """Ask what the clock in the photo of the current row shows."""
        photo = self.model.photo(self.table.currentIndex().row())
        if photo is None or not photo.taken_at:
            self._say(self.tr("Select the photo of a clock in the list first."))
            return
        words = self.tr(
            "“{0}” was taken at {1} by the camera's clock.\nWhat does the clock in it show?"
        )
        label = words.format(photo.path.name, day_and_time(photo.taken_at))
        given = photo.taken_at[:19].replace("T", " ")
        title = self.tr("A photo of a clock")
        shown = ask_line(self, title, label, given)
        if shown is not None:
            self.set_clock(photo, shown)

    def set_clock(self, photo: PlacedPhoto, shown: str) -> None:
        """Take the offset from what the clock in a photo shows."""
        try:
            offset = offset_by_clock(photo.taken_at, shown, self.form.zone_name)
        except UsageError as error:
            self._say(translated(error))
            return
        self._said = ""
        self.form.offset.setText(offset_text(offset))
        self._try()

    # ---- list and map -----------------------------------------------------------------------

    def _list(self) -> None:
        outcomes = self.only.currentData()
        if isinstance(outcomes, frozenset):
            self.model.show_only(outcomes)

    def _mark(self) -> None:
        self.canvas.show_place(self.model.place(self.table.currentIndex().row()))

    def _select(self, photo_ids: Sequence[int]) -> None:
        """Go to the first of some photos in the list."""
        rows = sorted(row for number in photo_ids if (row := self.model.row_of(number)) >= 0)
        if rows:
            flags = QItemSelectionModel.SelectionFlag
            index = self.model.index(rows[0], 0)
            choose = flags.ClearAndSelect | flags.Rows
            self.table.selectionModel().setCurrentIndex(index, choose)

    def _keep(self) -> None:
        if self._placing is not None:
            places: dict[str, OwnPlace] = self._placing.places()
            self.keep_requested.emit(places)
            self.accept()
