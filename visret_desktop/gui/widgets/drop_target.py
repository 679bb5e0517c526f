"""Take what is dropped on the window: folders to add, pictures from outside to search by."""

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from visret_desktop.gui.widgets.incoming_pictures import has_picture


class DropTarget(QObject):
    """Watches the drag events of a widget."""

    folders_dropped = Signal(list)
    pictures_dropped = Signal(object)  # the mime data

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept and take drops."""
        if isinstance(event, QDragEnterEvent):
            # Our own photos, dragged out and back by mistake, are no query.
            is_wanted = event.source() is None and has_picture(event.mimeData())
            if is_wanted or folders_in(event.mimeData()):
                event.acceptProposedAction()
            return True
        if event.type() == QEvent.Type.Drop and isinstance(event, QDropEvent):
            folders = folders_in(event.mimeData())
            if folders:
                self.folders_dropped.emit(folders)
            else:
                self.pictures_dropped.emit(event.mimeData())
            event.acceptProposedAction()
            return True
        return False


def folders_in(mime: QMimeData) -> list[Path]:
    """Return the folders among what is dragged."""
    paths = [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]
    return [path for path in paths if path.is_dir()]
