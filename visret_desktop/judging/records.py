"""The outcome of each ranking, written line by line so that an interrupted run can go on."""

import json
import statistics
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec
import numpy as np

from visret_desktop import file_changes, typed_values
from visret_desktop.engine.caches.small_files import read_object, write_object
from visret_desktop.judging import metrics

Key = tuple[str, int, int, str]
JUDGED = ("ndcg@10", "success@1", "recall@10", "map")
OfQuery = dict[int, dict[str, float]]  # figures by query


@dataclass(frozen=True)
class Record:
    """One ranking. Figures are not kept: they follow from the ranks.

    `seconds` is what the search takes with models loaded and nothing generated before, whatever
    came from the cache in this run; None if nobody knows, or if a person drew.
    """

    way: str
    seed: int
    query: int
    entity: str
    kind: str
    relevant: int  # photos that are relevant and there
    ranked: int
    ranks: tuple[int, ...]  # of the relevant ones that were ranked, from 1
    answered: bool
    answered_without: bool | None  # with the relevant photos removed; None: nothing was left
    rewriter_calls: int
    sketches: int
    rounds: int
    seconds: float | None
    instructions: tuple[str, ...] = ()
    is_exact: bool | None = None  # whether the instructions are those expected
    first: str = ""  # path of the first hit
    notes: tuple[str, ...] = ()
    refusal: str = ""  # why the rewriter's answer was not used
    stages: dict[str, float] = field(default_factory=dict)
    wrong: int = 0  # photos that somebody called wrong and that are there
    wrong_ranks: tuple[int, ...] = ()  # of those that were ranked
    found: int = -1  # the first so many stand above "less likely"; -1: no line is drawn

    @property
    def key(self) -> Key:
        """What identifies a record within a run."""
        return self.way, self.seed, self.query, self.entity

    def figures(self) -> dict[str, float]:
        """Return all metrics; there must be a relevant photo.

        Where photos were called wrong there are figures over judged photos too, `judged-…`: those
        of the ranking without all photos that nobody judged.
        """
        flags = np.zeros(self.ranked, bool)
        flags[np.array(self.ranks, int) - 1] = True
        figures = metrics.measure(flags, self.relevant)
        return figures | self._over_judged() if self.wrong else figures

    def _over_judged(self) -> dict[str, float]:
        judged = sorted([*((r, True) for r in self.ranks), *((r, False) for r in self.wrong_ranks)])
        flags = np.array([is_right for _, is_right in judged], bool)
        figures = metrics.measure(flags, self.relevant)
        return {f"judged-{name}": figures[name] for name in JUDGED}

    def judged_share(self, k: int) -> float:
        """Return the share of the first `k` that somebody judged."""
        seen = sum(rank <= k for rank in (*self.ranks, *self.wrong_ranks))
        return seen / max(1, min(k, self.ranked))


class Kept(Protocol):
    """A dataclass whose `key` tells its objects apart."""

    @property
    def key(self) -> Any:
        """What identifies a record within a run."""
        ...


Kind = TypeVar("Kind", bound=Kept)


class RecordFile(Generic[Kind]):
    """Records of one run. `conditions` names all that determines them; other ones are dropped."""

    def __init__(self, path: Path, conditions: str, kind: type[Kind]) -> None:
        self._path = path
        self._conditions = conditions
        self._kind = kind

    def read(self) -> dict[Any, Kind]:
        """Return an earlier run's records; damaged lines and other conditions are dropped."""
        try:
            lines = iter(self._path.read_text(encoding="utf-8").splitlines())
        except (OSError, UnicodeDecodeError):
            return {}
        if next(lines, "") != self._conditions:
            return {}
        return {record.key: record for record in self._parsed(lines)}

    def begin(self, kept: dict[Any, Kind]) -> None:
        """Write the file anew with the records that stay."""
        lines = [self._conditions, *map(_line, kept.values())]
        file_changes.write(self._path, ("\n".join(lines) + "\n").encode(), is_durable=False)

    def add(self, record: Kind) -> None:
        """Append a record."""
        with file_changes.appending(self._path) as file:
            file.write(f"{_line(record)}\n".encode())

    def remove(self) -> None:
        """Forget the run, which is complete: the next one measures anew."""
        file_changes.remove(self._path)

    def _parsed(self, lines: Iterator[str]) -> Iterator[Kind]:
        for line in lines:
            try:
                yield typed_values.decode(line, self._kind)
            except msgspec.DecodeError:  # torn when a run ended, or damaged since
                continue


def _line(record: Kept) -> str:
    return json.dumps(asdict(record))  # type: ignore[call-overload]


# ---- figures of queries --------------------------------------------------------------------------


def by_query(records: Iterable[Record]) -> OfQuery:
    """Return each query's figures, averaged over entities and seeds."""
    found: dict[int, list[dict[str, float]]] = defaultdict(list)
    for record in records:
        if record.relevant:
            found[record.query].append(record.figures())
    return {
        query: {name: statistics.fmean(one[name] for one in figures) for name in figures[0]}
        for query, figures in sorted(found.items())
    }


class Costs:
    """Seconds by what was generated; kept in a file beside the cache."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seconds: dict[str, float] = dict(read_object(path))
        self.fresh: dict[str, float] = {}

    @staticmethod
    def of_rewrite(model: str, family: str, text: str) -> str:
        """Return what names a rewrite."""
        return f"rewrite {model} {family} {text}"

    @staticmethod
    def of_sketch(model: str, instruction: str, seed: int) -> str:
        """Return what names a sketch."""
        return f"sketch {model} {seed} {instruction}"

    def note(self, key: str, seconds: float) -> None:
        """Remember what something cost."""
        self.fresh[key] = self._seconds[key] = round(seconds, 5)

    def get(self, key: str) -> float | None:
        """Return what something cost, if it is known."""
        return self._seconds.get(key)

    def take(self, fresh: dict[str, float]) -> None:
        """Take over what another process noted."""
        self._seconds |= fresh

    def save(self) -> None:
        """Write the file."""
        write_object(self._path, self._seconds)
