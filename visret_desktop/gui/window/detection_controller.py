"""Detections in the window: the dialog, boxes over photos, lines beside them, names accepted."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from visret_desktop.gui.detections.photo_detections import FoundLines, best_of, boxes_of
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.tagging.tagging_controller import TaggingController
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.photo_boxes import Boxes
from visret_desktop.library.catalog.catalog_detections import Detection, FileDetections
from visret_desktop.library.records import AcceptedName, Photo

if TYPE_CHECKING:
    from visret_desktop.gui.detections.detections_dialog import DetectionsDialog
    from visret_desktop.library.catalog.catalog_reader import CatalogReader


_KEY = "detection"  # of sentences in the banner
_MOST = 2000  # photos whose names are accepted at once


class DetectionController(QObject):
    """Connects what detectors found with grid, panel, viewer, notes and engine."""

    changed = Signal()  # what is known of photos may have changed

    def __init__(
        self,
        client: EngineClient,
        reader: "Callable[[], CatalogReader | None]",
        selected: Callable[[], Sequence[GridEntry]],
        tagging: TaggingController,
        banner: Banner,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._client, self._reader, self._window = client, reader, window
        self._selected, self._tagging, self._banner = selected, tagging, banner
        self._dialog: DetectionsDialog | None = None
        self.accept = QAction(self.tr("Accept what was detected"), self)
        self.accept.setShortcut(QKeySequence("Ctrl+Shift+K"))
        self.accept.triggered.connect(lambda: self.accept_of(self._selected()))
        self.accept.setEnabled(False)
        window.addAction(self.accept)

    def open(self) -> None:
        """Open the dialog."""
        reader = self._reader()
        if reader is None:
            return
        from visret_desktop.gui.detections.detections_dialog import DetectionsDialog

        dialog = self._dialog = DetectionsDialog(self._client.run, reader, self._window)
        dialog.finished.connect(lambda _: dialog.deleteLater())
        dialog.finished.connect(lambda _: self.changed.emit())
        dialog.open()

    def set_entries(self, entries: Sequence[GridEntry]) -> None:
        """Act on these photos from now on."""
        reader = self._reader()
        is_known = bool(entries) and reader is not None and reader.detections.are_there()
        self.accept.setEnabled(is_known and len(entries) <= _MOST)

    def boxes_of(self, entry: GridEntry) -> Boxes | None:
        """Return where in a photo something was found."""
        return boxes_of(self._looks(entry.content_hash))

    def lines_of(self, photo: Photo) -> QWidget | None:
        """Return what was found in a photo, as lines for the panel."""
        looks = self._looks(photo.content_hash)
        if not looks:
            return None
        names = {accepted.name for accepted in photo.notes.names}
        lines = FoundLines(looks, names)
        lines.accepted.connect(partial(self._on_accepted, photo.content_hash))
        return lines

    def _looks(self, content_hash: str) -> list[FileDetections]:
        reader = self._reader()
        return [] if reader is None else reader.detections.of(content_hash)

    # ---- names --------------------------------------------------------------------------------

    def accept_of(self, entries: Sequence[GridEntry]) -> None:
        """Accept the likeliest name of each photo that has one."""
        wanted: dict[AcceptedName, list[str]] = {}
        for entry in entries[:_MOST]:
            found = best_of(self._looks(entry.content_hash))
            if found and found[0][1].label.is_name:
                wanted.setdefault(_name_of(*found[0]), []).append(entry.content_hash)
        for name, hashes in wanted.items():
            self._tagging.accept_name(list(dict.fromkeys(hashes)), name)
        if wanted:
            count = sum(len(set(hashes)) for hashes in wanted.values())
            words = self.tr("The detected name of %Ln photo(s) is accepted.", "", count)
        else:
            words = self.tr("No detector named what the selected photos show.")
        self._banner.say(_KEY, words, is_hint=True)

    def _on_accepted(self, content_hash: str, look: FileDetections, found: Detection) -> None:
        self._tagging.accept_name([content_hash], _name_of(look, found))


def _name_of(look: FileDetections, found: Detection) -> AcceptedName:
    label = found.label
    return AcceptedName(label.name, label.common, label.rank, source=look.file.path.name)
