"""What the searches of one library keep for later searches.

Vectors and rankings live as long as the process. Rewrites, sketches and answers are also kept in
the cache directory, since a large model takes seconds to make them. Every key names all that an
entry depends on, so no entry is ever out of date.
"""

import hashlib
import json
import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from visret_desktop.engine.caches.answer_cache import AnswerCache
from visret_desktop.engine.caches.sketch_cache import SketchCache
from visret_desktop.engine.caches.small_files import read_object, write_object
from visret_desktop.engine.timing import TextTimes
from visret_desktop.lru_cache import LruCache
from visret_desktop.models.interfaces import Vectors
from visret_desktop.models.runtimes.devices import device_of
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.retrieval.confidence_bands import Scale, Similarities
from visret_desktop.retrieval.rank_fusion import Spread
from visret_desktop.roles import Role, time_key
from visret_desktop.sentence_json import from_text, to_text
from visret_desktop.sentences import NOTHING, Sentence
from visret_desktop.settings import Settings

_MOST = 2000
_RULES = 2  # counts the changes of what an answer has to keep of its query


def rewrite_key(pack: Pack, prompt: str, kind: str, query: str) -> str:
    """Return what names an answer: it changes with the model, its settings, prompt and query.

    `kind` is the family of the query, or says what else was asked for.
    """
    made_of = [_RULES, pack.name, pack.digest, pack.settings, prompt, kind, query]
    return hashlib.sha256(json.dumps(made_of, sort_keys=True).encode()).hexdigest()[:32]


class RewriteCache:
    """Instructions by key, in one small file; those made last are kept. Thread-safe."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept: dict[str, Any] | None = None
        self._lock = threading.Lock()

    def get(self, key: str) -> tuple[tuple[str, ...], Sentence] | None:
        """Return the instructions of a key, if they were kept, and the note that came with them."""
        with self._lock:
            entry = self._all().get(key)
        if not isinstance(entry, dict):
            return None
        instructions, note = entry.get("instructions"), entry.get("note", "")
        if not isinstance(instructions, list) or not instructions:
            return None
        return tuple(map(str, instructions)), from_text(str(note))

    def put(self, key: str, instructions: tuple[str, ...], note: Sentence = NOTHING) -> None:
        """Keep instructions; `note` says why they are the query's own words, or is ""."""
        made = {"instructions": list(instructions), "note": to_text(note)}
        with self._lock:
            kept = {**self._all(), key: made}
            self._kept = dict(list(kept.items())[-_MOST:])
            write_object(self._path, self._kept)

    def _all(self) -> dict[str, Any]:
        if self._kept is None:
            self._kept = read_object(self._path)
        return self._kept


_MOST_SECONDS = 86_400
_NEWEST_COUNTS = 0.5  # a share: computers are busy at times, and drivers get updates


class LearnedTimes:
    """Seconds for one of what a role counts, by model and device, in a small file."""

    def __init__(self, path: Path, find_device: Callable[[], str]) -> None:
        self._path, self._find_device = path, find_device
        self._times: dict[str, Any] | None = None

    @classmethod
    def of(cls, role: Role, paths: Paths, settings: Settings) -> "LearnedTimes":
        """Open those of a role's models, on the device that they go to."""
        return cls(getattr(paths, role.times), partial(device_of, role, settings))

    @cached_property
    def _device(self) -> str:
        return self._find_device()

    def seconds_each(self, model: str) -> float | None:
        """Return what was learned of `model` where it computes now; None: nothing yet."""
        if self._times is None:
            self._times = read_object(self._path)
        known = self._times.get(time_key(model, self._device))
        if isinstance(known, int | float) and 0 < known <= _MOST_SECONDS:
            return float(known)
        return None  # of a damaged file it may be anything

    def learn(self, model: str, seconds_each: float) -> None:
        """Take note of what was just done."""
        before = self.seconds_each(model)
        if before is not None:
            seconds_each = before + _NEWEST_COUNTS * (seconds_each - before)
        key = time_key(model, self._device)
        self._times = {**(self._times or {}), key: round(seconds_each, 6)}
        write_object(self._path, self._times)


_VECTORS = 1024
_STATES = 8  # of indexes
_LISTINGS = 64  # of a thousand labels each: about 10 MB


class SearchCaches:
    """All that one library remembers of its searches."""

    def __init__(self, paths: Paths, settings: Settings) -> None:
        self.vectors = LruCache[Hashable, Vectors](_VECTORS)
        self.ranked_lists = LruCache[Hashable, RankedList](_LISTINGS)
        self.spreads = LruCache[Hashable, Spread](_VECTORS)
        self.sampled = LruCache[Hashable, Similarities](_STATES)
        self.nearness = LruCache[Hashable, Scale](_STATES)
        self.rewrites = RewriteCache(paths.rewrites)
        self.sketches = SketchCache(paths.sketches, settings.sketch_cache_mb)
        self.times = LearnedTimes.of(Role.VISUALIZER, paths, settings)
        self.rewriting_times = LearnedTimes.of(Role.REWRITER, paths, settings)
        self.reading_times = LearnedTimes.of(Role.READER, paths, settings)
        self.answers = AnswerCache(paths.answers)
        self.text_times = TextTimes()
        self.slow_judges = set[str]()  # digests of rewriters whose trial took too long


Scored = list[tuple[int, float]]  # labels with their scores, the best first


@dataclass(frozen=True)
class Words:
    """Words, and their vector float32 (d,) by one encoder.

    `text` is "" if the vector is of several texts with their weights.
    """

    text: str
    vector: Vectors


@dataclass
class RankedList:
    """The library, or the part of it that was asked for, ranked by one vector."""

    vector: Vectors  # float32 (d,), of unit length
    labels: list[int]  # the best first
    similarities: dict[int, float]  # of those labels and of others that were asked for

    @cached_property
    def ranks(self) -> dict[int, int]:
        """Ranks from 1 by label."""
        return {label: rank for rank, label in enumerate(self.labels, start=1)}

    def scored(self) -> Scored:
        """Return the labels with their similarities."""
        return [(label, self.similarities[label]) for label in self.labels]


@dataclass
class ResultColumn:
    """What is known so far of one instruction: its own list and one for each sketch by name."""

    words: RankedList | None = None  # by the instruction; judged by it in any strategy
    subject: RankedList | None = None  # by the thing alone of which the instruction shows a part
    ranks_words: bool = True  # whether it has a part in the ranking
    pictures: dict[str, RankedList] = field(default_factory=dict)
    # What hits are compared with: the instruction itself and the sketches, float32 (d,).
    # Lists are made by vectors that also say what the photos should not show.
    meant: Words | None = None
    looks: dict[str, Vectors] = field(default_factory=dict)

    @property
    def instruction(self) -> RankedList | None:
        """The instruction's list, if it has a part in the ranking."""
        return self.words if self.ranks_words else None

    def others(self, name: str) -> list[RankedList]:
        """Return the lists of all sketches but one; "": of all."""
        return [ranked_list for each, ranked_list in self.pictures.items() if each != name]

    def lists(self) -> dict[str, RankedList]:
        """Return all lists by name."""
        own = {"instruction": self.instruction, "subject": self.subject}
        return {
            name: ranked_list for name, ranked_list in own.items() if ranked_list
        } | self.pictures


@dataclass(frozen=True)
class Fused:
    """A ranking made of lists."""

    scored: Scored
    whole: RankedList | None = None  # the one list that has this order, if there is one
