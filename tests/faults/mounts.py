"""Disks of our own: mounts that only the processes of one test see, filled and pulled at will."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar

from tests.end_to_end import library_faults
from tests.end_to_end.conftest import Profile

_HOLD = "mount --make-rprivate / && echo ready && read -r _"


@cache
def may_mount() -> tuple[str, ...]:
    """Return the command that gives a process mounts of its own, () where the system forbids it."""
    if not (shutil.which("unshare") and shutil.which("nsenter")):
        return ()
    for options in (("-m",), ("-rm",)):
        command = ("unshare", *options)
        trial = (*command, "mount", "-t", "tmpfs", "none", "/mnt")
        if subprocess.run(trial, capture_output=True, check=False).returncode == 0:
            return command
    return ()


@dataclass(frozen=True)
class Mounts:
    """A place with mounts of its own, as long as the process `holder` lives."""

    holder: int

    @property
    def inside(self) -> tuple[str, ...]:
        """The command in front of others that lets them see the mounts."""
        user = ("-U", "--preserve-credentials") if "-rm" in may_mount() else ()
        return ("nsenter", "-t", str(self.holder), *user, "-m", f"--wd={os.getcwd()}")  # noqa: PTH109

    def run(self, *command: str | Path) -> None:
        """Run a command of the system where the mounts are."""
        words = [*self.inside, *map(str, command)]
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, done.stderr

    def seen(self, path: Path) -> Path:
        """Return the path under which this process sees what the others see as `path`."""
        return Path(f"/proc/{self.holder}/root") / path.relative_to("/")

    def drive(self, place: Path, megabytes: float, name: str = "none") -> "Drive":
        """Plug in an empty drive; one whose name is like 'host:share' is known by it anywhere."""
        place.mkdir(parents=True, exist_ok=True)
        size = f"size={int(megabytes * 1024)}k"
        self.run("mount", "-t", "tmpfs", "-o", size, name, place)
        return Drive(self, place)

    def plug(self, shelf: Path, place: Path, name: str) -> "Drive":
        """Plug in a card: what lies in `shelf`, only to be read, known by `name` ('host:share')."""
        place.mkdir(parents=True, exist_ok=True)
        (shelf.parent / "nothing").mkdir(exist_ok=True)
        options = f"ro,lowerdir={shelf}:{shelf.parent / 'nothing'}"
        self.run("mount", "-t", "overlay", "-o", options, name, place)
        return Drive(self, place)


@dataclass(frozen=True)
class Drive:
    """A small disk in memory, mounted at `place`."""

    mounts: Mounts
    place: Path

    @property
    def seen(self) -> Path:
        """Where this process sees the drive's files."""
        return self.mounts.seen(self.place)

    def fill(self, but_bytes: int = 0) -> None:
        """Leave no room but that many bytes."""
        with (self.seen / "filler").open("ab", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                size = file.tell()
        if but_bytes:
            os.truncate(self.seen / "filler", max(0, size - but_bytes))

    def make_room(self) -> None:
        """Give the room back."""
        (self.seen / "filler").unlink()

    def allow(self, writing: bool) -> None:
        """Let the drive be written, or only read."""
        self.mounts.run("mount", "-o", f"remount,{'rw' if writing else 'ro'}", self.place)

    def unplug(self) -> None:
        """Pull the drive while whoever uses it goes on doing so."""
        self.mounts.run("umount", "-l", self.place)

    def move(self, place: Path) -> "Drive":
        """Plug the same drive in at another place."""
        place.mkdir(parents=True, exist_ok=True)
        self.mounts.run("mount", "--move", self.place, place)
        return Drive(self.mounts, place)


class SharedMounts(Mounts):
    """The mounts that everybody sees: there is none of our own."""

    @property
    def inside(self) -> tuple[str, ...]:
        """Nothing."""
        return ()


@contextmanager
def mounts_of_our_own() -> Iterator[Mounts]:
    """Hold a place for mounts; all of them go with it."""
    with subprocess.Popen(
        [*may_mount(), "sh", "-c", _HOLD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "ready\n"
        yield Mounts(holder.pid)
        holder.communicate("\n", timeout=60)


@dataclass(frozen=True)
class Dweller(Profile):
    """A person whose commands see the mounts."""

    is_called: ClassVar[bool] = False

    mounts: Mounts = Mounts(0)
    limits: tuple[str, ...] = ()

    def start(self, *arguments: str | Path) -> subprocess.Popen[str]:
        """Start a command that sees them."""
        return self.start_python("-m", "visret_desktop", *arguments)

    def faults(self) -> list[str]:
        """Return what is wrong with the library, as who sees the mounts finds it."""
        with self.start_python("-m", library_faults.__name__) as process:
            out, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
        found: list[str] = json.loads(out)
        return found

    def start_python(self, *arguments: str | Path) -> subprocess.Popen[str]:
        """Start any Python program that sees them."""
        return subprocess.Popen(
            [*self.mounts.inside, *self.limits, sys.executable, *map(str, arguments)],
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="surrogateescape",
            start_new_session=True,
        )
