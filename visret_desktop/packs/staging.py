"""Where a pack is put together before it counts: `.incoming/NAME`, beside the installed packs.

One installer at a time holds a pack's lock, which the system drops when the process dies. What was
gathered stays for the next try. A pack becomes installed by one rename of its whole folder, so
there is never half of one.
"""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from visret_desktop import file_changes
from visret_desktop.packs import descriptions, strict_json
from visret_desktop.packs.errors import DiskFull, PackBusy, PackInUse, PackRefused
from visret_desktop.packs.file_rules import content_fault
from visret_desktop.packs.manifest import (
    Pack,
    read_pack,
    write_atomically,
    write_description,
)

INCOMING = ".incoming"
PLAN_NAME = "plan.json"
OLD = ".old-"  # follows the name of a pack that is being replaced
REMOVED = "removed-"  # begins the names of what is being taken away
_SPARE = 100 * 2**20  # left free for the rest of the system


@dataclass(frozen=True)
class Staging:
    """A locked folder in which one pack grows; `files` is what becomes the pack's folder."""

    root: Path  # of the installed packs
    name: str

    @property
    def directory(self) -> Path:
        """The folder with the pack's future folder, and the plan beside it."""
        return self.root / INCOMING / self.name

    @property
    def files(self) -> Path:
        """The pack's future folder."""
        return self.directory / "files"

    @property
    def installed(self) -> Path:
        """Where the pack will lie."""
        return self.root / self.name

    @property
    def plan(self) -> Path:
        """Says what is to be gathered; there as long as the pack is unfinished."""
        return self.directory / PLAN_NAME

    @property
    def gathered_bytes(self) -> int:
        """How many bytes are there so far."""
        files = (path for path in self.files.rglob("*") if path.is_file())
        return sum(path.stat().st_size for path in files)

    def read_plan(self) -> Any:
        """Return what `write_plan` was given, None if there is no readable plan."""
        try:
            return strict_json.read(self.plan)
        except (OSError, ValueError):
            return None

    def write_plan(self, plan: Any) -> None:
        """Keep what is to be gathered, for a later try."""
        write_atomically(self.plan, json.dumps(plan))

    def clear(self) -> None:
        """Throw away what was gathered."""
        shutil.rmtree(self.directory, ignore_errors=True)
        self.files.mkdir(parents=True)

    def finish(self, pack: Pack) -> Pack:
        """Make the gathered files the installed pack that `pack` describes.

        Raises:
            PackDamaged: a file is missing or has the wrong size.
            PackInUse: the system does not let go of the earlier version.
            PackRefused: a file is something else than its name says.
        """
        for file in pack.files:
            if fault := content_fault(self.files / file.path):
                raise PackRefused(name=self.name, reason=fault)
        if fault := descriptions.fault(self.files, [file.path for file in pack.files]):
            raise PackRefused(name=self.name, reason=fault)
        write_description(replace(pack, directory=self.files))
        read_pack(self.files)
        for folder in (self.files, *(path for path in self.files.rglob("*") if path.is_dir())):
            file_changes.sync(folder)
        put_in_place(self.files, self.installed)
        self.drop()
        return read_pack(self.installed)

    def drop(self) -> None:
        """Leave nothing of what was gathered."""
        shutil.rmtree(self.directory, ignore_errors=True)


@contextmanager
def staging(root: Path, name: str) -> Iterator[Staging]:
    """Hold the lock of one pack for the length of a `with` block.

    Raises:
        PackBusy: another process, or another thread, has it.
    """
    from filelock import FileLock, Timeout

    incoming = root / INCOMING
    file_changes.make_folder(incoming)
    lock = FileLock(incoming / f"{name}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise PackBusy(name=name) from error
    try:
        place = Staging(root, name)
        _recover(place)
        place.files.mkdir(parents=True, exist_ok=True)
        try:
            yield place
        finally:
            _remove_if_empty(place)
    finally:
        lock.release()


def unfinished(root: Path) -> Iterator[Staging]:
    """Yield where each pack that was begun in `root` is being put together."""
    for plan in sorted((root / INCOMING).glob(f"*/{PLAN_NAME}")):
        yield Staging(root, plan.parent.name)


def settle(root: Path) -> None:
    """Bring back packs of which a replacement ended between taking the old and putting the new."""
    for old in (root / INCOMING).glob(f"*{OLD}*"):
        name = old.name.rpartition(OLD)[0]
        if not (root / name).exists():
            with suppress(PackBusy, OSError), staging(root, name):
                pass  # whoever has the lock settles it first


def put_in_place(made: Path, target: Path) -> None:
    """Rename a folder to `target`; one that is there is removed afterwards.

    Raises:
        PackInUse: the system does not let go of it; nothing was changed.
    """
    old = target.parent / INCOMING / f"{target.name}{OLD}{uuid4().hex[:8]}"
    try:
        if target.exists() or target.is_symlink():
            old.parent.mkdir(exist_ok=True)
            target.rename(old)
        try:
            made.rename(target)
        except OSError:
            if old.exists():
                old.rename(target)
            raise
        # The new one is there for good before the old one goes.
        for folder in (target.parent, made.parent, old.parent):
            if folder.is_dir():
                file_changes.sync(folder)
    except PermissionError as error:
        raise PackInUse(name=target.name, reason=error.strerror or "refused") from error
    discard(old)


def discard(path: Path) -> None:
    """Remove a folder or a file, or only the link where it is one."""
    if path.is_symlink() or path.is_file():
        path.unlink()
    else:
        shutil.rmtree(path, ignore_errors=True)


def check_space(folder: Path, needed: int) -> None:
    """Refuse to begin what will not fit.

    Raises:
        DiskFull: fewer than `needed` bytes, and some to spare, are free.
    """
    free = shutil.disk_usage(folder).free
    if needed and free < needed + _SPARE:
        raise DiskFull(folder=folder, free=in_units(free), needed=f"{in_units(needed)} more")


def in_units(size_bytes: int) -> str:
    """Return a size as a person reads it."""
    if size_bytes < 10**9:
        megabytes = size_bytes / 10**6
        return f"{megabytes:.1f} MB" if megabytes < 10 else f"{megabytes:.0f} MB"
    return f"{size_bytes / 10**9:.1f} GB"


def _recover(place: Staging) -> None:
    """Settle what a kill left: in `put_in_place` the earlier version, renamed; else garbage."""
    for removed in (place.root / INCOMING).glob(f"{REMOVED}*"):
        discard(removed)
    for old in (place.root / INCOMING).glob(f"{place.name}{OLD}*"):
        if place.installed.exists():
            discard(old)
        else:
            old.rename(place.installed)


def _remove_if_empty(place: Staging) -> None:
    if not place.plan.exists() and not any(place.files.rglob("*")):
        shutil.rmtree(place.directory, ignore_errors=True)
