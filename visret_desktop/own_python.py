"""Command lines of our child processes, all of which are this same Python.

-P everywhere: the current folder, which may hold anything, never holds modules for us.
"""

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.pool import Pool

_SAFE_PATH = "PYTHONSAFEPATH"


def program(*arguments: str) -> list[str]:
    """Return the command line of the program itself; a frozen one is a single executable."""
    if getattr(sys, "frozen", False):
        return [sys.executable, *arguments]
    return module("visret_desktop", *arguments)


def module(name: str, *arguments: str) -> list[str]:
    """Return the command line of one of our modules that can be run."""
    return [sys.executable, "-P", "-m", name, *arguments]


def statements(text: str, *arguments: str) -> list[str]:
    """Return the command line of a few statements."""
    return [sys.executable, "-P", "-c", text, *arguments]


@contextmanager
def pool(
    processes: int, begin: Callable[..., None] | None = None, arguments: tuple[Any, ...] = ()
) -> "Iterator[Pool]":
    """Hold a pool of processes, each of which first calls `begin`.

    `multiprocessing` hands -P on only where this process has it, so a variable does it, which our
    other children shall not find.
    """
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        with multiprocessing.get_context("spawn").Pool(processes, begin, arguments) as workers:
            yield workers
    finally:
        os.environ.pop(_SAFE_PATH)
        if before is not None:
            os.environ[_SAFE_PATH] = before
