"""Notice changes in watched folders, debounced."""

import logging
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

import watchfiles

from visret_desktop.library.imaging import EXTENSIONS

_log = logging.getLogger(__name__)


class FolderWatcher:
    """Calls back, from a thread of its own, with the roots below which photos changed."""

    def __init__(
        self, on_change: Callable[[set[Path]], None], debounce_seconds: float = 2.0
    ) -> None:
        self._on_change = on_change
        self._debounce = int(debounce_seconds * 1000)
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, roots: Iterable[Path]) -> None:
        """Watch these roots instead of the ones before; roots that are not there are left out."""
        self.stop()
        there = [root for root in roots if root.is_dir()]
        if not there:
            return
        self._stop = threading.Event()
        arguments = (there, self._stop)
        self._thread = threading.Thread(target=self._run, args=arguments, name="watch", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop watching and wait for the thread."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _run(self, roots: list[Path], stop: threading.Event) -> None:
        try:
            for changes in watchfiles.watch(
                *roots,
                watch_filter=_is_of_interest,
                debounce=self._debounce,
                stop_event=stop,
                rust_timeout=500,
                raise_interrupt=False,
                ignore_permission_denied=True,
            ):
                paths = [Path(path) for _, path in changes]
                changed = {r for r in roots if any(p.is_relative_to(r) for p in paths)}
                if changed and not stop.is_set():
                    self._on_change(changed)
        except (OSError, RuntimeError) as error:  # inotify limits, a root that vanished
            _log.warning("cannot watch %s: %s", [str(root) for root in roots], error)


def _is_of_interest(change: watchfiles.Change, path: str) -> bool:
    suffix = Path(path).suffix.lower()
    return suffix in EXTENSIONS or suffix in (".xmp", "")
