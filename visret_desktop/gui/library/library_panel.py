"""The panel at the left: folders with their photos, saved and recent searches, problems."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QToolButton, QVBoxLayout, QWidget

from visret_desktop.gui.library.library_model import (
    PLACE,
    Branch,
    LibraryModel,
    PanelRow,
    SavedRow,
)
from visret_desktop.gui.library.library_tree import LibraryTree
from visret_desktop.gui.photo.photo_actions import reveal_folder
from visret_desktop.gui.widgets.icons import icon
from visret_desktop.gui.widgets.panel_tree import COUNT, STATE
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.library.catalog.folder_tree import Subfolder
from visret_desktop.library.records import Folder

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
        found, index = [], self._model.index(0, 0)
        while index.isValid():
            found.append(index)
            index = self.tree.indexBelow(index)
        return found

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
