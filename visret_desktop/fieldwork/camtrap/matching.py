"""Which photo of the library a row of a package's media is about.

A photo is known by its content, where the package names it by that; else by the end of its path,
and where several photos fit equally well, by its time. Where only the name of the file fits, the
time must not contradict: cameras begin again at IMG_0001.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from pathlib import PurePosixPath
from typing import NamedTuple

from visret_desktop.library.catalog.catalog_deployments import PhotoAtWork

_SAME = timedelta(seconds=2)


class _Candidate(NamedTuple):
    parts: tuple[str, ...]  # of its path, the last first
    content_hash: str
    taken_at: str


class PhotoMatcher:
    """Finds photos of the library."""

    def __init__(self, photos: Iterable[PhotoAtWork]) -> None:
        self._hashes: set[str] = set()
        self._named: dict[str, list[_Candidate]] = {}
        for photo in photos:
            self._hashes.add(photo.content_hash)
            parts = _parts(photo.relative)
            one = _Candidate(parts, photo.content_hash, photo.taken_at or "")
            self._named.setdefault(parts[0], []).append(one)

    def find(self, media: Mapping[str, str]) -> str:
        """Return the content hash of the photo that a row is about; "" if none surely is."""
        if media["mediaID"] in self._hashes:
            return media["mediaID"]
        name, path = media.get("fileName", ""), media["filePath"]
        wanted = _parts(path)
        if name and wanted[0] != _parts(name)[0]:  # an address that does not end with the name
            wanted = _parts(name)
        candidates = self._named.get(wanted[0], ())
        best = max((_common(wanted, one.parts) for one in candidates), default=0)
        found = [one for one in candidates if _common(wanted, one.parts) == best]
        if len({one.content_hash for one in found}) > 1 or best == 1:
            agreeing = [one for one in found if _agree(one.taken_at, media["timestamp"])]
            timed = [one for one in agreeing if one.taken_at]
            found = timed or agreeing
        hashes = {one.content_hash for one in found}
        return hashes.pop() if len(hashes) == 1 else ""


def _parts(path: str) -> tuple[str, ...]:
    parts = PurePosixPath(path.replace("\\", "/")).parts
    return tuple(part.casefold() for part in reversed(parts)) or ("",)


def _common(wanted: tuple[str, ...], parts: tuple[str, ...]) -> int:
    common = 0
    for one, other in zip(wanted, parts, strict=False):
        if one != other:
            break
        common += 1
    return common


def _agree(taken_at: str, timestamp: str) -> bool:
    """Tell whether two times may be of one moment; a photo that says none does not contradict."""
    try:
        taken, said = datetime.fromisoformat(taken_at), datetime.fromisoformat(timestamp)
    except ValueError:
        return not taken_at
    if taken.tzinfo and said.tzinfo:
        return abs(taken - said) <= _SAME
    return abs(taken.replace(tzinfo=None) - said.replace(tzinfo=None)) <= _SAME
