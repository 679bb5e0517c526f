"""Hand photos to other programs, by drag or clipboard."""

from collections.abc import Iterable

from PySide6.QtCore import QMimeData, QSize, Qt, QUrl
from PySide6.QtGui import QDrag, QImage, QPixmap
from PySide6.QtWidgets import QWidget

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
