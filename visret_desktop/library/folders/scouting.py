"""The scout's own side: a process that answers questions about folders, one line each.

Questions come in on stdin, `[name, path, …]`; answers go out on stdout as `[kind, …]`, the last of
each is of the kind "end". While it gets on it says "alive" at least twice a second. It ends when
stdin does, also in the middle of a folder.
"""

import json
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path
from typing import Any

from visret_desktop.library.folders.disk import OwnEyes, Surveyed
from visret_desktop.library.folders.scan import FoundFile, ScanProblem
from visret_desktop.library.folders.scout import file_values

_ALIVE_SECONDS = 0.5
_FILES_AT_ONCE = 500


def main() -> int:
    """Answer until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who sent us
    questions: queue.SimpleQueue[list[Any]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    _say("ready", None)
    answers: dict[str, Callable[..., Any]] = {
        "place": lambda path: astuple(OwnEyes().place(path)),
        "is_occupied": OwnEyes().is_occupied,
        "agreeing": OwnEyes().agreeing,
        "real": lambda path: str(path.resolve()),
        "is_file": os.path.isfile,  # False also for names that are too long or none
        "identities": _identities,
        "survey": _survey,
    }
    while True:
        name, path, *more = questions.get()
        try:
            _say("end", answers[name](Path(path), *more))
        except Exception as error:  # noqa: BLE001 - nobody reads what this process writes to stderr
            _say("failed", repr(error))


def _listen(questions: "queue.SimpleQueue[list[Any]]") -> None:
    for line in sys.stdin:
        questions.put(json.loads(line))
    os._exit(0)  # whatever the other thread waits for


def _say(kind: str, told: Any) -> None:
    try:
        sys.stdout.write(json.dumps([kind, told]) + "\n")
        sys.stdout.flush()
    except OSError:
        os._exit(0)  # nobody listens any more


def _identities(first: Path, root: str, others: list[str]) -> None:
    for folder in (first, *(Path(root, other) for other in others)):
        _say("identities", OwnEyes().identities(folder))


def _survey(root: Path, excluded: list[str], leave_out: str | None) -> None:
    files: list[list[Any]] = []
    pulse = _Pulse()
    left_out = None if leave_out is None else Path(leave_out)
    for found in OwnEyes().survey(root, excluded, left_out, pulse.beats):
        if isinstance(found, FoundFile):
            files.append(file_values(found))
            if len(files) >= _FILES_AT_ONCE:
                _say("files", files)
                files = []
        elif isinstance(found, ScanProblem):
            _say("problem", astuple(found))
        elif isinstance(found, Surveyed):
            _say("files", files)
            files = []
            _say("state", [astuple(found.place), sorted(found.mounted)])


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
