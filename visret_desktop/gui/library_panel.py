"""The folders: how many photos, what is going on in each, and what could not be read."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.library.records import Folder, FolderState

_ID = Qt.ItemDataRole.UserRole
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
        self._list = QListWidget()
        self._list.setAccessibleName(self.tr("Library"))
        self._list.setFrameShape(QListWidget.Shape.NoFrame)
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._list.customContextMenuRequested.connect(self._on_menu)
        self._list.currentItemChanged.connect(self._on_current)
        title = QLabel(self.tr("Library"))
        title.setEnabled(False)
        add = QPushButton(self.tr("Add folder"))
        add.setToolTip(self.tr("Add a folder of photos (Ctrl+O)"))
        add.clicked.connect(self.add_requested)
        rescan = QPushButton(self.tr("Look again"))
        rescan.setToolTip(self.tr("Look for new and changed photos (F5)"))
        rescan.clicked.connect(lambda: self.rescan_requested.emit([]))
        buttons = QHBoxLayout()
        buttons.addWidget(add)
        buttons.addWidget(rescan)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 16, 8, 8)
        column.setSpacing(8)
        column.addWidget(title)
        column.addWidget(self._list)
        column.addLayout(buttons)

    def show_library(self, folders: Sequence[Folder], photos: int, problems: int) -> None:
        """Show folders and counts, keeping the choice."""
        self._folders = list(folders)
        chosen = self.chosen_id()
        self._list.blockSignals(True)
        self._list.clear()
        self._add(ALL, self.tr("All photos"), f"{photos:,}", "")
        for folder in folders:
            self._add(folder.id, folder.path.name or str(folder.path), self._state(folder), folder)
        if problems:
            words = self.tr("{0} files").format(f"{problems:,}")
            self._add(PROBLEMS, self.tr("Problems"), words, "")
        self._choose(chosen)
        self._list.blockSignals(False)

    def show_progress(self, folder_id: int, words: str) -> None:
        """Say what goes on in a folder; empty words: nothing."""
        if words:
            self._busy = {folder_id: words}
        else:
            self._busy = {}
        for row in range(self._list.count()):
            item = self._list.item(row)
            folder = next((f for f in self._folders if f.id == item.data(_ID)), None)
            if folder is not None:
                item.setText(_two_lines(folder.path.name or str(folder.path), self._state(folder)))

    def chosen_id(self) -> int:
        """Return the folder that is chosen, ALL or PROBLEMS."""
        item = self._list.currentItem()
        return ALL if item is None else int(item.data(_ID))

    def _choose(self, number: int) -> None:
        for row in range(self._list.count()):
            if self._list.item(row).data(_ID) == number:
                self._list.setCurrentRow(row)
                return
        self._list.setCurrentRow(0)

    def _state(self, folder: Folder) -> str:
        photos = self.tr("{0} photos").format(f"{folder.photo_count:,}")
        if folder.state == FolderState.OFFLINE:
            return self.tr("{0} · ⏏ drive not plugged in").format(photos)
        busy = self._busy.get(folder.id)
        return f"{photos} · {busy}" if busy else photos

    def _add(self, number: int, title: str, below: str, folder: Folder | str) -> None:
        item = QListWidgetItem(_two_lines(title, below))
        item.setData(_ID, number)
        item.setSizeHint(QSize(0, 44))
        if isinstance(folder, Folder):
            item.setToolTip(str(folder.path))
        self._list.addItem(item)

    def _on_current(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(int(item.data(_ID)))

    def _on_menu(self, point: object) -> None:
        number = self.chosen_id()
        if number <= 0:
            return
        menu = QMenu(self)
        menu.addAction(self.tr("Look again"), lambda: self.rescan_requested.emit([number]))
        menu.addAction(self.tr("Remove from library …"), lambda: self.remove_requested.emit(number))
        menu.popup(self._list.mapToGlobal(point))

    def folder_path(self, number: int) -> Path | None:
        """Return the path of a folder."""
        return next((folder.path for folder in self._folders if folder.id == number), None)


def _two_lines(title: str, below: str) -> str:
    return f"{title}\n{below}"
