"""The grid with its header: what is shown, in which order, how large."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.gui.results_model import ResultsModel
from visret_desktop.gui.results_view import LARGEST_CELL, SMALLEST_CELL, ResultsView
from visret_desktop.gui.thumbnail_loader import ThumbnailLoader

_ORDERS = ("relevance", "date", "name")


class GridPage(QWidget):
    """Header, the strip's place, and the grid."""

    order_changed = Signal(str)

    def __init__(
        self, model: ResultsModel, loader: ThumbnailLoader, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._model = model
        self.view = ResultsView(model, loader)
        self.title = QLabel()
        self.title.setAccessibleName(self.tr("What is shown"))
        self._order = QComboBox()
        self._order.addItems([self.tr("by relevance"), self.tr("by date"), self.tr("by name")])
        self._order.setAccessibleName(self.tr("Order"))
        self._order.currentIndexChanged.connect(self._on_order)
        self._scores = QCheckBox(self.tr("scores"))
        self._scores.setToolTip(self.tr("Show place and similarity instead of names"))
        self._scores.toggled.connect(self.view.set_show_scores)
        self.size_slider = QSlider(Qt.Orientation.Horizontal)
        self.size_slider.setRange(SMALLEST_CELL, LARGEST_CELL)
        self.size_slider.setValue(176)
        self.size_slider.setFixedWidth(140)
        self.size_slider.setAccessibleName(self.tr("Size of the photos"))
        self.size_slider.setToolTip(self.tr("Size of the photos (Ctrl + wheel)"))
        self.size_slider.valueChanged.connect(self.view.set_cell_size)
        self.view.cell_size_changed.connect(self.size_slider.setValue)
        header = QHBoxLayout()
        header.setContentsMargins(16, 8, 8, 8)
        header.setSpacing(16)
        header.addWidget(self.title, 1)
        for widget in (self._scores, self._order, self.size_slider):
            header.addWidget(widget)
        # Where the pictures that a query is visualized by will stand.
        self.sketch_strip = QWidget()
        self.sketch_strip.setObjectName("sketch_strip")
        self.sketch_strip.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(header)
        column.addWidget(self.sketch_strip)
        column.addWidget(self.view, 1)

    def set_searching(self, searching: bool) -> None:
        """Offer relevance only where there is a query; a new query begins with it."""
        self._scores.setEnabled(searching)
        self._order.model().item(0).setEnabled(searching)
        if searching:
            self._order.setCurrentIndex(0)
        elif self._order.currentIndex() == 0:
            self._order.setCurrentIndex(1)

    def show_count(self, photos: int) -> None:
        """Say how many photos are browsed."""
        many = self.tr("{0} photos").format(f"{photos:,}")
        self.title.setText(self.tr("1 photo") if photos == 1 else many)

    def set_order(self, order: str) -> None:
        """Choose an order."""
        self._order.setCurrentIndex(_ORDERS.index(order))

    def _on_order(self, index: int) -> None:
        self._model.sort_by(_ORDERS[index])
        self.order_changed.emit(_ORDERS[index])
