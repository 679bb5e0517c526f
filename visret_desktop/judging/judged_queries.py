"""Queries with the photos that were judged right or wrong, from a file of such judgments."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from visret_desktop.errors import FileMissing, UsageError
from visret_desktop.json_lines import FAULTS, why
from visret_desktop.judgments import Judgments
from visret_desktop.sentences import sentence


@dataclass(frozen=True)
class Pool:
    """The candidates of one entity of a query and whether each is relevant."""

    entity: str
    judged: Mapping[str, bool]

    @property
    def relevant(self) -> int:
        """How many are relevant."""
        return sum(self.judged.values())


@dataclass(frozen=True)
class JudgedQuery:
    """A query with one pool, or one for each entity that it asks about, or none."""

    text: str
    pools: tuple[Pool, ...]
    family: str = ""  # which instruction the rewriter gets; "": as the query looks
    kind: str = ""  # groups queries in tables
    instruction: str = ""  # what a good rewriter makes of it, where that is known
    pictures: tuple[str, ...] = ()  # pictures that show what is wanted, where there are some
    hashes: Mapping[str, str] = field(default_factory=dict)  # of judged photos, where known
    answers: tuple[str, ...] = ()  # right answers, any of which will do


@dataclass(frozen=True)
class PresentImages:
    """Which of a data set's images are there."""

    found: int
    missing: tuple[str, ...]


def read_with(
    reader: Callable[[Path], Iterator[JudgedQuery]], name: str, path: Path
) -> list[JudgedQuery]:
    """Read the file `path` with the reader of the data set `name`.

    Raises:
        UsageError: the file is not in its form.
        FileMissing: there is none.
    """
    try:
        return list(reader(path))
    except FileNotFoundError as error:
        raise FileMissing(path=path) from error
    except FAULTS as error:
        reason = sentence(
            "{path} is not a file of {name} ({why}). Mend it or name another.",
            path=path,
            name=name,
            why=why(error),
        )
        raise UsageError(reason=reason) from error


def own_judgments(path: Path) -> Iterator[JudgedQuery]:
    """Yield the queries of a file of one's own judgments; their candidates are the whole library.

    Raises:
        FileNotFoundError: there is none.
        OSError, ValueError: as `Judgments.open`.
    """
    if not path.exists():
        raise FileNotFoundError(path)
    judgments = Judgments.open(path)
    for entry in judgments.entries:
        photos = {str(judgments.absolute(p)): bool(g) for p, g in entry["photos"].items()}
        yield JudgedQuery(
            entry["query"],
            (Pool("", photos),),
            kind=entry.get("kind", ""),
            instruction=entry.get("instruction", ""),
            pictures=tuple(str(judgments.absolute(p)) for p in entry.get("pictures", ())),
            hashes={str(judgments.absolute(p)): h for p, h in entry.get("hashes", {}).items()},
        )
