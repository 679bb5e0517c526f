"""Connects the dialogs of imports and exports with the window."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QWidget

from visret_desktop.engine.field_messages import DropPackage
from visret_desktop.engine.messages import Failed, Finished
from visret_desktop.gui.engine.engine_client import EngineClient, JobHandle
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.interchange.photo_detections import FoundLines, best_of, boxes_of
from visret_desktop.gui.photo.photo_actions import reveal
from visret_desktop.gui.tagging.note_changes import DeploymentChanges, NoteChanges, NoteJobs
from visret_desktop.gui.tagging.tagging_controller import TaggingController
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.photo_boxes import Boxes
from visret_desktop.gui.widgets.undo_history import UndoHistory
from visret_desktop.gui.window.settings_controller import SettingsController
from visret_desktop.library.catalog.catalog_detections import Detection, FileDetections
from visret_desktop.library.records import AcceptedName, OwnPlace, Photo

if TYPE_CHECKING:
    from visret_desktop.gui.interchange.detections_dialog import DetectionsDialog
    from visret_desktop.gui.interchange.export_dialog import ExportDialog
    from visret_desktop.gui.interchange.export_form import Photos
    from visret_desktop.gui.interchange.placing_form import PhotoChoice
    from visret_desktop.gui.interchange.track_dialog import TrackDialog
    from visret_desktop.library.catalog.catalog_reader import CatalogReader


_PACKAGE_KEY = "package"  # of sentences in the banner


class DeploymentController(QObject):
    """Connects the dialogs with library and engine."""

    def __init__(
        self,
        client: EngineClient,
        reader: "Callable[[], CatalogReader | None]",
        history: UndoHistory,
        banner: Banner,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._client, self._reader = client, reader
        self._history, self._banner, self._window = history, banner, window
        self._changes = DeploymentChanges(client, history, self)
        self._changes.failed.connect(partial(banner.say, _PACKAGE_KEY))
        history.moved.connect(partial(banner.clear, _PACKAGE_KEY))

    def open(self, parent: QWidget | None = None) -> QDialog | None:
        """Open the table of deployments, above the window or a dialog."""
        from visret_desktop.gui.interchange.deployments_dialog import DeploymentsDialog

        reader = self._reader()
        if reader is None:
            return None
        dialog = DeploymentsDialog(reader, self._changes.run, parent or self._window)
        dialog.open()
        return dialog

    def import_package(self) -> None:
        """Open the dialog that takes a package in."""
        from visret_desktop.gui.interchange.package_dialog import PackageDialog

        dialog = PackageDialog(self._client.run, self._window)
        dialog.kept.connect(self._on_kept)
        dialog.open()

    def _on_kept(self, source: str, photos: int) -> None:
        self._note(source)
        words = self.tr("%Ln photo(s) have what “{0}” says.", "", photos)
        self._banner.say(
            _PACKAGE_KEY,
            words.format(source),
            is_hint=True,
            button=self.tr("Undo"),
            action=self._history.undo,
        )

    def _note(self, source: str) -> None:
        # It can be imported again by its dialog alone, which reads the package anew.
        self._history.push(self.tr("Import of “{0}”").format(source), partial(self._undo, source))

    def _undo(self, source: str) -> None:
        self._history.begin()
        job = self._client.run(DropPackage(source=source))
        job.ended.connect(partial(self._on_undone, source))

    def _on_undone(self, source: str, job: JobHandle) -> None:
        self._history.end()
        if not isinstance(job.ending, Finished):
            self._note(source)  # it is still here
            lost = self.tr("The import could not be undone. Try again.")
            words = job.ending.sentence if isinstance(job.ending, Failed) else lost
            undo = self._history.undo
            self._banner.say(_PACKAGE_KEY, words, button=self.tr("Undo"), action=undo)


_TRACK_KEY = "track"  # of sentences in the banner


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
        changes.history.moved.connect(partial(banner.clear, _TRACK_KEY))

    def open(self, paths: Sequence[Path] = ()) -> None:
        """Open the dialog, with tracks to be read."""
        reader = self._reader()
        if reader is None:
            return
        if self._dialog is None:
            from visret_desktop.gui.interchange.track_dialog import TrackDialog

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
        self._dialog = None

    def _choices(self) -> "list[PhotoChoice]":
        from visret_desktop.gui.interchange.placing_form import PhotoChoice

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
            _TRACK_KEY,
            f"{jobs.failure} {count}" if jobs.failure else count,
            is_hint=not jobs.failure,
            button=self.tr("Undo"),
            action=self._changes.history.undo if jobs.before else None,
        )


_NOTES_KEY = "joined notes"  # of sentences in the banner


class NotesController(QObject):
    """Connects the dialog that joins a colleague's notes with notes and engine."""

    def __init__(
        self, client: EngineClient, changes: NoteChanges, banner: Banner, window: QWidget
    ) -> None:
        super().__init__(window)
        self._client, self._changes = client, changes
        self._banner, self._window = banner, window
        changes.history.moved.connect(partial(banner.clear, _NOTES_KEY))

    def open(self) -> None:
        """Open the dialog."""
        from visret_desktop.gui.interchange.package_dialog import NotesDialog  # rarely opened

        dialog = NotesDialog(self._client.run, self._window)
        dialog.keep_requested.connect(self._keep)
        dialog.open()

    def _keep(self, path: str, who: str) -> None:
        words = self.tr("Notes of {0}").format(who)
        self._changes.join(words, path, partial(self._on_kept, who))

    def _on_kept(self, who: str, jobs: NoteJobs) -> None:
        words = self.tr("%Ln photo(s) have what {0} noted.", "", len(jobs.before)).format(who)
        self._banner.say(
            _NOTES_KEY,
            jobs.failure or words,
            is_hint=not jobs.failure,
            button=self.tr("Undo"),
            action=self._changes.history.undo if jobs.before else None,
        )


_DETECTION_KEY = "detection"  # of sentences in the banner
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
        from visret_desktop.gui.interchange.detections_dialog import DetectionsDialog

        dialog = self._dialog = DetectionsDialog(self._client.run, reader, self._window)
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
            best = best_of(self._looks(entry.content_hash))
            if best and best[0][1].label.is_name:
                wanted.setdefault(_name_of(*best[0]), []).append(entry.content_hash)
        for name, hashes in wanted.items():
            self._tagging.accept_name(list(dict.fromkeys(hashes)), name)
        if wanted:
            count = sum(len(set(hashes)) for hashes in wanted.values())
            words = self.tr("The detected name of %Ln photo(s) is accepted.", "", count)
        else:
            words = self.tr("No detector named what the selected photos show.")
        self._banner.say(_DETECTION_KEY, words, is_hint=True)

    def _on_accepted(self, content_hash: str, look: FileDetections, detection: Detection) -> None:
        self._tagging.accept_name([content_hash], _name_of(look, detection))


def _name_of(look: FileDetections, detection: Detection) -> AcceptedName:
    label = detection.label
    return AcceptedName(label.name, label.common, label.rank, source=look.file.path.name)


class ExportController(QObject):
    """Connects the dialogs of exports, sidecars and clocks with grid, settings and engine."""

    def __init__(
        self,
        client: EngineClient,
        reader: "Callable[[], CatalogReader | None]",
        keeper: SettingsController,
        model: ResultsModel,
        selected: Callable[[], Sequence[GridEntry]],
        open_deployments: Callable[[QWidget], QDialog | None],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._client, self._keeper, self._window = client, keeper, window
        self._reader, self._model, self._selected = reader, model, selected
        self._open_deployments = open_deployments
        self.action = QAction(self.tr("Export …"), self)
        self.action.setShortcut(QKeySequence("Ctrl+Shift+S"))
        self.action.triggered.connect(lambda: self.open())
        window.addAction(self.action)

    def open(self, parent: QWidget | None = None) -> "ExportDialog":
        """Open the dialog of exports, above the window or a dialog."""
        from visret_desktop.gui.interchange.export_dialog import ExportDialog  # rarely opened

        dialog = ExportDialog(self._client.run, self.photos(), parent or self._window)
        dialog.sidecars_requested.connect(
            lambda: self.open_sidecars(dialog.form.photos.currentIndex())
        )
        dialog.deployments_requested.connect(lambda: self._describe(dialog))
        dialog.reveal_requested.connect(reveal)
        dialog.open()
        return dialog

    def open_season(self) -> None:
        """Open the figures of a season, whose tables can be exported."""
        from visret_desktop.gui.interchange.season_dialog import SeasonDialog  # rarely opened

        if (reader := self._reader()) is None:
            return
        dialog = SeasonDialog(reader, self.photos(), self._window)
        dialog.export_requested.connect(lambda: dialog.hand_on(self.open(dialog).form))
        dialog.open()

    def _describe(self, dialog: "ExportDialog") -> None:
        """Let deployments be described, and look again what lacks."""
        opened = self._open_deployments(dialog)
        if opened is not None:
            opened.finished.connect(dialog.plan)

    def open_sidecars(self, chosen: int = 0) -> None:
        """Open the dialog of sidecars; `chosen` says which of the photos are meant at first."""
        from visret_desktop.gui.interchange.sidecar_dialog import SidecarDialog  # rarely opened

        keeper = self._keeper
        is_allowed = keeper.settings.write_sidecars
        photos = [(words, ids or ()) for words, ids in self.photos()]
        dialog = SidecarDialog(
            self._client.run, photos, self._window, is_allowed=is_allowed, chosen=chosen
        )
        dialog.allow_requested.connect(partial(keeper.change, write_sidecars=True))
        keeper.changed.connect(dialog.take_settings)
        dialog.open()

    def open_clocks(self) -> None:
        """Open the dialog that corrects the times of photos."""
        from visret_desktop.gui.interchange.clock_dialog import ClockDialog  # rarely opened

        reader = self._reader()
        if reader is not None:
            ClockDialog(self._client.run, reader, self.photos(), self._window).open()

    def photos(self) -> "list[Photos]":
        """Return which photos may be meant, in words with their ids; None: all."""
        selected = tuple(entry.photo_id for entry in self._selected())
        ids = tuple(self._model.found_ids())
        shown = tuple(int(number) for number in self._model.whole_ids())
        choices: list[Photos] = [
            (self.tr("%Ln selected photo(s)", "", len(selected)), selected),
            (self.tr("%Ln photo(s) found", "", len(ids)), ids),
        ]
        if len(shown) > len(ids):  # less likely ones, too
            choices.append((self.tr("%Ln photo(s) shown in the window", "", len(shown)), shown))
        everything: Photos = (self.tr("All photos of the library"), None)
        return [*(choice for choice in choices if choice[1]), everything]
