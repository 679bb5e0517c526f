"""Let a child process examine something, and pass on what it says."""

from collections.abc import Iterator
from dataclasses import replace
from io import BufferedReader
from math import inf

from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.message_lines import parse_line
from visret_desktop.engine.messages import Examine, Failed, Finished, Message, Notice, Progress
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import Cancelled, ExaminationFailed
from visret_desktop.processes import own_python
from visret_desktop.processes.child_process import Child
from visret_desktop.processes.interruptible import IsStopped, until
from visret_desktop.sentences import sentence

_END_SECONDS = 10.0


def examine(
    _library: Library, request: Examine, control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Run the examination that `request` names; yield progress and notices, `Finished` at last.

    Raises:
        Cancelled: `control` was; what was measured so far is kept for the next time.
        ExaminationFailed: it could not be made, or the process died.
    """
    is_finished = False
    child = Child(own_python.program("examine", request.subject))
    try:
        for message in _messages(child, control.is_cancelled):
            if isinstance(message, Failed):
                raise ExaminationFailed(reason=message.sentence)
            if isinstance(message, Progress | Notice | Finished):
                yield replace(message, job=request.job)
                is_finished |= isinstance(message, Finished)
    finally:
        code = child.end(_END_SECONDS)
    if not is_finished:
        reason = sentence(
            "The examination ended before it was done (code {code}). Its log says more; try again.",
            code=code,
        )
        raise ExaminationFailed(reason=reason)


def _messages(child: Child, cancelled: IsStopped) -> Iterator[Message]:
    """Yield what the child says until it ends."""
    look = until(inf, cancelled)
    while line := child.receive(BufferedReader.readline, look):
        yield parse_line(line)
        if cancelled():
            raise Cancelled
