"""Run the real command, each test with its own profile."""

import hashlib
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from PIL import Image

from tests import indexed
from tests.end_to_end.library_faults import library_faults
from tests.left_logs import no_log_is_left
from visret_desktop.cli.main import main
from visret_desktop.paths import Paths

Json = dict[str, Any]
_PATIENCE = 180.0


def write_photo(path: Path, seed: int, size: tuple[int, int] = (320, 240)) -> Path:
    """Write a JPEG that no other seed makes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    coarse = np.random.default_rng(seed).integers(0, 256, (6, 8, 3), np.uint8)
    Image.fromarray(coarse).resize(size, Image.Resampling.BICUBIC).save(path, quality=90)
    return path


def fill(folder: Path, count: int, first_seed: int = 0, side: int = 320) -> Path:
    """Write `count` photos, half of them in a subfolder, and return the folder."""
    for number in range(count):
        inside = folder / "trip" if number % 2 else folder
        write_photo(
            inside / f"photo{number:03}.jpg", first_seed + number, (side, max(1, side * 3 // 4))
        )
    return folder


def state_of(folder: Path) -> dict[str, tuple[str, int, int]]:
    """Return hash, modification time and mode of every file and the time of every directory."""
    state = {}
    for path in sorted(folder.rglob("*")):
        digest = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "directory"
        status = path.stat()
        state[str(path.relative_to(folder))] = (digest, status.st_mtime_ns, status.st_mode)
    return state


@dataclass(frozen=True)
class Profile:
    """The three directories of one person, and the command run with them."""

    home: Path
    is_called: ClassVar[bool] = True  # where its process is not the subject

    @property
    def environment(self) -> dict[str, str]:
        """The environment that the command gets."""
        own = {f"VISRET_{n.upper()}_DIR": str(self.home / n) for n in ("data", "cache", "config")}
        return {**os.environ, **own, "QT_QPA_PLATFORM": "offscreen"}

    def start(self, *arguments: str | Path) -> subprocess.Popen[str]:
        """Start the command and return at once."""
        return subprocess.Popen(
            [sys.executable, "-m", "visret_desktop", *map(str, arguments)],
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="surrogateescape",  # file names need not be text
            start_new_session=True,
        )

    def run(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        """Run the command to its end."""
        with self.start(*arguments) as process:
            try:
                out, err = process.communicate(timeout=_PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                raise
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def call(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        """Run the command in this process: half of what a short one takes is to begin a process.

        Where the process itself is the subject, or is another's, it has its own.
        """
        if not self.is_called:
            return self.run(*arguments)
        out, err = io.StringIO(), io.StringIO()
        given = [str(one) for one in arguments]
        with pytest.MonkeyPatch.context() as patch, no_log_is_left():
            for name, value in self.environment.items():
                patch.setenv(name, value)
            with redirect_stdout(out), redirect_stderr(err):
                code = main(given)
        return subprocess.CompletedProcess(given, code, out.getvalue(), err.getvalue())

    def json(self, *arguments: str | Path, code: int = 0) -> Json:
        """Run the command with `--json`, check its exit code and return its one object."""
        result = self.call(*arguments, "--json")
        assert result.returncode == code, result.stderr[-3000:]
        assert len(result.stdout.splitlines()) == 1, result.stdout[-3000:]
        body: Json = json.loads(result.stdout)
        return body

    def index(self, *folders: Path) -> Json:
        """Index and return the summary."""
        return self.json("index", *folders)

    def search(self, *arguments: str | Path) -> Json:
        """Search and return the answer."""
        return self.json("search", *arguments)

    def faults(self) -> list[str]:
        """Return what is wrong with the library, every byte of which is read."""
        return library_faults(Paths(*(self.home / name for name in ("data", "cache", "config"))))

    def found(self, query: str = "a bird", top: int = 1000) -> set[Path]:
        """Return every photo that a search finds, copies included."""
        hits = self.search(query, "--top", str(top), "--strategy", "original")["hits"]
        return {Path(path) for hit in hits for path in (hit["path"], *hit["copies"])}


@pytest.fixture
def make_profile(tmp_path: Path, compiled: Path) -> Iterator[Callable[[str], Profile]]:
    """Make profiles by name that search by the query as it is: loading what draws takes seconds.

    Where a process of theirs crashed stands beside the failure of the test.
    """
    profiles: list[Profile] = []

    def make(name: str) -> Profile:
        made = Profile(tmp_path / name)
        profiles.append(made)
        (made.home / "data").mkdir(parents=True)
        (made.home / "data" / "compiled").symlink_to(compiled)
        (made.home / "config").mkdir()
        (made.home / "config" / "settings.json").write_text(
            '{"strategy": "original", "encoder_precision": "fp32"}'
        )
        return made

    yield make
    for log in (one for made in profiles for one in made.home.rglob("*.log")):
        _, crash, where = log.read_text(errors="replace").partition("Fatal Python error")
        print(f"{log.name}: {crash}{where}" if crash else "", end="")


@pytest.fixture
def visret(make_profile: Callable[[str], Profile]) -> Profile:
    """A fresh profile."""
    return make_profile("profile")


@pytest.fixture
def drawn(tmp_path: Path, folder_of_run: Path, compiled: Path) -> Profile:
    """A profile with settings as they come, and the demonstration, indexed."""
    made = Profile(tmp_path / "drawn")
    indexed.copy(indexed.drawn(folder_of_run, compiled), made.home)
    return made


def wait_until(happened: Callable[[], bool], *processes: subprocess.Popen[str]) -> None:
    """Poll until `happened`, which must come before the last of the processes ends."""
    deadline = time.monotonic() + _PATIENCE
    while not happened():
        assert None in [one.poll() for one in processes], "they ended too early"
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.02)


def committed(profile: Profile) -> int:
    """Return how many photos the catalog holds, as another process sees it."""
    from visret_desktop.library.catalog.catalog_reader import CatalogReader

    catalog = profile.home / "data" / "catalog.db"
    if not catalog.exists():
        return 0
    import sqlite3

    reader = CatalogReader(catalog)
    try:
        return reader.counts()[0]
    except sqlite3.OperationalError:  # its tables are being made
        return 0
    finally:
        reader.close()
