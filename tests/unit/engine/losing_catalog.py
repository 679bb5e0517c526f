"""The program of an engine whose first search loses the catalog, which another thread restores."""

import sqlite3
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from visret_desktop.engine import server
from visret_desktop.engine.control import Control
from visret_desktop.engine.jobs import Job, JobQueue
from visret_desktop.engine.messages import Finished, Message, Search
from visret_desktop.engine.runtime import Library


def _find(library: Library, asked: Search, _control: Control) -> Iterator[Message]:
    if not library.restorations:
        for file in library.paths.data.glob("catalog.db*"):
            file.unlink()
        error = sqlite3.OperationalError("unable to open database file")
        with ThreadPoolExecutor(1) as another:
            another.submit(library.mend_after, error).result()
        raise error
    yield Finished(asked.job, {"restorations": library.restorations})


if __name__ == "__main__":
    sys.exit(server.main([Job(Search, JobQueue.SEARCHING, _find)]))
