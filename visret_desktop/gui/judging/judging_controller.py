"""Judging photos: keys, menus, files, and the dialogs that use judgments."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from visret_desktop import file_changes
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.judging.comparison_dialog import ComparisonDialog
from visret_desktop.gui.judging.judgment_model import JudgmentModel, MarkedSearch
from visret_desktop.gui.judging.trial_dialog import PrecisionDialog, TrialDialog, TrialRun
from visret_desktop.gui.library.library_view import Snapshot
from visret_desktop.gui.photo.photo_actions import show_as_icon
from visret_desktop.gui.photo.viewer import PhotoViewer
from visret_desktop.gui.search.search_controller import SearchController
from visret_desktop.gui.sketches.sketch_view_model import SketchViewModel
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.menus import Entry, add_key
from visret_desktop.gui.widgets.protected_folders import ProtectedFolders
from visret_desktop.gui.widgets.undo_history import UndoHistory
from visret_desktop.paths import Paths, ServerPaths
from visret_desktop.settings import Settings

_RIGHT_KEY, _WRONG_KEY = "P", "X"  # pick and reject, as in programs that sort photos
_FILES = "*.jsonl"


class JudgingController(QObject):
    """Connects the marks with grid, viewer and menus."""

    file_chosen = Signal(str)  # for the settings
    settings_chosen = Signal(dict)  # what suits the photos best, by name

    def __init__(
        self,
        paths: Paths,
        settings: Settings,
        client: EngineClient,
        search: SearchController,
        board: SketchViewModel,
        grid: GridPage,
        viewer: PhotoViewer,
        history: UndoHistory,
        banner: Banner,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._window, self._default = window, paths.judgments
        self._view, self._viewer, self._banner = grid.view, viewer, banner
        self._examination = TrialRun(client, self)
        self._open_dialog: TrialDialog | None = None
        self._precision = settings.encoder_precision
        self.marks = JudgmentModel(self._file_of(settings), history, self)
        self.marked_search = MarkedSearch(self.marks, board, history, banner, self)
        self._places = ProtectedFolders(paths.catalog, settings.folder_seconds, self)
        self._places.looked.connect(self._on_looked)
        self._folders: list[Path] | None = None
        self._to_save = ""  # a path, until it is known where photos lie
        self._entries: list[GridEntry] = []
        self._right = self._action(self.tr("Right for this query"), _RIGHT_KEY, True)
        self._wrong = self._action(self.tr("Wrong for this query"), _WRONG_KEY, False)
        show_as_icon(self._right, "thumbs-up")
        show_as_icon(self._wrong, "thumbs-down")
        self._can_keep = not isinstance(paths, ServerPaths)  # whose folders go with the session
        for action in self.actions:
            action.setVisible(self._can_keep)
        self.set_entries([])
        self._add_keys()
        self._view.set_marks(self.marks.grade, self.words)
        viewer.mark_of = self.words
        search.question_changed.connect(self._on_question)
        self.marks.changed.connect(self._view.show_marks)
        self.marks.changed.connect(viewer.show_words)
        self.marks.failed.connect(lambda sentence: banner.say("judgments", sentence))

    def _add_keys(self) -> None:
        here = Qt.ShortcutContext.WidgetShortcut
        for place in (self._view, self._viewer):
            place.addActions(self.actions)
        add_key(self._view, "+", self._right.trigger, here)
        add_key(self._view, "-", self._wrong.trigger, here)

    def entries(self) -> tuple[Entry | QAction, ...]:
        """Return the menu's entries beside the marks."""
        return (
            ("", "", self.compare),
            self.marked_search.action,
            (self.tr("Which settings suit my photos best? …"), "", self.compare),
            ("", "", self.compare),
            (self.tr("Save marks as …"), "", self._save_as),
            (self.tr("Open marks …"), "", self._open),
        )

    @property
    def actions(self) -> tuple[QAction, QAction]:
        """The two marks."""
        return self._right, self._wrong

    def apply(self, settings: Settings) -> None:
        """Use the file that the settings name."""
        self._precision = settings.encoder_precision
        if self._file_of(settings) != self.marks.path:
            self._banner.clear("judgments")
            self.marks.use(self._file_of(settings))
            self._look_around()

    def show_library(self, snapshot: Snapshot) -> None:
        """Keep judgments out of folders that were added, too."""
        folders = [folder.path for folder in snapshot.folders]
        if folders != self._folders:
            self._folders = folders
            self._look_around()

    def _look_around(self) -> None:
        """Find out where photos lie, if the file is not in a folder of ours."""
        if not file_changes.is_own(self.marks.path):
            self._places.look()

    def set_entries(self, entries: list[GridEntry]) -> None:
        """Mark these photos from now on."""
        self._entries = entries
        for action in self.actions:
            action.setEnabled(self._can_keep and bool(entries) and bool(self.marks.question))

    def words(self, entry: GridEntry) -> str:
        """Return the word for a photo's mark, or ""."""
        grades = {True: self.tr("right"), False: self.tr("wrong"), None: ""}
        return grades[self.marks.grade(entry)]

    def _file_of(self, settings: Settings) -> Path:
        return Path(settings.judgments).expanduser() if settings.judgments else self._default

    def _action(self, text: str, key: str, is_right: bool) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(key))
        # In the viewer, its buttons may have the keyboard.
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda: self.marks.mark(self._entries, is_right))
        return action

    def fill(self, menu: QMenu) -> None:
        """Add the marks to a menu."""
        menu.addSeparator()
        menu.addActions(self.actions)

    def _on_question(self, question: str) -> None:
        self._banner.clear("judgments")
        self.marks.ask(question)
        self.set_entries(self._entries)

    def compare(self) -> None:
        """Open the dialog that finds the best settings, or bring an open one to the front."""
        self._open_once(
            lambda: ComparisonDialog(self._examination, *self.marks.totals(), self._window)
        )

    def check_precision(self) -> None:
        """Open the dialog that finds out whether the encoder may compute in 8 bits."""
        self._open_once(lambda: PrecisionDialog(self._examination, self._precision, self._window))

    def _open_once(self, make: Callable[[], TrialDialog]) -> None:
        if self._open_dialog is not None:
            self._open_dialog.raise_()
            return
        dialog = make()
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.use_requested.connect(self.settings_chosen)
        dialog.destroyed.connect(self._on_dialog_gone)
        self._open_dialog = dialog
        dialog.show()

    def _on_dialog_gone(self) -> None:
        self._open_dialog = None

    # ---- files ------------------------------------------------------------------------------

    def _save_as(self) -> None:
        dialog = self._dialog(self.tr("Save marks as"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("jsonl")
        dialog.fileSelected.connect(self.save_as)
        dialog.open()

    def save_as(self, path: str) -> None:
        """Write the judgments to another file, if no photos lie there, and use that from now on."""
        self._to_save = path
        self._places.look()

    def _on_looked(self) -> None:
        self.marks.photos = self._places.known
        path, self._to_save = self._to_save, ""
        if path and self.marks.save_as(Path(path)):
            self.file_chosen.emit(path)

    def _open(self) -> None:
        dialog = self._dialog(self.tr("Open marks"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.file_chosen)
        dialog.open()

    def _dialog(self, title: str) -> QFileDialog:
        where = str(self.marks.path.parent)
        dialog = QFileDialog(self._window, title, where, self.tr("Marks ({0})").format(_FILES))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog
