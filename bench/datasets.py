"""Read judged queries as their authors publish them, and people's own.

| name | file | a query's candidates |
| --- | --- | --- |
| visual-rag | JSON lines: question, answer, images {path: 0/1} | the images of its species |
| visual-rag-me | the same with images {entity: {path: 0/1}} | one pool for each entity |
| inquire-hard | JSON: query, images {path: 0/1} | its hundred |
| inquire-rerank | CSV or JSON lines: query, inat24_file_name, relevant | its hundred |
| inquire-queries | CSV: query_text; nothing is judged | all images below the root |
| own | `judgments`: query, photos {path: 0/1} | the whole library |

Image paths are relative to a root that the user gives; in people's own judgments they become
absolute. What is missing there is counted and said, never silently dropped.
"""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from visret_desktop.errors import FileMissing, UsageError
from visret_desktop.json_lines import FAULTS, read_lines, text_of, why
from visret_desktop.judging.judged_queries import (
    JudgedQuery,
    Pool,
    PresentImages,
    own_judgments,
    read_with,
)
from visret_desktop.judgments import check_grades

Json = Mapping[str, Any]
_LONGEST_HEADER = 10_000  # letters


def read(name: str, path: Path) -> list[JudgedQuery]:
    """Read the file `path` as the data set `name`.

    Raises:
        UsageError: no such data set, or the file is not in its form.
        FileMissing: there is none.
    """
    if name not in _READERS:
        raise UsageError(reason=f"There is no data set {name!r}. Choose one of {', '.join(NAMES)}.")
    return read_with(_READERS[name], name, path)


def _judged(images: Mapping[str, Any]) -> dict[str, bool]:
    check_grades(images)
    return {path: bool(grade) for path, grade in images.items()}


def _visual_rag(path: Path) -> Iterator[JudgedQuery]:
    def query(entry: Json) -> JudgedQuery:
        pool = Pool("", _judged(entry["images"]))
        text = text_of(entry, "question")
        return JudgedQuery(text, (pool,), "question", answers=_answers(entry))

    return read_lines(path.read_text(encoding="utf-8"), query)


def _visual_rag_me(path: Path) -> Iterator[JudgedQuery]:
    def query(entry: Json) -> JudgedQuery:
        names = entry.get("sn", [])
        pools = [
            Pool(names[number] if number < len(names) else entity, _judged(images))
            for number, (entity, images) in enumerate(entry["images"].items())
        ]
        text = text_of(entry, "question")
        return JudgedQuery(text, tuple(pools), "comparison", answers=_answers(entry))

    return read_lines(path.read_text(encoding="utf-8"), query)


def _answers(entry: Json) -> tuple[str, ...]:
    """Return the right answers of a question; it may have one, several, or none."""
    found = entry.get("answer", ())
    return tuple(map(str, [found] if isinstance(found, str) else found))


def inquire_form(path: Path) -> str:
    """Return which of the data sets of INQUIRE a file is, by how it begins.

    Raises:
        FileMissing, UsageError: it cannot be read.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            first = file.readline(_LONGEST_HEADER)
    except FileNotFoundError as error:
        raise FileMissing(path=path) from error
    except FAULTS as error:
        raise UsageError(reason=f"{path} cannot be read ({why(error)}).") from error
    if first.lstrip().startswith("["):
        return "inquire-hard"
    is_judged = first.lstrip().startswith("{") or "query_text" not in next(csv.reader([first]), [])
    return "inquire-rerank" if is_judged else "inquire-queries"


def _inquire_rerank(path: Path) -> Iterator[JudgedQuery]:
    judged: dict[str, dict[str, Any]] = {}
    for query, image, grade in _inquire_rows(path):
        judged.setdefault(query, {})[image] = grade
    for query, images in judged.items():
        yield JudgedQuery(query, (Pool("", _judged(images)),), "description")


def _inquire_rows(path: Path) -> Iterator[tuple[str, str, int]]:
    """Yield query, image and whether it is relevant of each line.

    Raises:
        ValueError: a line lacks one of them, or has something else there; it says which.
    """

    def row(entry: Json) -> tuple[str, str, int]:
        grade = int(entry["relevant"])
        return text_of(entry, "query").strip(), text_of(entry, "inat24_file_name"), grade

    text = path.read_text(encoding="utf-8-sig")
    if text.lstrip().startswith("{"):
        yield from read_lines(text, row)
        return
    lines = csv.DictReader(text.splitlines())
    for entry in lines:
        try:
            yield row(entry)
        except FAULTS as error:
            raise ValueError(f"line {lines.line_num}: {why(error)}") from error


def _inquire_hard(path: Path) -> Iterator[JudgedQuery]:
    for entry in json.loads(path.read_text(encoding="utf-8")):
        pool = Pool("", _judged(entry["images"]))
        yield JudgedQuery(text_of(entry, "query"), (pool,), "description")


def _inquire_queries(path: Path) -> Iterator[JudgedQuery]:
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield JudgedQuery(text_of(row, "query_text").strip(), (), "description")


_READERS: dict[str, Callable[[Path], Iterator[JudgedQuery]]] = {
    "visual-rag": _visual_rag,
    "visual-rag-me": _visual_rag_me,
    "inquire-hard": _inquire_hard,
    "inquire-rerank": _inquire_rerank,
    "inquire-queries": _inquire_queries,
    "own": own_judgments,
}
NAMES = tuple(_READERS)


def look_for_images(queries: Iterable[JudgedQuery], root: Path) -> PresentImages:
    """Look for every image below `root`; paths that lead out of it count as missing."""
    paths = {path for query in queries for pool in query.pools for path in pool.judged}
    missing = tuple(sorted(path for path in paths if not _is_below(root, path)))
    return PresentImages(len(paths) - len(missing), missing)


def _is_below(root: Path, path: str) -> bool:
    whole = (root / path).resolve()
    return whole.is_relative_to(root.resolve()) and whole.is_file()
