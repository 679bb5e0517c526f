"""Messages about library folders: what became of added ones, and which ones are missing.

A folder is missing if its drive is there and it is not: it was renamed, moved or deleted.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

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


_MISSING_KEY = "missing"  # of sentences in the banner


class MissingFolders(QObject):
    """Asks where a folder is now. It is known again there by its files, with all that was noted."""

    def __init__(self, session: Session, banner: Banner, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._banner, self._window = session, banner, window
        self._said: set[int] = set()  # folders that were spoken of
        self._sought: dict[Path, Folder] = {}  # by the folder that was chosen in its place
        session.folder_added.connect(self._on_added)

    def look(self, snapshot: Snapshot) -> None:
        """Speak of folders that are missing now, and of those that were not found again."""
        missing = {folder.id: folder for folder in snapshot.folders if folder.is_missing}
        if not missing:
            self._banner.clear(_MISSING_KEY)
        for number, folder in missing.items():
            if number not in self._said:
                words = self.tr("“{0}” is not where it was, though its drive is there.")
                self._offer(words.format(folder.path.name or folder.path), folder)
        self._said = set(missing)

    def ask(self, folder: Folder) -> None:
        """Let a person say where a folder is now."""
        name = folder.path.name or str(folder.path)
        title = self.tr("Where is “{0}” now?").format(name)
        around = next((one for one in folder.path.parents if one.is_dir()), Path.home())
        chosen = QFileDialog.getExistingDirectory(self._window, title, str(around))
        if chosen:
            self._sought[Path(chosen)] = folder
            self._session.add([Path(chosen)])

    def _on_added(self, event: FolderAdded) -> None:
        folder = self._sought.pop(Path(event.path), None)
        if event.outcome == "found":
            self._banner.clear(_MISSING_KEY)
        elif folder is not None and event.outcome == "added":
            words = self.tr("“{0}” does not have the photos of “{1}”. It was added beside it.")
            new, old = (path.name or str(path) for path in (Path(event.path), folder.path))
            self._offer(words.format(new, old), folder)

    def _offer(self, sentence: str, folder: Folder) -> None:
        button = self.tr("Where is it now? …")
        self._banner.say(_MISSING_KEY, sentence, button=button, action=partial(self.ask, folder))
