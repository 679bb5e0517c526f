"""Connects the sketches with the query, the menus, the grid and the photo panel."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from visret_desktop.engine.messages import HASH_PREFIX, QueryTerm
from visret_desktop.gui.grid.list_names import SECOND
from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.photo.photo_actions import PhotoActions
from visret_desktop.gui.photo.photo_panel import PhotoPanel
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.search.search_controller import SearchController
from visret_desktop.gui.search.search_controls import SearchControls
from visret_desktop.gui.sketches.sketch_board import SketchBoard
from visret_desktop.gui.sketches.sketch_pictures import SketchPictures
from visret_desktop.gui.sketches.sketch_strip import SketchStrip
from visret_desktop.gui.widgets.menus import Entry

_AWAY = -0.5  # as strongly as a 'little' chip: pictures are closer to each other than to words


class PictureWork(QObject):
    """Carries out what menus, photos and the photo panel ask of the sketches."""

    pictures_switched = Signal(bool)
    strategy_kept = Signal(str)

    def __init__(
        self,
        loader: ThumbnailLoader,
        board: SketchBoard,
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
        controls.pictures_switched.connect(self.pictures_switched)
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

    def entries(self, controls: SearchControls, undo: Callable[[], object]) -> tuple[Entry, ...]:
        """Return the entries of the menu; `undo` undoes marks, too."""
        strategies = (
            (self.tr("Search by text"), "Alt+1", "original"),
            (self.tr("Search by instruction"), "Alt+2", "rephrase"),
            (self.tr("Search by pictures"), "Alt+3", "visret"),
            (self.tr("Search by both"), "Alt+4", "hybrid"),
        )
        return (
            (self.tr("Pictures on or off"), "Ctrl+Shift+D", controls.pictures.click),
            *((text, keys, self._chooser(name)) for text, keys, name in strategies),
            ("", "", self.board.undo),
            (self.tr("Go to the sketches"), "Ctrl+G", self._focus_sketches),
            (self.tr("Edit the instruction"), "Ctrl+I", self._focus_instruction),
            (self.tr("Draw all again"), "Ctrl+Shift+A", self.strip.reroll_all.click),
            (self.tr("Undo"), "Ctrl+Z", undo),
        )

    def close_pool(self) -> None:
        """Stop loading pictures."""
        self.pictures.close_pool()

    def _chooser(self, strategy: str) -> Callable[[], None]:
        return lambda: self._search.choose_strategy(strategy)

    def _focus_sketches(self) -> None:
        cards = self.strip.cards()
        if cards:
            cards[0].setFocus()

    def _focus_instruction(self) -> None:
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
            self.board.add(image, entry.column)
        else:
            thumbnail = self._loader.image(entry.content_hash)
            self._bar.add_example(QueryTerm(image=image), entry.name, thumbnail)
