"""The panel of folders: photos in each, progress, and problems."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.gui.library.library_delegate import COUNT, STATE, LibraryDelegate
from visret_desktop.gui.photo.photo_actions import reveal_folder
from visret_desktop.gui.widgets.plain_text import PlainLabel, literally
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.library.records import Folder, FolderState

_ID = Qt.ItemDataRole.UserRole
Row = tuple[int, str, str, str, str]  # number, name, count, state, tip
ALL = 0
PROBLEMS = -1


class LibraryPanel(QWidget):
    """A list with 'all photos', the folders and the problems."""

    add_requested = Signal()
    rescan_requested = Signal(list)  # folder ids, [] for all
    remove_requested = Signal(int)
    chosen = Signal(int)  # folder id, ALL or PROBLEMS

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folders: list[Folder] = []
        self._busy: dict[int, str] = {}
        self._list = self._make_list()
        title = PlainLabel(self.tr("Library"))
        title.setEnabled(False)
        title.setContentsMargins(8, 0, 0, 0)
        add = QPushButton(self.tr("Add folder"))
        add.setToolTip(self.tr("Add a folder of photos (Ctrl+O)"))
        add.clicked.connect(self.add_requested)
        rescan = QPushButton(self.tr("Look again"))
        rescan.setToolTip(self.tr("Look for new and changed photos (F5)"))
        rescan.clicked.connect(lambda: self.rescan_requested.emit([]))
        buttons = QHBoxLayout()
        fill(buttons, add, rescan, spacing=8)
        fill(QVBoxLayout(self), title, self._list, buttons, margins=(8, 8, 8, 8), spacing=8)

    def _make_list(self) -> QListWidget:
        made = QListWidget()
        made.setAccessibleName(self.tr("Library"))
        made.setFrameShape(QListWidget.Shape.NoFrame)
        made.setItemDelegate(LibraryDelegate(made))
        made.setMouseTracking(True)
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        made.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        made.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        made.customContextMenuRequested.connect(self._on_menu)
        made.currentItemChanged.connect(self._on_current)
        # A click on the current row leads back from the viewer.
        made.itemClicked.connect(self._on_current)
        return made

    # ---- show -------------------------------------------------------------------------------

    def show_library(self, folders: Sequence[Folder], photos: int, problems: int) -> None:
        """Show folders and counts and keep the choice, or choose 'all' if it is gone."""
        self._folders = list(folders)
        rows: list[Row] = [(ALL, self.tr("All photos"), f"{photos:,}", "", "")]
        for folder in folders:
            count, state = f"{folder.photo_count:,}", self._state(folder)
            rows.append((folder.id, _name(folder), count, state, _tip(folder)))
        if problems:
            rows.append((PROBLEMS, self.tr("Problems"), f"{problems:,}", "", ""))
        chosen = self.chosen_id()
        self._list.blockSignals(True)
        self._fill(rows)
        is_there = self._choose(chosen)
        self._list.blockSignals(False)
        if not is_there:
            self.choose(ALL)

    def show_progress(self, folder_id: int, words: str) -> None:
        """Show what happens in a folder; "": nothing."""
        self._busy = {folder_id: words} if words else {}
        state_of = {folder.id: self._state(folder) for folder in self._folders}
        for row in range(self._list.count()):
            item = self._list.item(row)
            self._set_state(item, state_of.get(item.data(_ID), ""))

    def choose(self, number: int) -> None:
        """Choose a folder, ALL or PROBLEMS, and emit `chosen`."""
        self._list.blockSignals(True)
        self._choose(number)
        self._list.blockSignals(False)
        self.chosen.emit(self.chosen_id())

    def chosen_id(self) -> int:
        """Return the id of the chosen folder, ALL or PROBLEMS."""
        item = self._list.currentItem()
        return ALL if item is None else int(item.data(_ID))

    def folder_path(self, number: int) -> Path | None:
        """Return the path of a folder."""
        return next((folder.path for folder in self._folders if folder.id == number), None)

    def rows(self) -> list[tuple[str, str, str]]:
        """Return name, count and state of each row."""
        items = map(self._list.item, range(self._list.count()))
        return [(item.text(), item.data(COUNT), item.data(STATE)) for item in items]

    def _fill(self, rows: Sequence[Row]) -> None:
        """Show these rows, reusing the items so that nothing jumps."""
        while self._list.count() > len(rows):
            self._list.takeItem(self._list.count() - 1)
        while self._list.count() < len(rows):
            self._list.addItem(QListWidgetItem())
        for position, (number, title, count, state, tip) in enumerate(rows):
            item = self._list.item(position)
            item.setText(title)
            item.setToolTip(literally(tip))
            item.setData(_ID, number)
            item.setData(COUNT, count)
            self._set_state(item, state)

    def _set_state(self, item: QListWidgetItem, state: str) -> None:
        if item.data(STATE) != state:
            item.setData(STATE, state)
            self._list.scheduleDelayedItemsLayout()
        spoken = (item.text(), item.data(COUNT), state)
        words = ", ".join(part for part in spoken if part)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, words)

    def _state(self, folder: Folder) -> str:
        if folder.state == FolderState.OFFLINE and folder.reason:
            return self.tr("⏏ offline")  # the tip says why
        if folder.state == FolderState.OFFLINE:
            return self.tr("⏏ drive not plugged in")
        return self._busy.get(folder.id, "")

    # ---- choose -----------------------------------------------------------------------------

    def _choose(self, number: int) -> bool:
        """Make a row the current one; if it is gone, take the first and return False."""
        for row in range(self._list.count()):
            if self._list.item(row).data(_ID) == number:
                self._list.setCurrentRow(row)
                return True
        self._list.setCurrentRow(0)
        return False

    def _on_current(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(int(item.data(_ID)))

    def _on_menu(self, point: QPoint) -> None:
        item = self._list.itemAt(point) or self._list.currentItem()
        path = None if item is None else self.folder_path(int(item.data(_ID)))
        if item is None or path is None:
            return
        number = int(item.data(_ID))
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Look for changes"), lambda: self.rescan_requested.emit([number]))
        menu.addAction(self.tr("Show in file manager"), lambda: reveal_folder(path))
        menu.addSeparator()
        menu.addAction(self.tr("Remove from library …"), lambda: self.remove_requested.emit(number))
        menu.popup(self._list.mapToGlobal(point))


def _tip(folder: Folder) -> str:
    return "\n\n".join(part for part in (str(folder.path), folder.reason) if part)


def _name(folder: Folder) -> str:
    return folder.path.name or str(folder.path)
