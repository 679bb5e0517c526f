"""What the window is made of: its widgets, and what connects them with engine and library."""

from PySide6.QtWidgets import QMainWindow, QStackedWidget

from visret_desktop.gui.answers.answer_controller import AnswerController
from visret_desktop.gui.answers.answer_line import AnswerLine
from visret_desktop.gui.answers.answer_photos import AnswerPhotos
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.grid.results_model import ResultsModel
from visret_desktop.gui.judging.judging_controller import JudgingController
from visret_desktop.gui.library.duplicates_page import DuplicatesPage
from visret_desktop.gui.library.library_controller import LibraryController
from visret_desktop.gui.map.map_controller import MapController
from visret_desktop.gui.opening.open_paths import PathSorting
from visret_desktop.gui.photo.photo_actions import PhotoActions
from visret_desktop.gui.photo.photo_panel import PhotoPanel
from visret_desktop.gui.photo.viewer import PhotoViewer
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.saved.saved_controller import SavedController
from visret_desktop.gui.search.answer_view_model import AnswerViewModel
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.search.search_controller import SearchController
from visret_desktop.gui.sketches.sketch_pictures import SketchPictures
from visret_desktop.gui.sketches.sketch_strip import SketchStrip
from visret_desktop.gui.sketches.sketch_view_model import SketchViewModel
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.incoming_pictures import DropTarget
from visret_desktop.gui.widgets.status_line import StatusLine
from visret_desktop.gui.widgets.undo_history import UndoHistory
from visret_desktop.gui.window.engine_notices import EngineNotices
from visret_desktop.gui.window.filter_controller import FilterController
from visret_desktop.gui.window.interchange_controllers import (
    DeploymentController,
    DetectionController,
    ExportController,
    NotesController,
    TrackController,
)
from visret_desktop.gui.window.settings_controller import SettingsController
from visret_desktop.gui.window.sketch_controller import SketchController
from visret_desktop.gui.window.tag_panel_controller import TagPanelController
from visret_desktop.gui.window.window_state import WindowState
from visret_desktop.paths import Paths, ServerPaths
from visret_desktop.recent_queries import RecentQueries

_NARROWEST_PAGE = 320  # pixels


class WindowParts:
    """The parts of the window, made once; `MainWindow` connects what concerns several."""

    def __init__(
        self,
        paths: Paths,
        keeper: SettingsController,
        session: Session,
        client: EngineClient,
        state: WindowState,
        window: QMainWindow,
    ) -> None:
        self._make_places(paths, window)
        # What connects the widgets with the engine and the library.
        settings = keeper.settings
        bar, model, grid, photo = self.query_bar, self.model, self.grid, self.photo
        loader, board, banner, status = self.loader, self.board, self.banner, self.status
        actions = self.actions = PhotoActions(window)
        self.drops = DropTarget(window)
        answers = self.answer_board
        search = SearchController(bar, session, board, answers, model, grid, status, banner, window)
        self.search = search
        self.answers = AnswerController(
            answers, self.answer, search, session, board, bar, grid, window
        )
        history = self.history = UndoHistory(window)
        # What can be undone may be of photos that are forgotten.
        session.folder_removed.connect(lambda _: history.clear())
        self.answer_photos = AnswerPhotos(answers, self.answer, model, grid, self.viewer, window)
        self.sketches = SketchController(
            loader, board, self.pictures, grid.strip, bar, search, photo, actions, window
        )
        self.judging = JudgingController(
            paths, settings, client, search, board, grid, self.viewer, history, banner, window
        )
        self.map = MapController(model, grid, bar.facts.toggle, window)
        photo.spot_of = self.map.spot_of
        photo.add_actions((*actions.for_panel, *self.judging.actions))
        self.library = LibraryController(
            paths, session, search, model, grid, self.pages, banner, status, window
        )
        self.saved = SavedController(
            paths,
            settings.folder_seconds,
            session,
            search,
            self.library,
            bar,
            grid.view,
            loader.image,
            history,
            banner,
            window,
        )
        self.facts = FilterController(
            bar, search, session, self.library.view, model, grid, actions, window
        )
        chosen = grid.view.selected_entries
        known = self.library.view
        self.deployments = DeploymentController(
            client, lambda: known.reader, history, banner, window
        )
        described = self.deployments.open
        self.exports = ExportController(
            client, lambda: known.reader, keeper, model, chosen, described, window
        )
        self.tags = TagPanelController(
            client,
            paths,
            session,
            keeper,
            lambda: known.reader,
            model,
            grid,
            self.viewer,
            photo,
            history,
            banner,
            window,
        )
        tagging = self.tags.tagging
        self.map.dropped.connect(tagging.place_at)
        self.tracks = TrackController(
            tagging.changes, lambda: known.reader, model, chosen, banner, window
        )
        self.notes = NotesController(client, tagging.changes, banner, window)
        self.detections = DetectionController(
            client, lambda: known.reader, chosen, tagging, banner, window
        )
        photo.found_in = self.detections.lines_of
        self.sorting = PathSorting(window)
        search.apply(settings)
        self.answers.apply(settings)
        self.library.apply(settings)
        self.notices = EngineNotices(client, session, banner, state, window)

    def _make_places(self, paths: Paths, window: QMainWindow) -> None:
        """Make the widgets, and what they show."""
        pasted = paths.cache / "pasted"
        self.model = ResultsModel(window)
        place = paths.server_thumbnails if isinstance(paths, ServerPaths) else ""
        self.loader = ThumbnailLoader(paths.thumbnails, window, place)
        self.query_bar = QueryBar(pasted, RecentQueries(paths.recent_queries))
        self.board = SketchViewModel(window)
        self.pictures = SketchPictures(self.loader, window)
        strip = SketchStrip(self.board, self.pictures, pasted)
        self.answer_board = AnswerViewModel(window)
        self.answer = AnswerLine(self.answer_board, self.loader, self.pictures)
        self.grid = GridPage(self.model, self.loader, strip, self.answer)
        self.grid.height_changed.connect(self.answer.set_room)
        self.grid.height_changed.connect(strip.set_room)
        self.viewer = PhotoViewer(self.loader)
        self.photo = PhotoPanel()
        self.duplicates = DuplicatesPage(self.loader)
        self.banner = Banner()
        self.status = StatusLine()
        self.pages = QStackedWidget()
        self.pages.setMinimumWidth(_NARROWEST_PAGE)  # else a wider one that is hidden counts
