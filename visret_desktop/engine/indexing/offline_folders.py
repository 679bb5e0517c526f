"""Notice that a folder went offline while its photos were read: none of them is at fault."""

from collections.abc import Mapping

from visret_desktop.engine.indexing.photo_processing import PhotoResult, PhotoTask
from visret_desktop.errors import FolderSilent, OtherDrive, VisretError
from visret_desktop.library.folders.folder_probe import FolderProbe
from visret_desktop.library.records import Folder

# Problems of photos whose drive was pulled or whose network is down.
_MAY_BE_THE_DRIVE = frozenset(("vanished", "disk-error", "no-permission", "timed-out"))


class OfflineFolders:
    """The folders that went offline during one run, and why."""

    def __init__(self, folders: Mapping[int, Folder], probe: FolderProbe) -> None:
        self._folders = folders
        self._probe = probe
        self.reasons: dict[int, VisretError | None] = {}  # None: it is just not there

    def leave_out(self, task: PhotoTask) -> bool:
        """Tell whether a photo need not be tried. Called by the workers."""
        return task.folder_id in self.reasons

    def explain(self, result: PhotoResult) -> bool:
        """Tell whether a photo could not be read because its folder is offline.

        Raises:
            Cancelled: the run was, while a disk did not answer.
        """
        if result.problem is None or result.problem[0] not in _MAY_BE_THE_DRIVE:
            return False
        folder = self._folders[result.task.folder_id]
        if folder.id not in self.reasons:
            self._look(folder)
        return folder.id in self.reasons

    def _look(self, folder: Folder) -> None:
        try:
            volume_path = self._probe.place(folder.path)
        except FolderSilent as error:
            self.reasons[folder.id] = error
            return
        if not volume_path.is_folder:
            self.reasons[folder.id] = None
        elif volume_path.volume_uid != folder.volume_uid:
            is_empty = not self._probe.is_occupied(folder.path)  # a mount point that stays behind
            self.reasons[folder.id] = None if is_empty else OtherDrive(path=folder.path)
