"""Run a child process that opens a stranger's model; end it when it takes too much.

Its memory is measured from here, several times a second, which all systems allow. Memory that is
reserved and never used costs nothing, so that a limit set in the kernel would be less useful.
"""

import os
import subprocess
import time
from collections.abc import Sequence

import psutil

_LOOK_SECONDS = 0.1


class TookTooMuch(Exception):
    """A child took more memory or time than it may."""


def run(
    command: Sequence[str], most_bytes: int, most_seconds: float, **environment: str
) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end; it gets no standard input, which may carry a protocol of ours.

    Raises:
        TookTooMuch: it was ended; the message says of what it took too much.
    """
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, **environment},
    ) as process:
        try:
            out, err = _wait(process, most_bytes, time.monotonic() + most_seconds)
        except BaseException:
            process.kill()
            raise
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def _wait(process: "subprocess.Popen[str]", most_bytes: int, end: float) -> tuple[str, str]:
    while True:
        try:
            return process.communicate(timeout=_LOOK_SECONDS)
        except subprocess.TimeoutExpired:
            if _resident_bytes(process.pid) > most_bytes:
                raise TookTooMuch(f"more than {most_bytes / 1e9:.1f} GB of memory") from None
            if time.monotonic() > end:
                raise TookTooMuch("too much time") from None


def _resident_bytes(pid: int) -> int:
    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:  # it just ended
        return 0
