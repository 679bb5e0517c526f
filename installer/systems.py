"""The systems that a bundle is made for, and where its parts lie."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class System:
    """One operating system on one kind of processor.

    Attributes:
        name: as file names have it, such as "linux-x86_64".
        platform: what uv calls it when it chooses wheels.
        python: version of the interpreter that a bundle has.
        interpreter: the interpreter in the folder `python` of a bundle.
        libraries: where Python packages lie in the folder `python`.
    """

    name: str
    platform: str
    python: str
    interpreter: str
    libraries: str

    @property
    def requirements(self) -> Path:
        """The file beside this one with pinned versions and the hashes of their wheels."""
        return Path(__file__).parent / "requirements" / f"{self.name}.txt"


LINUX = System(
    name="linux-x86_64",
    platform="x86_64-manylinux_2_34",
    python="3.11",
    interpreter="bin/python3.11",
    libraries="lib/python3.11/site-packages",
)
WINDOWS = System(
    name="windows-x86_64",
    platform="x86_64-pc-windows-msvc",
    python="3.13",
    interpreter="python.exe",
    libraries="Lib/site-packages",
)
MACOS = System(
    name="macos-arm64",
    platform="aarch64-apple-darwin",
    python="3.13",
    interpreter="bin/python3.13",
    libraries="lib/python3.13/site-packages",
)
SYSTEMS = {system.name: system for system in (LINUX, WINDOWS, MACOS)}
