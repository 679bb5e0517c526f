"""What travels between the machines of an indexing run: orders, files, outcomes."""

import json
from dataclasses import astuple, dataclass
from typing import Any

from msgspec import Struct

from visret_desktop.library.folders.folder_probe import file_of, file_values
from visret_desktop.library.folders.scan import FoundFile
from visret_desktop.library.records import Failure
from visret_desktop.sentence_json import from_text, to_text
from visret_desktop.sentences import NOTHING, Sentence
from visret_desktop.settings import Settings

Json = dict[str, Any]


@dataclass(frozen=True)
class IndexOrder:
    """What an actor needs to know."""

    library: str  # the address of its store
    sources: tuple[str, ...]  # addresses
    thumbnails: str  # the address of a folder or bucket; "": none are made
    settings: Settings  # of whoever started the run, so that all machines do the same
    version: str  # of the program
    threads: int  # photos that an actor has in hand at once
    since_ns: int  # when the run began to look at the sources


@dataclass(frozen=True)
class OrderedFile:
    """A file to be read, of the source with this number."""

    source: int
    file: FoundFile
    failure: Failure | None = None  # how it failed before
    is_alone: bool = False  # it may have failed because the machine was busy

    def to_json(self) -> bytes:
        """Return it as a row of a batch; names that are no text survive as escapes."""
        failure = None if self.failure is None else astuple(self.failure)
        fields = [self.source, file_values(self.file), failure, self.is_alone]
        return json.dumps(fields).encode("ascii")

    @classmethod
    def from_json(cls, row: bytes) -> "OrderedFile":
        """Return the file of a row."""
        source, file, failure, is_alone = json.loads(row)
        return cls(source, file_of(file), Failure(*failure) if failure else None, is_alone)


class BatchOutcome(Struct, frozen=True):
    """What became of a batch of photos."""

    node: str  # the name of the machine
    indexed: int = 0  # contents that were computed
    same: int = 0  # further files of contents that were there
    vanished: int = 0  # deleted between listing and reading
    problems: int = 0
    refusal: Sentence = NOTHING  # why this machine can index nothing

    @property
    def photos(self) -> int:
        """How many photos it had."""
        return self.indexed + self.same + self.vanished + self.problems

    def to_json(self) -> bytes:
        """Return it as a row."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        return json.dumps(fields | {"refusal": to_text(self.refusal)}).encode("ascii")

    @classmethod
    def from_json(cls, row: bytes) -> "BatchOutcome":
        """Return the outcome of a row."""
        fields: Json = json.loads(row)
        return cls(**fields | {"refusal": from_text(fields["refusal"])})
