"""The list of the library panel: what is chosen, and what keys and clicks do."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QKeyCombination,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from visret_desktop.gui.library.library_model import ALL, PLACE, LibraryModel, PanelRow
from visret_desktop.gui.widgets.panel_tree import PanelTree

Flag = QItemSelectionModel.SelectionFlag
Index = QModelIndex | QPersistentModelIndex
_NOT_CHOSEN = ("saved", "search", "title", "unread")
_ALT, _PLAIN = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.NoModifier
_SAVED_KEYS = {
    QKeyCombination(_PLAIN, Qt.Key.Key_F2): "rename",
    QKeyCombination(_PLAIN, Qt.Key.Key_Delete): "remove",
    QKeyCombination(_ALT, Qt.Key.Key_Up): "up",
    QKeyCombination(_ALT, Qt.Key.Key_Down): "down",
}


class LibraryTree(PanelTree):
    """Moving onto a place chooses it; a search is asked by a click or Enter, and not chosen."""

    chosen = Signal(object)  # Place
    query_chosen = Signal(str)
    saved_requested = Signal(str, str)  # what to do with a saved search, and its name
    remove_requested = Signal(object)  # Place
    menu_requested = Signal(object, QPoint)  # Place, position on the screen

    def __init__(self, model: LibraryModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setAccessibleName(self.tr("Library"))
        self._is_changing = False
        self.selectionModel().selectionChanged.connect(lambda *_: self._on_selection())
        self.clicked.connect(self._on_clicked)

    def place(self) -> PanelRow:
        """Return the chosen place."""
        selected = self.selectionModel().selectedIndexes()
        return selected[0].data(PLACE) if selected else ALL

    def choose(self, place: PanelRow) -> None:
        """Choose a place and say so, also if it is chosen already; ALL if it is not listed."""
        index = self._model.find(place)
        index = index if index.isValid() else self._model.find(ALL)
        self._is_changing = True
        self.setCurrentIndex(index)
        self._is_changing = False
        self.chosen.emit(self.place())

    @contextmanager
    def keeping_choice(self) -> Iterator[None]:
        """Leave what is chosen so while rows change, and the keyboard on its row.

        If what is chosen goes, choose ALL.
        """
        before, current = self.place(), self.currentIndex().data(PLACE)
        self._is_changing = True
        try:
            yield
        finally:
            self._is_changing = False
        index = self._model.find(before)
        if not index.isValid():
            self.choose(ALL)
        elif not self.selectionModel().isSelected(index):
            self._is_changing = True
            self.setCurrentIndex(index)
            self._is_changing = False
        moved = self._model.find(current) if current is not None else QModelIndex()
        if moved.isValid() and moved != self.currentIndex():
            self.selectionModel().setCurrentIndex(moved, Flag.NoUpdate)

    def selectionCommand(
        self, index: Index, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """Select places only."""
        is_place = index.isValid() and index.data(PLACE).kind not in _NOT_CHOSEN
        return Flag.ClearAndSelect if is_place else Flag.NoUpdate

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask a search with Enter, remove a folder with Delete, change a saved search."""
        place = self.currentIndex().data(PLACE)
        if place is None:
            super().keyPressEvent(event)
        elif place.kind == "saved" and (command := _SAVED_KEYS.get(event.keyCombination())):
            self.saved_requested.emit(command, place.query)
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
        elif place.kind == "saved":
            self.saved_requested.emit("open", place.query)
        elif place == self.place():  # a click on the chosen row leads back from the viewer
            self.chosen.emit(place)

    def _on_selection(self) -> None:
        if not self._is_changing and self.selectionModel().hasSelection():
            self.chosen.emit(self.place())
