"""What crosses the border between window and engine: jobs one way, events the other.

One JSON object per line. The first line from the engine is `Hello` with the protocol version. Every
job ends in exactly one of four endings: `Finished`, `Cancelled`, `Failed`, or, when the process
dies, `EngineLost`, which the client itself makes.

The types are what a line is checked against (`message_lines`): a job says here what its numbers,
names and lists may be at most.
"""

import json
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, to_builtins

from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter, Number, Whole

PROTOCOL = 3

Json = dict[str, Any]
_BIGGEST = 2**63 - 1  # what seeds and numbers of rows are kept in
Seed = Annotated[int, Meta(ge=-_BIGGEST, le=_BIGGEST)]
Weight = Annotated[float, Meta(ge=-1000, le=1000)]
Place = Annotated[str, Meta(max_length=32_767, pattern=r"^[^\0]*\Z")]  # a path, or 'hash:…'
Name = Annotated[str, Meta(max_length=100)]
Hash = Annotated[str, Meta(max_length=100, pattern=r"^[0-9a-f]*\Z")]


@dataclass(frozen=True)
class Message:
    """Base of all messages; `kind` is its name on the wire."""

    kind: ClassVar[str] = ""

    def to_line(self) -> str:
        """Return one line of JSON, newline included."""
        # `vars` instead of `asdict`, whose copying takes longer than ranking does.
        return json.dumps({"kind": self.kind, **vars(self)}, default=to_builtins) + "\n"


# ---- jobs: window to engine -----------------------------------------------------------------


@dataclass(frozen=True)
class IndexFolders(Message):
    """Bring the catalog up to date with `folders` (absolute paths; none: all known ones).

    `retry` lists paths of problem photos to try again although they did not change.
    """

    kind = "index"
    job: Number = 0
    folders: tuple[Whole, ...] = ()
    retry: tuple[Whole, ...] = ()


@dataclass(frozen=True)
class QueryTerm(Message):
    """One part of a query: words or an image file, with a weight (negative: away from it)."""

    kind = "term"
    text: str = ""
    image: Place = ""
    weight: Weight = 1.0


@dataclass(frozen=True)
class Sketch(Message):
    """One visualization of a query: what determines it, or a picture that stands in for it.

    `name` is how hits call its list ('A', 'B' …); `column` is the number of the instruction, and so
    of the entity, that it belongs to. `image` is a person's own picture (a path, or 'hash:…' for a
    photo of the library), used instead of generating.
    """

    kind = "sketch"
    name: Name = ""
    instruction: str = ""
    seed: Seed = 0
    column: Number = 0
    image: Place = ""


@dataclass(frozen=True)
class Search(Message):
    """Rank the photos of `filter` by `terms`; `exclude_hashes` leaves photos out.

    A search says everything that it wants, so changing one thing is sending it again: what is still
    valid comes from the cache. `instructions` replaces the rewriter's (none: ask the rewriter, as a
    query of `family`, or of the family that the query looks like if that is ""). `sketches`
    replaces the planned ones (none: `m` for each instruction, seeds counted from `seed`).
    """

    kind = "search"
    job: Number = 0
    terms: Annotated[tuple[QueryTerm, ...], Meta(max_length=1000)] = ()
    top_k: Annotated[int, Meta(ge=0, le=1_000_000)] = 1000
    filter: Filter = ALL_PHOTOS
    strategy: str = "original"
    exclude_hashes: Annotated[tuple[Hash, ...], Meta(max_length=100_000)] = ()
    m: Annotated[int, Meta(ge=0, le=26)] = 3
    seed: Seed = 0
    family: str = ""
    instructions: Annotated[tuple[str, ...], Meta(max_length=100)] = ()
    sketches: Annotated[tuple[Sketch, ...], Meta(max_length=1000)] = ()
    plan_only: bool = False


@dataclass(frozen=True)
class RemoveFolder(Message):
    """Forget a folder and its photos (never touches the files)."""

    kind = "remove-folder"
    job: Number = 0
    folder_id: Number = 0


@dataclass(frozen=True)
class Cancel(Message):
    """Ask job `target` to stop at its next photo or step."""

    kind = "cancel"
    job: Number = 0
    target: Number = 0


@dataclass(frozen=True)
class SetIndexing(Message):
    """Pause or resume indexing, and say how many cores it leaves free."""

    kind = "set-indexing"
    job: Number = 0
    paused: bool = False
    free_cores: Annotated[int, Meta(ge=0, le=100_000)] = 0


@dataclass(frozen=True)
class DescribeMachine(Message):
    """Tell what models find on this computer; measured at the first time, for about a second."""

    kind = "describe-machine"
    job: Number = 0


@dataclass(frozen=True)
class Examine(Message):
    """Find out what serves the person's photos best, in a process of its own.

    `subject` is 'settings': compare encoders, strategies and weights by the person's judgments; or
    'precision': whether the encoder ranks the person's photos in 8 bits as before. Progress and
    notices follow, and `Finished` with the verdict as its summary.
    """

    kind = "examine"
    job: Number = 0
    subject: Literal["settings", "precision"] = "settings"


@dataclass(frozen=True)
class Shutdown(Message):
    """End the engine after committing."""

    kind = "shutdown"
    job: Number = 0


# ---- events: engine to window ---------------------------------------------------------------


@dataclass(frozen=True)
class Hello(Message):
    """First line of the engine."""

    kind = "hello"
    protocol: int = PROTOCOL
    version: str = ""
    pid: int = 0


@dataclass(frozen=True)
class EncoderState(Message):
    """Which encoder answers, or why none does (`error_code` and `sentence` set)."""

    kind = "encoder"
    name: str = ""
    ready: bool = False
    error_code: str = ""
    sentence: str = ""


@dataclass(frozen=True)
class Progress(Message):
    """How far an indexing job is.

    `stage` is 'scan', 'embed' or 'index'; `total` 0 while unknown; `rate` photos per second over
    the last seconds; `seconds_left` negative while unknown; `folder_id` the folder worked on.
    """

    kind = "progress"
    job: int = 0
    stage: str = "scan"
    done: int = 0
    total: int = 0
    rate: float = 0.0
    seconds_left: float = -1.0
    paused: bool = False
    folder_id: int = 0


@dataclass(frozen=True)
class LibraryChanged(Message):
    """Photos were committed, removed or went on- or offline: read the catalog again."""

    kind = "library-changed"
    job: int = 0


@dataclass(frozen=True)
class PhotoProblem(Message):
    """One file could not be read, or only partly."""

    kind = "problem"
    job: int = 0
    path: str = ""
    code: str = ""
    reason: str = ""
    indexed: bool = False


@dataclass(frozen=True)
class Hit(Message):
    """One photo of a result. `ranks` maps list names ('text', later 'A', 'B' …) to ranks from 1."""

    kind = "hit"
    rank: int = 0
    photo_id: int = 0
    content_hash: str = ""
    path: str = ""
    name: str = ""
    taken_at: str | None = None
    width: int = 0
    height: int = 0
    online: bool = True
    score: float = 0.0
    ranks: dict[str, int] = field(default_factory=dict)
    band: str = "weak"
    copies: tuple[str, ...] = ()
    column: int = 0
    sort_key: str = ""


@dataclass(frozen=True)
class Ranked(Message):
    """A ranking, complete in itself; a later one of the same job replaces it.

    `lists` names the rankings that were fused, 'text' first; `timings` has the seconds of every
    stage so far, none for what came from the cache. With several instructions the hits of the
    columns are interleaved, and `Hit.column` says whose each is.
    """

    kind = "ranked"
    job: int = 0
    hits: tuple[Hit, ...] = ()
    answered: bool = False
    timings: dict[str, float] = field(default_factory=dict)
    lists: tuple[str, ...] = ()


@dataclass(frozen=True)
class Planned(Message):
    """What a search is going to do: the instructions and the sketches to be made for them.

    `note` says in a sentence why there is no better instruction, or is "". `expected_seconds` is
    learned from this machine; negative while unknown.
    """

    kind = "planned"
    job: int = 0
    family: str = ""
    instructions: tuple[str, ...] = ()
    sketches: tuple[Sketch, ...] = ()
    note: str = ""
    expected_seconds: float = -1.0


@dataclass(frozen=True)
class SketchProgress(Message):
    """One denoising step of a sketch is done; `preview` is a small PNG's path, or ""."""

    kind = "sketch-progress"
    job: int = 0
    name: str = ""
    step: int = 0
    steps: int = 0
    seconds_left: float = -1.0
    preview: str = ""


@dataclass(frozen=True)
class SketchReady(Message):
    """A sketch can be looked at: `path` is in the cache, marked as synthetic.

    For a person's own picture `path` is that picture. The ranking with it follows as `Ranked`.
    """

    kind = "sketch-ready"
    job: int = 0
    name: str = ""
    path: str = ""
    seed: int = 0
    instruction: str = ""
    seconds: float = 0.0
    is_cached: bool = False


@dataclass(frozen=True)
class Notice(Message):
    """A quiet line about a job that goes on: a missing pack, less memory than wanted."""

    kind = "notice"
    job: int = 0
    code: str = ""
    sentence: str = ""


@dataclass(frozen=True)
class MachineDescribed(Message):
    """The device of each role; by device its rates (operations, bytes read a second) and memory.

    `needs` has the bytes that each installed pack takes where it would run.
    """

    kind = "machine"
    job: int = 0
    devices: dict[str, str] = field(default_factory=dict)
    rates: dict[str, tuple[float, float]] = field(default_factory=dict)
    memory: dict[str, int] = field(default_factory=dict)
    needs: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class CatalogRestored(Message):
    """The catalog was damaged and another took its place; what is missing waits for indexing."""

    kind = "catalog-restored"
    job: int = 0
    sentence: str = ""


@dataclass(frozen=True)
class Finished(Message):
    """The job did what it was asked; `summary` has its figures."""

    kind = "finished"
    job: int = 0
    summary: Json = field(default_factory=dict)


@dataclass(frozen=True)
class CancelledJob(Message):
    """The job stopped because it was asked to."""

    kind = "cancelled"
    job: int = 0


@dataclass(frozen=True)
class Failed(Message):
    """The job could not be done; `sentence` says what to do."""

    kind = "failed"
    job: int = 0
    code: str = ""
    sentence: str = ""
    parameters: Json = field(default_factory=dict)


@dataclass(frozen=True)
class EngineLost(Message):
    """The engine process died while the job was open; made by the client, never sent."""

    kind = "engine-lost"
    job: int = 0
