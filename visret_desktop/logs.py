"""Set-up of logging: a rotating file for each process, and one for requests to other computers."""

import faulthandler
import logging
import re
from dataclasses import dataclass
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from visret_desktop import file_changes
from visret_desktop.errors import NotOurs
from visret_desktop.sentences import visible

WINDOW = "window.log"
SHOWN = "the window is shown"  # what it logs then
_NETWORK = "network.log"
_ASKER = "httpx2"  # every request goes through it; it logs each answer
_MOST_BYTES = 1_000_000  # of one file
_FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_SIGNED = re.compile(r"(https?://[^\s?]+\?)[^\s\"'>]+")  # what follows may give others access
_REQUEST = re.compile(r"(\S+ \S+),\d+ .*HTTP Request: (\S+) ([^\s?]+)\S* \"\S+ (\d+)")


@dataclass(frozen=True)
class LoggedRequest:
    """One answered request to another computer, its address without what follows a `?`."""

    when: str  # local, as in '2026-11-21 15:34:47'
    method: str
    address: str
    status: int


class _OneLine(logging.Formatter):
    """Writes a message on one line, as names may have line breaks; hides what follows a `?`."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the line."""
        record.message = _SIGNED.sub(r"\1…", visible(record.message))
        return super().formatMessage(record)


class _Forgiving(RotatingFileHandler):
    """Drops records that cannot be written: others report a full disk."""

    def doRollover(self) -> None:
        """Begin a new file; if the system refuses, go on in the old one and try again later.

        Windows refuses while another process has the file open, too.
        """
        try:
            super().doRollover()
            self.maxBytes = _MOST_BYTES
        except OSError:
            self.maxBytes += _MOST_BYTES
            self.stream = self._open()

    def handleError(self, record: logging.LogRecord) -> None:
        """Write nothing to stderr."""


class _OfProcess(_Forgiving):
    """Has also where the process was when it crashes, which Python itself writes then."""

    def _open(self) -> TextIOWrapper:
        """Open the file, for crashes as well: each time it is begun anew."""
        stream = super()._open()
        faulthandler.enable(stream)
        return stream

    def close(self) -> None:
        """Close the file, which crashes must not go to any more."""
        faulthandler.disable()
        super().close()


def set_up(directory: Path, process: str) -> Path:
    """Send all records to `directory/process.log` (1 MB, three kept) and return that file.

    Where the process is when it crashes goes there, too.

    Requests to other computers also go to `directory/network.log`. If nothing can be written, the
    program goes on without a log.
    """
    path = directory / f"{process}.log"
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    root.addHandler(_handler(_OfProcess, path))
    logging.getLogger(_ASKER).addHandler(_handler(_Forgiving, directory / _NETWORK))
    return path


def requests(directory: Path) -> list[LoggedRequest]:
    """Return the logged requests to other computers, oldest first."""
    lines: list[str] = []
    for path in sorted(directory.glob(f"{_NETWORK}*"), reverse=True):  # .3, .2, .1, then the newest
        try:
            lines += path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            continue  # just rotated away, or the disk is gone
    matches = (_REQUEST.match(line) for line in lines)
    return [LoggedRequest(one[1], one[2], one[3], int(one[4])) for one in matches if one]


def _handler(kind: type[_Forgiving], path: Path) -> logging.Handler:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not file_changes.is_own(path):  # a link leads out of our folders
            raise NotOurs(path=path)
        handler: logging.Handler = kind(
            path,
            maxBytes=_MOST_BYTES,
            backupCount=3,
            encoding="utf-8",
            delay=path.name == _NETWORK,
        )
    except (OSError, NotOurs):
        handler = logging.NullHandler()  # otherwise Python's last resort writes to stderr
    handler.setFormatter(_OneLine(_FORM))
    return handler
