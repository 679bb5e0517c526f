"""Notice changes in watched folders, debounced."""

import logging
import re
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import watchfiles

from visret_desktop.library.folders import volumes
from visret_desktop.library.folders.scan import left_out
from visret_desktop.library.photos.formats import EXTENSIONS

_WANTED = EXTENSIONS | {".xmp"}
_LOOKS_LIKE_A_SUFFIX = re.compile(r"\.[a-z][a-z0-9_~-]{0,11}")
# How often the native watcher looks around, how long it may gather and wait: short, so that
# stopping is quick. Settling is ours, over seconds.
_STEP_MS, _GATHER_MS, _TIMEOUT_MS = 50, 150, 150
# While photos pour in without a pause, report now and then what came so far.
_LONGEST_WAIT_IN_DEBOUNCES = 5
_STOP_SECONDS = 5.0
_log = logging.getLogger(__name__)


class FolderWatcher:
    """Calls back, from a thread of its own, with the roots below which photos changed.

    A root is reported after `debounce_seconds` without a further change, or after five times as
    long if changes never cease. What changes before `on_live` is called, from the same thread, may
    go unnoticed: scan then if there must be no gap. It is called once per `start`, also if watching
    fails. Folders on network drives report only what this machine changed.
    """

    def __init__(
        self,
        on_change: Callable[[set[Path]], None],
        debounce_seconds: float = 2.0,
        on_live: Callable[[], None] | None = None,
    ) -> None:
        self._on_change = on_change
        self._on_live = on_live
        self._debounce_seconds = debounce_seconds
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, roots: Iterable[Path]) -> None:
        """Watch these roots instead of the ones before; missing ones are left out."""
        self.stop()
        there = [root for root in roots if root.is_dir()]
        if not there:
            return
        self._stop = threading.Event()
        arguments = (there, self._stop)
        self._thread = threading.Thread(target=self._run, args=arguments, name="watch", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop watching and wait for the thread, unless it is the one that calls."""
        self._stop.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(_STOP_SECONDS)  # one that waits for a disk is left behind
        self._thread = None

    def _run(self, roots: list[Path], stop: threading.Event) -> None:
        interest = Interest(roots)
        drives = _Drives(interest)
        pause = _Pause(self._debounce_seconds)
        changed: set[Path] = set()
        is_live = False
        try:
            for changes in watchfiles.watch(
                *roots,
                watch_filter=None,
                step=_STEP_MS,
                debounce=_GATHER_MS,
                rust_timeout=_TIMEOUT_MS,
                yield_on_timeout=True,
                stop_event=stop,
                raise_interrupt=False,
                ignore_permission_denied=True,
            ):
                if not is_live:
                    is_live = True
                    self._report_live()
                new = {root for change, path in changes for root in interest.roots(change, path)}
                new |= drives.left()
                changed |= new
                if pause.is_over(bool(new), bool(changed)) and not stop.is_set():
                    self._on_change(changed)
                    changed = set()
        except (OSError, RuntimeError) as error:  # inotify limits, a root that vanished
            _log.warning("cannot watch %s: %s", [str(root) for root in roots], error)
            if not is_live:
                self._report_live()

    def _report_live(self) -> None:
        if self._on_live is not None:
            self._on_live()


class _Drives:
    """Knows which roots were unmounted, of which Linux's watching says nothing. Asks no disk."""

    def __init__(self, interest: "Interest") -> None:
        self._interest = interest
        self._table = volumes.mount_table()

    def left(self) -> set[Path]:
        """Return the roots whose drive has left since the last look."""
        before, self._table = self._table, volumes.mount_table()
        if self._table == before:
            return set()
        was, there = (
            {volume.mount_point for volume in volumes.parse_mountinfo(table, {})}
            for table in (before, self._table)
        )
        return {root for place in was - there for root in self._interest.roots_below(place)}


class Interest:
    """Knows which roots a change on disk concerns."""

    def __init__(self, roots: Iterable[Path]) -> None:
        # Some systems report the path behind a symbolic link.
        self._places = [(place, root) for root in roots for place in {root, root.resolve()}]
        self._is_left_out = left_out(())

    def roots(self, change: watchfiles.Change, path: str) -> set[Path]:
        """Return the roots that have `path`, if it may be a photo, a sidecar or a folder."""
        if not _may_matter(change, Path(path)):
            return set()
        return {root for place, root in self._places if self._shows(Path(path), place)}

    def roots_below(self, mount_point: Path) -> set[Path]:
        """Return the roots that are on a drive that was mounted there."""
        return {root for place, root in self._places if place.is_relative_to(mount_point)}

    def _shows(self, path: Path, place: Path) -> bool:
        if not path.is_relative_to(place):
            return False
        parts = path.relative_to(place).parts
        return not any(self._is_left_out(part, part) for part in parts)


def _may_matter(change: watchfiles.Change, path: Path) -> bool:
    suffix = path.suffix.lower()
    if suffix in _WANTED:
        return True
    if change is watchfiles.Change.deleted:
        # It can no longer be seen whether this was a folder: '2024.05 trip' may well have been.
        return _LOOKS_LIKE_A_SUFFIX.fullmatch(suffix) is None
    # Every file inside reports for itself; a folder is news when it appears, say by a move.
    return change is watchfiles.Change.added and path.is_dir()


class _Pause:
    """Knows when changes have settled."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._first = self._last = 0.0

    def is_over(self, has_new: bool, has_any: bool) -> bool:
        now = time.monotonic()
        if has_new:
            self._first, self._last = self._first or now, now
        waited = now - self._first if has_any else 0.0
        is_over = has_any and (
            now - self._last >= self._seconds
            or waited >= _LONGEST_WAIT_IN_DEBOUNCES * self._seconds
        )
        if is_over:
            self._first = 0.0
        return is_over
