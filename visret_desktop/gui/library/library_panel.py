"""The panel at the left: folders with their photos, saved and recent searches, problems."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QKeyCombination,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QToolButton, QVBoxLayout, QWidget

from visret_desktop.gui.library.library_model import (
    ALL,
    PLACE,
    Branch,
    LibraryModel,
    PanelRow,
    SavedRow,
)
from visret_desktop.gui.photo.photo_actions import reveal_folder
from visret_desktop.gui.widgets.icons import icon
from visret_desktop.gui.widgets.panel_tree import COUNT, STATE, PanelTree
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.library.catalog.folder_tree import Subfolder
from visret_desktop.library.records import Folder

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


_MOST_QUERIES = 5
_ICON = QSize(22, 16)  # with room between it and the words


class LibraryPanel(QWidget):
    """A tree of places to look at, and buttons to add a folder and to look for new photos."""

    add_requested = Signal()
    rescan_requested = Signal(list)  # folder ids, [] for all
    remove_requested = Signal(int)  # folder id
    search_requested = Signal(int)  # id of a folder that is offline: where it is now
    chosen = Signal(object)  # Place
    query_chosen = Signal(str)
    saved_requested = Signal(str, str)  # what to do with a saved search, and its name
    branch_wanted = Signal(object)  # Branch: what is in it is to be read

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = LibraryModel(self)
        self.tree = LibraryTree(self._model)
        self.tree.chosen.connect(self.chosen)
        self.tree.query_chosen.connect(self.query_chosen)
        self.tree.saved_requested.connect(self.saved_requested)
        self.tree.remove_requested.connect(lambda place: self.remove_requested.emit(place.folder))
        self.tree.menu_requested.connect(self._open_menu)
        self.tree.expanded.connect(self._on_expanded)
        add = QPushButton(icon("folder-plus"), self.tr("Add folder"))
        add.setIconSize(_ICON)
        add.setToolTip(self.tr("Add a folder of photos (Ctrl+O)"))
        add.clicked.connect(self.add_requested)
        check = QToolButton()
        check.setObjectName("flat")
        check.setIcon(icon("refresh-cw"))
        check.setAccessibleName(self.tr("Check for new photos"))
        check.setToolTip(self.tr("Check for new and changed photos (F5)"))
        check.clicked.connect(lambda: self.rescan_requested.emit([]))
        buttons = QHBoxLayout()
        fill(buttons, (add, 1), check, spacing=8)
        fill(QVBoxLayout(self), self.tree, buttons, margins=(8, 8, 8, 8), spacing=8)

    # ---- show -------------------------------------------------------------------------------

    def show_library(
        self,
        folders: Sequence[Folder],
        photos: int,
        problems: int,
        branches: dict[Branch, Sequence[Subfolder]] | None = None,
    ) -> None:
        """Show folders and counts and keep the choice, or choose 'all' if it is gone."""
        with self.tree.keeping_choice():
            self._model.set_library(folders, photos, problems, branches or {})

    def show_branch(self, branch: Branch, subfolders: Sequence[Subfolder]) -> None:
        """Show what is in a folder."""
        with self.tree.keeping_choice():
            self._model.set_branch(branch, subfolders)

    def show_queries(self, queries: Sequence[str]) -> None:
        """Show the newest few of recent searches."""
        with self.tree.keeping_choice():
            self._model.set_queries(queries[:_MOST_QUERIES])

    def show_saved(self, rows: Sequence[SavedRow]) -> None:
        """Show saved searches."""
        with self.tree.keeping_choice():
            self._model.set_saved(rows)

    def show_work(self, busy: dict[int, str], *, is_working: bool) -> None:
        """Show by folder id what happens there, and whether folders without photos wait."""
        self._model.set_work(busy, is_working)

    # ---- choose -----------------------------------------------------------------------------

    def choose(self, place: PanelRow) -> None:
        """Choose a place and emit `chosen`."""
        self.tree.choose(place)

    def place(self) -> PanelRow:
        """Return the chosen place."""
        return self.tree.place()

    def path(self, place: PanelRow) -> Path | None:
        """Return the path of a folder or a part of one; None for other places."""
        return self._model.path(place)

    def rows(self) -> list[tuple[str, str, str]]:
        """Return name, count and state of each row at the top and below those that are open."""
        shown = (index for index in self._shown() if index.data())
        return [(str(index.data()), index.data(COUNT), index.data(STATE)) for index in shown]

    def _shown(self) -> list[QModelIndex]:
        places, index = [], self._model.index(0, 0)
        while index.isValid():
            places.append(index)
            index = self.tree.indexBelow(index)
        return places

    def _on_expanded(self, index: QModelIndex) -> None:
        place = index.data(PLACE)
        self.branch_wanted.emit((place.folder, place.inside))

    def _open_menu(self, place: PanelRow, point: QPoint) -> None:
        if place.kind == "saved":
            self._open_saved_menu(place.query, point)
            return
        path = self.path(place)
        if path is None:
            return
        number = place.folder
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(
            icon("refresh-cw"),
            self.tr("Check for new photos"),
            lambda: self.rescan_requested.emit([number]),
        )
        menu.addAction(
            icon("folder-open"), self.tr("Show in file manager"), lambda: reveal_folder(path)
        )
        if not place.inside:
            menu.addSeparator()
            if self._model.is_offline(number):
                menu.addAction(
                    icon("folder-tree"),
                    self.tr("Where is it now? …"),
                    lambda: self.search_requested.emit(number),
                )
            menu.addAction(
                icon("folder-x"),
                self.tr("Remove folder …"),
                lambda: self.remove_requested.emit(number),
            )
        menu.popup(point)

    def _open_saved_menu(self, name: str, point: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for shown, words, keys, command in (
            ("search", self.tr("Search"), "Return", "open"),
            ("pencil", self.tr("Rename …"), "F2", "rename"),
            ("replace", self.tr("Replace by what is shown"), "", "update"),
            ("chevron-up", self.tr("Move up"), "Alt+Up", "up"),
            ("chevron-down", self.tr("Move down"), "Alt+Down", "down"),
            ("trash-2", self.tr("Remove"), "Delete", "remove"),
        ):
            keys = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
            text = f"{words}\t{keys}" if keys else words
            menu.addAction(icon(shown), text, partial(self.saved_requested.emit, command, name))
        menu.popup(point)
