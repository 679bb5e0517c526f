"""Compare sources with a library on a server: which files are to be read, and which are gone.

Nothing is forgotten because it was not seen: a server that is away looks like an empty folder.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field

import xxhash

from visret_desktop.engine.indexing.retry_policy import RetryDecision, another_try
from visret_desktop.institution.index_order import OrderedFile
from visret_desktop.institution.photo_sources import PhotoSource, path_in
from visret_desktop.institution.store import Store
from visret_desktop.library.folders.scan import FoundFile, ScanProblem
from visret_desktop.library.records import Failure, Fingerprint
from visret_desktop.settings import Settings


@dataclass
class SourceDiff:
    """What is to be done about a source; counts grow while `files` is gone through."""

    source: PhotoSource
    number: int
    store: Store
    settings: Settings
    since: float  # when the run began
    unchanged: int = 0
    unseen: int = 0  # files of the library that are not there now
    problems: list[ScanProblem] = field(default_factory=list)  # what could not be looked at

    def files(self) -> Iterator[OrderedFile]:
        """Yield the files that are to be read.

        Holds some 150 bytes for each file that the library has of the source.

        Raises:
            FolderSilent, StoreError: the source or the library does not answer.
        """
        address = self.source.address
        # By digests, as whole paths would take several times the room.
        there = {
            _digest(one.path): _state(one.fingerprint) for one in self.store.files_below(address)
        }
        failed = {one.path: one for one in self.store.problems_below(address) if not one.is_indexed}
        for entry in self.source.survey():
            if isinstance(entry, ScanProblem):
                self.problems.append(entry)
                continue
            for raw in entry.raws:  # they are in the library if their picture cannot be read
                there.pop(_digest(path_in(address, raw.relative)), None)
            path = path_in(address, entry.relative)
            if there.pop(_digest(path), None) == _state(entry.fingerprint):
                self.unchanged += 1
            elif path not in failed or failed[path].fingerprint != entry.fingerprint:
                yield OrderedFile(self.number, entry)
            else:
                yield from self._again(entry, failed[path].failure)
        self.unseen = len(there)

    def _again(self, file: FoundFile, failure: Failure) -> Iterator[OrderedFile]:
        """Yield a file that failed and did not change, if it is worth another try."""
        decision = another_try(failure, self.settings, self.since)
        if decision is RetryDecision.NO:
            self.unchanged += 1
        else:
            yield OrderedFile(self.number, file, failure, decision is RetryDecision.ALONE)


def _digest(path: str) -> bytes:
    return bytes(xxhash.xxh3_128_digest(os.fsencode(path)))


def _state(fingerprint: Fingerprint) -> int:
    return hash((fingerprint.size, fingerprint.mtime_ns))
