"""Notices on threads what changes in the folders, and which drives come back."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from visret_desktop.errors import FolderSilent
from visret_desktop.gui.widgets.background import Background
from visret_desktop.library.records import Folder, FolderState

if TYPE_CHECKING:
    from visret_desktop.library.folders.folder_probe import FolderProbe
    from visret_desktop.library.folders.watch import FolderWatcher

Place = tuple[str, str]  # uid of the volume, path on it
_DRIVES_MS = 4_000  # between two looks for drives
_SILENT_MS = 30_000  # where one did not answer
_ANSWER_SECONDS = 5.0


class FolderWatch(QObject):
    """Both signals carry paths of folders to index. Nothing here blocks the window's thread.

    A folder counts as changed once when watching it begins, because changes since its last scan
    would be missed otherwise.
    """

    changed = Signal(list)
    returned = Signal(list)

    _noticed = Signal(object)  # from the watcher's thread
    _went_live = Signal()  # from the watcher's thread

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = Background(self, threads=1)
        self._watcher: FolderWatcher | None = None
        self._watched: list[Path] = []
        self._unseen: set[Path] = set()  # changes may have been missed there
        self._offline: list[Folder] = []
        self._places: dict[int, Place] = {}
        self._drives = _Drives()
        self._went_live.connect(self._on_live)
        self._noticed.connect(lambda roots: self.changed.emit(sorted(roots)))
        self._timer = QTimer(self)
        self._timer.setInterval(_DRIVES_MS)
        self._timer.timeout.connect(self.look_for_drives)

    def follow(self, folders: Sequence[Folder], places: dict[int, Place], *, watch: bool) -> None:
        """Watch these folders; look every few seconds for those that are offline."""
        self._places = places
        before = [folder.id for folder in self._offline]
        self._offline = [f for f in folders if f.state == FolderState.OFFLINE]
        there = [f.path for f in folders if f.state == FolderState.ONLINE] if watch else []
        if there != self._watched:
            self._unseen = set(there)  # also those watched before, as watching stops for a moment
            self._watched = there
            self._background.run("watch", lambda: self._start(there), lambda result: None)
        if self._offline and not self._timer.isActive():
            self._timer.start()
        elif not self._offline:
            self._timer.stop()
        if [folder.id for folder in self._offline] != before:
            self.look_for_drives()

    def look_for_drives(self) -> None:
        """Look on a thread for offline folders that are back, where they were or elsewhere."""
        offline, places = list(self._offline), self._places
        if offline:
            look = partial(self._drives.returned, offline, places)
            self._background.run("drives", look, self._on_returned)

    def close(self) -> None:
        """Stop watching."""
        self._timer.stop()
        self._background.close()
        if self._watcher is not None:
            self._watcher.stop()

    def _start(self, roots: Sequence[Path]) -> None:
        from visret_desktop.library.folders.folder_probe import FolderProbe
        from visret_desktop.library.folders.watch import FolderWatcher

        # Watching reads every folder below, and would hang on a disk that does not answer.
        with FolderProbe(_ANSWER_SECONDS) as scout:
            there = [root for root in roots if _answers(scout, root)]
        if self._watcher is None:
            self._watcher = FolderWatcher(self._noticed.emit, on_live=self._went_live.emit)
        self._watcher.start(there)
        if not there:
            self._went_live.emit()  # nothing to watch, but what is missing has to be noted

    def _on_live(self) -> None:
        unseen, self._unseen = sorted(self._unseen), set()
        if unseen:
            self.changed.emit(unseen)

    def _on_returned(self, result: object) -> None:
        self._timer.setInterval(_SILENT_MS if self._drives.is_silent else _DRIVES_MS)
        if isinstance(result, list) and result:
            self.returned.emit(result)


class _Drives:
    """Looks for folders that are back."""

    def __init__(self) -> None:
        self.is_silent = False  # a disk did not answer

    def returned(self, folders: Sequence[Folder], places: dict[int, Place]) -> list[Path]:
        """Return where folders are back, where they were or elsewhere."""
        from visret_desktop.library.folders import volumes
        from visret_desktop.library.folders.folder_probe import FolderProbe

        self.is_silent = False
        mounted = volumes.mounted()
        found = []
        with FolderProbe(_ANSWER_SECONDS) as scout:
            for folder in folders:
                uid, inside = places.get(folder.id, ("", ""))
                elsewhere = [mounted[uid].mount_point / inside] if uid in mounted else []
                paths = (folder.path, *elsewhere)
                found += [path for path in paths if self._has_files(scout, path, uid)][:1]
        return found

    def _has_files(self, scout: "FolderProbe", path: Path, uid: str) -> bool:
        """Return whether there are files at `path`, and not on another drive than `uid`."""
        try:
            return scout.is_occupied(path) and uid in ("", scout.place(path).volume_uid)
        except FolderSilent:
            self.is_silent = True
            return False


def _answers(scout: "FolderProbe", path: Path) -> bool:
    try:
        return scout.place(path).is_folder
    except FolderSilent:
        return False
