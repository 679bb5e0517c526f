"""The grid with its header: title, order and size of the photos."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QSlider,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.engine.messages import Ranked
from visret_desktop.gui.grid.grid_canvas import LARGEST_LINE, LINE, SMALLEST_LINE
from visret_desktop.gui.grid.list_names import by_list
from visret_desktop.gui.grid.results_model import LIST_ORDER, ResultsModel
from visret_desktop.gui.grid.results_view import ResultsView
from visret_desktop.gui.grid.sections import DAY, MONTH
from visret_desktop.gui.languages.figures import count
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.sketches.sketch_strip import SketchStrip
from visret_desktop.gui.widgets.accessibility import ArrowGroup
from visret_desktop.gui.widgets.icons import flat_button, pixmap
from visret_desktop.gui.widgets.plain_text import ElidedLabel, PlainLabel
from visret_desktop.gui.widgets.theme import Text, set_text
from visret_desktop.gui.widgets.window_layout import column, fill

_ICON = 48  # pixels


class NoMatchPage(QWidget):
    """Shown instead of the grid until someone asks for the closest photos."""

    show_requested = Signal()
    all_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = PlainLabel()
        self.title, self._below = PlainLabel(is_wrapped=True), PlainLabel(is_wrapped=True)
        set_text(self.title, Text.TITLE, is_bold=True)
        self._below.setText(self.tr("Try other words, or search with a picture."))
        self._below.setEnabled(False)
        for label in (self._icon, self.title, self._below):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = QPushButton()
        self.button.setObjectName("primary")
        self.button.setMinimumHeight(36)
        self.button.clicked.connect(self.show_requested)
        self.all = QPushButton(self.tr("Search all photos"))
        self.all.setMinimumHeight(36)
        self.all.clicked.connect(self.all_requested)
        row = QHBoxLayout()
        fill(row, None, self.all, self.button, None, spacing=8)
        parts = (None, self._icon, self.title, self._below, row, None)
        fill(QVBoxLayout(self), *parts, margins=(24, 24, 24, 48), spacing=12)
        self.set_folder("")
        self.offer(0)
        self._paint_icon()

    def set_folder(self, name: str) -> None:
        """Name the folder that was searched; "": all of them."""
        inside = self.tr("No photo in “{0}” matches").format(name)
        self.title.setText(inside if name else self.tr("No photo matches"))
        self.all.setVisible(bool(name))

    def offer(self, photos: int) -> None:
        """Say how many photos the button shows."""
        self.button.setText(self.tr("Show the closest photo(s)", "", photos))
        self.setAccessibleName(self.title.text())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the colors of the window."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._paint_icon()

    def _paint_icon(self) -> None:
        color = self.palette().color(QPalette.ColorRole.PlaceholderText)
        self._icon.setPixmap(pixmap("search-x", color, _ICON, self.devicePixelRatioF()))


_ORDERS = ("relevance", "date", "month", "day", "name")
_HEADLINES = {"date": 0, "month": MONTH, "day": DAY}  # of the orders by date
_SLIDER, _READABLE, _LOWEST = 120, 88, 120  # pixels
_TOO_NARROW = 640  # pixels, for something beside the photos
_OFFERED_AT = len(_ORDERS)


class GridPage(QWidget):
    """Header, sketches, answer, and below them the grid or the page that says nothing matches."""

    height_changed = Signal(int)

    def __init__(
        self,
        model: ResultsModel,
        loader: ThumbnailLoader,
        strip: SketchStrip,
        answer: QWidget,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._answered: tuple[str, int] | None = None  # a search, in words, by how many photos
        self._is_searching = False
        self.view = ResultsView(model, loader)
        self.title = ElidedLabel()
        set_text(self.title, Text.TITLE, is_bold=True)
        self.title.setMinimumWidth(_READABLE)
        self._order = QComboBox()
        self._order.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._dated = "date"  # the order by date that was chosen last
        titles = (
            self.tr("by relevance"),
            self.tr("by date"),
            self.tr("by month"),
            self.tr("by day"),
            self.tr("by name"),
        )
        for title, order in zip(titles, _ORDERS, strict=True):
            self._order.addItem(title, order)
        self._order.setAccessibleName(self.tr("Order"))
        self._order.currentIndexChanged.connect(self._on_order)
        self._scores = _toggle("list-ordered", self.tr("Show the place and likeness of each photo"))
        self._scores.toggled.connect(self.view.set_show_scores)
        self.captions = _toggle("captions", self.tr("Show names and dates below the photos"))
        self.captions.toggled.connect(self.view.set_captions)
        self.bursts = _toggle("layers", self.tr("Show a burst as one picture; B opens it"))
        self.bursts.toggled.connect(model.show_bursts_as_one)
        self.map_switch = _toggle("map", self.tr("Show where the photos are on a map"))
        self.size_slider = QSlider(Qt.Orientation.Horizontal)
        self.size_slider.setRange(SMALLEST_LINE, LARGEST_LINE)
        self.size_slider.setValue(LINE)
        self.size_slider.setMinimumWidth(_SLIDER // 2)
        self.size_slider.setMaximumWidth(_SLIDER)
        self.size_slider.setAccessibleName(self.tr("Size of the photos"))
        self.size_slider.setToolTip(self.tr("Size of the photos (Ctrl + wheel)"))
        self.size_slider.valueChanged.connect(self.view.set_line_height)
        self.view.line_height_changed.connect(self.size_slider.setValue)
        flat = (self._scores, self.captions, self.bursts, self.map_switch)
        ArrowGroup(self, flat)
        self._header = QHBoxLayout()
        toggles = (self._order, *flat)
        parts = ((self.title, 4), *toggles, (self.size_slider, 1))
        fill(self._header, *parts, margins=(12, 8, 12, 4), spacing=8)
        self.strip = strip
        # Hidden for 'only photos', even if strip or answer show themselves.
        self.strip_place = column(strip, answer)
        strip.list_chosen.connect(self.order_by_list)
        self.no_match = NoMatchPage()
        self.no_match.show_requested.connect(self.show_photos)
        self._below = QStackedWidget()
        self._below.addWidget(self.view)
        self._below.addWidget(self.no_match)
        self._below.setMinimumHeight(_LOWEST)  # else the page that is not shown counts
        self._sides = QSplitter()
        self._sides.addWidget(self._below)
        self._sides.setCollapsible(0, False)
        self._photos = QHBoxLayout()
        fill(self._photos, (self._sides, 1), margins=(0, 0, 0, 0))
        whole = QVBoxLayout(self)
        fill(whole, self._header, self.strip_place, (self._photos, 1), margins=(0, 0, 0, 0))

    def set_beside(self, widget: QWidget) -> None:
        """Have a widget beside the photos, or above them while the page is narrow."""
        self._sides.addWidget(widget)
        self._sides.setSizes([1, 1])
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say how high the page is: what stands above the photos takes only a part of it."""
        super().resizeEvent(event)
        self._make_room()
        self.height_changed.emit(self.height())

    def event(self, event: QEvent) -> bool:
        """Look what the header has room for when one of its parts needs more or less of it."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._make_room()
        return super().event(event)

    def put_beside(self, widget: QWidget) -> None:
        """Put a widget at the right of the photos."""
        self._photos.addWidget(widget)

    def _make_room(self) -> None:
        """Hide what keys and the menu do as well, the slider first, where the order needs room."""
        margins, spacing = self._header.contentsMargins(), self._header.spacing()
        room = self.width() - margins.left() - margins.right() - self.title.minimumWidth()
        room -= self._order.sizeHint().width() + spacing
        ranked = (self._scores,) if self._is_searching else ()
        toggles = (*ranked, self.map_switch, self.bursts, self.captions)
        for spare in (*toggles, self.size_slider):
            room -= max(spare.minimumWidth(), spare.minimumSizeHint().width()) + spacing
            spare.setVisible(room >= 0)
        is_narrow, sides = self.width() < _TOO_NARROW, Qt.Orientation
        self._sides.setOrientation(sides.Vertical if is_narrow else sides.Horizontal)

    def show_photos(self) -> None:
        """Show the grid."""
        had_keyboard = self.no_match.button.hasFocus()
        self._below.setCurrentWidget(self.view)
        if had_keyboard:
            self.view.setFocus()

    def show_no_match(self, photos: int) -> None:
        """Say that nothing matches, unless someone is looking at the nearest photos already."""
        is_in_use = bool(self.view.selected_entries()) or self.view.verticalScrollBar().value() > 0
        if not is_in_use:
            self.no_match.offer(photos)
            self._below.setCurrentWidget(self.no_match)

    def set_lists(self, names: Sequence[str]) -> None:
        """Offer to order by each of the lists that were fused into the ranking."""
        orders = [LIST_ORDER + name for name in names] if len(names) > 1 else []
        offered = [self._order.itemData(n) for n in range(_OFFERED_AT, self._order.count())]
        if offered == orders:
            return
        if self._model.order.startswith(LIST_ORDER) and self._model.order not in orders:
            self._order.setCurrentIndex(0)
        # From the end, so that the chosen one is not touched if it stays.
        for place in reversed(range(_OFFERED_AT, self._order.count())):
            if self._order.itemData(place) not in orders:
                self._order.removeItem(place)
        for place, (name, order) in enumerate(zip(names, orders, strict=False), _OFFERED_AT):
            if self._order.itemData(place) != order:
                self._order.insertItem(place, by_list(name), order)

    def order_by_list(self, name: str) -> None:
        """Order by one list; "" or the list that is chosen already: by relevance."""
        place = self._order.findData(LIST_ORDER + name)
        is_chosen = place == self._order.currentIndex()
        if place >= 0 and not is_chosen:
            self._order.setCurrentIndex(place)
        elif self._best_first().isEnabled():
            self._order.setCurrentIndex(0)

    def _best_first(self) -> QStandardItem:
        model = self._order.model()
        assert isinstance(model, QStandardItemModel)  # as every combo box has it
        return model.item(0)

    @property
    def dated_order(self) -> str:
        """The order by date that was chosen last: 'date', or by 'month' or 'day' with headlines."""
        return self._dated

    @dated_order.setter
    def dated_order(self, order: str) -> None:
        self._dated = order if order in _HEADLINES else "date"
        if self._model.order == "date":
            self.order_by_date()

    def order_by_date(self) -> None:
        """Order by date, the newest first."""
        self._order.setCurrentIndex(self._order.findData(self._dated))

    def set_searching(self, searching: bool) -> None:
        """Offer relevance only while there is a query; a new query starts with it."""
        self._is_searching = searching
        self._scores.setVisible(searching)
        self._best_first().setEnabled(searching)
        self.show_photos()
        self._model.begin_folded()
        if not searching:
            self.set_lists(())
        if searching:
            self._order.setCurrentIndex(0)
        elif self._order.currentIndex() == 0:
            self.order_by_date()

    def show_count(self, photos: int, *, is_answer: bool = False, of: int = 0) -> None:
        """Say how many photos are browsed, or are behind an answer; `of` how many, if of more."""
        self._answered = None
        words = self.tr("%Ln photo(s)", "", photos)
        if is_answer:
            words = self.tr("%Ln photo(s) behind the answer", "", photos)
        elif of > photos:
            counts = count(photos), count(of)
            words = self.tr("{0} of {1} photos").format(*counts)
        self.title.setText(words)

    def show_answer(self, ranked: Ranked) -> None:
        """Say how many photos answer the query, if the search can tell already."""
        if not ranked.hits:
            words = self.tr("No photos")
        elif ranked.nothing_matches:
            words = self.tr("Nothing matches")
        elif ranked.found > 0:
            words = self.tr("%Ln found", "", ranked.found)
        elif ranked.is_settled:
            words = self.tr("Closest first")
        else:
            words = self.tr("Closest first so far")
        self._answered = words, len(ranked.hits)
        self._show_answered()

    def _show_answered(self) -> None:
        """Say what was found, or in the order of one list, which shows all, how many there are."""
        if self._answered is None:
            return
        words, photos = self._answered
        if name := self._model.list_name:
            words = self.tr("%Ln photo(s) {0}", "", photos).format(by_list(name))
        self.title.setText(words)

    def _on_order(self, index: int) -> None:
        order = self._order.itemData(index)
        if order in _HEADLINES:
            self._dated = order
            self._model.sort_by("date", _HEADLINES[order])
        else:
            self._model.sort_by(order)
        self.strip.show_chosen(self._model.list_name)
        self._show_answered()


def _toggle(icon_name: str, words: str) -> QToolButton:
    made = flat_button(icon_name, words)
    made.setCheckable(True)
    return made
