"""What is proved: the files that a build left in a folder, and the empty systems to try them in."""

import functools
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from installer import elf
from installer.checking.empty_system import PERSON, PROGRAM, EmptySystem, Visit
from installer.checking.outcome import Wrong
from installer.checking.roots import borrowed, debian
from installer.systems import LINUX

_FONTS = "fonts-dejavu-core"  # as every desktop has some


@dataclass
class Subject:
    """One build, and what proofs of it share.

    Attributes:
        folder: where the build left its files.
        work: for empty systems and what is unpacked.
        report: for pictures and the table.
        suite: of the Debian, such as "bookworm"; None: the short form does without.
        more: libraries that the short form's empty system has beside those of the list.
        notes: what one proof learns and a later one needs.
    """

    folder: Path
    work: Path
    report: Path
    suite: str | None
    more: tuple[str, ...] = ()
    notes: dict[str, str] = field(default_factory=dict)

    @property
    def short(self) -> bool:
        """Whether this is the short form."""
        return self.suite is None

    def only(self, pattern: str) -> Path:
        """Return the one file or folder of the build that a pattern finds.

        Raises:
            Wrong: there is none, or more than one.
        """
        return only(self.folder, pattern)

    @functools.cached_property
    def bundle(self) -> Path:
        """The folder that people get: out of the archive, where there is one."""
        name = f"visret-*-{LINUX.name}"
        if not any(self.folder.glob(f"{name}.tar.zst")):
            return self.only(name)
        unpacked = self.work / "unpacked"
        shutil.rmtree(unpacked, ignore_errors=True)
        unpacked.mkdir(parents=True)
        archive = self.only(f"{name}.tar.zst")
        command = ["tar", "--zstd", "-xf", str(archive.resolve()), "-C", str(unpacked)]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        if told.returncode:
            raise Wrong(f"{archive.name} can't be unpacked: {told.stderr.strip()[-200:]}")
        inside = list(unpacked.iterdir())
        if len(inside) != 1:
            raise Wrong(f"{archive.name} has {len(inside)} folders, where one is expected")
        return inside[0]

    @property
    def python(self) -> str:
        """The version of the bundle's Python: a stand-in has that of its environment."""
        return only(self.bundle, "python/bin/python3.*").name.removeprefix("python")

    @functools.cached_property
    def system(self) -> EmptySystem:
        """The empty system; it has only what the written list names, and fonts."""
        if self.suite is not None:
            return debian(self.suite, sorted({_FONTS, *elf.packages_needed()}), self.work)
        required = [name for name, package in elf.listed().items() if package != elf.OPTIONAL]
        return borrowed([*required, *self.more], self.work)

    def visit(self, name: str, *, with_program: bool = True) -> Visit:
        """Begin a visit, of which nothing is there from before."""
        work = self.work / "visits" / name
        shutil.rmtree(work, ignore_errors=True)
        return Visit(self.system, work, {PROGRAM: self.bundle} if with_program else {})

    @functools.cached_property
    def first(self) -> Visit:
        """The visit in which a library is made; later proofs find it there."""
        return self.visit("first")


def only(folder: Path, pattern: str) -> Path:
    """Return the one file or folder that a pattern finds in a folder.

    Raises:
        Wrong: there is none, or more than one.
    """
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise Wrong(f"{len(found)} files {pattern} in {folder}, where one is expected")
    return found[0]


def put(bundle: Path, visit: Visit, place: Path) -> None:
    """Copy a bundle to a place where the person may write.

    Hard links where they can be had: as the files are not the person's, nobody changes them.
    """
    shutil.copytree(bundle, visit.inside(place), copy_function=link)
    if visit.system.has_administrator:
        for folder, _, _ in os.walk(visit.inside(place)):
            os.chown(folder, PERSON, PERSON)


def link(source: str, target: str) -> None:
    """Make a hard link, or a copy where there can be none."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def state(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Return for each file what changes when it is altered or replaced."""
    found = {}
    for path in folder.rglob("*"):
        seen = path.lstat()
        if not path.is_dir():
            name = path.relative_to(folder).as_posix()
            found[name] = (seen.st_ino, seen.st_size, seen.st_mtime_ns)
    return found


def differences(one: Path, other: Path) -> Iterator[str]:
    """Name files that only one of two folders has, or that are not the same in both."""
    names = {
        folder: {p.relative_to(folder).as_posix() for p in folder.rglob("*") if not p.is_dir()}
        for folder in (one, other)
    }
    for name in sorted(names[one] ^ names[other]):
        yield f"{name} (only in {(one if name in names[one] else other).name})"
    for name in sorted(names[one] & names[other]):
        if not _same(one / name, other / name):
            yield f"{name} (not the same)"


def _same(one: Path, other: Path) -> bool:
    if one.stat().st_size != other.stat().st_size:
        return False
    with one.open("rb") as first, other.open("rb") as second:
        while block := first.read(1 << 20):
            if block != second.read(1 << 20):
                return False
    return True
