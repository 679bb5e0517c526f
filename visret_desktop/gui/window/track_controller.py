"""Places photos by tracks: opens the dialog, and has the engine keep places."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.tagging.note_changes import NoteChanges, NoteJobs
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.library.records import OwnPlace

if TYPE_CHECKING:
    from visret_desktop.gui.tracks.placing_form import PhotoChoice
    from visret_desktop.gui.tracks.track_dialog import TrackDialog
    from visret_desktop.library.catalog.catalog_reader import CatalogReader


_KEY = "track"  # of sentences in the banner


class TrackController(QObject):
    """Connects the dialog with grid, library and engine."""

    def __init__(
        self,
        changes: NoteChanges,
        reader: "Callable[[], CatalogReader | None]",
        model: ResultsModel,
        selected: Callable[[], Sequence[GridEntry]],
        banner: Banner,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._changes, self._reader, self._window = changes, reader, window
        self._model, self._selected, self._banner = model, selected, banner
        self._dialog: TrackDialog | None = None
        changes.history.moved.connect(partial(banner.clear, _KEY))

    def open(self, paths: Sequence[Path] = ()) -> None:
        """Open the dialog, with tracks to be read."""
        reader = self._reader()
        if reader is None:
            return
        if self._dialog is None:
            from visret_desktop.gui.tracks.track_dialog import TrackDialog

            dialog = TrackDialog(reader, self._choices(), self._window)
            dialog.keep_requested.connect(self._keep)
            dialog.finished.connect(self._on_closed)
            self._dialog = dialog
            dialog.open()
        if paths:
            self._dialog.read(paths)

    def close(self) -> None:
        """Close the dialog."""
        if self._dialog is not None:
            self._dialog.reject()

    def _on_closed(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
        self._dialog = None

    def _choices(self) -> "list[PhotoChoice]":
        from visret_desktop.gui.tracks.placing_form import PhotoChoice

        selected = [entry.photo_id for entry in self._selected()]
        shown = [int(number) for number in self._model.whole_ids()]
        choices = []
        if len(selected) > 1:
            words = self.tr("%Ln selected photo(s)", "", len(selected))
            choices.append(PhotoChoice(words, selected))
        words = self.tr("%Ln photo(s) shown in the window", "", len(shown))
        return [
            *choices,
            PhotoChoice(words, shown),
            PhotoChoice(self.tr("All photos of the library"), None),
        ]

    # ---- keep -------------------------------------------------------------------------------

    def _keep(self, places: dict[str, OwnPlace]) -> None:
        self._changes.place(self.tr("Places from a track"), places, self._on_kept)

    def _on_kept(self, jobs: NoteJobs) -> None:
        count = self.tr("%Ln photo(s) have a place from the track now.", "", len(jobs.before))
        self._banner.say(
            _KEY,
            f"{jobs.failure} {count}" if jobs.failure else count,
            is_hint=not jobs.failure,
            button=self.tr("Undo"),
            action=self._changes.history.undo if jobs.before else None,
        )
