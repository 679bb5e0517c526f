"""Write into the catalog what became of each photo, but for those whose folder went offline."""

import time
from collections.abc import Mapping
from dataclasses import replace

from visret_desktop.engine.indexing.photo_processing import PhotoResult, PhotoTask
from visret_desktop.engine.indexing.retry_policy import failed_now
from visret_desktop.errors import FolderSilent, OtherDrive, VisretError
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.folders.folder_probe import FolderProbe
from visret_desktop.library.records import Fingerprint, Folder, Metadata
from visret_desktop.settings import Settings

_WHOLE_SECOND = 10**9
_COARSE_NS = 2 * _WHOLE_SECOND  # the precision of FAT and some network drives


def has_vanished(result: PhotoResult) -> bool:
    """Tell whether a file was deleted before it was read: the next run settles that."""
    return result.problem is not None and result.problem[0] == "vanished"


def record(catalog: Catalog, result: PhotoResult, since_ns: int, settings: Settings) -> None:
    """Write a photo or a problem, inside a batch; `since_ns` is when its folder was looked at."""
    file, folder_id, known = result.task.file, result.task.folder_id, result.task.known
    fingerprint = as_trusted(result.fingerprint, since_ns)
    if result.is_same and result.is_indexed:
        assert known is not None
        assert known.photo_id is not None
        catalog.put_fingerprints([(known.photo_id, fingerprint)])
        if not result.lacking:  # what was said of it still holds
            return
    elif result.is_indexed:
        assert result.content_hash is not None
        catalog.put_photo(
            folder_id,
            file.relative,
            fingerprint,
            result.content_hash,
            file.volume_uid,
            result.metadata or Metadata(),
            file.companion,
            file.sidecar_fingerprint,
        )
    if result.problem is None:
        catalog.clear_problem(folder_id, file.relative)
    else:
        code, reason = result.problem
        catalog.put_problem(
            folder_id,
            file.relative,
            fingerprint,
            code,
            reason,
            result.is_indexed,
            result.content_hash,
            failed_now(code, fingerprint, known, settings),
        )


def as_trusted(fingerprint: Fingerprint, since_ns: int) -> Fingerprint:
    """Return the fingerprint to compare with next time.

    A file that was written in the moment of reading may be written once more without a change of
    its time. So its time is noted wrong by a nanosecond, and the next look reads it again.
    """
    tick = _COARSE_NS if fingerprint.mtime_ns % _WHOLE_SECOND == 0 else 0
    if since_ns - tick <= fingerprint.mtime_ns <= time.time_ns() + tick:
        return replace(fingerprint, mtime_ns=fingerprint.mtime_ns - 1)
    return fingerprint


# Problems of photos whose drive was pulled or whose network is down.
MAY_BE_THE_DRIVE = frozenset(("vanished", "disk-error", "no-permission", "timed-out"))


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
        if result.problem is None or result.problem[0] not in MAY_BE_THE_DRIVE:
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
