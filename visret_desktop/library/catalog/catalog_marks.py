"""The person's marks of right and wrong, as SQL asks for them.

They are in a file of their own (`judgments.py`), which is read whenever a question needs it.
"""

import json
import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path

from visret_desktop.errors import UsageError
from visret_desktop.judgments import Judgments

_log = logging.getLogger(__name__)


def let_ask_for_marks(
    connection: sqlite3.Connection, judgments: Callable[[], Path] | None
) -> sqlite3.Connection:
    """Give a connection `marked_contents(mark)`: JSON of the content hashes with a mark.

    A mark is 'right', 'wrong' or 'marked', for any query. `judgments` names the file, None: there
    is none.
    """

    def marked_contents(mark: str) -> str:
        if judgments is None:
            return "[]"
        try:
            kept = Judgments.open(judgments())
        except (UsageError, OSError) as error:
            _log.warning("no photo counts as marked: %s", error)
            return "[]"
        found = kept.marked(True) if mark != "wrong" else set[str]()
        return json.dumps(sorted(found | kept.marked(False) if mark != "right" else found))

    connection.create_function("marked_contents", 1, marked_contents)
    return connection
