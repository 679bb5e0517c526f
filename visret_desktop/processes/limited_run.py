"""Run a child process that opens a stranger's model; end it when it takes too much.

Its memory is measured from here, several times a second, which all systems allow. Memory that is
reserved and never used costs nothing, so that a limit set in the kernel would be less useful.
"""

import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BufferedReader

from visret_desktop.processes.child_process import Child
from visret_desktop.processes.interruptible import CallThread, IsStopped, TooSlow, until
from visret_desktop.sentences import sentence

_END_SECONDS = 60.0  # that a child may take to end after its last word


@dataclass(frozen=True)
class Watch:
    """Who waits for a child: is told each line that it writes, and may stop it."""

    on_line: Callable[[str], None] = lambda _: None
    is_stopped: IsStopped = lambda: False


NOBODY = Watch()


class TookTooMuch(Exception):
    """A child took more memory or time than it may."""


def run(
    command: Sequence[str],
    most_bytes: int,
    most_seconds: float,
    watch: Watch = NOBODY,
    **environment: str,
) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end. It should call `child_process.end_with_parent`.

    Raises:
        TookTooMuch: it was ended; the message says of what it took too much.
        Cancelled: `watch` stopped it.
    """
    child = Child(command, stderr=subprocess.PIPE, environment=environment, hears_interrupts=True)
    errors = child.process.stderr
    assert errors is not None
    check_time = until(most_seconds, watch.is_stopped)

    def look() -> None:
        if child.resident_bytes() > most_bytes:
            raise TookTooMuch(sentence("more than {size:.1f} GB of memory", size=most_bytes / 1e9))
        check_time()

    reading: CallThread[bytes] = CallThread("errors")
    reading.begin(errors.read)
    try:
        out = b""
        while line := child.receive(BufferedReader.readline, look):
            out += line
            watch.on_line(line.decode("utf-8", "replace").rstrip())
        err = reading.outcome(look)
        code = child.end(_END_SECONDS)
    except TooSlow as error:
        raise TookTooMuch(sentence("too much time")) from error
    finally:
        reading.end(errors.close)
        child.end()
    texts = (read.decode("utf-8", "replace") for read in (out, err))
    return subprocess.CompletedProcess(command, -1 if code is None else code, *texts)
