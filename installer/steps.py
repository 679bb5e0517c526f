"""What a build says while it works: one line a step, with its seconds."""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path


class BuildError(Exception):
    """A build cannot go on; the text says why."""


def say(text: str) -> None:
    """Write a line for the person who watches."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


@contextmanager
def step(sentence: str) -> Iterator[None]:
    """Say what begins, and how long it took."""
    say(f"==> {sentence}")
    before = time.monotonic()
    yield
    say(f"    {time.monotonic() - before:.1f} s")


def look_for(*programs: str) -> None:
    """Make sure that programs are there before hours of work that end with them.

    Raises:
        BuildError: one is not.
    """
    missing = [name for name in programs if shutil.which(name) is None]
    if missing:
        raise BuildError(f"{', '.join(missing)} must be installed first")


def run(command: Sequence[str | Path], folder: Path | None = None) -> str:
    """Run a program and return what it says.

    Raises:
        BuildError: it is not there or fails.
    """
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise BuildError(f"{command[0]} is not installed") from error
    if done.returncode:
        raise BuildError(f"{command[0]} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def size(path: Path) -> int:
    """Return the bytes of a file, or of all files in a folder."""
    if path.is_dir():
        return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    return path.stat().st_size


def megabytes(count: int) -> str:
    """Return a size as people write it."""
    return f"{count / 1e6:.1f} MB"
