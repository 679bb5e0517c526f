"""Command lines of our child processes, all of which are this same Python.

-P everywhere: the current folder, which may hold anything, never holds modules for us.
"""

import sys


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
