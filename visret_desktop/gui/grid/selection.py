"""Which photos of the grid are selected, and how they are dragged out of it."""

from collections.abc import Iterable

from PySide6.QtCore import QMimeData, QSize, Qt, QUrl
from PySide6.QtGui import QDrag, QImage, QPixmap
from PySide6.QtWidgets import QWidget

from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel

_PICTURE = QSize(96, 96)


def files_as_mime(paths: Iterable[str]) -> QMimeData:
    """Return paths in the form that file managers and editors accept."""
    files = list(paths)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(path) for path in files])
    mime.setText("\n".join(files))
    return mime


def drag_files(source: QWidget, paths: list[str], picture: QImage | None) -> None:
    """Drag files to another program, always as copies; returns after the drop."""
    drag = QDrag(source)
    drag.setMimeData(files_as_mime(paths))
    if picture is not None:
        pixmap = QPixmap.fromImage(picture)
        drag.setPixmap(pixmap.scaled(_PICTURE, Qt.AspectRatioMode.KeepAspectRatio))
    drag.exec(Qt.DropAction.CopyAction)


class Selection:
    """Photos by their ids, so that they stay selected in any order.

    `current` is the row that the keyboard is on, or -1.
    """

    def __init__(self, model: ResultsModel) -> None:
        self._model = model
        self.ids: set[int] = set()
        self.current, self.current_id = -1, 0
        self._anchor = -1

    def entries(self) -> list[GridEntry]:
        """Return the selected photos in the order shown."""
        rows = sorted(self._model.row_of(number) for number in self.ids)
        return [entry for row in rows if (entry := self._model.entry(row)) is not None]

    def go_to(self, row: int) -> GridEntry | None:
        """Make a row the current one without selecting it; None if there is no such row."""
        entry = self._model.entry(row)
        if entry is not None:
            self.current, self.current_id = row, entry.photo_id
        return entry

    def select(self, row: int, *, extend: bool = False, toggle: bool = False) -> bool:
        """Select a row alone; return False if there is none.

        `extend` selects all rows from the last one selected without it; `toggle` adds the row to
        the selection, or takes it out.
        """
        entry = self.go_to(row)
        if entry is None:
            return False
        if extend and self._anchor >= 0:
            low, high = sorted((self._anchor, row))
            self.ids = set(self._model.photo_ids(low, high + 1))
            return True
        self.ids = self.ids ^ {entry.photo_id} if toggle else {entry.photo_id}
        self._anchor = row
        return True

    def select_all(self) -> None:
        """Select every photo shown."""
        self.ids = set(self._model.photo_ids(0, self._model.rowCount()))

    def clear(self) -> None:
        """Select nothing; no photo is the current one."""
        self.current, self.current_id, self._anchor = -1, 0, -1
        self.ids.clear()

    def follow_model(self) -> None:
        """Find the photos again after the model changed; those that are gone are dropped."""
        self.current = self._anchor = self._model.row_of(self.current_id)
        self.ids = {number for number in self.ids if self._model.row_of(number) >= 0}
