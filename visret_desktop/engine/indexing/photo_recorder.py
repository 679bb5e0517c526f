"""Write into the catalog what became of one photo."""

import time
from dataclasses import replace

from visret_desktop.engine.indexing.photo_processing import PhotoResult
from visret_desktop.engine.indexing.retry_policy import failed_now
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.records import Fingerprint, Metadata
from visret_desktop.settings import Settings

_WHOLE_SECOND = 10**9
_COARSE_NS = 2 * _WHOLE_SECOND  # the precision of FAT and some network drives


def has_vanished(result: PhotoResult) -> bool:
    """Tell whether a file was deleted before it was read: the next run settles that."""
    return result.problem is not None and result.problem[0] == "vanished"


def record(catalog: Catalog, result: PhotoResult, since_ns: int, settings: Settings) -> None:
    """Write a photo or a problem, inside a batch; `since_ns` is when its folder was looked at."""
    found, folder_id, known = result.task.found, result.task.folder_id, result.task.known
    fingerprint = _as_trusted(result.fingerprint, since_ns)
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
            found.relative,
            fingerprint,
            result.content_hash,
            found.volume_uid,
            result.metadata or Metadata(),
            found.companion,
            found.sidecar_fingerprint,
        )
    if result.problem is None:
        catalog.clear_problem(folder_id, found.relative)
    else:
        code, reason = result.problem
        catalog.put_problem(
            folder_id,
            found.relative,
            fingerprint,
            code,
            reason,
            result.is_indexed,
            result.content_hash,
            failed_now(code, fingerprint, known, settings),
        )


def _as_trusted(fingerprint: Fingerprint, since_ns: int) -> Fingerprint:
    """Return the fingerprint to compare with next time.

    A file that was written in the moment of reading may be written once more without a change of
    its time. So its time is noted wrong by a nanosecond, and the next look reads it again.
    """
    tick = _COARSE_NS if fingerprint.mtime_ns % _WHOLE_SECOND == 0 else 0
    if since_ns - tick <= fingerprint.mtime_ns <= time.time_ns() + tick:
        return replace(fingerprint, mtime_ns=fingerprint.mtime_ns - 1)
    return fingerprint
