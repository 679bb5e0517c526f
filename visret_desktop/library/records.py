"""What the catalog knows, as plain frozen records that every layer may pass on."""

import os
from dataclasses import dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from visret_desktop.errors import FolderGone
from visret_desktop.sentences import NOTHING, Sentence

_MOST_NS = 2**63 - 1
INDIVIDUAL = "individualID"  # in what else is said of an accepted name
LONGEST_TEXT = 2000  # that a photo may say about itself
MOST_KEYWORDS = 200
MOST_INDIVIDUALS = 1_000_000
_MOST_METERS = 1_000_000  # above or below the sea
Pixels = Annotated[int, Meta(ge=0, le=10_000_000)]
# No NUL, which ends texts elsewhere, and no half of a pair, which no file can hold.
Text = Annotated[str, Meta(max_length=LONGEST_TEXT, pattern="^[^\\x00\ud800-\udfff]*\\Z")]
Stars = Annotated[int, Meta(ge=-1, le=5)]
Time = Annotated[int, Meta(ge=-(2**63), le=_MOST_NS)]  # in ns


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
    reason: Sentence = NOTHING  # why it is offline, if not just unplugged

    @property
    def is_missing(self) -> bool:
        """Whether its drive is there, but not the folder."""
        return self.reason == str(FolderGone(path=self.path))


@dataclass(frozen=True)
class Fingerprint:
    """What a stat says about a file: bytes and modification time in nanoseconds.

    `changed_ns` is when the system last changed anything about the file, which no program can set
    (on Windows, when it was created). It reveals a file of equal size and time that took the place
    of another, but it also changes with a file's rights, so it only calls for another look at the
    bytes. None: not known.
    """

    size: Annotated[int, Meta(ge=0, le=2**62)]
    mtime_ns: Time
    changed_ns: Time | None = field(default=None, compare=False)

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


LAST_CHANGE = "ModifyDate"
LAST_CHANGE_WORDS = "The time is when the picture was last changed (ModifyDate)."


@dataclass(frozen=True)
class Metadata:
    """What a photo says about itself; None or empty where it says nothing.

    `taken_at` is ISO 8601 local time, with offset where the file has one; `latitude` and
    `longitude` in degrees (south and west negative); `altitude` in meters; `exposure_seconds`,
    `f_number`, `focal_length_mm`, `iso` as numbers; `rating` -1 to 5;
    `color_label` is the color that another program gave it, in that program's words; `taken_from`
    is `LAST_CHANGE` where `taken_at` is only when the picture was last changed; `sequence` is what
    the maker of a camera trap wrote of a series, as `photos.maker_notes` has it.

    This declaration is the one list of what is read: what a decoder sends is checked against it,
    and the catalog has a column for each field.
    """

    width: Pixels = 0
    height: Pixels = 0
    format: Text = ""
    taken_at: Text | None = None
    latitude: float | None = None
    longitude: float | None = None
    altitude: float | None = None
    camera: Text | None = None
    lens: Text | None = None
    exposure_seconds: float | None = None
    f_number: float | None = None
    focal_length_mm: float | None = None
    iso: Annotated[int, Meta(ge=0, le=2**31)] | None = None
    rating: Stars | None = None
    title: Text | None = None
    description: Text | None = None
    keywords: Annotated[tuple[Text, ...], Meta(max_length=MOST_KEYWORDS)] = ()
    color_label: Text | None = None
    taken_from: Text | None = None
    sequence: Text | None = None


METADATA_COLUMNS = tuple(declared.name for declared in fields(Metadata))


@dataclass(frozen=True)
class AcceptedName:
    """A name that a person accepted for what a photo shows. Nothing is one until somebody does.

    A name that is there several times says so of several groups: two females and a juvenile.

    `at` is ISO 8601 in UTC; `source` says how it was found: "typed", "suggested by …", or the name
    of the file that it came in; `count` is of individuals, None where nobody counted. `event` is
    the time, as "start/end", of the event that it was said of as a whole; "": of this photo. `more`
    is what else was said, such as ("observationTags", "limping").
    """

    name: Text  # scientific where there is one
    common: Text = ""
    rank: Text = ""
    count: Annotated[int, Meta(ge=0, le=MOST_INDIVIDUALS)] | None = None
    sex: Text = ""
    life_stage: Text = ""
    behavior: Text = ""
    by: Text = ""
    at: Text = ""
    source: Text = "typed"
    event: Text = ""
    more: Annotated[tuple[tuple[Text, Text], ...], Meta(max_length=20)] = ()

    @property
    def group(self) -> tuple[str, str, str]:
        """Which of the individuals of its name are meant: sex, life stage, and an id of one."""
        return self.sex.casefold(), self.life_stage.casefold(), dict(self.more).get(INDIVIDUAL, "")

    @property
    def is_bare(self) -> bool:
        """Whether it says what is there, and nothing more of it."""
        return self.count is None and not (any(self.group) or self.behavior or self.event)


@dataclass(frozen=True)
class OwnPlace:
    """A place that we found for a photo: degrees, meters; `source` says where it came from.

    It stands beside the one that the photo itself may have, and never takes its place.
    """

    latitude: Annotated[float, Meta(ge=-90, le=90)]
    longitude: Annotated[float, Meta(ge=-180, le=180)]
    altitude: Annotated[float, Meta(ge=-_MOST_METERS, le=_MOST_METERS)] | None = None
    source: Text = ""


@dataclass(frozen=True)
class Notes:
    """What a person noted of a photo in this program. It belongs to the photo's bytes.

    `tags` may be paths such as "Animals|Birds|Grey heron". A `rating` of None leaves the file's.
    """

    tags: Annotated[tuple[Text, ...], Meta(max_length=MOST_KEYWORDS)] = ()
    rating: Stars | None = None
    names: Annotated[tuple[AcceptedName, ...], Meta(max_length=MOST_KEYWORDS)] = ()
    place: OwnPlace | None = None

    def __bool__(self) -> bool:
        return self != Notes()


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
    written: str = ""  # words that were read in the picture, line by line
    notes: Notes = field(default_factory=Notes)
    camera_time: str = ""  # what the file says, where a correction of its clock changed `taken_at`
    placed_by: str = ""  # whence latitude and longitude are, if not from the photo itself

    @property
    def rating(self) -> int | None:
        """The person's own rating, else the file's."""
        own = self.notes.rating
        return self.metadata.rating if own is None else own

    @property
    def is_placed_by_deployment(self) -> bool:
        """Whether its place is only that of its deployment."""
        return bool(self.placed_by) and self.notes.place is None


class PhotoRow(Struct, frozen=True):
    """The few columns a grid of 100,000 photos needs.

    A struct, which is made in a tenth of the time of a dataclass: a search makes thousands.
    """

    photo_id: int
    content_hash: str
    path: str
    name: str
    taken_at: str | None
    width: int
    height: int
    online: bool
    sort_key: str  # local time by which it is ordered; see `photo_order.UNDATED`
    burst: int = 0  # id of the photo in front of its burst; 0: it stands alone
    event: int = 0  # id of the first photo of its event; 0: nobody knows when it was taken


@dataclass(frozen=True)
class Failure:
    """How a file came to be a problem, to know when it is worth another try.

    `allowed` is the limit that it exceeded, if that is a setting; None: it is none, or not known.
    """

    code: str
    tries: int = 1
    tried_at: float = 0.0
    allowed: int | None = None


@dataclass(frozen=True)
class Problem:
    """A file that could not be read, or only partly; if `indexed`, it can be found."""

    path: str
    code: str
    reason: Sentence
    indexed: bool
