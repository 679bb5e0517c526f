"""Connects tags, names and their suggestions with the parts of the window."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QWidget

from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.photo.photo_panel import PhotoPanel
from visret_desktop.gui.photo.viewer import PhotoViewer
from visret_desktop.gui.tagging.panel_notes import PanelNotes
from visret_desktop.gui.tagging.tagging_controller import TaggingController
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.undo_history import UndoHistory
from visret_desktop.gui.window.settings_controller import SettingsController
from visret_desktop.paths import Paths

if TYPE_CHECKING:
    from visret_desktop.library.catalog.catalog_reader import CatalogReader


class TagPanelController(QObject):
    """The tagging bar, which lies below the photos, and the notes in the photo panel."""

    closed = Signal()  # the photos are to have the keyboard

    def __init__(
        self,
        client: EngineClient,
        paths: Paths,
        session: Session,
        keeper: SettingsController,
        reader: "Callable[[], CatalogReader | None]",
        model: ResultsModel,
        grid: GridPage,
        viewer: PhotoViewer,
        photo: PhotoPanel,
        history: UndoHistory,
        banner: Banner,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._model, self._grid, self._viewer = model, grid, viewer
        tagging = self.tagging = TaggingController(
            client, paths, keeper.settings, reader, history, banner, window
        )
        self._notes = PanelNotes(client, paths, photo, tagging, banner, window)
        self.bar = tagging.bar
        tagging.listen_in(grid.view, viewer)
        tagging.stepped.connect(self._step)
        tagging.closed.connect(self.closed)
        tagging.observer_given.connect(lambda name: keeper.change(observer=name))
        keeper.changed.connect(tagging.take_settings)
        grid.view.menu_requested.connect(tagging.fill)
        session.library_changed.connect(photo.read_again)

    def set_entries(self, entries: list[GridEntry]) -> None:
        """Work on these photos from now on."""
        self.tagging.set_entries(entries)

    def fill(self, menu: QMenu) -> None:
        """Put all that can be done into the menu of photos."""
        self.tagging.fill(menu)
        menu.addAction(self.tr("Suggest names"), self._notes.suggest)
        menu.addAction(self.tr("Import names …"), self._notes.import_names)

    def _step(self, photos: int) -> None:
        """Go on to the next photo, or the one before, in what is shown."""
        if self._viewer.isVisible():
            self._viewer.walk(photos)
        else:
            view = self._grid.view
            row = view.current_row() + photos
            view.select_row(min(max(row, 0), self._model.rowCount() - 1))
