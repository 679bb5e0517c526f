"""The page of files with the same bytes: which they are and where they lie. It deletes nothing."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, QModelIndex, QStringListModel, Qt, Signal
from PySide6.QtGui import QImage, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QListView,
    QPushButton,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.gui.languages.figures import count
from visret_desktop.gui.photo.photo_actions import reveal
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.widgets import tables
from visret_desktop.gui.widgets.background import Background
from visret_desktop.gui.widgets.plain_text import PlainLabel, literally
from visret_desktop.gui.widgets.window_layout import column, fill
from visret_desktop.library.records import Photo

if TYPE_CHECKING:
    from visret_desktop.library.catalog.catalog_reader import CatalogReader
    from visret_desktop.library.catalog.photo_groups import Duplicates

_MARGIN, _BETWEEN, _NARROWEST = 16, 4, 120


class DuplicatesPage(QWidget):
    """At the left each photo that is there more than once, at the right its files."""

    closed = Signal()

    def __init__(self, loader: ThumbnailLoader, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._loader = loader
        self._background = Background(self, threads=1)
        self._reader: CatalogReader | None = None
        self._groups: Sequence[Duplicates] = ()
        self._files: Sequence[Photo] = ()
        self._title = PlainLabel(is_wrapped=True)
        self._names = QStringListModel(self)
        self.list = QListView()
        self.list.setModel(self._names)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setUniformItemSizes(True)
        self.list.setSpacing(_BETWEEN)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setMinimumWidth(_NARROWEST)
        self.list.setAccessibleName(self.tr("Photos that are there more than once"))
        self.list.selectionModel().currentChanged.connect(self._on_chosen)
        self._picture = PlainLabel()
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._picture.setMinimumSize(_NARROWEST, _NARROWEST)
        self.files = self._make_files()
        self._show_file = QPushButton(self.tr("Show file"))
        self._show_file.clicked.connect(self._reveal)
        back = QPushButton(self.tr("Back to photos"))
        back.clicked.connect(self.closed)
        middle = self._middle = QSplitter(Qt.Orientation.Horizontal)
        middle.setChildrenCollapsible(False)
        middle.addWidget(self.list)
        middle.addWidget(column(self._picture, self.files, grows=self._picture))
        middle.setStretchFactor(1, 2)
        buttons = QHBoxLayout()
        fill(buttons, self._show_file, None, back, spacing=8)
        whole = QVBoxLayout(self)
        margins = (_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        fill(whole, self._title, (middle, 1), None, buttons, margins=margins, spacing=16)
        loader.loaded.connect(self._on_loaded)
        self._show_groups([])

    def _make_files(self) -> QTableWidget:
        table = QTableWidget(0, 3)
        table.setHorizontalHeaderLabels(
            [self.tr("File"), self.tr("Folder"), self.tr("File changed")]
        )
        tables.frame(table, self.tr("Files with the same bytes"))
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setTextElideMode(Qt.TextElideMode.ElideLeft)
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        table.doubleClicked.connect(self._reveal)
        table.itemSelectionChanged.connect(self._enable)
        return table

    # ---- what is shown ----------------------------------------------------------------------

    def read(self, reader: "CatalogReader | None") -> None:
        """Look for duplicates in the library as it is now."""
        self._reader = reader
        if reader is not None:
            self._title.setText(self.tr("Looking for duplicates …"))
            self._background.run("groups", reader.groups.duplicates, self._on_groups)

    def title(self) -> str:
        """Return the sentence above the list."""
        return self._title.text()

    def _on_groups(self, groups: object) -> None:
        if isinstance(groups, list):
            self._show_groups(groups)
        else:
            words = self.tr("The library could not be read: {0}")
            self._title.setText(words.format(groups))

    def _show_groups(self, groups: "Sequence[Duplicates]") -> None:
        chosen = self._chosen()
        self._groups = groups
        self._middle.setVisible(bool(groups))
        self._names.setStringList([self._words(group) for group in groups])
        self._show_files([])
        self._title.setText(self._sentence())
        rows = [n for n, group in enumerate(groups) if group.content_hash == chosen]
        if groups:
            self.list.setCurrentIndex(self._names.index((rows or [0])[0]))

    def _words(self, group: "Duplicates") -> str:
        words = self.tr("{0}: {1} files of {2}")
        return words.format(group.name, count(len(group.photo_ids)), _size(group.size))

    def _sentence(self) -> str:
        promise = self.tr("Your files are not touched.")
        if not self._groups:
            none = self.tr("No two files have the same bytes.")
            return f"{none} {promise}"
        how_many = self.tr("%Ln photo(s) are there more than once.", "", len(self._groups))
        spare = self.tr("The further files take {0}.")
        size = _size(sum(group.spare for group in self._groups))
        return f"{how_many} {spare.format(size)} {promise}"

    def _chosen(self) -> str:
        row = self.list.currentIndex().row()
        return self._groups[row].content_hash if 0 <= row < len(self._groups) else ""

    def _on_chosen(self, index: QModelIndex) -> None:
        if self._reader is None or not index.isValid() or index.row() >= len(self._groups):
            return
        group = self._groups[index.row()]
        work = partial(self._reader.photos, group.photo_ids)
        self._background.run("files", work, self._on_files)
        self._loader.request(group.content_hash)
        self._show_picture()

    def _on_files(self, files: object) -> None:
        if isinstance(files, list):
            self._show_files(files)

    def _show_files(self, files: Sequence[Photo]) -> None:
        self._files = files
        self.files.setRowCount(len(files))
        for row, photo in enumerate(files):
            offline = "" if photo.online else self.tr(" (offline)")
            folder = f"{photo.path.parent}{offline}"
            for place, words in enumerate((photo.name, folder, _changed(photo))):
                item = QTableWidgetItem(words)
                item.setToolTip(literally(str(photo.path)))
                self.files.setItem(row, place, item)
        if files:
            self.files.selectRow(0)
        self._show_picture()
        self._enable()

    def _show_picture(self) -> None:
        image = self._loader.image(self._chosen())
        if image is None:
            self._picture.clear()
            return
        ratio = self.devicePixelRatioF()
        room = (self._picture.size().toSizeF() * ratio).toSize().boundedTo(image.size())
        mode, aspect = Qt.TransformationMode, Qt.AspectRatioMode
        scaled = image.scaled(room, aspect.KeepAspectRatio, mode.SmoothTransformation)
        shown = QPixmap.fromImage(scaled)
        shown.setDevicePixelRatio(ratio)
        self._picture.setPixmap(shown)

    def _on_loaded(self, content_hash: str, _image: QImage) -> None:
        if content_hash == self._chosen():
            self._show_picture()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the picture fit."""
        super().resizeEvent(event)
        self._show_picture()

    # ---- what one can do --------------------------------------------------------------------

    def _file(self) -> Photo | None:
        rows = self.files.selectionModel().selectedRows()
        return self._files[rows[0].row()] if rows and rows[0].row() < len(self._files) else None

    def _enable(self) -> None:
        photo = self._file()
        self._show_file.setEnabled(photo is not None and photo.online)

    def _reveal(self) -> None:
        photo = self._file()
        if photo is not None and photo.online:
            reveal(str(photo.path))


def _size(count: int) -> str:
    return QLocale().formattedDataSize(count, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def _changed(photo: Photo) -> str:
    """Return when a file was last written, in the words of the system's language."""
    moment = QDateTime.fromSecsSinceEpoch(photo.fingerprint.mtime_ns // 10**9)
    return QLocale().toString(moment, QLocale.FormatType.ShortFormat)
