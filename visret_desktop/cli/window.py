"""Open the window from the command line, with photos and folders that somebody names."""

import os
import subprocess
from collections.abc import Collection, Sequence
from pathlib import Path

from visret_desktop import logs
from visret_desktop.cli.native_libraries import has_display
from visret_desktop.cli.output import Output
from visret_desktop.errors import UsageError, VisretError
from visret_desktop.paths import default_paths
from visret_desktop.processes import own_python

_ADDRESS = "file:"


class NoDisplay(VisretError):
    """A window was asked for where none can be."""

    code = "no-display"
    sentence = (
        "There is no display here, so no window opens. `visret index DIR` adds a folder, "
        "`visret search WORDS` and `visret similar PHOTO` search, `visret --help` lists the rest."
    )
    exit_code = 3


def asks_for_window(arguments: Sequence[str], commands: Collection[str]) -> bool:
    """Return whether a command line is empty, or begins with a file or folder, not a command."""
    if not arguments:
        return True
    if arguments[0] in commands or arguments[0].startswith("-"):
        return False
    return arguments[0].startswith(_ADDRESS) or os.path.lexists(arguments[0])


def open_window(out: Output, *arguments: str) -> int:
    """Show the window and wait until it is closed; one that is open already takes `arguments`.

    Raises:
        NoDisplay: it could not be seen.
    """
    if not has_display():
        raise NoDisplay
    command = own_python.program("gui", *arguments)
    log = default_paths().logs / logs.WINDOW
    before = _bytes_of(log)
    code = subprocess.run(command, check=False, stdin=subprocess.DEVNULL).returncode
    if code == UsageError.exit_code:  # it has said what is wrong with the arguments
        return code
    if code:
        out.notice(_ended_by_itself(code, log, _bytes_of(log)[len(before) :]))
        return 1
    return 0


def _bytes_of(log: Path) -> bytes:
    try:
        return log.read_bytes()
    except OSError:
        return b""


def _ended_by_itself(code: int, log: Path, added: bytes) -> str:
    """Return what to say of a window that nobody closed, and what it added to its log."""
    if logs.SHOWN.encode() in added:
        return f"The window crashed (code {code}). Your library is safe. What it did last: {log}"
    return f"No window opened (code {code}). `visret doctor` tells what it lacks. Its log: {log}"
