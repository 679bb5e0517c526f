"""Places photos by tracks: opens the dialog, has the engine keep places, and takes them back."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from visret_desktop.engine.field_messages import KeepPlaces, NotesChanged, PutNotes
from visret_desktop.engine.messages import Failed, Finished
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.engine.job_handle import JobHandle
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.library.records import Notes, OwnPlace

if TYPE_CHECKING:
    from visret_desktop.gui.tracks.placing_form import PhotoChoice
    from visret_desktop.gui.tracks.track_dialog import TrackDialog
    from visret_desktop.library.catalog.catalog_reader import CatalogReader


_KEY = "track"  # of sentences in the banner
_AT_ONCE = 5_000  # contents in a request


class TrackController(QObject):
    """Connects the dialog with grid, library and engine."""

    def __init__(
        self,
        client: EngineClient,
        reader: "Callable[[], CatalogReader | None]",
        model: ResultsModel,
        selected: Callable[[], Sequence[GridEntry]],
        banner: Banner,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._client, self._reader, self._window = client, reader, window
        self._model, self._selected, self._banner = model, selected, banner
        self._dialog: TrackDialog | None = None
        self._open_jobs = 0
        self._before: dict[str, Notes] = {}  # the notes of what is being kept
        self._failure = ""

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

    # ---- keep and undo ----------------------------------------------------------------------

    def _keep(self, places: dict[str, OwnPlace]) -> None:
        self._before, self._failure = {}, ""
        entries = iter(places.items())
        while part := dict(islice(entries, _AT_ONCE)):
            job = self._client.run(KeepPlaces(places=part))
            self._open_jobs += 1
            job.said.connect(self._on_said)
            job.ended.connect(self._on_kept)

    def _on_said(self, event: object) -> None:
        if isinstance(event, NotesChanged):
            self._before |= event.before

    def _on_kept(self, job: JobHandle) -> None:
        self._open_jobs -= 1
        if not isinstance(job.ending, Finished):
            self._failure = job.ending.sentence if isinstance(job.ending, Failed) else self._lost()
        if self._open_jobs:
            return
        count = self.tr("%Ln photo(s) have a place from the track now.", "", len(self._before))
        words = f"{self._failure} {count}" if self._failure else count
        undo = partial(self._undo, self._before)
        self._banner.say(
            _KEY,
            words,
            is_hint=not self._failure,
            button=self.tr("Undo"),
            action=undo if self._before else None,
        )

    def _lost(self) -> str:
        return self.tr("Not all places could be kept.")

    def _undo(self, before: dict[str, Notes]) -> None:
        entries = iter(before.items())
        while part := dict(islice(entries, _AT_ONCE)):
            self._client.run(PutNotes(notes=part)).ended.connect(self._on_undone)

    def _on_undone(self, job: JobHandle) -> None:
        if isinstance(job.ending, Failed):
            self._banner.say(_KEY, job.ending.sentence)
