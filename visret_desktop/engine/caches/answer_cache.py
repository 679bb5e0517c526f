"""Keep what readers said of photos: asking a large one again takes seconds a photo.

It is one small file, which knows photos by their content: `engine.repair.traces` takes those out
that left the library. Several processes may use it, so it is read again when another one wrote it,
and changed by one at a time; nothing else holds what it says.
"""

import hashlib
import json
import logging
import os
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from visret_desktop import file_changes
from visret_desktop.engine.caches.small_files import read_object, write_object
from visret_desktop.errors import NotOurs
from visret_desktop.models.interfaces import Box, Reading, Style
from visret_desktop.packs.manifest import Pack
from visret_desktop.sentence_json import from_text, to_text

_MOST = 3000
_PATIENCE = 10.0  # seconds: another process writes for a few hundredths of one
_RULES = 2  # counts the changes of what is done with pictures, questions and answers
_log = logging.getLogger(__name__)


def reading_key(
    pack: Pack, prompt: str, style: Style, question: str, pictures: Sequence[str]
) -> str:
    """Return what names a reading: it changes with all that determines it.

    `pictures` are the keys of what is looked at.
    """
    return _key(pack.name, pack.digest, pack.settings, prompt, style, question, list(pictures))


def boxes_key(
    pack: Pack, prompt: str, question: str, answer: str, picture: str, encoder: str = ""
) -> str:
    """Return what names the boxes of an answer in a picture.

    `encoder` names what found them where the reader of `pack` draws none.
    """
    reader = (pack.name, pack.digest, pack.settings, prompt)
    return _key("boxes", encoder, *reader, question, answer, picture)


def verdict_key(pack: Pack, prompt: str, question: str, answers: Sequence[str]) -> str:
    """Return what names the verdict of a model on two answers, whichever stands first."""
    model = (pack.name, pack.digest, pack.settings, prompt)
    return _key("agree", *model, question, sorted(answers))


def _key(*made_of: object) -> str:
    return hashlib.sha256(json.dumps([_RULES, *made_of], sort_keys=True).encode()).hexdigest()[:32]


class AnswerCache:
    """Readings, boxes and verdicts by key; those made last are kept. Thread-safe."""

    _LOCK = threading.Lock()  # one for all of this process: forgetting has a cache of its own

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept: dict[str, Any] = {}
        self._as_read: tuple[int, ...] | None = None

    def reading(self, key: str) -> Reading | None:
        """Return a reading that was kept."""
        entry = self._get(key)
        answer, is_shown = entry.get("answer"), entry.get("is_shown")
        reasoning, note = entry.get("reasoning", ""), entry.get("note", "")
        if not isinstance(answer, str) or not isinstance(is_shown, bool):
            return None
        return Reading(answer, is_shown, str(reasoning), from_text(str(note)))

    def boxes(self, key: str) -> tuple[Box, ...] | None:
        """Return boxes that were kept, maybe none; None: they were not."""
        boxes_stored = self._get(key).get("boxes")
        if not isinstance(boxes_stored, list):
            return None
        with suppress(TypeError, ValueError):
            boxes = tuple((float(x), float(y), float(r), float(b)) for x, y, r, b in boxes_stored)
            if all(0 <= edge <= 1 for box in boxes for edge in box):
                return boxes
        return None

    def keep_reading(self, key: str, reading: Reading, hashes: Sequence[str]) -> None:
        """Keep a reading of contents with these hashes."""
        made = {"answer": reading.answer, "is_shown": reading.is_shown}
        made |= {"reasoning": reading.reasoning, "note": to_text(reading.note)}
        self._put(key, made, hashes)

    def keep_boxes(self, key: str, boxes: Sequence[Box], hashes: Sequence[str]) -> None:
        """Keep the boxes in a content with this hash."""
        self._put(key, {"boxes": [list(box) for box in boxes]}, hashes)

    def verdict(self, key: str) -> bool | None:
        """Return whether two answers agree, as a model said before; None: it was not asked."""
        verdict = self._get(key).get("agree")
        return verdict if isinstance(verdict, bool) else None

    def keep_verdict(self, key: str, *, agree: bool, hashes: Sequence[str]) -> None:
        """Keep whether answers of contents with these hashes agree."""
        self._put(key, {"agree": agree}, hashes)

    def keep_only(self, hashes: Collection[str]) -> None:
        """Drop what knows any content but these.

        Raises:
            OSError, NotOurs: it stays as it is.
        """
        if not self._path.exists():
            return
        with self._LOCK, self._alone():
            kept = {key: made for key, made in self._all().items() if _is_of(made, hashes)}
            # Written whole and not only emptied, so that a damaged file goes, too.
            file_changes.write(self._path, json.dumps(kept).encode())
            self._note(kept)

    def _get(self, key: str) -> dict[str, Any]:
        with self._LOCK:
            entry = self._all().get(key)
        return entry if isinstance(entry, dict) else {}

    def _put(self, key: str, made: dict[str, Any], hashes: Sequence[str]) -> None:
        try:
            with self._LOCK, self._alone():
                kept = {name: other for name, other in self._all().items() if name != key}
                kept[key] = made | {"hashes": list(hashes)}
                kept = dict(list(kept.items())[-_MOST:])
                write_object(self._path, kept)
                self._note(kept)
        except (OSError, NotOurs) as error:
            _log.warning("%s cannot be changed: %s", self._path, error)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other processes from changing the file meanwhile.

        Raises:
            OSError, NotOurs: there can be no lock, or another process does not let go of it.
        """
        from filelock import FileLock

        path = self._path.with_suffix(".lock")
        os.close(file_changes.open_lock(path))  # a file of ours, and no link to somebody's
        with FileLock(path, timeout=_PATIENCE):  # goes with a process that dies
            yield

    def _all(self) -> dict[str, Any]:
        """Return all that is kept, as the file has it now."""
        if (now := self._state()) is None or now != self._as_read:
            self._kept, self._as_read = read_object(self._path), now
        return self._kept

    def _note(self, kept: dict[str, Any]) -> None:
        self._kept, self._as_read = kept, self._state()

    def _state(self) -> tuple[int, ...] | None:
        """Return what changes when the file is replaced; None: there is none."""
        try:
            status = self._path.stat()
        except OSError:
            return None
        return status.st_ino, status.st_size, status.st_mtime_ns


def _is_of(made: object, hashes: Collection[str]) -> bool:
    known = made.get("hashes") if isinstance(made, dict) else None
    if not isinstance(known, list):
        return False
    return all(isinstance(one, str) and one in hashes for one in known)
