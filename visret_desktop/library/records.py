"""What the catalog knows, as plain frozen records that every layer may pass on."""

import os
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

_MOST_NS = 2**63 - 1


class FolderState(StrEnum):
    """Whether a folder's drive is there."""

    ONLINE = "online"
    OFFLINE = "offline"


@dataclass(frozen=True)
class Folder:
    """A root that the person added."""

    id: int
    path: Path
    state: FolderState
    photo_count: int
    volume_uid: str
    added_at: float
    reason: str = ""  # why it is offline, if not just unplugged


@dataclass(frozen=True)
class Fingerprint:
    """What a stat tells about a file: bytes and modification time in nanoseconds.

    `changed_ns` is when the system last changed anything about the file, which no program can set
    (on Windows, when it was created). It tells a file of equal size and time that was put in the
    place of another, but it also changes with a file's rights, so it only asks for another look at
    the bytes. None: not known.
    """

    size: int
    mtime_ns: int
    changed_ns: int | None = field(default=None, compare=False)

    @classmethod
    def of(cls, status: os.stat_result) -> "Fingerprint":
        """Return that of a file.

        Times before 1677 or after 2262, as damaged disks have them, do not fit into the catalog's
        64 bits and become the nearest that does.
        """
        return cls(status.st_size, _within(status.st_mtime_ns), _within(status.st_ctime_ns))

    def is_surely(self, other: "Fingerprint") -> bool:
        """Tell whether this is `other`, also by the times at which they were changed."""
        times = (self.changed_ns, other.changed_ns)
        return self == other and (None in times or times[0] == times[1])


def _within(time_ns: int) -> int:
    return max(-_MOST_NS, min(time_ns, _MOST_NS))


@dataclass(frozen=True)
class Metadata:
    """What a photo says about itself; None or empty where it says nothing.

    `taken_at` is ISO 8601 local time, with offset where the file has one; `latitude` and
    `longitude` in degrees (south and west negative); `altitude` in meters; `exposure_seconds`,
    `f_number`, `focal_length_mm`, `iso` as numbers; `rating` -1 to 5.
    """

    width: int = 0
    height: int = 0
    format: str = ""
    taken_at: str | None = None
    latitude: float | None = None
    longitude: float | None = None
    altitude: float | None = None
    camera: str | None = None
    lens: str | None = None
    exposure_seconds: float | None = None
    f_number: float | None = None
    focal_length_mm: float | None = None
    iso: int | None = None
    rating: int | None = None
    title: str | None = None
    description: str | None = None
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True)
class Photo:
    """One file in a folder. `content_hash` is 32 hex digits (XXH3-128 of all bytes)."""

    id: int
    folder_id: int
    path: Path
    name: str
    content_hash: str
    fingerprint: Fingerprint
    online: bool
    metadata: Metadata = field(default_factory=Metadata)
    companion: str | None = None  # file name of the RAW that belongs to this JPEG


@dataclass(frozen=True)
class PhotoRow:
    """The few columns a grid of 100,000 photos needs."""

    photo_id: int
    content_hash: str
    path: str
    name: str
    taken_at: str | None
    width: int
    height: int
    online: bool
    sort_key: str  # local time at which it stands among the others


@dataclass(frozen=True)
class Failure:
    """How a file came to be a problem, to tell when it is worth another try.

    `allowed` is the limit that it went over, where one can be set; None: there is none, or it was
    not noted.
    """

    code: str
    tries: int = 1
    tried_at: float = 0.0
    allowed: int | None = None


@dataclass(frozen=True)
class Problem:
    """A file that could not be read, or only partly; `indexed` tells whether it can be found."""

    path: str
    code: str
    reason: str
    indexed: bool
