"""Child processes that we talk with: starting, asking and ending one, and what one does itself.

A child hears from us on stdin and answers on stdout. It ends when its stdin does, so also when we
are killed, whatever it is doing then.
"""

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from io import BufferedReader
from typing import Any, NoReturn, TypeVar, cast

from visret_desktop.processes import own_python
from visret_desktop.processes.interruptible import CallThread, Look

Message = TypeVar("Message")
_END_SECONDS = 1.0
# Passwords, which no such child needs, and which one that a file took over must not find.
_KEPT_BACK = ("PGPASSWORD",)
_left_behind: list["subprocess.Popen[bytes]"] = []  # killed, but not ended yet


class Child:
    """A running child. For one thread at a time; any thread may end it.

    Nothing here waits for ever: its answers are read aside, and a child that the system cannot end,
    because a disk does not answer it, is left behind.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        stderr: int | None = None,
        environment: Mapping[str, str] | None = None,
        is_low: bool = False,
        hears_interrupts: bool = False,
    ) -> None:
        """Start one.

        Args:
            command: of `own_python`.
            stderr: as for `subprocess.Popen`.
            environment: variables beside ours.
            is_low: let others go first, on Windows; elsewhere a child sees to that itself.
            hears_interrupts: Ctrl-C in a terminal reaches it, too.

        Raises:
            OSError: it cannot be started.
        """
        _left_behind[:] = [process for process in _left_behind if process.poll() is None]
        options: dict[str, Any] = {}
        if sys.platform == "win32":
            priority = subprocess.BELOW_NORMAL_PRIORITY_CLASS if is_low else 0
            options["creationflags"] = own_python.NO_CONSOLE | priority
        elif not hears_interrupts:
            options["process_group"] = 0
        inherited = {name: one for name, one in os.environ.items() if name not in _KEPT_BACK}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command,
            stdin=pipe,
            stdout=pipe,
            stderr=stderr,
            env={**inherited, **(environment or {})},
            **options,
        )
        self._answers = cast(BufferedReader, self.process.stdout)
        self._reading: CallThread[Any] = CallThread("child")
        self._is_ended = False

    @property
    def pid(self) -> int:
        """Its process id."""
        return self.process.pid

    def is_alive(self) -> bool:
        """Tell whether it runs."""
        return self.process.poll() is None

    def resident_bytes(self) -> int:
        """Return the memory that it takes; 0 once it has ended."""
        import psutil

        try:
            return int(psutil.Process(self.pid).memory_info().rss)
        except psutil.Error:
            return 0

    def send(self, message: bytes) -> None:
        """Write to its stdin.

        Raises:
            OSError: it ended.
        """
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(message)
            self.process.stdin.flush()
        except ValueError as error:  # closed by another thread
            raise BrokenPipeError from error

    def receive(self, read: Callable[[BufferedReader], Message], look: Look) -> Message:
        """Return what `read` reads of its stdout. Raises what `read` and `look` raise.

        Raises:
            EOFError: it was ended by another thread.
        """

        def look_also_for_the_end() -> None:
            look()
            if self._is_ended:
                raise EOFError

        message: Message = self._reading.make(lambda: read(self._answers), look_also_for_the_end)
        return message

    def end(self, patience: float = 0.0) -> int | None:
        """End it, and return its exit code; None: the system could not end it yet.

        It may end by itself for `patience` seconds. Else it is killed, whatever it is doing.
        """
        self._is_ended = True
        self._reading.end(self._answers.close)
        if patience:
            self._close_stdin()
            with suppress(subprocess.TimeoutExpired):
                return self.process.wait(patience)
        self.process.kill()
        self._close_stdin()
        with suppress(subprocess.TimeoutExpired):
            return self.process.wait(_END_SECONDS)
        _left_behind.append(self.process)
        return None

    def _close_stdin(self) -> None:
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.close()


# ---- in the child -------------------------------------------------------------------------------


def listen(read: Callable[[BufferedReader], Message | None]) -> "queue.SimpleQueue[Message]":
    """Return a queue of what `read` reads of stdin, as it comes.

    The process ends when `read` returns None, as it has to when stdin ends.
    """
    heard: queue.SimpleQueue[Message] = queue.SimpleQueue()

    def run() -> None:
        try:
            with os.fdopen(os.dup(0), "rb") as stdin:
                while (message := read(stdin)) is not None:
                    heard.put(message)
        finally:
            os._exit(0)

    threading.Thread(target=run, name="listening", daemon=True).start()
    return heard


def end_with_parent() -> None:
    """Have this process end when the one that started it closes its stdin or ends."""
    listen(lambda stdin: stdin.read(1) or None)


def leave(code: int) -> NoReturn:
    """End this process now that its work is done.

    Python would first take down all native libraries that were loaded, while threads of theirs may
    run; some never come to an end with that. Whoever started us waits for our end.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def private_stdout() -> int:
    """Return a descriptor of stdout; from now on native libraries that print do so to stderr."""
    private = os.dup(1)
    os.dup2(2, 1)
    return private
