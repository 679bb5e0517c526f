"""Compiled libraries of a bundle for Linux: each finds the others, wherever the folder lies.

A library that is asked for has to be in the bundle, or on the list of what every Linux has. What is
neither is copied from the computer that builds, if it is one of `BUNDLED`.
"""

import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from installer.steps import BuildError, run, say
from installer.systems import LINUX

LIST = Path(__file__).parent / "linux" / "needed_libraries.txt"
_LDCONFIG = "/sbin/ldconfig"  # not everybody has that folder in PATH
OPTIONAL = "optional"  # in place of a package: of a plugin that does without

# Libraries that not every Linux has, with the package of Debian they come from.
BUNDLED = {
    "libbz2.so.1.0": "libbz2-1.0",
    "libcrypto.so.3": "libssl3",
    "libexpat.so.1": "libexpat1",
    "libffi.so.8": "libffi8",
    "liblzma.so.5": "liblzma5",
    "libsqlite3.so.0": "libsqlite3-0",
    "libssl.so.3": "libssl3",
    "libuuid.so.1": "libuuid1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon.so.0": "libxkbcommon0",  # with its part for X11, as they know each other inside
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}


@dataclass(frozen=True)
class Elf:
    """A compiled library or program.

    Attributes:
        path: where it lies.
        needs: names of the libraries that it asks for.
        places: where it looks for them.
    """

    path: Path
    needs: tuple[str, ...]
    places: tuple[str, ...]

    @property
    def folders(self) -> list[Path]:
        """Where it looks for libraries, as folders."""
        here = str(self.path.parent)
        return [Path(place.replace("$ORIGIN", here)).resolve() for place in self.places]


def read(path: Path) -> Elf:
    """Return what a library says of itself."""
    text = run(["readelf", "--dynamic", "--wide", path])
    searched = re.findall(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]", text)
    places = tuple(place for places in searched for place in places.split(":") if place)
    return Elf(path, tuple(re.findall(r"\(NEEDED\).*\[(.*)\]", text)), places)


def listed() -> dict[str, str]:
    """Return the libraries that a system must have, with the packages that they are in."""
    lines = [line for line in LIST.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    return {name: package for name, package, _why in (line.split(maxsplit=2) for line in lines)}


def packages_needed() -> list[str]:
    """Return the packages of a system that are needed."""
    return sorted(set(listed().values()) - {OPTIONAL})


def compiled(folder: Path) -> Iterator[Path]:
    """Yield the compiled libraries and programs in a folder."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            with path.open("rb") as file:
                if file.read(4) == b"\x7fELF":
                    yield path


def complete(python: Path) -> dict[str, str]:
    """Copy what the libraries of a bundle lack, and let them look for it inside the bundle only.

    Returns the names of the libraries that were copied, with the packages that they are from.

    Raises:
        BuildError: a library is asked for that no table here names.
    """
    of_system = listed()
    elsewhere = of_this_computer()
    copied: dict[str, str] = {}
    paths = list(compiled(python))
    while paths:
        elf = read(path := paths.pop())
        wanted = _inside(elf, python)
        for name in elf.needs:
            if name in of_system or _finds(elf, wanted, name):
                continue
            home = _home(path, python)
            if not (home / name).exists():
                if name not in BUNDLED or name not in elsewhere:
                    raise BuildError(f"{path.name} needs {name}, which is on no list of elf.py")
                shutil.copyfile(elsewhere[name], home / name)
                (home / name).chmod(0o755)
                say(f"    {name} for {path.name}")
                copied[name] = BUNDLED[name]
                paths.append(home / name)
            wanted.append(_from(path.parent, home))
        if (places := list(dict.fromkeys(wanted))) != list(elf.places):
            run(["patchelf", "--set-rpath", ":".join(places), path])
    return copied


def _finds(elf: Elf, places: list[str], name: str) -> bool:
    folders = Elf(elf.path, (), tuple(places)).folders
    return any((folder / name).is_file() for folder in folders)


def _inside(elf: Elf, python: Path) -> list[str]:
    """Return those of its places that are relative to it and in the bundle."""
    inside = zip(elf.places, elf.folders, strict=True)
    return [
        place
        for place, folder in inside
        if place.startswith("$ORIGIN") and folder.is_relative_to(python.resolve())
    ]


def _home(path: Path, python: Path) -> Path:
    """Return where libraries for it are put."""
    qt = python / LINUX.libraries / "PySide6" / "Qt"
    if path.is_relative_to(qt):
        return qt / "lib"
    if path.is_relative_to(python / LINUX.libraries):
        return path.parent
    return python / "lib"


def _from(folder: Path, other: Path) -> str:
    up = 0
    while not other.is_relative_to(folder):
        folder, up = folder.parent, up + 1
    return "/".join(["$ORIGIN", *[".."] * up, *other.relative_to(folder).parts])


def of_this_computer() -> dict[str, str]:
    """Return where the libraries of this computer lie, for its own processor."""
    lines = re.findall(r"^\s*(\S+) \(libc6,x86-64.*\) => (\S+)$", run([_LDCONFIG, "-p"]), re.M)
    found: dict[str, str] = {}
    for name, path in lines:
        found.setdefault(name, path)
    return found


def strip(paths: Iterable[Path]) -> None:
    """Take out what only debuggers read.

    Before `complete`: stripping what patchelf wrote makes libraries that do not load.
    """
    for path in paths:
        run(["strip", "--strip-unneeded", path])
