"""What an engine has to do for a library on a server, and what goes in and comes out.

A library has one embedding space. Its contents go by their hashes, so that writing one twice
changes nothing. Another engine is another class with these methods.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Protocol

import numpy as np
import numpy.typing as npt
from msgspec import Meta, Struct

from visret_desktop.library.catalog.catalog_facts import KnownFacts
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.library.records import Failure, Fingerprint, Metadata
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
    """A content: what it says of itself, and its vector, float32 (dimension,) of unit length."""

    content_hash: ContentHash
    metadata: Metadata
    vector: Vector


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


class StoreCounts(Struct, frozen=True):
    """How much a library has."""

    contents: int
    files: int
    is_indexed: bool  # whether the graph for large parts of it was made
    bytes: int  # that it takes on the server's disk


class Store(Protocol):
    """A library on a server. For one thread of one process; open another one elsewhere.

    Every method raises `StoreError`s, whose sentences say what to do. What a method wrote is there
    as a whole or not at all, and survives a crash of the server once the method has returned.
    """

    space: EmbeddingSpace

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
