"""What tracks say of photos, as rows of a table."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from visret_desktop.gui.languages import figures
from visret_desktop.gui.photo.photo_rows import day_and_time
from visret_desktop.gui.widgets.plain_text import literally
from visret_desktop.gui.widgets.status_line import duration
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
        found = (n for n, row in enumerate(self._rows) if photos[row].photo_id == photo_id)
        return next(found, -1)

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
