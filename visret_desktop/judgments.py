"""A person's own judgments: which photos are right for a query and which are wrong.

A text file, one query a line, in UTF-8:

    {"query": "my owl", "photos": {"/photos/2021/owl.jpg": 1, "/photos/2021/jay.jpg": 0}}

Paths are absolute, or relative to the file. 1 is right, 0 wrong. What is not named was not judged:
the standard figures count it as wrong, those over judged photos leave it out. Further keys are
optional and kept: `hashes` has the content hashes of photos by path, so that a judgment follows a
photo that moves; `kind` groups queries in tables, `instruction` is what a good rewriter would make
of the query, `pictures` are pictures that show what is wanted.
"""

import json
import os
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from visret_desktop import file_changes
from visret_desktop.errors import UsageError
from visret_desktop.file_changes import Identity
from visret_desktop.json_lines import FAULTS, read_lines, text_of, why
from visret_desktop.paths import Paths, absolute
from visret_desktop.sentences import sentence
from visret_desktop.settings import Settings

Json = dict[str, Any]


def judgments_file(paths: Paths, settings: Settings) -> Path:
    """Return where this person's judgments are kept."""
    return absolute(settings.judgments) if settings.judgments else paths.judgments


class Judgments:
    """The judgments in one file, to read, mark and save. Not thread-safe."""

    def __init__(self, path: Path, entries: list[Json]) -> None:
        self.path = path
        self._entries = entries
        self._read_at = _state(path)

    @classmethod
    def open(cls, path: Path) -> "Judgments":
        """Read the file `path`; without one, begin with no judgments.

        Raises:
            UsageError: it is there and is no file of judgments.
        """
        judgments = cls(path, [])
        try:
            text = path.read_text(encoding="utf-8", errors="surrogateescape")
            judgments._entries = list(read_lines(text, _checked))
        except FileNotFoundError:
            pass  # the first judgment makes it
        except FAULTS as error:
            reason = sentence(
                "{path} is not a file of judgments ({why}). Mend it or name another.",
                path=path,
                why=why(error),
            )
            raise UsageError(reason=reason) from error
        return judgments

    @property
    def entries(self) -> list[Json]:
        """One object a query: `query`, `photos` {path: 0 or 1}, and what else the file says."""
        return self._entries

    @property
    def is_outdated(self) -> bool:
        """Whether another program wrote the file since."""
        return _state(self.path) != self._read_at

    def grades(self, query: str) -> dict[Path, bool]:
        """Return what was marked for a query, by absolute path."""
        photos = (entry["photos"] for entry in self._of(query))
        return {self.absolute(path): bool(grade) for one in photos for path, grade in one.items()}

    def grades_by_hash(self, query: str) -> dict[str, bool]:
        """Return what was marked for a query, by content hash where that is known."""
        return {
            entry["hashes"][path]: bool(grade)
            for entry in self._of(query)
            for path, grade in entry["photos"].items()
            if path in entry.get("hashes", {})
        }

    def marked(self, is_right: bool) -> set[str]:
        """Return the content hashes of photos that were marked so for any query."""
        return {
            str(entry["hashes"][path])
            for entry in self._entries
            for path, grade in entry["photos"].items()
            if bool(grade) is is_right and path in entry.get("hashes", {})
        }

    def mark(self, query: str, photo: Path, is_right: bool | None, content_hash: str = "") -> None:
        """Mark a photo as right or wrong for a query; None takes the mark away."""
        for entry in self._of(query):
            self._forget(entry, photo, content_hash)
        if is_right is not None:
            entry = self._entry(query)
            entry["photos"][photo.as_posix()] = int(is_right)
            if content_hash:
                entry.setdefault("hashes", {})[photo.as_posix()] = content_hash
        self._entries = [entry for entry in self._entries if entry["photos"]]

    def _entry(self, query: str) -> Json:
        """Return the first entry of a query; make one if there is none."""
        if not self._of(query):
            self._entries.append({"query": query, "photos": {}})
        return self._of(query)[0]

    def _forget(self, entry: Json, photo: Path, content_hash: str) -> None:
        hashes = entry.get("hashes", {})
        for path in list(entry["photos"]):
            is_copy = content_hash and hashes.get(path) == content_hash
            if is_copy or self.absolute(path) == photo:
                del entry["photos"][path]
                hashes.pop(path, None)

    def absolute(self, path: str) -> Path:
        """Return where a path of the file leads."""
        return Path(os.path.normpath(self.path.absolute().parent / Path(path).expanduser()))

    def save(self, photos: Collection[Identity] = ()) -> None:
        """Write the file; whoever reads it meanwhile sees the old or the new one whole.

        One that a person keeps elsewhere is written only if it lies in none of the folders of
        `photos`.

        Raises:
            AlreadyThere, AmongPhotos, VisretError: the place is none for it.
            OSError: the system refused; the old file is as it was.
        """
        lines = [json.dumps(entry, ensure_ascii=False) + "\n" for entry in self._entries]
        # A file name need not be valid text; then its bytes come back unchanged.
        content = "".join(lines).encode("utf-8", "surrogateescape")
        real = Path(os.path.realpath(self.path))
        if file_changes.is_own(real):
            file_changes.write(real, content)
        else:
            with file_changes.asked_file(real, photos, is_replacing=True) as file:
                file.write(content)
        self._read_at = _state(self.path)

    def saved_as(self, path: Path, photos: Collection[Identity] = ()) -> "Judgments":
        """Write the same judgments to another file, with absolute paths, and return them.

        Raises as `save`.
        """
        copy = Judgments(path, [self._with_absolute_paths(entry) for entry in self._entries])
        copy.save(photos=photos)
        return copy

    def _of(self, query: str) -> list[Json]:
        return [entry for entry in self._entries if entry["query"] == query]

    def _with_absolute_paths(self, entry: Json) -> Json:
        moved = dict(entry)
        for name in ("photos", "hashes"):
            if name in entry:
                moved[name] = {self.absolute(p).as_posix(): v for p, v in entry[name].items()}
        if "pictures" in entry:
            moved["pictures"] = [self.absolute(p).as_posix() for p in entry["pictures"]]
        return moved


def _state(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def _checked(entry: Json) -> Json:
    check_grades(entry["photos"])
    text_of(entry, "query")
    if not isinstance(entry.get("hashes", {}), dict):
        raise ValueError("the hashes are no object")
    return entry


def check_grades(photos: Mapping[str, Any]) -> None:
    """Raise ValueError unless every judgment is 0 or 1."""
    if any(grade not in (0, 1) for grade in photos.values()):
        raise ValueError("a judgment is neither 0 nor 1")
