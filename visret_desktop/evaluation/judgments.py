"""A person's own judgments: which photos are right for a query and which are wrong.

A text file, one query a line, in UTF-8:

    {"query": "my owl", "photos": {"/photos/2021/owl.jpg": 1, "/photos/2021/jay.jpg": 0}}

Paths are absolute, or relative to the file. 1 is right, 0 wrong; a photo that is not named counts
as wrong, as in every pool of judgments, so what is wrong need not be marked to be measured. Further
keys are optional and kept: `kind` groups queries in tables, `instruction` is what a good rewriter
would make of the query, `pictures` are pictures that show what is wanted.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from visret_desktop.errors import UsageError

Json = dict[str, Any]


class Judgments:
    """The judgments in one file, to read, mark and save. Not thread-safe."""

    def __init__(self, path: Path, entries: list[Json]) -> None:
        self._path = path
        self._entries = entries

    @classmethod
    def open(cls, path: Path) -> "Judgments":
        """Read the file `path`; without one, begin with no judgments.

        Raises:
            UsageError: it is there and is no file of judgments.
        """
        try:
            text = path.read_text(encoding="utf-8")
            return cls(path, [_checked(line) for line in text.splitlines() if line.strip()])
        except FileNotFoundError:
            return cls(path, [])
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            reason = f"{path} is not a file of judgments ({type(error).__name__}: {error})."
            raise UsageError(reason=reason) from error

    @property
    def entries(self) -> list[Json]:
        """One object a query: `query`, `photos` {path: 0 or 1}, and what else the file says."""
        return self._entries

    def grades(self, query: str) -> dict[Path, bool]:
        """Return what was marked for a query, by absolute path."""
        photos = (entry["photos"] for entry in self._entries if entry["query"] == query)
        return {self.absolute(path): bool(grade) for one in photos for path, grade in one.items()}

    def mark(self, query: str, photo: Path, is_right: bool | None) -> None:
        """Mark a photo as right or wrong for a query; None takes the mark away."""
        entry = next((one for one in self._entries if one["query"] == query), None)
        if entry is None:
            entry = {"query": query, "photos": {}}
            self._entries.append(entry)
        photos = {p: g for p, g in entry["photos"].items() if self.absolute(p) != photo}
        if is_right is not None:
            photos[photo.as_posix()] = int(is_right)
        entry["photos"] = photos
        if not photos:
            self._entries.remove(entry)

    def absolute(self, path: str) -> Path:
        """Return where a path of the file leads."""
        return Path(os.path.normpath(self._path.absolute().parent / Path(path).expanduser()))

    def save(self) -> None:
        """Write the file; whoever reads it meanwhile sees the old or the new one whole."""
        lines = [json.dumps(entry, ensure_ascii=False) + "\n" for entry in self._entries]
        temporary = self._path.with_name(f"{self._path.name}.new")
        temporary.write_text("".join(lines), encoding="utf-8")
        temporary.replace(self._path)


def _checked(line: str) -> Json:
    entry: Json = json.loads(line)
    check_grades(entry["photos"])
    if not isinstance(entry["query"], str) or not entry["query"].strip():
        raise ValueError("a query is empty")
    return entry


def check_grades(photos: Mapping[str, Any]) -> None:
    """Raise ValueError unless every judgment is 0 or 1."""
    if any(grade not in (0, 1) for grade in photos.values()):
        raise ValueError("a judgment is neither 0 nor 1")
