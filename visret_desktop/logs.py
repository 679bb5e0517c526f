"""Logging set-up for the three processes: a rotating file in the log directory."""

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

from visret_desktop.visible_text import visible


class _OneLine(logging.Formatter):
    """Writes a message on one line, whatever names are in it; tracebacks keep theirs."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the line."""
        record.message = visible(record.message)
        return super().formatMessage(record)


class _Forgiving(RotatingFileHandler):
    """Does without a record that cannot be written: a full disk is told once, by who needs it."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Say nothing on stderr."""


def set_up(directory: Path, process: str, level: int = logging.INFO) -> Path:
    """Send all records to `directory/process.log` (1 MB, three kept) and return that file.

    Where nothing can be written the program goes on without a log.
    """
    path = directory / f"{process}.log"
    root = logging.getLogger()
    root.setLevel(level)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = _Forgiving(
            path, maxBytes=1_000_000, backupCount=3, encoding="utf-8"
        )
    except OSError:
        handler = logging.NullHandler()  # else Python's last resort writes to stderr
    handler.setFormatter(_OneLine("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)
    return path
