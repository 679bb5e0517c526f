"""Pictures and folders from outside: dropped, pasted or chosen in a dialog."""

import time
from pathlib import Path

from PySide6.QtCore import (
    QBuffer,
    QCoreApplication,
    QEvent,
    QMimeData,
    QObject,
    QStandardPaths,
    Qt,
    Signal,
)
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import QFileDialog, QWidget

from visret_desktop import file_changes
from visret_desktop.errors import NotOurs

_TRACK = ".gpx"


def is_picture(path: str) -> bool:
    """Return whether a path has the suffix of a picture; its disk is not asked."""
    from visret_desktop.library.photos.formats import EXTENSIONS  # loads NumPy: not at the start

    return Path(path).suffix.lower() in EXTENSIONS


def has_picture(mime: QMimeData) -> bool:
    """Return whether a drop or paste has a picture to search by."""
    return any(is_picture(url.toLocalFile()) for url in mime.urls()) or mime.hasImage()


def picture_paths(mime: QMimeData) -> list[str]:
    """Return the picture files in a drop or paste."""
    return [url.toLocalFile() for url in mime.urls() if is_picture(url.toLocalFile())]


def keep_picture(mime: QMimeData, folder: Path) -> str:
    """Write a pasted picture into `folder` and return its path; "" if there is none.

    Raises:
        OSError: it cannot be written; the error names the file.
    """
    from visret_desktop.library.photos import sketch_tag  # loads Pillow: not at the start

    image = mime.imageData()
    if not isinstance(image, QImage):
        return ""
    image.setText(sketch_tag.KEY, sketch_tag.DRAWN)  # a copy to search by, never indexed
    path = folder / f"pasted {time.time_ns()}.png"
    file = QBuffer()
    image.save(file, "PNG")  # type: ignore[call-overload]  # it takes no bytes
    try:
        file_changes.write(path, bytes(file.data().data()), is_durable=False)
    except (OSError, NotOurs) as error:
        raise OSError(None, "not written", str(path)) from error
    return str(path)


def first_picture(mime: QMimeData, folder: Path) -> str:
    """Return the path of a dropped or pasted picture, written to `folder` if it has no file; or "".

    Raises:
        OSError: as `keep_picture`.
    """
    paths = picture_paths(mime)
    return paths[0] if paths else keep_picture(mime, folder)


def choose_picture(owner: QWidget, title: str) -> str:
    """Ask for a picture file; "" if the dialog is cancelled."""
    from visret_desktop.library.photos.formats import EXTENSIONS

    patterns = " ".join(f"*{suffix}" for suffix in sorted(EXTENSIONS))
    photos = QCoreApplication.translate("Pictures", "Photos ({0})").format(patterns)
    return QFileDialog.getOpenFileName(owner, title, pictures_folder(), photos)[0]


def pictures_folder() -> str:
    """Return the folder of pictures, where dialogs begin."""
    return QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)


def take(event: QDropEvent) -> None:
    """Accept a drag or drop as a copy, whatever is proposed: who moves a file away deletes it."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()


class DropTarget(QObject):
    """Takes what is dropped on a widget."""

    folders_dropped = Signal(list)
    tracks_dropped = Signal(list)
    pictures_dropped = Signal(object)  # the mime data

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle drags and drops."""
        if isinstance(event, QDragEnterEvent):
            # Photos of the grid, dragged out and back by mistake, are not a query.
            is_wanted = event.source() is None and has_picture(event.mimeData())
            mime = event.mimeData()
            if is_wanted or folders_in(mime) or tracks_in(mime):
                take(event)
            return True
        if event.type() == QEvent.Type.Drop and isinstance(event, QDropEvent):
            folders = folders_in(event.mimeData())
            if folders:
                self.folders_dropped.emit(folders)
            elif tracks := tracks_in(event.mimeData()):
                self.tracks_dropped.emit(tracks)
            else:
                self.pictures_dropped.emit(event.mimeData())
            take(event)
            return True
        return False


def folders_in(mime: QMimeData) -> list[Path]:
    """Return the folders among what is dragged."""
    paths = [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]
    return [path for path in paths if path.is_dir()]


def tracks_in(mime: QMimeData) -> list[Path]:
    """Return the tracks of GPS loggers among what is dragged; their disks are not asked."""
    paths = [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]
    return [path for path in paths if path.suffix.lower() == _TRACK]
