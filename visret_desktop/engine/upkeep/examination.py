"""Let a child process examine something, and pass on what it says."""

import queue
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from visret_desktop import own_python
from visret_desktop.engine.message_lines import parse_line
from visret_desktop.engine.messages import (
    Examine,
    Failed,
    Finished,
    Message,
    Notice,
    Progress,
)
from visret_desktop.engine.models.loading import IsCancelled
from visret_desktop.errors import Cancelled, ExaminationFailed

_POLL_SECONDS = 0.2
_PATIENCE_SECONDS = 10.0
_DIED = "The examination ended before it was done (code {}). Its log tells more; try again."

Child = subprocess.Popen[str]


def examine(request: Examine, cancelled: IsCancelled) -> Iterator[Message]:
    """Run the examination that `request` names; yield progress and notices, `Finished` at last.

    Raises:
        Cancelled: `cancelled()` turned true; what was measured so far is kept for the next time.
        ExaminationFailed: it could not be made, or the process died.
    """
    is_finished = False
    with _child(request.subject) as (child, lines):
        for message in _heard(lines, cancelled):
            if isinstance(message, Failed):
                raise ExaminationFailed(reason=message.sentence)
            if isinstance(message, Progress | Notice | Finished):
                yield replace(message, job=request.job)
                is_finished |= isinstance(message, Finished)
    if not is_finished:
        raise ExaminationFailed(reason=_DIED.format(child.returncode))


@contextmanager
def _child(subject: str) -> Iterator[tuple[Child, "queue.Queue[str]"]]:
    """Run the child for the length of a `with` block; it ends when its stdin is closed."""
    command = own_python.program("examine", subject)
    lines: queue.Queue[str] = queue.Queue()
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8") as child:
        listener = threading.Thread(target=_listen, args=(child, lines), daemon=True)
        listener.start()
        try:
            yield child, lines
        finally:
            assert child.stdin is not None
            child.stdin.close()
            try:
                child.wait(_PATIENCE_SECONDS)
            except subprocess.TimeoutExpired:
                child.kill()
            listener.join()


def _listen(child: Child, lines: "queue.Queue[str]") -> None:
    assert child.stdout is not None
    for line in child.stdout:
        lines.put(line)
    lines.put("")


def _heard(lines: "queue.Queue[str]", cancelled: IsCancelled) -> Iterator[Message]:
    """Yield what the child says until its output ends; look now and then whether to go on."""
    while True:
        if cancelled():
            raise Cancelled
        try:
            line = lines.get(timeout=_POLL_SECONDS)
        except queue.Empty:
            continue
        if not line:
            return
        yield parse_line(line)
