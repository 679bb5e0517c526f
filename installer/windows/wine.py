"""A Windows for proofs: Wine, with a disk of its own that is thrown away."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from installer.steps import BuildError

_WAIT = 600  # seconds for one program; the whole tree takes a few minutes


class Wine:
    """One Wine disk.

    Attributes:
        disk: drive C, as a folder here.
        local: the person's folder for programs and what they keep (LOCALAPPDATA).
        roaming: the person's folder for shortcuts, among others (APPDATA).
    """

    def __init__(self, place: Path) -> None:
        home = place / "home"
        home.mkdir()
        self._environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "USER": "person",
            "WINEPREFIX": str(place / "wine"),
            "WINEARCH": "win64",
            "WINEDEBUG": "-all",
            # The first two would be fetched; the last would write entries for the desktop here.
            "WINEDLLOVERRIDES": "mscoree=;mshtml=;winemenubuilder.exe=",
        }
        self.run("wineboot", "-i")
        self.finish()
        self.disk = place / "wine" / "drive_c"
        self.local = self.disk / "users" / "person" / "AppData" / "Local"
        self.roaming = self.disk / "users" / "person" / "AppData" / "Roaming"

    def run(self, *command: str) -> int:
        """Run a program of Windows and return its exit code."""
        return self._start(command).wait(_WAIT)

    def finish(self) -> None:
        """Wait until all programs have ended, also those that others started."""
        subprocess.run(["wineserver", "-w"], env=self._environment, check=True, timeout=_WAIT)

    def end(self) -> None:
        """End all programs."""
        subprocess.run(["wineserver", "-k"], env=self._environment, check=False, timeout=_WAIT)
        self.finish()

    @contextmanager
    def running(self, *command: str) -> "Iterator[None]":
        """Have a program run meanwhile."""
        process = self._start(command)
        try:
            yield
        finally:
            process.kill()
            process.wait()
            self.finish()

    def named(self, path: Path) -> str:
        """Return what Windows calls a path on this disk."""
        return "C:\\" + str(path.relative_to(self.disk)).replace("/", "\\")

    def be(self, version: str) -> None:
        """Be a version of Windows, such as "win7"."""
        self.run("winecfg", "-v", version)
        self.finish()

    def registry(self) -> str:
        """Return all that is in the person's part of the registry."""
        exported = self.disk / "exported.reg"
        self.run("reg", "export", "HKEY_CURRENT_USER\\Software", "C:\\exported.reg", "/y")
        text = exported.read_text(encoding="utf-16")
        exported.unlink()
        return text

    def _start(self, command: tuple[str, ...]) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            ["wine", *command],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


@contextmanager
def wine() -> Iterator[Wine]:
    """Hold a fresh Wine.

    Raises:
        BuildError: Wine is not installed.
    """
    for program in ("wine", "wineserver"):
        if shutil.which(program) is None and not Path("/usr/lib/wine", program).exists():
            raise BuildError(
                "Wine runs the setup for Windows, and is not installed (package wine)."
            )
    with TemporaryDirectory(prefix="visret-wine-") as place:
        machine = Wine(Path(place))
        try:
            yield machine
        finally:
            machine.end()
