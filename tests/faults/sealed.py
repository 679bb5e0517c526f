"""A person whose every process runs where no network is and is watched for calls to one."""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar

from tests.end_to_end.conftest import Profile

# What keeps libraries from reporting although nobody switched that off: it would hide a fault.
_HIDES_FAULTS = ("CI", "ORT_RUNNING_UNIT_TESTS", "HF_HUB_OFFLINE", "GITHUB_ACTIONS", "TF_BUILD")
_SWITCHES = ("ORT_DISABLE_TELEMETRY", "HF_HUB_DISABLE_TELEMETRY", "DISABLE_TELEMETRY")


@cache
def without_network() -> tuple[str, ...]:
    """Return the command in front of others that takes the network away, () where forbidden."""
    for options in (("-n",), ("-rn",)):
        if shutil.which("unshare"):
            command = ("unshare", *options)
            if subprocess.run([*command, "true"], capture_output=True, check=False).returncode == 0:
                return command
    return ()


def build_counter(folder: Path) -> Path:
    """Compile the library that notes calls; the compiler is there, llama-cpp-python needed it."""
    library = folder / "network_calls.so"
    source = Path(__file__).with_name("network_calls.c")
    compiler = shutil.which("cc") or shutil.which("gcc") or "g++"
    command = [compiler, "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"]
    subprocess.run(command, check=True)
    return library


@dataclass(frozen=True)
class Sealed(Profile):
    """A profile whose commands run sealed off; `calls` says which calls they made all the same."""

    is_called: ClassVar[bool] = False

    counter: Path = Path()

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a person who has never heard of any switch."""
        given = super().environment
        kept = {
            name: value
            for name, value in given.items()
            if name not in (*_HIDES_FAULTS, *_SWITCHES) and not name.startswith("XDG_")
        }
        (self.home / "home").mkdir(parents=True, exist_ok=True)
        return kept | {
            "HOME": str(self.home / "home"),
            "LD_PRELOAD": str(self.counter),
            "NETWORK_CALLS": str(self.home / "calls.txt"),
            "PYTHONPATH": str(Path(__file__).parents[2]),
        }

    def start(self, *arguments: str | Path) -> subprocess.Popen[str]:
        """Start a command sealed off."""
        return self.start_python("-m", "visret_desktop", *arguments)

    def start_python(self, *arguments: str | Path) -> subprocess.Popen[str]:
        """Start any Python program sealed off."""
        return subprocess.Popen(
            [*without_network(), sys.executable, *map(str, arguments)],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="surrogateescape",
            start_new_session=True,
        )

    def ask(self, program: str) -> str:
        """Run a small Python program sealed off and return what it prints."""
        with self.start_python("-c", program) as process:
            return process.communicate(timeout=60)[0].strip()

    def calls(self) -> list[str]:
        """Return a line for each call to a network: process, program, call, destination."""
        try:
            return (self.home / "calls.txt").read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return []

    def strangers(self) -> list[str]:
        """Return what lies in the home folder although none of it is ours."""
        home = self.home / "home"
        return sorted(str(path.relative_to(home)) for path in home.rglob("*") if path.is_file())
