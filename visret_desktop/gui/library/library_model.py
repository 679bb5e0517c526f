"""What the library panel lists: all photos, folders as a tree, recent searches, problems."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from visret_desktop.gui.languages.figures import count
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.widgets.panel_tree import COUNT, ICON, KIND, STATE, TITLE, UNREAD
from visret_desktop.gui.widgets.plain_text import literally
from visret_desktop.library.catalog.folder_tree import Subfolder
from visret_desktop.library.records import Folder, FolderState

PLACE = Qt.ItemDataRole.UserRole

Branch = tuple[int, str]  # id of a folder of the library, path in it


@dataclass(frozen=True)
class PanelRow:
    """What a row stands for; `inside` is the path in a folder, '/'-separated."""

    kind: Literal["all", "folder", "saved", "search", "problems", "title", "unread"] = "all"
    folder: int = 0
    inside: str = ""
    query: str = ""


ALL, PROBLEMS = PanelRow(), PanelRow("problems")


@dataclass(frozen=True)
class _Row:
    place: PanelRow
    title: str
    icon: str = ""
    count: str = ""
    state: str = ""
    tip: str = ""
    has_rows: bool = False  # below it, perhaps not read yet


@dataclass(frozen=True)
class SavedRow:
    """A saved search as it is listed; `state` says what is new in it."""

    name: str
    count: str = ""
    state: str = ""
    tip: str = ""


def _titled(words: str) -> _Row:
    return _Row(PanelRow("title", query=words), words)


class LibraryModel(QStandardItemModel):
    """Rows keep their identity while things change, so that choice and open folders stay."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folders: list[Folder] = []
        self._photos = self._problems = 0
        self._queries: list[str] = []
        self._saved: Sequence[SavedRow] = ()
        self._branches: dict[Branch, Sequence[Subfolder]] = {}
        self._busy: dict[int, str] = {}
        self._is_working = False

    # ---- what is known ----------------------------------------------------------------------

    def set_library(
        self,
        folders: Sequence[Folder],
        photos: int,
        problems: int,
        branches: dict[Branch, Sequence[Subfolder]],
    ) -> None:
        """Show folders, their parts that were read, and counts."""
        self.folders, self._photos, self._problems = list(folders), photos, problems
        before, self._branches = self._branches, dict(branches)
        self._refresh()
        for branch in sorted(branches):  # from the outside to the inside
            if branches[branch] != before.get(branch):
                self._fill_branch(branch)

    def set_branch(self, branch: Branch, subfolders: Sequence[Subfolder]) -> None:
        """Show what is in a folder."""
        self._branches[branch] = subfolders
        self._fill_branch(branch)

    def set_queries(self, queries: Sequence[str]) -> None:
        """Show recent searches, the newest first."""
        self._queries = list(queries)
        self._refresh()

    def set_saved(self, rows: Sequence[SavedRow]) -> None:
        """Show saved searches."""
        self._saved = tuple(rows)
        self._refresh()

    def set_work(self, busy: dict[int, str], is_working: bool) -> None:
        """Show what happens in folders by id; others without photos wait if something does."""
        self._busy, self._is_working = dict(busy), is_working
        self._refresh()

    def path(self, place: PanelRow) -> Path | None:
        """Return the path of a folder or a part of one."""
        root = next((each.path for each in self.folders if each.id == place.folder), None)
        return None if root is None or place.kind != "folder" else root / place.inside

    def is_offline(self, folder_id: int) -> bool:
        """Tell whether a folder is offline."""
        return any(one.id == folder_id and one.state == FolderState.OFFLINE for one in self.folders)

    def find(self, place: PanelRow) -> QModelIndex:
        """Return the index of a place; an invalid one if it is not listed."""
        index = QModelIndex()
        for step in _way_to(place):
            below = (self.index(row, 0, index) for row in range(self.rowCount(index)))
            index = next((each for each in below if each.data(PLACE) == step), QModelIndex())
            if not index.isValid():
                break
        return index

    # ---- rows -------------------------------------------------------------------------------

    def _refresh(self) -> None:
        self._fill(self.invisibleRootItem(), self._rows())

    def _fill_branch(self, branch: Branch) -> None:
        index = self.find(PanelRow("folder", *branch))
        if index.isValid():
            self._fill(self.itemFromIndex(index), self._rows_below(branch))

    def _rows(self) -> list[_Row]:
        rows = [_Row(ALL, self.tr("All photos"), "images", count(self._photos))]
        if self.folders:
            rows.append(_titled(self.tr("Folders")))
            rows += map(self._folder_row, self.folders)
        if self._saved:
            rows.append(_titled(self.tr("Saved")))
            rows += map(_saved_row, self._saved)
        if self._queries:
            rows.append(_titled(self.tr("Searches")))
            rows += [_Row(PanelRow("search", query=q), q, "history", tip=q) for q in self._queries]
        if self._problems:
            tip = self.tr("Files that could not be read, or only partly")
            title, shown = self.tr("Problems"), count(self._problems)
            rows.append(_titled(""))  # room between
            rows.append(_Row(PROBLEMS, title, "triangle-alert", shown, tip=tip))
        return rows

    def _folder_row(self, folder: Folder) -> _Row:
        tip = "\n\n".join(part for part in (str(folder.path), translated(folder.reason)) if part)
        return _Row(
            PanelRow("folder", folder.id),
            folder.path.name or str(folder.path),
            _icon(folder),
            count(folder.photo_count),
            self._state(folder),
            tip,
            bool(self._branches.get((folder.id, ""))),
        )

    def _state(self, folder: Folder) -> str:
        if folder.state == FolderState.OFFLINE:
            if folder.is_missing:
                return self.tr("moved or deleted?")
            # The tip says why.
            return self.tr("offline") if folder.reason else self.tr("drive not plugged in")
        if busy := self._busy.get(folder.id, ""):
            return busy
        if folder.photo_count:
            return ""
        return self.tr("waiting") if self._is_working else self.tr("no photos")

    def _rows_below(self, branch: Branch) -> list[_Row]:
        number, inside = branch
        rows = self._branches.get(branch)
        if rows is None:
            return [_Row(PanelRow("unread", number, inside), self.tr("…"))]
        start = f"{inside}/" if inside else ""
        above = str(self.path(PanelRow("folder", number, inside)))
        return [
            _Row(
                PanelRow("folder", number, start + folder.name),
                folder.name,
                "folder",
                count(folder.photos),
                tip=os.path.join(above, folder.name),  # noqa: PTH118 - a Path takes 10 times as long
                has_rows=folder.has_subfolders,
            )
            for folder in rows
        ]

    def _fill(self, parent: QStandardItem, rows: Sequence[_Row]) -> None:
        """Make these the rows below an item, leaving alone those that stay."""
        wanted = {row.place for row in rows}
        for position in reversed(range(parent.rowCount())):
            if parent.child(position).data(PLACE) not in wanted:
                parent.removeRow(position)
        there = [parent.child(position).data(PLACE) for position in range(parent.rowCount())]
        for position, row in enumerate(rows):
            item = parent.child(position)
            is_new = position >= len(there) or there[position] != row.place
            if is_new:
                item = self._insert(parent, position, row, there)
            _describe(item, row)
            if is_new or item.hasChildren() != row.has_rows:
                branch = row.place.folder, row.place.inside
                self._fill(item, self._rows_below(branch) if row.has_rows else [])

    def _insert(
        self, parent: QStandardItem, position: int, row: _Row, there: list[PanelRow]
    ) -> QStandardItem:
        """Put a row into its place, which may be further down: a search that moved up."""
        if row.place.kind in ("saved", "search") and row.place in there:
            before = there.index(row.place)
            del there[before]
            (item,) = parent.takeRow(before)
        else:
            item = _made(row)
            _describe(item, row)  # before anybody sees it
        there.insert(position, row.place)
        parent.insertRows(position, [item])
        return item


def _icon(folder: Folder) -> str:
    if folder.state == FolderState.OFFLINE:
        return "folder-x" if folder.is_missing else "unplug"
    return "folder"


def _saved_row(saved: SavedRow) -> _Row:
    place = PanelRow("saved", query=saved.name)
    return _Row(place, saved.name, "bookmark", saved.count, saved.state, saved.tip)


def _way_to(place: PanelRow) -> list[PanelRow]:
    """Return what lies above a place, from the top, and the place itself."""
    if place.kind != "folder":
        return [place]
    parts = place.inside.split("/") if place.inside else []
    inside = ["/".join(parts[:depth]) for depth in range(len(parts) + 1)]
    return [PanelRow("folder", place.folder, each) for each in inside]


def _made(row: _Row) -> QStandardItem:
    item = QStandardItem()
    item.setEditable(False)
    item.setData(row.place, PLACE)
    item.setData(row.place.kind, KIND)
    if row.place.kind in (TITLE, UNREAD):
        item.setFlags(Qt.ItemFlag.NoItemFlags)
    return item


def _describe(item: QStandardItem, row: _Row) -> None:
    """Set what changed: each change is painted."""
    spoken = ", ".join(part for part in (row.title, row.count, row.state) if part)
    values = (
        (Qt.ItemDataRole.DisplayRole, row.title),
        (Qt.ItemDataRole.ToolTipRole, literally(row.tip)),
        (Qt.ItemDataRole.AccessibleTextRole, spoken),
        (COUNT, row.count),
        (STATE, row.state),
        (ICON, row.icon),
    )
    for role, value in values:
        if item.data(role) != value:
            item.setData(value, role)
