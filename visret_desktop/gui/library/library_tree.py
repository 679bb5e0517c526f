"""The list of the library panel: what is chosen, and what keys and clicks do."""

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QEvent, QKeyEvent, QPalette
from PySide6.QtWidgets import QTreeView, QWidget

from visret_desktop.gui.library.library_delegate import LibraryDelegate
from visret_desktop.gui.library.library_model import ALL, PLACE, LibraryModel, Place

Flag = QItemSelectionModel.SelectionFlag
_INDENT = 14


class LibraryTree(QTreeView):
    """Moving onto a place chooses it; a search is asked by a click or Enter, and chooses nothing."""

    chosen = Signal(object)  # Place
    query_chosen = Signal(str)
    remove_requested = Signal(object)  # Place
    menu_requested = Signal(object, QPoint)  # Place, position on the screen

    def __init__(self, model: LibraryModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setAccessibleName(self.tr("Library"))
        self.setHeaderHidden(True)
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.setItemDelegate(LibraryDelegate(self))
        self.setIndentation(_INDENT)
        self.setMouseTracking(True)
        self.setExpandsOnDoubleClick(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.selectionModel().selectionChanged.connect(lambda *_: self._say_chosen())
        self.clicked.connect(self._on_clicked)
        model.rowsInserted.connect(lambda *_: self._choose_something())
        model.rowsRemoved.connect(lambda *_: self._choose_something())

    def place(self) -> Place:
        """Return the chosen place."""
        selected = self.selectionModel().selectedIndexes()
        return selected[0].data(PLACE) if selected else ALL

    def choose(self, place: Place) -> None:
        """Choose a place and say so, also if it is chosen already; ALL if it is not listed."""
        index = self.model().find(place)
        index = index if index.isValid() else self.model().find(ALL)
        self.selectionModel().blockSignals(True)
        self.setCurrentIndex(index)
        self.selectionModel().blockSignals(False)
        self.viewport().update()
        self.chosen.emit(self.place())

    def selectionCommand(
        self, index: QModelIndex | QPersistentModelIndex, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """Select places only."""
        is_place = index.isValid() and index.data(PLACE).kind not in ("search", "title", "unread")
        return Flag.ClearAndSelect if is_place else Flag.NoUpdate

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask a search with Enter, remove a folder with Delete."""
        place = self.currentIndex().data(PLACE)
        if place is None:
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_clicked(self.currentIndex())
        elif event.key() == Qt.Key.Key_Delete and place.kind == "folder" and not place.inside:
            self.remove_requested.emit(place)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the row under the pointer, or by key of the current one."""
        is_by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if is_by_key else self.indexAt(event.pos())
        if index.isValid():
            point = self.visualRect(index).center() if is_by_key else event.pos()
            self.menu_requested.emit(index.data(PLACE), self.viewport().mapToGlobal(point))

    def _on_clicked(self, index: QModelIndex) -> None:
        place = index.data(PLACE)
        if place.kind == "search":
            self.query_chosen.emit(place.query)
        elif place == self.place():  # a click on the chosen row leads back from the viewer
            self.chosen.emit(place)

    def _say_chosen(self) -> None:
        if self.selectionModel().hasSelection():
            self.chosen.emit(self.place())

    def _choose_something(self) -> None:
        if not self.selectionModel().hasSelection() and self.model().rowCount():
            self.choose(ALL)
