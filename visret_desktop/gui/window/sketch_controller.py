"""Connects the sketches with the query, the menus, the grid and the photo panel."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QImage

from visret_desktop.engine.messages import HASH_PREFIX, QueryTerm
from visret_desktop.gui.grid.list_names import SECOND
from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.photo.photo_actions import PhotoActions
from visret_desktop.gui.photo.photo_panel import PhotoPanel
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.search.search_controller import SearchController
from visret_desktop.gui.search.search_controls import SearchControls
from visret_desktop.gui.sketches.sketch_pictures import SketchPictures
from visret_desktop.gui.sketches.sketch_strip import SketchStrip
from visret_desktop.gui.sketches.sketch_view_model import SketchViewModel
from visret_desktop.gui.widgets.menus import Entry, Toggle

_AWAY = -0.5  # as strongly as a 'little' chip: pictures are closer to each other than to words


class SketchController(QObject):
    """Carries out what menus, photos and the photo panel ask of the sketches."""

    sketches_switched = Signal(bool)
    strategy_kept = Signal(str)

    def __init__(
        self,
        loader: ThumbnailLoader,
        board: SketchViewModel,
        pictures: SketchPictures,
        strip: SketchStrip,
        bar: QueryBar,
        search: SearchController,
        photo: PhotoPanel,
        actions: PhotoActions,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._loader, self.pictures = loader, pictures
        self.board, self.strip = board, strip
        self._bar, self._search = bar, search
        controls = bar.controls
        controls.sketches_switched.connect(self.sketches_switched)
        controls.strategy_chosen.connect(search.choose_strategy)
        controls.strategy_kept.connect(self.strategy_kept)
        photo.find_sketch = self.find_sketch
        photo.list_chosen.connect(self.strip.list_chosen)
        self.pictures.loaded.connect(photo.show_sketches)
        actions.avoid_requested.connect(self._avoid)
        actions.picture_requested.connect(self._use_as_picture)

    def find_sketch(self, name: str) -> QImage | None:
        """Return the picture that made a list, if it is loaded."""
        slot = self.board.slot(name.partition(SECOND)[0])
        return self.pictures.picture(slot.path) if slot is not None and slot.path else None

    def entries(self, controls: SearchControls) -> tuple[Entry | Toggle | QAction, ...]:
        """Return the entries of the menu."""
        sketches = controls.sketches
        return (
            Toggle(self.tr("Draw sketches"), "Ctrl+Shift+D", sketches.click, sketches.isChecked),
            *controls.actions_by_strategy.values(),
            ("", "", self.board.undo),
            (self.tr("Go to the sketches"), "Ctrl+G", self._focus_sketches),
            (self.tr("Edit the instruction"), "Ctrl+I", self._focus_instruction),
            (self.tr("Draw other sketches"), "Ctrl+Shift+A", self.strip.reroll_all.click),
            (self.tr("Draw the sketches left out"), "Ctrl+Shift+M", self.strip.more.click),
        )

    def _focus_sketches(self) -> None:
        self.strip.set_folded(False)
        cards = self.strip.cards()
        if cards:
            cards[0].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _focus_instruction(self) -> None:
        self.strip.set_folded(False)
        if self.strip.groups:
            self.strip.groups[0].line.edit.setFocus()
            self.strip.groups[0].line.edit.selectAll()

    def _avoid(self, entry: GridEntry) -> None:
        term = QueryTerm(image=HASH_PREFIX + entry.content_hash, weight=_AWAY)
        self._bar.add_example(term, entry.name, self._loader.image(entry.content_hash))

    def _use_as_picture(self, entry: GridEntry) -> None:
        """Put a photo beside the sketches; without sketches it joins the query as an example."""
        image = HASH_PREFIX + entry.content_hash
        if self._search.has_pictures:
            self.board.add(image, max(0, entry.column))
        else:
            thumbnail = self._loader.image(entry.content_hash)
            self._bar.add_example(QueryTerm(image=image), entry.name, thumbnail)
