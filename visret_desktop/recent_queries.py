"""Recent queries, in a file that every window reads again before it adds to it.

So a window that has long been open brings nothing back that was forgotten meanwhile.
"""

import json
import logging
from collections.abc import Callable
from pathlib import Path

from visret_desktop import file_changes
from visret_desktop.errors import NotOurs

_MOST = 200
_log = logging.getLogger(__name__)


class RecentQueries:
    """The last 200 queries, as typed. A file that cannot be read counts as empty."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def newest_first(self) -> list[str]:
        """Return the queries, newest first."""
        try:
            stored = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return []
        queries = stored if isinstance(stored, list) else []
        return [text for text in queries if isinstance(text, str)]

    def add(self, text: str) -> None:
        """Put a query in front."""
        self._write(list(dict.fromkeys([text, *self.newest_first()]))[:_MOST])

    def drop(self, is_unwanted: Callable[[str], bool]) -> None:
        """Remove queries."""
        queries = self.newest_first()
        kept = [text for text in queries if not is_unwanted(text)]
        if kept != queries:
            self._write(kept)

    def _write(self, queries: list[str]) -> None:
        content = json.dumps(queries, indent=0).encode("ascii")
        try:
            file_changes.write(self._path, content, is_durable=False)
        except (OSError, NotOurs) as error:  # no reason not to search
            _log.warning("the recent queries are not kept: %s", error)
