"""What crosses the border between window and engine: requests one way, events the other.

One JSON object per line. The first line from the engine is `Hello` with the protocol version. Most
requests are jobs (`engine.jobs`); each of them ends in exactly one of four endings: `Finished`,
`CancelledJob`, `Failed`, or, when the process dies, `EngineLost`, which the client itself makes.

The types are what a line is checked against (`message_lines`): a request says here what its
numbers, names and lists may be at most.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct, to_builtins

from visret_desktop.library.catalog.filter_values import Number, Whole
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.library.records import PhotoRow
from visret_desktop.questions.catalog_question import QuestionBefore
from visret_desktop.sentence_json import with_field_bodies
from visret_desktop.sentences import NOTHING, Sentence

PROTOCOL = 7
SECOND_ENCODER = "second-encoder"  # code of the notice that it has no part in an answer
ONLY_ENGLISH = "only-english"  # code of the notice that no model reads the words of a query
HASH_PREFIX = "hash:"  # of an example that is a photo of the library, named by its content hash

Json = dict[str, Any]
_BIGGEST = 2**63 - 1  # what seeds and numbers of rows are kept in
Seed = Annotated[int, Meta(ge=-_BIGGEST, le=_BIGGEST)]
Weight = Annotated[float, Meta(ge=-1000, le=1000)]
Place = Annotated[str, Meta(max_length=32_767, pattern=r"^[^\0]*\Z")]  # a path, or 'hash:…'
Name = Annotated[str, Meta(max_length=100)]
Hash = Annotated[str, Meta(max_length=100, pattern=r"^[0-9a-f]*\Z")]
Hashes = Annotated[tuple[Hash, ...], Meta(max_length=100_000)]

KINDS: dict[Any, type["Message"]] = {}  # every message by its name on the wire


@dataclass(frozen=True)
class Message:
    """Base of all messages; `kind` is its name on the wire."""

    kind: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        if cls.kind:
            KINDS[cls.kind] = cls

    def to_line(self) -> str:
        """Return one line of JSON, newline included. Raises as `with_field_bodies` does."""
        # `vars` instead of `asdict`, whose copying takes longer than ranking does.
        body = {"kind": self.kind, **with_field_bodies(self)}
        return json.dumps(body, default=_fields) + "\n"


def _fields(value: object) -> object:
    if isinstance(value, Struct):
        return to_builtins(value)
    return with_field_bodies(value)


@dataclass(frozen=True)
class Request(Message):
    """Base of what the window sends; `job` is the number that the events of a job carry."""

    job: Number = 0


@dataclass(frozen=True)
class Event(Message):
    """Base of what the engine says of job number `job`, or, if that is 0, of no job."""

    job: int = 0


# ---- requests: window to engine -------------------------------------------------------------


@dataclass(frozen=True)
class IndexFolders(Request):
    """Bring the catalog up to date with `folders` (absolute paths; none: all known ones).

    `retry` lists paths of problem photos to try again although they did not change.
    """

    kind = "index"
    folders: tuple[Whole, ...] = ()
    retry: tuple[Whole, ...] = ()


@dataclass(frozen=True)
class LookWhenIdle(Request):
    """Let the passes that may wait look at photos; all else goes first."""

    kind = "look-when-idle"


@dataclass(frozen=True)
class AddFolders(Request):
    """Put folders (absolute paths) into the catalog now; `IndexFolders` fills them later.

    `FolderAdded` says of each what became of it.
    """

    kind = "add-folders"
    folders: Annotated[tuple[Whole, ...], Meta(max_length=1000)] = ()


@dataclass(frozen=True)
class QueryTerm:
    """One part of a query: words or an image file, with a weight (negative: away from it).

    `is_quoted`: the words were typed in quotation marks, so they are taken as they are.
    """

    text: str = ""
    image: Place = ""
    weight: Weight = 1.0
    is_quoted: bool = False


def excluded_hashes(terms: Iterable[QueryTerm]) -> tuple[str, ...]:
    """Return the photos of the library that a query leads away from: they are not shown."""
    return tuple(
        term.image.removeprefix(HASH_PREFIX)
        for term in terms
        if term.weight < 0 and term.image.startswith(HASH_PREFIX)
    )


@dataclass(frozen=True)
class Sketch:
    """One visualization of a query: what determines it, or a picture that stands in for it.

    `name` is how hits call its list ('A', 'B' …); `column` is the number of the instruction, and so
    of the entity, that it belongs to. `image` is a person's own picture (a path, or 'hash:…' for a
    photo of the library), used instead of generating. `if_needed`: it is left out where those
    before it are enough; without it a sketch is always drawn.
    """

    name: Name = ""
    instruction: str = ""
    seed: Seed = 0
    column: Number = 0
    image: Place = ""
    if_needed: bool = False


def sketch_name(number: int) -> str:
    """Return A … Z, AA, AB …, as spreadsheets name columns; `number` counts from 0."""
    first, last = divmod(number, 26)
    return (sketch_name(first - 1) if first else "") + chr(ord("A") + last)


@dataclass(frozen=True)
class Search(Request):
    """Rank the photos of `filter` by `terms`; `exclude_hashes` leaves photos out.

    A search says everything that it wants, so changing one thing is sending it again: what is still
    valid comes from the cache. `instructions` replaces the rewriter's (none: ask the rewriter, as a
    query of `family`, or of the family that the query looks like if that is ""). `sketches`
    replaces the planned ones (none: `m` for each instruction, seeds counted from `seed`, all of
    them with `draw_all`, else no more than it takes).
    `formula`: search by this formula (`facts.formula`) instead, by the words and pictures in it;
    `terms` are then only what is shown of it, and nothing is written or drawn.
    `by_names`: photos that carry the words of the query come first. The query moves towards the
    photos of `right_hashes` and away from those of `wrong_hashes`, which are left out.
    `one_per`: of each burst, or each event, only the best photo is a hit, so an event ranks by its
    best photo and comes once.
    `is_typed`: the words are still being typed, so the first encoder alone ranks by them, and there
    is no verdict and no notice.
    """

    kind = "search"
    terms: Annotated[tuple[QueryTerm, ...], Meta(max_length=1000)] = ()
    top_k: Annotated[int, Meta(ge=0, le=1_000_000)] = 1000
    filter: Filter = ALL_PHOTOS
    strategy: str = "original"
    exclude_hashes: Hashes = ()
    m: Annotated[int, Meta(ge=0, le=26)] = 3
    seed: Seed = 0
    draw_all: bool = False
    family: str = ""
    instructions: Annotated[tuple[str, ...], Meta(max_length=100)] = ()
    sketches: Annotated[tuple[Sketch, ...], Meta(max_length=1000)] = ()
    plan_only: bool = False
    formula: Annotated[str, Meta(max_length=4000)] = ""
    by_names: bool = True
    right_hashes: Hashes = ()
    wrong_hashes: Hashes = ()
    one_per: Literal["photo", "burst", "event"] = "photo"
    is_typed: bool = False


@dataclass(frozen=True)
class CountFound(Request):
    """Count what `search` finds by its words and pictures, when there is nothing else to do.

    Nothing is written or drawn for it. `Finished` has `found`, -1 where there is no verdict, the
    content hashes of these photos in `contents`, and in `confident` those that surely match.
    """

    kind = "count-found"
    search: Search = field(default_factory=Search)


@dataclass(frozen=True)
class AskedPhoto:
    """A photo to read, and which of the compared things (from 0) it was found for."""

    content_hash: Hash = ""
    entity: Annotated[int, Meta(ge=-1, le=100)] = 0  # -1: for none in particular


@dataclass(frozen=True)
class AskedSketch:
    """A sketch to read, a file of the cache, and which of the compared things it was drawn for."""

    path: Place = ""
    entity: Annotated[int, Meta(ge=-1, le=100)] = 0  # -1: for none in particular


@dataclass(frozen=True)
class Ask(Request):
    """Answer a question from photos, best first; a search has found them.

    At most `images` of them are read, but one for each thing at least, and fewer where the answer
    holds before; 0: none, the answer is from the reader's memory. `entities` are the instructions
    of several compared things; each has its share of the photos. `sketches` are read too if
    `knowledge` says so. `afresh`: what was kept of earlier readings does not count.
    """

    kind = "ask"
    question: Annotated[str, Meta(max_length=4000)] = ""
    photos: Annotated[tuple[AskedPhoto, ...], Meta(max_length=1000)] = ()
    entities: Annotated[tuple[str, ...], Meta(max_length=100)] = ()
    images: Annotated[int, Meta(ge=0, le=100)] = 5
    knowledge: Literal["photos", "sketch", "photos+sketch", "none"] = "photos"
    sketches: Annotated[tuple[AskedSketch, ...], Meta(max_length=100)] = ()
    style: Literal["direct", "steps"] = "direct"
    boxes: bool = True
    afresh: bool = False


@dataclass(frozen=True)
class AskCatalog(Request):
    """Answer a question from the catalog, of the photos of `filter`, if it is one that it knows.

    `words`: a person's own for its conditions, in their order, or "". `looks`: by thing, contents
    that surely look like it, or may if it is `unsure`; None: nobody looked. `Answered` comes only
    if the catalog knows it, or would once it has the looks of `unknown` things. `Scoped` comes
    instead if it is about a visit, or about the question `before`.
    """

    kind = "ask-catalog"
    question: Annotated[str, Meta(max_length=4000)] = ""
    filter: Filter = ALL_PHOTOS
    words: Annotated[tuple[str, ...], Meta(max_length=1000)] = ()
    before: QuestionBefore | None = None
    looks: Annotated[dict[Name, Hashes], Meta(max_length=10)] | None = None
    unsure: Annotated[tuple[Name, ...], Meta(max_length=10)] = ()


@dataclass(frozen=True)
class RemoveFolder(Request):
    """Forget a folder and its photos (never touches the files)."""

    kind = "remove-folder"
    folder_id: Number = 0
    keeps_notes: bool = False


@dataclass(frozen=True)
class Cancel(Request):
    """Ask job `target` to stop at its next photo or step."""

    kind = "cancel"
    target: Number = 0


@dataclass(frozen=True)
class SetIndexing(Request):
    """Pause or resume indexing, and say how many cores it leaves free."""

    kind = "set-indexing"
    paused: bool = False
    free_cores: Annotated[int, Meta(ge=0, le=100_000)] = 0


@dataclass(frozen=True)
class Browse(Request):
    """Have photos of a library on a server come in: at most so many of a filter, the latest first.

    `Finished` has in `photos` how many there are; the catalog has all others already.
    """

    kind = "browse"
    filter: Filter = ALL_PHOTOS
    most: Annotated[int, Meta(ge=1, le=1_000_000)] = 1000


@dataclass(frozen=True)
class DescribeMachine(Request):
    """Say what models find on this computer; it is measured the first time, in about a second."""

    kind = "describe-machine"


@dataclass(frozen=True)
class Examine(Request):
    """Find out what suits the person's photos best, in a process of its own.

    `subject` is 'settings': compare encoders, strategies and weights by the person's judgments; or
    'precision': whether the encoder in 8 bits ranks the person's photos as before. Progress and
    notices follow, and `Finished` with the verdict as its summary.
    """

    kind = "examine"
    subject: Literal["settings", "precision"] = "settings"


@dataclass(frozen=True)
class Shutdown(Request):
    """End the engine after committing."""

    kind = "shutdown"


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
    """Which encoder answers, or why none does (`error_code` and `sentence` set).

    `text_seconds`: that the words of a query take, as far as is known; below 0: not measured yet.
    """

    kind = "encoder"
    name: str = ""
    ready: bool = False
    error_code: str = ""
    sentence: Sentence = NOTHING
    text_seconds: float = -1.0


@dataclass(frozen=True)
class Progress(Event):
    """How far an indexing job is.

    `stage` is 'prepare', 'scan', 'choose', 'embed', 'index' or 'words'; `total` 0 while unknown;
    `rate` photos per second over the last seconds; `seconds_left` negative while unknown;
    `folder_id` the folder worked on.
    """

    kind = "progress"
    stage: str = "scan"
    done: int = 0
    total: int = 0
    rate: float = 0.0
    seconds_left: float = -1.0
    paused: bool = False
    folder_id: int = 0


@dataclass(frozen=True)
class LibraryChanged(Event):
    """Photos were committed, removed or went on- or offline: read the catalog again."""

    kind = "library-changed"
    is_by_others: bool = False  # by another process, such as the command line


@dataclass(frozen=True)
class FolderAdded(Event):
    """What became of a folder that was to be added.

    `outcome` is 'added'; 'known': it is in the library already; 'found': it is one that was at
    `others` before; 'inside': it lies in one that is known, `others`; 'missing', 'file', or
    'silent' (its disk does not answer): it could not be added. One that was added may lie around
    `others`, which become a part of it.
    """

    kind = "folder-added"
    path: str = ""
    outcome: str = "added"
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class PhotoProblem(Event):
    """One file could not be read, or only partly."""

    kind = "problem"
    path: str = ""
    code: str = ""
    reason: Sentence = NOTHING
    indexed: bool = False


class Hit(PhotoRow, frozen=True, kw_only=True):
    """One photo of a result.

    `rank` is its place, from 1, in the fused ranking, and `score` what it has there; `ranks` maps
    list names ('text', later 'instruction', 'A', 'B' …, and
    'inscription', the words in pictures, and 'folder', those in the name of its folder where other
    photos are named by themselves) to ranks from 1. `band` is 'confident',
    'maybe' or 'weak', or "" where no verdict is given. `copies` are the paths of other files with
    the same content.

    `named` says where the words of the query stand that a photo carries: its 'name', 'folder',
    'title' or 'keywords'; "" where they do not stand together in any of them.

    `column` is the number of the instruction, and so of the thing asked about, that a hit answers.
    Where several are compared, each has a column of its own with its name above, and -1 is a hit
    of no column: it is named, or only resembles what was asked for. A photo never carries the name
    of its column itself.

    `says` maps the parts of a formula to what the photo says of each: 'yes', 'no' or 'unknown'.
    """

    rank: int = 0
    score: float = 0.0
    ranks: dict[str, int] = {}
    band: Literal["confident", "maybe", "weak", ""] = ""
    copies: tuple[str, ...] = ()
    column: int = 0
    named: str = ""  # or "name", "folder", "title" or "keywords"
    says: dict[str, str] = {}
    stands_for: int = 1  # photos of the filter in its burst or event, where it is the one hit of it


@dataclass(frozen=True)
class Ranked(Event):
    """A ranking, complete in itself; a later one of the same job replaces it.

    `hits` are in the order in which they are shown, which is that of their ranks: named ones, then
    the better bands first; with several instructions their hits take turns, and each photo comes
    once. `is_settled`: no sketch or instruction is still to come that could change it. Only then
    may there be a verdict: `found` hits at the front, named, confident and maybe, answer the query
    (-1: no verdict is given), or `nothing_matches`. `beyond`: words that photos are to show and the
    encoder cannot know, so no verdict is given. `answered`: a hit is named, or the verdict found
    some. `lists` names the rankings that were fused, 'text' first; `timings` has the seconds of
    every stage so far, none for what came from the cache.
    """

    kind = "ranked"
    hits: tuple[Hit, ...] = ()
    answered: bool = False
    timings: dict[str, float] = field(default_factory=dict)
    lists: tuple[str, ...] = ()
    nothing_matches: bool = False
    is_settled: bool = False
    found: int = -1
    beyond: tuple[str, ...] = ()


@dataclass(frozen=True)
class Evidence:
    """What one photo, or one sketch, said.

    `state`: 'waiting', 'reading', 'shows', 'not-shown', 'unusable' (the reader said nothing that
    can be used, `note` says what), 'unreadable' (the photo cannot be read now, `note` says why) or
    'not-needed'. `boxes` (left, top, right, bottom as shares of the upright picture) show where;
    `boxes_kind` says how they were found. `decides`: it says the answer, and is one of the first
    photos that together gave it; where there is no answer, none does. Where a photo denies what the
    question takes for granted, it does not show it, and `note` has what was asked, and the reply.
    """

    n: int = 0  # from 1, as people see it
    entity: int = 0
    photo_id: int = 0
    path: str = ""
    name: str = ""
    content_hash: str = ""
    is_sketch: bool = False
    is_thumbnail: bool = False  # the drive is offline, so the thumbnail was read
    state: Literal[
        "waiting", "reading", "shows", "not-shown", "unusable", "unreadable", "not-needed"
    ] = "waiting"
    said: str = ""
    reasoning: str = ""
    note: Sentence = NOTHING
    boxes: tuple[tuple[float, float, float, float], ...] = ()
    boxes_kind: Literal["", "read", "approximate", "detected"] = ""
    decides: bool = False
    is_cached: bool = False
    moment: int = 0  # from 1; photos of one are one witness; 0: of a sketch


@dataclass(frozen=True)
class Said:
    """One answer and the numbers of the photos that gave it, about one of the compared things."""

    text: str = ""
    entity: int = 0
    photos: tuple[int, ...] = ()
    witnesses: int = 1  # moments that the photos show


@dataclass(frozen=True)
class AnswerRow:
    """A row of the table of an answer: so many `photos` have `name`; "": they do not say it.

    `ids` are the newest of them, at most a thousand. `query` finds all; "": no query does.
    """

    name: str = ""
    photos: int = 0
    ids: tuple[int, ...] = ()
    query: str = ""


@dataclass(frozen=True)
class Scoped(Event):
    """What a question asks in full, of photos that have the conditions of `filter`, too.

    `note`: a visit that it names could not be looked up, and nothing is changed.
    """

    kind = "scoped"
    question: str = ""
    filter: Filter = ALL_PHOTOS
    note: Sentence = NOTHING


@dataclass(frozen=True)
class Answered(Event):
    """An answer, complete in itself; a later one of the same job replaces it.

    `verdict`: 'reading' (nothing can be said yet), 'answer', 'disagree' (photos contradict each
    other: `said` has all answers, most photos first), 'not-shown' (what was read does not show it),
    'unknown' (nothing could be read or used). `source`: where it comes from; "" without an answer.
    `sentence` is what to show. `is_settled`: no photo is still to be read. `unproved`: the kind of
    question, where the reader did not pass it when it was tried; 'untried' where it was not tried
    since it or this program changed; else "". `is_doubted`: boxes, or photos read together, say
    something else. `witnesses`: moments that say it, of a comparison for the thing with the fewest.
    Of an answer from the catalog `rows` is the table, `photos` are behind it, `counted_by` 'names',
    'words', 'looks', 'maybe' or 'all'; `unknown` are things that only looks could tell.
    """

    kind = "answered"
    question: str = ""
    answer: str = ""
    verdict: Literal["reading", "answer", "disagree", "not-shown", "unknown"] = "reading"
    source: Literal["", "photos", "sketch", "photos and sketch", "memory", "catalog"] = ""
    sentence: Sentence = NOTHING
    reasoning: str = ""
    entities: tuple[str, ...] = ()
    said: tuple[Said, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    is_settled: bool = False
    unproved: Literal["", "untried", "count", "color", "yes or no", "other"] = ""
    is_doubted: bool = False
    witnesses: int = 0
    rows: tuple[AnswerRow, ...] = ()
    photos: Filter = ALL_PHOTOS
    counted_by: Literal["", "all", "names", "words", "maybe", "looks"] = ""
    unknown: tuple[str, ...] = ()
    reader: str = ""  # pack name and digest
    timings: dict[str, float] = field(default_factory=dict)
    expected_seconds: float = -1.0  # until all is read; negative while unknown

    @property
    def is_sure(self) -> bool:
        """Whether photos of two moments say it, by a reader reliable at that, or the catalog.

        A photo without a name may show what was counted by names, so such a figure is not.
        """
        if self.source == "catalog":
            return self.verdict == "answer" and self.counted_by == "all"
        from_photos = self.source in ("photos", "photos and sketch")
        is_reliable = from_photos and not self.unproved and not self.is_doubted
        return self.verdict == "answer" and is_reliable and self.witnesses > 1


@dataclass(frozen=True)
class Planned(Event):
    """What a search is going to do: the instructions, and the sketches that they are drawn as.

    `note` says in a sentence why there is no better instruction, or is "". `expected_seconds` is
    learned from this machine; negative while unknown. `translation` is the query in English, by
    which the photos are ranked, too; `details` the query in more detail, by which they have a rank
    that does not count; "" if there is none.
    """

    kind = "planned"
    family: str = ""
    instructions: tuple[str, ...] = ()
    sketches: tuple[Sketch, ...] = ()
    note: Sentence = NOTHING
    expected_seconds: float = -1.0
    translation: str = ""
    details: str = ""


@dataclass(frozen=True)
class Preparing(Event):
    """What draws is made ready for this computer, once for each model; `done` of `total`."""

    kind = "preparing"
    title: str = ""  # of the model
    done: int = 0
    total: int = 0


@dataclass(frozen=True)
class SketchProgress(Event):
    """One denoising step of a sketch is done; `preview` is a small PNG's path, or ""."""

    kind = "sketch-progress"
    name: str = ""
    step: int = 0
    steps: int = 0
    seconds_left: float = -1.0
    preview: str = ""


@dataclass(frozen=True)
class SketchReady(Event):
    """A sketch can be looked at: `path` is in the cache, marked as synthetic.

    For a person's own picture `path` is that picture. The ranking with it follows as `Ranked`.
    """

    kind = "sketch-ready"
    name: str = ""
    path: str = ""
    seed: int = 0
    instruction: str = ""
    seconds: float = 0.0
    is_cached: bool = False


@dataclass(frozen=True)
class Enough(Event):
    """Sketches that are left out: another one would hardly change the first page.

    It comes after `Planned` and whenever more are left out; `names` are theirs, without those of
    before.
    """

    kind = "enough"
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Notice(Event):
    """A quiet line about a job that goes on: a missing pack, less memory than wanted."""

    kind = "notice"
    code: str = ""
    sentence: Sentence = NOTHING


@dataclass(frozen=True)
class MachineDescribed(Event):
    """The device of each role; by device its rates (operations, bytes read a second) and memory.

    `needs` has the bytes that each installed pack takes where it would run.
    """

    kind = "machine"
    devices: dict[str, str] = field(default_factory=dict)
    rates: dict[str, tuple[float, float]] = field(default_factory=dict)
    memory: dict[str, int] = field(default_factory=dict)
    needs: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class CatalogRestored(Event):
    """The catalog was damaged and another took its place; what is missing waits for indexing."""

    kind = "catalog-restored"
    sentence: Sentence = NOTHING


@dataclass(frozen=True)
class Finished(Event):
    """The job did what it was asked; `summary` has its figures."""

    kind = "finished"
    summary: Json = field(default_factory=dict)


@dataclass(frozen=True)
class CancelledJob(Event):
    """The job stopped because it was asked to."""

    kind = "cancelled"


@dataclass(frozen=True)
class Failed(Event):
    """The job could not be done; `sentence` says what to do."""

    kind = "failed"
    code: str = ""
    sentence: Sentence = NOTHING
    parameters: Json = field(default_factory=dict)


@dataclass(frozen=True)
class EngineLost(Event):
    """The engine process died while the job was open; made by the client, never sent."""

    kind = "engine-lost"


Ending = Finished | CancelledJob | Failed | EngineLost
