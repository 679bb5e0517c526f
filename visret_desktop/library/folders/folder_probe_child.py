"""The scout's own side: a process that answers questions about folders, one line each.

Questions come in on stdin, `[name, path, …]`; answers go out on stdout as `[kind, content]`, the
last of each is of the kind "end". While it gets on it says "alive" at least twice a second. It ends
when stdin does, also in the middle of a folder.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path
from typing import Any

from visret_desktop.library.folders.disk import DirectDisk, Surveyed
from visret_desktop.library.folders.folder_probe import file_values
from visret_desktop.library.folders.scan import FoundFile, ScanProblem, Videos
from visret_desktop.processes.child_process import listen
from visret_desktop.sentence_json import with_bodies

_ALIVE_SECONDS = 0.5
_FILES_AT_ONCE = 500
_DISK = DirectDisk()


def main() -> int:
    """Answer until stdin ends."""
    questions = listen(lambda stdin: stdin.readline() or None)
    _say("ready", None)
    answers: dict[str, Callable[..., Any]] = {
        "place": lambda path: astuple(_DISK.place(path)),
        "is_occupied": _DISK.is_occupied,
        "agreeing": _DISK.agreeing,
        "on_volume": _on_volume,
        "real": lambda path: str(path.resolve()),
        "is_file": os.path.isfile,  # False also for names that are too long or none
        "identities": _identities,
        "survey": _survey,
    }
    while True:
        name, path, *more = json.loads(questions.get())
        try:
            _say("end", answers[name](Path(path), *more))
        except Exception as error:  # noqa: BLE001 - nobody reads what this process writes to stderr
            _say("failed", repr(error))


def _say(kind: str, content: Any) -> None:
    try:
        sys.stdout.write(json.dumps([kind, with_bodies(content)]) + "\n")
        sys.stdout.flush()
    except OSError:
        os._exit(0)  # nobody listens any more


def _on_volume(_folder: Path, uid: str, inside: str) -> str | None:
    place = _DISK.on_volume(uid, inside)
    return None if place is None else str(place)


def _identities(first: Path, root: str, others: list[str]) -> None:
    for folder in (first, *(Path(root, other) for other in others)):
        _say("identities", _DISK.identities(folder))


def _survey(root: Path, excluded: list[str], leave_out: str | None) -> None:
    files: list[list[Any]] = []
    pulse = _Pulse()
    left_out = None if leave_out is None else Path(leave_out)
    for entry in _DISK.survey(root, excluded, left_out, pulse.beats):
        if isinstance(entry, FoundFile):
            files.append(file_values(entry))
            if len(files) >= _FILES_AT_ONCE:
                _say("files", files)
                files = []
        elif isinstance(entry, ScanProblem):
            _say("problem", astuple(entry))
        elif isinstance(entry, Videos):
            _say("videos", astuple(entry))
        elif isinstance(entry, Surveyed):
            _say("files", files)
            files = []
            _say("state", [astuple(entry.volume_path), sorted(entry.mounted)])


class _Pulse:
    """Says that the walk gets on; asked by it for every name whether to stop."""

    def __init__(self) -> None:
        self._next = time.monotonic() + _ALIVE_SECONDS

    def beats(self) -> bool:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + _ALIVE_SECONDS
            _say("alive", None)
        return False
