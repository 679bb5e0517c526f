"""The program of an engine in which an indexing job begins while an idle one is at work."""

import sys
import threading
from collections.abc import Iterator

from visret_desktop.engine import server
from visret_desktop.engine.control import Control
from visret_desktop.engine.jobs import JOBS, Job
from visret_desktop.engine.messages import Finished, IndexFolders, LookWhenIdle, Message, Progress
from visret_desktop.engine.runtime import Library

_QUEUES = {job.request: job.queue for job in JOBS}
_begun, _went_on = threading.Event(), threading.Event()


def _look(_library: Library, asked: LookWhenIdle, control: Control) -> Iterator[Message]:
    yield Progress(asked.job)
    _begun.wait(60)
    control.admit(0)
    _went_on.set()
    yield Finished(asked.job)


def _index(_library: Library, asked: IndexFolders, _control: Control) -> Iterator[Message]:
    _begun.set()
    yield Finished(asked.job, {"idle work went on": _went_on.wait(0.3)})


if __name__ == "__main__":
    jobs = (
        Job(LookWhenIdle, _QUEUES[LookWhenIdle], _look),
        Job(IndexFolders, _QUEUES[IndexFolders], _index),
    )
    sys.exit(server.main(jobs))
