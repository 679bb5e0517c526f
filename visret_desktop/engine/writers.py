"""Who writes the catalog: one process at a time, and what it wrote is backed up."""

import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from visret_desktop.errors import PlaceMissing, VisretError
from visret_desktop.library.repair.backups import Backups
from visret_desktop.library.sqlite_files import DataVersion, connect
from visret_desktop.library.writer_lock import WriterLock
from visret_desktop.paths import Paths

_PATIENCE_SECONDS = 3.0  # with another process that writes the catalog
NOTES_PAUSE_SECONDS = 600.0  # between two backups of what was noted
_CLOSING_PAUSE_SECONDS = 60.0  # the same when a process ends, with a catalog that is not
_SMALL_BYTES = 20_000_000  # backed up in a moment
_log = logging.getLogger(__name__)


class Writers:
    """The threads of this process that write the catalog, for all sides of a library."""

    def __init__(self, paths: Paths) -> None:
        self.is_in_run = False  # one of them writes for long, and keeps the index level
        self.has_written = self.has_noted = False
        self._catalog = paths.catalog
        self._data = paths.data
        self._lock = WriterLock(paths.writer_lock)
        self._number = 0
        self._counting = threading.Lock()
        self._version: DataVersion | None = None  # once somebody asks for what others wrote
        self._have_others_written = False

    @contextmanager
    def holding(self, seconds: float = _PATIENCE_SECONDS) -> Iterator[None]:
        """Let no other process write the catalog for the length of a `with` block.

        One that tags is done in a moment, so it is waited for so many seconds.

        Raises:
            LibraryBusy: another process writes for longer.
            PlaceMissing: the data folder is not there any more; none is begun in its place.
        """
        if not (self._catalog.exists() or Backups(self._catalog).newest_first()):
            raise PlaceMissing(place=self._data)
        with self._counting:
            if not self._number:
                self._lock.acquire_soon(seconds)
                self._have_others_written |= self._has_changed()
            self._number += 1
        try:
            yield
        finally:
            with self._counting:
                self._number -= 1
                if not self._number:
                    self._has_changed()  # by this process
                    self._lock.release()

    def have_others_written(self) -> bool:
        """Tell whether another process wrote the catalog since this was asked; first: False.

        Whoever writes holds the lock, so what changed while this process held it is its own.
        """
        with self._counting:
            if self._version is None:
                self._version = DataVersion(self._catalog)
            if not self._number:
                self._have_others_written |= self._has_changed()
            answer, self._have_others_written = self._have_others_written, False
        return answer

    def _has_changed(self) -> bool:
        with suppress(sqlite3.Error):  # of a catalog that is away or damaged, jobs say more
            return self._version is not None and self._version.has_changed()
        return False

    def back_up(self, pause: float | None = None) -> sqlite3.DatabaseError | None:
        """Back the catalog up if it is due; return what prevents it, which may be damage."""
        backups = Backups(self._catalog)
        try:
            backups.make_if_due() if pause is None else backups.make_if_due(pause)
        except sqlite3.DatabaseError as error:
            _log.warning("the catalog cannot be backed up: %s", error)
            return error
        return None

    def back_up_last(self) -> None:
        """Back up what was noted last; where another process writes, that one will."""
        if not self.has_noted:
            return
        with suppress(VisretError, OSError), self.holding(seconds=0.0):
            is_small = self._catalog.stat().st_size < _SMALL_BYTES
            self.back_up(0.0 if is_small else _CLOSING_PAUSE_SECONDS)

    def leave_one_file(self) -> None:
        """Take in what waits in the WAL: the last one to close does."""
        if self._version is not None:
            self._version.close()
        if self.has_written:
            with suppress(sqlite3.Error):
                connect(self._catalog).close()
