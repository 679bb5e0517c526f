"""Photos as what other programs accept: from a drag out of the grid or from the clipboard."""

from collections.abc import Iterable

from PySide6.QtCore import QMimeData, QSize, Qt, QUrl
from PySide6.QtGui import QDrag, QImage, QPixmap
from PySide6.QtWidgets import QWidget

_PICTURE = QSize(96, 96)


def files_as_mime(paths: Iterable[str]) -> QMimeData:
    """Return paths as what file managers and editors accept in a drop."""
    there = list(paths)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(path) for path in there])
    mime.setText("\n".join(there))
    return mime


def drag_files(source: QWidget, paths: list[str], picture: QImage | None) -> None:
    """Let the person drag files to another program, always as copies. Returns after the drop."""
    drag = QDrag(source)
    drag.setMimeData(files_as_mime(paths))
    if picture is not None:
        pixmap = QPixmap.fromImage(picture)
        drag.setPixmap(pixmap.scaled(_PICTURE, Qt.AspectRatioMode.KeepAspectRatio))
    drag.exec(Qt.DropAction.CopyAction)
