"""A Ray cluster of several machines, all of which are this one, and which can be killed."""

import os
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from visret_desktop import file_changes
from visret_desktop.institution.ray_cluster import RayNotStarted
from visret_desktop.processes import own_python

_STARTED = "Ray runtime started"
_SECONDS = 300.0  # in which a machine has to start
_ACTOR = "MapWorker"
_STORE_BYTES = 100_000_000


class Raylets:
    """The machines of a cluster, by number; 0 is the head.

    Each has one processor, and the head `spare` ones besides.
    """

    def __init__(self, count: int, scratch: Path, spare: int = 0) -> None:
        """Start them.

        Raises:
            RayNotStarted: one of them does not.
        """
        self._scratch, self._spare = scratch, spare
        with socket.socket() as free:
            free.bind(("", 0))
            self.address = f"127.0.0.2:{free.getsockname()[1]}"
        # For whoever takes part: nobody else gets in, and Ray reports to nobody.
        self.environment = {
            **os.environ,
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN": secrets.token_hex(32),
            "RAY_USAGE_STATS_ENABLED": "0",
        }
        self._machines: dict[int, subprocess.Popen[bytes]] = {}
        try:
            for number in range(count):
                self.start(number)
        except BaseException:
            self.close()
            raise

    def start(self, number: int) -> None:
        """Start a machine. Raises as above.

        Ray gives up after half a minute, in which a busy computer may not get it done.
        """
        host, _, port = self.address.partition(":")
        joining = ["--head", f"--port={port}", "--include-dashboard=false"]
        joining += [f"--temp-dir={self._scratch / 'ray'}"]
        processors = 1 if number else 1 + self._spare
        if number:
            host, joining = f"127.0.0.{2 + number}", [f"--address={self.address}"]
            joining += ["--include-log-monitor=false"]  # the head has one; Ray wants one a computer
        shared = [f"--node-ip-address={host}", f"--num-cpus={processors}", "--block"]
        shared += ["--min-worker-port=0", "--max-worker-port=0"]  # any that is free
        shared += [f"--object-store-memory={_STORE_BYTES}"]
        command = own_python.module("ray.scripts.scripts", "start", *joining, *shared)
        log = self._scratch / f"machine {number}.log"
        end = time.monotonic() + _SECONDS
        while not self._is_started(number, command, log, end):
            with suppress(ProcessLookupError):
                os.killpg(self._machines[number].pid, signal.SIGKILL)
            if time.monotonic() > end:
                raise RayNotStarted(reason=log.read_text("utf-8", "replace").strip()[-500:])

    def _is_started(self, number: int, command: Sequence[str], log: Path, end: float) -> bool:
        with file_changes.new_file(log) as file:
            machine = self._machines[number] = subprocess.Popen(
                command, stdout=file, stderr=file, env=self.environment, start_new_session=True
            )
        while _STARTED not in log.read_text("utf-8", "replace"):
            if machine.poll() is not None or time.monotonic() > end:
                return False
            time.sleep(0.2)
        return True

    def actors(self, number: int) -> list[psutil.Process]:
        """Return the processes of the actors on a machine."""
        return [one for one in self._processes(number) if _is_actor(one)]

    def numbers(self) -> list[int]:
        """Return the machines, the head first."""
        return sorted(self._machines)

    def kill(self, number: int) -> None:
        """End all processes of a machine at once, as a power cut does."""
        processes = self._processes(number)
        for process in processes:
            with suppress(psutil.NoSuchProcess):  # some end with those before them
                process.kill()
        psutil.wait_procs(processes, timeout=60)
        self._machines[number].wait()

    def close(self) -> None:
        """End all of it."""
        for number in reversed(self.numbers()):
            self.kill(number)

    def _processes(self, number: int) -> list[psutil.Process]:
        machine = self._machines[number]
        if machine.poll() is not None:  # its number may be another process's by now
            return []
        first = psutil.Process(machine.pid)
        return [first, *first.children(recursive=True)]


@contextmanager
def raylets(count: int, spare: int = 0) -> Iterator[Raylets]:
    """Have a cluster for a `with` block. Arguments and errors are those of `Raylets`."""
    with file_changes.temporary_folder() as scratch:
        started = Raylets(count, scratch, spare)
        try:
            yield started
        finally:
            started.close()


def _is_actor(process: psutil.Process) -> bool:
    try:
        return _ACTOR in " ".join(process.cmdline())
    except psutil.Error:
        return False
