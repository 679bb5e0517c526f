"""Messages of field work: notes on photos, tracks, detections, names, files for others.

As in `messages`, with which they share the border between window and engine.
"""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from msgspec import Meta

from visret_desktop.engine.messages import Event, Hash, Name, Place, Request
from visret_desktop.exporters.exporter import Choices
from visret_desktop.library.catalog.catalog_clocks import LONGEST_SHIFT, MOST_DRIFT
from visret_desktop.library.catalog.catalog_deployments import (
    FileKind,
    PackageFacts,
    StoredDeployment,
)
from visret_desktop.library.catalog.filter_values import Number, Whole
from visret_desktop.library.records import AcceptedName, Notes, OwnPlace, Stars, Text
from visret_desktop.sentences import NOTHING, Sentence

MOST_CONTENTS = 20_000  # in one request
Contents = Annotated[tuple[Hash, ...], Meta(max_length=MOST_CONTENTS)]
Seconds = Annotated[float, Meta(gt=-LONGEST_SHIFT, lt=LONGEST_SHIFT)]
_Texts = Annotated[tuple[Text, ...], Meta(max_length=1000)]


@dataclass(frozen=True)
class ChangeNotes(Request):
    """Change what a person noted of contents; what is not named stays as it is.

    `rating` sets the stars (0: none, whatever the file says), `drop_rating` leaves them to the file
    again. A name that is added replaces the same group of it (`with_group`); `drop_names` drops
    all groups of a name, `drop_groups` these. `NotesChanged` says what was noted before.
    """

    kind = "change-notes"
    hashes: Contents = ()
    add_tags: _Texts = ()
    drop_tags: _Texts = ()
    rating: Stars | None = None
    drop_rating: bool = False
    add_names: Annotated[tuple[AcceptedName, ...], Meta(max_length=100)] = ()
    drop_names: _Texts = ()
    place: OwnPlace | None = None
    drop_place: bool = False
    drop_groups: Annotated[tuple[AcceptedName, ...], Meta(max_length=100)] = ()


@dataclass(frozen=True)
class PutNotes(Request):
    """Note this of contents, in place of what was noted before: to undo and to redo."""

    kind = "put-notes"
    notes: Annotated[dict[Hash, Notes], Meta(max_length=MOST_CONTENTS)] = field(
        default_factory=dict
    )


@dataclass(frozen=True)
class KeepPlaces(Request):
    """Note where contents were taken, as a track says; not of those that say it themselves."""

    kind = "keep-places"
    places: Annotated[dict[Hash, OwnPlace], Meta(max_length=MOST_CONTENTS)] = field(
        default_factory=dict
    )


@dataclass(frozen=True)
class DropPlaces(Request):
    """Forget the places that were noted from a source, such as a track's file name."""

    kind = "drop-places"
    source: Text = ""


@dataclass(frozen=True)
class ImportDetections(Request):
    """Keep what a detector's file says of photos, with at least this confidence.

    Only of photos below `folder`, if one is given: there a photo's name is enough to know it by.
    Without `least` it is what the file advises. With `is_dry_run` it is only said.
    """

    kind = "import-detections"
    path: Whole = "/"
    folder: Annotated[str, Meta(max_length=32_767)] = ""
    least: Annotated[float, Meta(ge=0, le=1)] | None = None
    is_dry_run: bool = True


@dataclass(frozen=True)
class DropDetections(Request):
    """Drop what was kept of a detector's file, by the path that it had then."""

    kind = "drop-detections"
    path: Text = ""


@dataclass(frozen=True)
class DetectionsSaid(Event):
    """What a detector's file says, and of which photos.

    `outcomes` counts entries: matched, ambiguous, elsewhere, unknown, duplicate, failed; `examples`
    has paths of some. `labels` are names, each with common name and photos, `blank` photos in which
    nothing was found, by the least confidence in twentieths: those with at least 0, 0.05, …, 1.
    """

    kind = "detections-said"
    format: str = ""
    model: str = ""
    advised: float = 0.0
    entries: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)
    examples: dict[str, tuple[str, ...]] = field(default_factory=dict)
    flaws: dict[str, int] = field(default_factory=dict)
    labels: tuple[tuple[str, str, tuple[int, ...]], ...] = ()
    blank: tuple[int, ...] = ()


@dataclass(frozen=True)
class NotesChanged(Event):
    """Notes were changed; `before` is what was noted until then, by content hash."""

    kind = "notes-changed"
    before: dict[str, Notes] = field(default_factory=dict)


@dataclass(frozen=True)
class SuggestNames(Request):
    """Suggest names for what contents show: for all of them together, or for each."""

    kind = "suggest-names"
    hashes: Contents = ()
    is_together: bool = True
    most: Annotated[int, Meta(ge=1, le=100)] = 5


@dataclass(frozen=True)
class SuggestedName:
    """A name that photos are like; `likeness` is a cosine, and says nothing about chances.

    Nothing is noted by a suggestion: `source` is what an accepted name keeps of it.
    """

    name: Text
    common: Text
    rank: Text
    likeness: float
    source: Text


@dataclass(frozen=True)
class NamesSuggested(Event):
    """Names for contents, the likeliest first; `left_out` are excluded by place or season."""

    kind = "names-suggested"
    hashes: tuple[str, ...] = ()
    names: tuple[SuggestedName, ...] = ()
    encoder: str = ""
    left_out: int = 0


@dataclass(frozen=True)
class CorrectClock(Request):
    """Correct the times of photos, or of all, in the catalog alone; `label` is what it is called.

    `seconds`, `drift`, `since` and `zone` are those of a `ClockChange`. With `is_dry_run` it is
    only said what the times would become. `ClockSaid` says it.
    """

    kind = "correct-clock"
    photos: Annotated[tuple[Number, ...], Meta(max_length=500_000)] = ()
    seconds: Seconds = 0.0
    drift: Annotated[float, Meta(ge=-MOST_DRIFT, le=MOST_DRIFT)] = 0.0
    since: Text = ""
    zone: Text = ""
    label: Text = ""
    is_dry_run: bool = True


@dataclass(frozen=True)
class DropCorrection(Request):
    """Take a correction of clocks back, by its number."""

    kind = "drop-correction"
    number: Number = 0


@dataclass(frozen=True)
class ClockSaid(Event):
    """What the times of photos become: of the first of them the path, the time now and then.

    Without a time are `undated`. `twice` are from an hour that a clock shows twice, `never` from
    one that it does not show.
    """

    kind = "clock-said"
    times: tuple[tuple[str, str, str], ...] = ()
    corrected: int = 0
    undated: int = 0
    twice: int = 0
    never: int = 0


@dataclass(frozen=True)
class WriteSidecars(Request):
    """Write the notes of photos, or of all, to the sidecars beside them.

    With `is_dry_run` it is only said what would be written. `preferred` decides where a photo may
    have one of two sidecars; "": it is refused there.
    """

    kind = "write-sidecars"
    photos: Annotated[tuple[Number, ...], Meta(max_length=500_000)] = ()
    preferred: Literal["", "full", "stem"] = ""
    is_dry_run: bool = True


@dataclass(frozen=True)
class UndoSidecars(Request):
    """Put back the sidecars that were written last, where nobody changed them since."""

    kind = "undo-sidecars"


@dataclass(frozen=True)
class SidecarSaid(Event):
    """What becomes of a photo's sidecar, property by property: name, values before, values after.

    Of one that stays as it is, `refusal` says why.
    """

    kind = "sidecar-said"
    photo: str = ""  # the path
    sidecar: str = ""
    is_new: bool = False
    changes: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = ()
    code: str = ""
    refusal: Sentence = NOTHING


@dataclass(frozen=True)
class KeepDeployments(Request):
    """Keep what a person said of deployments, and of packages; None: that stays.

    `DeploymentsChanged` says what was said before. With `instead_of`, in the order of `said`, and
    `package_instead_of`, what somebody said anew since stays.
    """

    kind = "keep-deployments"
    said: Annotated[tuple[StoredDeployment, ...], Meta(max_length=MOST_CONTENTS)] = ()
    package: PackageFacts | None = None
    instead_of: Annotated[tuple[StoredDeployment, ...], Meta(max_length=MOST_CONTENTS)] = ()
    package_instead_of: PackageFacts | None = None


@dataclass(frozen=True)
class DeploymentsChanged(Event):
    """Something else is said of deployments, or of packages; this was said until then.

    So many `stayed`, because somebody said something else of them since.
    """

    kind = "deployments-changed"
    deployments: tuple[StoredDeployment, ...] = ()
    package: PackageFacts | None = None
    stayed: int = 0


@dataclass(frozen=True)
class ImportPackage(Request):
    """Read a Camtrap DP package or a table, and keep what it says of photos of the library.

    A `file_kind` of "": what it is shows by what is in it. A table is about photos below `folder`;
    "": about all. With `is_dry_run` it is only said what would be kept. `PackageSaid` says it.
    """

    kind = "import-package"
    path: Place = ""
    file_kind: FileKind | Literal[""] = ""
    folder: Place = ""
    is_dry_run: bool = True


@dataclass(frozen=True)
class DropPackage(Request):
    """Forget the deployments and names that came from a package, by its name."""

    kind = "drop-package"
    source: Text = ""


@dataclass(frozen=True)
class PackageSaid(Event):
    """What a package says of the photos of the library.

    Each deployment is told by its name, place, photos in the package and photos that are in the
    library; each name by how many observations of it are taken. `unmatched` are the first of the
    photos that are not in the library, `sentences` what else is to be known.
    """

    kind = "package-said"
    source: str = ""
    title: str = ""
    media: int = 0
    matched: int = 0
    events: int = 0
    observations: int = 0
    taken: int = 0
    deployments: tuple[tuple[str, str, int, int], ...] = ()
    names: tuple[tuple[str, int], ...] = ()
    unmatched: tuple[str, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    file_kind: FileKind = "package"


@dataclass(frozen=True)
class JoinNotes(Request):
    """Join what a file of `visret export notes` has of photos of the library with what is here.

    With `is_dry_run` it is only said. `JoinSaid` says it, `NotesChanged` what was noted before.
    """

    kind = "join-notes"
    path: Place = ""
    is_dry_run: bool = True


@dataclass(frozen=True)
class JoinSaid(Event):
    """What joining the notes that `who` made changes.

    The file has notes of `contents`, of which so many are in the library, and those of `changed`
    become others. `different` has, by path, what is said differently: of the first `MOST_CONTENTS`
    of the `differing` ones. `left_out` tags and names have no room.
    """

    kind = "join-said"
    who: str = ""
    contents: int = 0
    in_library: int = 0
    changed: int = 0
    differing: int = 0
    left_out: int = 0
    different: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class ExportPhotos(Request):
    """Write photos, or all, to `path` in a format of `exporters.exporter.FORMATS`.

    With `is_dry_run` it is only said what would be written. `Finished` has `counts` and `remarks`:
    a code, how many, a sentence, and the first names of what it is about.
    """

    kind = "export-photos"
    format: Name = ""
    path: Place = ""
    photos: Annotated[tuple[Number, ...], Meta(max_length=500_000)] | None = None  # None: all
    choices: Choices = field(default_factory=Choices)
    is_replacing: bool = False
    is_dry_run: bool = True
