"""Logging set-up for the three processes: a rotating file in the log directory."""

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path


def set_up(directory: Path, process: str, level: int = logging.INFO) -> Path:
    """Send all records to `directory/process.log` (1 MB, three kept) and return that file."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{process}.log"
    handler = RotatingFileHandler(path, maxBytes=1_000_000, backupCount=3, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
    return path
