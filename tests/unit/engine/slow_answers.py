"""The program of an engine whose answers take until a search is done.

As with a reader that looks at a large picture, which cannot be broken off.
"""

import sys
import threading
from collections.abc import Iterator

from visret_desktop.engine import server
from visret_desktop.engine.control import Control
from visret_desktop.engine.jobs import JOBS, Job
from visret_desktop.engine.messages import Answered, Ask, Finished, Message, Search
from visret_desktop.engine.runtime import Library

_QUEUES = {job.request: job.queue for job in JOBS}
_has_searched = threading.Event()


def _answer(_library: Library, asked: Ask, control: Control) -> Iterator[Message]:
    yield Answered(asked.job)
    waited = _has_searched.wait(60)
    yield Finished(asked.job, {"waited for a search": waited, "cancelled": control.is_cancelled()})


def _find(_library: Library, asked: Search, _control: Control) -> Iterator[Message]:
    yield Finished(asked.job)
    _has_searched.set()


if __name__ == "__main__":
    slow = (Job(Ask, _QUEUES[Ask], _answer), Job(Search, _QUEUES[Search], _find))
    sys.exit(server.main(slow))
