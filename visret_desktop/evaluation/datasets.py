"""Read judged queries as their authors publish them, and people's own.

| name | file | a query's candidates |
| --- | --- | --- |
| visual-rag | JSON lines: question, images {path: 0/1} | the images of its species |
| visual-rag-me | JSON lines: question, images {entity: {path: 0/1}} | one pool for each entity |
| inquire-rerank | JSON: query, images {path: 0/1} | its hundred |
| own | JSON lines: query, photos {path: 0/1} | the whole library |

Image paths are relative to a root that the user gives. What is missing there is counted and said,
never silently dropped.
"""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from visret_desktop.errors import UsageError


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
    """A query with one pool, or one for each entity that it asks about."""

    text: str
    pools: tuple[Pool, ...]


def read(name: str, path: Path) -> list[JudgedQuery]:
    """Read the file `path` as the data set `name`.

    Raises:
        UsageError: no such data set, or the file is not in its form.
    """
    if name not in _READERS:
        raise UsageError(reason=f"There is no data set {name!r}. Choose one of {', '.join(NAMES)}.")
    try:
        return list(_READERS[name](path.read_text(encoding="utf-8")))
    except FileNotFoundError as error:
        raise UsageError(reason=f"There is no file {path}.") from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        reason = f"{path} is not a {name} file ({type(error).__name__}: {error})."
        raise UsageError(reason=reason) from error


def _lines(text: str) -> Iterator[Any]:
    return (json.loads(line) for line in text.splitlines() if line.strip())


def _judged(images: Mapping[str, Any]) -> dict[str, bool]:
    """Check that every judgment is 0 or 1."""
    if any(grade not in (0, 1) for grade in images.values()):
        raise ValueError("a judgment is neither 0 nor 1")
    return {path: bool(grade) for path, grade in images.items()}


def _visual_rag(text: str) -> Iterator[JudgedQuery]:
    for entry in _lines(text):
        yield JudgedQuery(entry["question"], (Pool("", _judged(entry["images"])),))


def _visual_rag_me(text: str) -> Iterator[JudgedQuery]:
    for entry in _lines(text):
        names = entry.get("sn", [])
        pools = [
            Pool(names[number] if number < len(names) else entity, _judged(images))
            for number, (entity, images) in enumerate(entry["images"].items())
        ]
        yield JudgedQuery(entry["question"], tuple(pools))


def _inquire_rerank(text: str) -> Iterator[JudgedQuery]:
    for entry in json.loads(text):
        yield JudgedQuery(entry["query"], (Pool("", _judged(entry["images"])),))


def _own(text: str) -> Iterator[JudgedQuery]:
    for entry in _lines(text):
        yield JudgedQuery(entry["query"], (Pool("", _judged(entry["photos"])),))


_READERS: dict[str, Callable[[str], Iterator[JudgedQuery]]] = {
    "visual-rag": _visual_rag,
    "visual-rag-me": _visual_rag_me,
    "inquire-rerank": _inquire_rerank,
    "own": _own,
}
NAMES = tuple(_READERS)


def read_inquire_queries(path: Path) -> list[str]:
    """Return the texts of an INQUIRE query list (`query_text` in a CSV file).

    Raises:
        UsageError: the file is missing or has no such column.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return [row["query_text"].strip() for row in csv.DictReader(file)]
    except (OSError, KeyError, UnicodeDecodeError) as error:
        reason = f"{path} is not an INQUIRE query list ({type(error).__name__}: {error})."
        raise UsageError(reason=reason) from error


def write_own(path: Path, queries: Iterable[JudgedQuery]) -> None:
    """Write people's own judgments, so that `read("own", path)` gives them back."""
    lines = [
        json.dumps({"query": query.text, "photos": {p: int(r) for p, r in pool.judged.items()}})
        for query in queries
        for pool in query.pools
    ]
    temporary = path.with_name(f"{path.name}.new")
    temporary.write_text("\n".join(lines) + "\n", encoding="utf-8")
    temporary.replace(path)


@dataclass(frozen=True)
class Presence:
    """Which of a data set's images are there."""

    found: int
    missing: tuple[str, ...]


def look_for_images(queries: Iterable[JudgedQuery], root: Path) -> Presence:
    """Look for every image below `root`; paths that lead out of it count as missing."""
    paths = {path for query in queries for pool in query.pools for path in pool.judged}
    missing = tuple(sorted(path for path in paths if not _is_below(root, path)))
    return Presence(len(paths) - len(missing), missing)


def _is_below(root: Path, path: str) -> bool:
    whole = (root / path).resolve()
    return whole.is_relative_to(root.resolve()) and whole.is_file()
