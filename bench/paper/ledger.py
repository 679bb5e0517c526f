"""What is done: each rewrite, ranking, answer and score, in a file that one line is added to.

Each item is named by all that it depends on: the model's bytes, the prompt, the question, and the
images. So a run goes on where it was ended, also after models or images were added, and nothing
that changed is taken for what it was.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from visret_desktop.judging.records import RecordFile

Kind = Literal["rewrite", "rank", "answer", "judge"]
_FORM = "visret bench paper 1"  # of the file; another one is begun anew


@dataclass(frozen=True)
class Entry:
    """One item: what it came to in `value`, and how long that took."""

    key: str
    kind: Kind
    model: str
    seconds: float
    value: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Cost:
    """What one model did and has to do yet."""

    kind: Kind
    model: str
    done: int
    total: int
    seconds: float

    @property
    def to_come(self) -> float | None:
        """Seconds that the rest takes at the pace so far; None: nobody knows."""
        left = self.total - self.done
        if not left:
            return 0.0
        return self.seconds / self.done * left if self.done else None


def key_of(*made_of: object) -> str:
    """Return what names an item that depends on these."""
    return hashlib.sha256(json.dumps(made_of).encode()).hexdigest()[:32]


class Ledger:
    """The entries of one folder of images, in memory and in a file. Not for two runs at once."""

    def __init__(self, path: Path) -> None:
        self._file = RecordFile(path, _FORM, Entry)
        self._entries: dict[str, Entry] = self._file.read()

    def begin(self, *, is_fresh: bool) -> None:
        """Make the file whole: a kill may have torn its last line; `is_fresh`: forget it all."""
        if is_fresh:
            self._entries = {}
        self._file.begin(self._entries)

    def value(self, key: str) -> dict[str, Any] | None:
        """Return what an item came to, None if it is not done."""
        entry = self._entries.get(key)
        return None if entry is None else entry.value

    def add(self, entry: Entry) -> None:
        """Keep an item."""
        self._file.add(entry)
        self._entries[entry.key] = entry

    def cost(self, kind: Kind, model: str, keys: Sequence[str]) -> Cost:
        """Return what items of one model cost; a key is "" while nobody knows it."""
        done = [self._entries[key] for key in keys if key in self._entries]
        seconds = sum({one.key: one.seconds for one in done}.values())
        return Cost(kind, model, len(done), len(keys), seconds)

    def missing(self, keys: Iterable[str]) -> set[str]:
        """Return the keys of items that are not done."""
        return set(keys) - self._entries.keys()
