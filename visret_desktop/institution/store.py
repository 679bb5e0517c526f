"""What an engine has to do for a library on a server, and what goes in and comes out.

A library has one embedding space. Its contents go by their hashes, so that writing one twice
changes nothing. Another engine is another class with these methods.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Protocol

import numpy as np
import numpy.typing as npt
from msgspec import Meta, Struct

from visret_desktop.engine.field_messages import ChangeNotes
from visret_desktop.engine.saved_search import SavedSearch
from visret_desktop.library.catalog.catalog_detections import FileDetections
from visret_desktop.library.catalog.catalog_facts import KnownFacts
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.library.records import Failure, Fingerprint, Metadata, Notes
from visret_desktop.sentences import Sentence

Vector = npt.NDArray[np.float32]
ContentHash = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]  # XXH3-128 of all bytes


class EmbeddingSpace(Struct, frozen=True):
    """What a library's vectors are made by: an encoder in one form, as `Encoder.name` says."""

    encoder: str
    dimension: int


class StoredFile(Struct, frozen=True):
    """A file of a source. `path` is whole: "/mnt/photos/a.jpg" or "s3://bucket/a.jpg"."""

    path: str
    fingerprint: Fingerprint
    content_hash: ContentHash


class StoredContent(Struct, frozen=True):
    """A content: what it says of itself, and its vector, float32 (dimension,) of unit length.

    `inscription` has the lines that were read in the picture, as `ocr_lines.to_json`.
    """

    content_hash: ContentHash
    metadata: Metadata
    vector: Vector
    inscription: str | None = None


class StoredProblem(Struct, frozen=True):
    """A file that could not be read, or only partly; if `is_indexed`, it can be found."""

    path: str
    fingerprint: Fingerprint
    failure: Failure
    reason: Sentence
    is_indexed: bool


class StoredHit(Struct, frozen=True):
    """A content that a search found, with the first of its paths that passes the filter."""

    content_hash: ContentHash
    path: str
    similarity: float  # the inner product of unit vectors; 0: nothing was compared
    taken_at: str | None


class Conflict(Struct, frozen=True):
    """What people see differently in a content; `path` is the first of its files, "" if none.

    `kind` is "rating", "name", or "judgment" for a `query`; `opinions` has each person's.
    """

    kind: str
    query: str
    content_hash: ContentHash
    path: str
    opinions: dict[str, Any]


class StoreCounts(Struct, frozen=True):
    """How much a library has."""

    contents: int
    files: int
    is_indexed: bool  # whether the graph for large parts of it was made
    bytes: int  # that it takes on the server's disk


class StoreNotes(Protocol):
    """What people noted in a library. Each user of the server has notes of their own.

    Everybody reads notes and judgments, and writes their own; saved searches are read by their
    owner alone. Who may only read is refused (`ServerReadOnly`).
    """

    def person(self) -> str:
        """Return whose notes are written here."""
        ...

    def of(self, hashes: Iterable[str]) -> dict[str, dict[str, Notes]]:
        """Return the notes of contents, by hash and person; those without any have no entry."""
        ...

    def change(self, change: ChangeNotes) -> dict[str, Notes]:
        """Change one's own notes of `change.hashes`; return those that were there before."""
        ...

    def put(
        self, notes: Mapping[str, Notes], expected: Mapping[str, Notes] | None = None
    ) -> set[str]:
        """Note this oneself, in place of what one noted before; return what stayed as it was.

        With `expected`, only where that is what is there.
        """
        ...

    def judge(self, query: str, hashes: Collection[str], is_right: bool | None) -> None:
        """Mark contents as right or wrong for a query; None takes one's own mark away."""
        ...

    def judgments(self, query: str) -> dict[str, dict[str, bool]]:
        """Return what was marked for a query, by content hash and person."""
        ...

    def conflicts(self, most: int) -> list[Conflict]:
        """Return in what people disagree, up to so many, by the paths of photos."""
        ...

    def searches(self) -> tuple[SavedSearch, ...]:
        """Return one's own saved searches, the oldest first."""
        ...

    def save_search(self, search: SavedSearch, *, is_replacing: bool = False) -> None:
        """Keep a search. Raises NameInUse or TooManySearches, as `SavedSearches.add`."""
        ...

    def remove_search(self, name: str) -> SavedSearch:
        """Take one's own saved search away; return it. Raises SearchUnknown."""
        ...


class StoreDetections(Protocol):
    """What detectors found in photos of a library."""

    def of_contents(self, hashes: Iterable[str]) -> dict[str, list[FileDetections]]:
        """Return what is known of contents, by hash, the earliest file first."""
        ...

    def put(self, detections: Mapping[str, Sequence[FileDetections]]) -> None:
        """Keep what files say of contents, in place of what the same files said of them before."""
        ...


class Store(Protocol):
    """A library on a server. For one thread of one process; open another one elsewhere.

    Every method raises `StoreError`s, whose sentences say what to do. What a method wrote is there
    as a whole or not at all, and survives a crash of the server once the method has returned.
    """

    space: EmbeddingSpace

    @property
    def notes(self) -> StoreNotes:
        """What people noted."""
        ...

    @property
    def detections(self) -> StoreDetections:
        """What detectors found."""
        ...

    def upsert(
        self,
        contents: Sequence[StoredContent],
        files: Sequence[StoredFile],
        problems: Sequence[StoredProblem] = (),
    ) -> None:
        """Write contents, and files of these or of contents that are there. Twice is as once.

        A file has no problem any more, unless it is among `problems`. One that cannot be found for
        its problem is forgotten: what is there of it are other bytes.

        Raises:
            ContentMissing: another writer forgot a content that was there; nothing was written.
        """
        ...

    def lacking(self, hashes: Collection[str]) -> set[str]:
        """Return which of these contents are not there."""
        ...

    def files_below(self, source: str) -> Iterator[StoredFile]:
        """Yield the files of a folder or bucket that are there, by path."""
        ...

    def problems_below(self, source: str) -> list[StoredProblem]:
        """Return the files of a folder or bucket that have a problem, by path."""
        ...

    def delete(self, paths: Collection[str]) -> int:
        """Forget files, and contents that no file has any more; return how many files went."""
        ...

    def finish_load(self) -> None:
        """Make what makes large libraries quick to search, after many photos were written."""
        ...

    def search(self, vector: Vector, most: int, only: Filter = ALL_PHOTOS) -> list[StoredHit]:
        """Return the nearest contents of which a file passes a filter, the nearest first."""
        ...

    def latest(self, most: int, only: Filter = ALL_PHOTOS) -> list[StoredHit]:
        """Return the contents of which a file passes a filter, those taken last first."""
        ...

    def described(self, hashes: Collection[str]) -> tuple[list[StoredContent], list[StoredFile]]:
        """Return these contents and all their files; without those that are not there."""
        ...

    def sample(self, most: int) -> Vector:
        """Return at most so many of the vectors, float32 (n, dimension), evenly chosen."""
        ...

    def size(self) -> int:
        """Return how many contents there are; of many, about how many."""
        ...

    def contents(
        self, only: Filter = ALL_PHOTOS
    ) -> Iterator[tuple[StoredContent, list[StoredFile]]]:
        """Yield the contents of which a file passes a filter, each with all its files."""
        ...

    def values(self) -> KnownFacts:
        """Return what cameras, lenses, keywords … there are, to read queries by."""
        ...

    def count(self, only: Filter = ALL_PHOTOS, most: int | None = None) -> int:
        """Return how many contents have a file that passes a filter; counting ends at `most`."""
        ...

    def counts(self) -> StoreCounts:
        """Return how much there is."""
        ...

    def close(self) -> None:
        """Give the connection back."""
        ...
