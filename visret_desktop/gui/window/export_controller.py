"""Opens the dialog that exports the photos that are selected, found, shown, or all."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QWidget

from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.photo.photo_actions import reveal
from visret_desktop.gui.window.settings_controller import SettingsController

if TYPE_CHECKING:
    from visret_desktop.gui.exports.export_dialog import ExportDialog
    from visret_desktop.gui.exports.export_form import Photos


class ExportController(QObject):
    """Connects the dialogs of exports and of sidecars with grid, settings and engine."""

    def __init__(
        self,
        client: EngineClient,
        keeper: SettingsController,
        model: ResultsModel,
        selected: Callable[[], Sequence[GridEntry]],
        open_deployments: Callable[[QWidget], QDialog | None],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._client, self._keeper, self._window = client, keeper, window
        self._model, self._selected = model, selected
        self._open_deployments = open_deployments
        self.action = QAction(self.tr("Export …"), self)
        self.action.setShortcut(QKeySequence("Ctrl+Shift+S"))
        self.action.triggered.connect(lambda: self.open())
        window.addAction(self.action)

    def open(self) -> None:
        """Open the dialog of exports."""
        from visret_desktop.gui.exports.export_dialog import ExportDialog  # rarely opened

        dialog = ExportDialog(self._client.run, self._photos(), self._window)
        dialog.finished.connect(lambda _: dialog.deleteLater())
        dialog.sidecars_requested.connect(
            lambda: self.open_sidecars(dialog.form.photos.currentIndex())
        )
        dialog.deployments_requested.connect(lambda: self._describe(dialog))
        dialog.reveal_requested.connect(reveal)
        dialog.open()

    def _describe(self, dialog: "ExportDialog") -> None:
        """Let deployments be described, and look again what lacks."""
        opened = self._open_deployments(dialog)
        if opened is not None:
            opened.finished.connect(dialog.plan)

    def open_sidecars(self, chosen: int = 0) -> None:
        """Open the dialog of sidecars; `chosen` says which of the photos are meant at first."""
        from visret_desktop.gui.exports.sidecar_dialog import SidecarDialog  # rarely opened

        keeper = self._keeper
        is_allowed = keeper.settings.write_sidecars
        photos = [(words, ids or ()) for words, ids in self._photos()]
        dialog = SidecarDialog(
            self._client.run, photos, self._window, is_allowed=is_allowed, chosen=chosen
        )
        dialog.finished.connect(lambda _: dialog.deleteLater())
        dialog.allow_requested.connect(partial(keeper.change, write_sidecars=True))
        keeper.changed.connect(dialog.take_settings)
        dialog.open()

    def _photos(self) -> "list[Photos]":
        selected = tuple(entry.photo_id for entry in self._selected())
        found = tuple(self._model.found_ids())
        shown = tuple(int(number) for number in self._model.whole_ids())
        choices: list[Photos] = [
            (self.tr("%Ln selected photo(s)", "", len(selected)), selected),
            (self.tr("%Ln photo(s) found", "", len(found)), found),
        ]
        if len(shown) > len(found):  # less likely ones, too
            choices.append((self.tr("%Ln photo(s) shown in the window", "", len(shown)), shown))
        everything: Photos = (self.tr("All photos of the library"), None)
        return [*(choice for choice in choices if choice[1]), everything]
