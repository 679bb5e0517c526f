"""Opens the dialogs of deployments and of packages that come in, and takes packages back."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from visret_desktop.engine.field_messages import DropPackage
from visret_desktop.engine.messages import Failed
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.engine.job_handle import JobHandle
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.undo_history import UndoHistory

if TYPE_CHECKING:
    from visret_desktop.library.catalog.catalog_reader import CatalogReader


_KEY = "package"  # of sentences in the banner


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
        history.moved.connect(partial(banner.clear, _KEY))

    def open(self, parent: QWidget | None = None) -> QDialog | None:
        """Open the table of deployments, above the window or a dialog."""
        from visret_desktop.gui.exports.deployments_dialog import DeploymentsDialog

        reader = self._reader()
        if reader is None:
            return None
        dialog = DeploymentsDialog(reader, self._client.run, parent or self._window)
        dialog.finished.connect(lambda _: dialog.deleteLater())
        dialog.open()
        return dialog

    def import_package(self) -> None:
        """Open the dialog that takes a package in."""
        from visret_desktop.gui.exports.package_dialog import PackageDialog

        dialog = PackageDialog(self._client.run, self._window)
        dialog.kept.connect(self._on_kept)
        dialog.finished.connect(lambda _: dialog.deleteLater())
        dialog.open()

    def _on_kept(self, source: str, photos: int) -> None:
        # It can be imported again by its dialog alone, which reads the package anew.
        self._history.push(self.tr("Import of “{0}”").format(source), partial(self._undo, source))
        words = self.tr("%Ln photo(s) have what the package “{0}” says.", "", photos)
        self._banner.say(
            _KEY,
            words.format(source),
            is_hint=True,
            button=self.tr("Undo"),
            action=self._history.undo,
        )

    def _undo(self, source: str) -> None:
        self._history.begin()
        self._client.run(DropPackage(source=source)).ended.connect(self._on_undone)

    def _on_undone(self, job: JobHandle) -> None:
        self._history.end()
        if isinstance(job.ending, Failed):
            self._banner.say(_KEY, job.ending.sentence)
