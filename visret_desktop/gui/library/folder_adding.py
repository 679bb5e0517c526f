"""Says what became of folders that somebody added."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from visret_desktop.engine.messages import FolderAdded
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.library.library_view import Snapshot
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.library.records import Folder, FolderState

_KEY = "added"


class FolderAdding(QObject):
    """Speaks through the banner; a folder that turns out to be empty is said once it was read."""

    def __init__(
        self, session: Session, banner: Banner, remove: Callable[[int], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session, self._banner, self._remove = session, banner, remove
        self._unread: set[Path] = set()  # added, and nothing is known of their photos yet
        session.folder_added.connect(self._on_added)

    def look_for_empty(self, snapshot: Snapshot) -> None:
        """Say which of the added folders have no photos, once all were read."""
        if self._session.indexing or self._session.adding:
            return
        for folder in snapshot.folders:
            if folder.path in self._unread and folder.state == FolderState.ONLINE:
                self._say_if_empty(folder, snapshot)
        self._unread.clear()

    def _say_if_empty(self, folder: Folder, snapshot: Snapshot) -> None:
        if folder.photo_count:
            return
        inside = (
            problem for problem in snapshot.problems if folder.path in Path(problem.path).parents
        )
        if any(inside):
            words = self.tr("None of the photos in “{0}” could be read. “Problems” says why.")
        else:
            words = self.tr(
                "There are no photos in “{0}” yet. It stays in the library, and new photos in it"
                " are noticed."
            )
        button = self.tr("Remove folder")
        remove = lambda: self._remove(folder.id)  # noqa: E731
        self._banner.say(_KEY, words.format(_name(folder.path)), button=button, action=remove)

    def _on_added(self, event: FolderAdded) -> None:
        path = Path(event.path)
        if event.outcome == "added":
            self._unread.add(path)
        if words := self._sentence(event, path):
            self._banner.say(_KEY, words)
        else:
            self._banner.clear(_KEY)

    def _sentence(self, event: FolderAdded, path: Path) -> str:
        """Return what is not obvious about a folder."""
        others = ", ".join(f"“{_name(Path(other))}”" for other in event.others)
        sentences = {
            "added": self.tr("{1}: now shown as a part of “{0}”.") if others else "",
            "known": self.tr("“{0}” is in the library already. It is checked for new photos."),
            "found": self.tr(
                "“{0}” is known again: it was {1} before. Tags, ratings and names are still there."
            ),
            "inside": self.tr("“{0}” is in the library already: it is a part of {1}."),
            "missing": self.tr("There is no folder {2}. If it is on a drive, plug the drive in."),
            "file": self.tr("“{0}” is a file. Add the folder that it is in."),
            "silent": self.tr(
                "{2} does not answer. If it is on a network, see whether that is there, and add it"
                " again."
            ),
        }
        return sentences[event.outcome].format(_name(path), others, path)


def _name(path: Path) -> str:
    return path.name or str(path)
