"""Folders that are not there any more although their drives are: renamed, moved or deleted."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from visret_desktop.engine.messages import FolderAdded
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.library.library_view import Snapshot
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.library.records import Folder

_KEY = "missing"  # of sentences in the banner


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
            self._banner.clear(_KEY)
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
            self._banner.clear(_KEY)
        elif folder is not None and event.outcome == "added":
            words = self.tr("“{0}” does not have the photos of “{1}”. It was added beside it.")
            new, old = (path.name or str(path) for path in (Path(event.path), folder.path))
            self._offer(words.format(new, old), folder)

    def _offer(self, sentence: str, folder: Folder) -> None:
        button = self.tr("Where is it now? …")
        self._banner.say(_KEY, sentence, button=button, action=partial(self.ask, folder))
