"""Whether the files of photos are in reach, without waiting for disks that do not answer."""

from visret_desktop.engine.runtime import Library
from visret_desktop.errors import FolderSilent
from visret_desktop.library.folders.folder_probe import FolderProbe
from visret_desktop.library.records import Folder, Photo


class OnlineCheck:
    """Asks each folder once."""

    def __init__(self, library: Library, probe: FolderProbe) -> None:
        self._probe = probe
        self._folders = {folder.id: folder for folder in library.reader.folders()}
        self._is_there: dict[int, bool] = {}

    def folder_of(self, photo: Photo) -> Folder | None:
        """Return the folder of the library that a photo lies in; None: it is out of reach."""
        return self.folder(photo.folder_id) if photo.online else None

    def folder(self, folder_id: int) -> Folder | None:
        """Return a folder of the library by its number; None: there is none in reach."""
        folder = self._folders.get(folder_id)
        if folder is None:
            return None
        if folder.id not in self._is_there:
            try:
                volume_path = self._probe.place(folder.path)
                # An empty mount point is no drive.
                self._is_there[folder.id] = volume_path.is_folder and volume_path.volume_uid in (
                    folder.volume_uid,
                    "",
                )
            except FolderSilent:
                self._is_there[folder.id] = False
        return folder if self._is_there[folder.id] else None
