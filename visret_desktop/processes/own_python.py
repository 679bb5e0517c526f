"""Command lines of our child processes, all of which are this same Python.

-P everywhere: the current folder, which may hold anything, never holds modules for us. What this
process was told by other flags, its children are told, too, so no variable has to do it: in a
bundle neither variables nor packages of the person's own reach them.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.pool import Pool


_SAFE_PATH = "PYTHONSAFEPATH"
_HANDED_ON = {
    "ignore_environment": ("-E",),
    "no_user_site": ("-s",),
    "dont_write_bytecode": ("-B",),
    "utf8_mode": ("-X", "utf8"),
}
# Windows opens a console for a child that is made for one, where we have none ourselves.
NO_CONSOLE: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)


def program(*arguments: str) -> list[str]:
    """Return the command line of the program itself."""
    return module("visret_desktop", *arguments)


def module(name: str, *arguments: str) -> list[str]:
    """Return the command line of one of our modules that can be run."""
    return [*_python(), "-m", name, *arguments]


def statements(text: str, *arguments: str) -> list[str]:
    """Return the command line of a few statements."""
    return [*_python(), "-c", text, *arguments]


def run(
    command: Sequence[str], seconds: float | None = None, *, is_checked: bool = False
) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end and return what it wrote. It hears nothing.

    Raises:
        subprocess.TimeoutExpired: it took more than `seconds`, and was ended; `stdout` is text.
        subprocess.CalledProcessError: it failed, and `is_checked`.
    """
    try:
        return subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=is_checked,
            timeout=seconds,
            creationflags=NO_CONSOLE,
        )
    except subprocess.TimeoutExpired as error:
        error.output = _text(error.output)
        raise


def _text(output: str | bytes | None) -> str:
    """Return what a child wrote before it was ended: bytes on Linux and macOS, text on Windows."""
    return output.decode(errors="replace") if isinstance(output, bytes) else output or ""


def _python() -> list[str]:
    flags = [
        flag for name, words in _HANDED_ON.items() if getattr(sys.flags, name) for flag in words
    ]
    warnings = [f"-W{option}" for option in sys.warnoptions]
    return [sys.executable, "-P", *flags, *warnings]


class _SafePath:
    """The variable that keeps the current folder away, set while any block needs it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._blocks = 0
        self._before: str | None = None

    def open(self) -> None:
        with self._lock:
            if not self._blocks:
                self._before = os.environ.get(_SAFE_PATH)
                os.environ[_SAFE_PATH] = "1"
            self._blocks += 1

    def close(self) -> None:
        with self._lock:
            self._blocks -= 1
            if self._blocks:
                return
            if self._before is None:
                os.environ.pop(_SAFE_PATH, None)
            else:
                os.environ[_SAFE_PATH] = self._before


_safe_path = _SafePath()


@contextmanager
def safe_path() -> Iterator[None]:
    """Keep the current folder from processes that `multiprocessing` starts in the `with` block.

    It hands our flags on, -P only where this process has it itself. In a bundle it has; elsewhere a
    variable does it, which our other children shall not find. Blocks may overlap and end in any
    order: the first one sets the variable, and the last one puts back what was there.
    """
    _safe_path.open()
    try:
        yield
    finally:
        _safe_path.close()


@contextmanager
def pool(
    processes: int, begin: Callable[..., None] | None = None, arguments: tuple[Any, ...] = ()
) -> "Iterator[Pool]":
    """Hold a pool of processes, each of which first calls `begin`."""
    import multiprocessing  # only for measurements

    with (
        safe_path(),
        multiprocessing.get_context("spawn").Pool(processes, begin, arguments) as workers,
    ):
        yield workers
