"""Which packs there are: the built-in ones, those installed, and those kept on other drives."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from visret_desktop.assets import bundled
from visret_desktop.errors import PackDamaged, PackMissing
from visret_desktop.packs.errors import PackBuiltIn, PackInUse, PackOffline
from visret_desktop.packs.manifest import FILE_NAME, Pack, Role, read_pack, write_atomically
from visret_desktop.packs.staging import INCOMING, discard, staging
from visret_desktop.paths import Paths

_ELSEWHERE = ".elsewhere.json"  # NAME.elsewhere.json says where a pack on another drive lies


@dataclass(frozen=True)
class BrokenPack:
    """A directory that should hold a pack, and what is wrong with it."""

    name: str
    directory: Path
    reason: str


@dataclass(frozen=True)
class OfflinePack(BrokenPack):
    """A pack on something that is not plugged in; what is known of it is from when it was."""

    role: Role | None = None
    license: str = ""
    size_bytes: int = 0


def installed(paths: Paths) -> list[Pack | BrokenPack]:
    """Return all packs, damaged and offline ones included, built-in ones first."""
    here = [_look(directory) for directory in _directories(paths)]
    names = {pack.name for pack in here}
    away = (_look_elsewhere(note) for note in sorted(paths.packs.glob(f"*{_ELSEWHERE}")))
    return here + [pack for pack in away if pack.name not in names]


def find(paths: Paths, name: str) -> Pack:
    """Return the pack called `name`.

    Raises:
        PackMissing: there is none.
        PackDamaged: there is, but its files are not what the manifest says.
        PackOffline: there is, but not now: its drive is away.
    """
    for pack in installed(paths):
        if pack.name == name:
            if isinstance(pack, OfflinePack):
                raise PackOffline(name=name, folder=pack.directory)
            if isinstance(pack, BrokenPack):
                raise PackDamaged(name=name, reason=pack.reason)
            return pack
    raise PackMissing(name=name)


def is_built_in(pack: Pack | BrokenPack) -> bool:
    """Whether a pack came with the program."""
    return pack.directory.parent == bundled("starter")


def remember_elsewhere(paths: Paths, pack: Pack) -> None:
    """Note a pack that lies outside of the profile, so that it is known when its drive is away."""
    if pack.directory.parent == paths.packs:
        return
    paths.packs.mkdir(parents=True, exist_ok=True)
    note = {"directory": str(pack.directory), "role": pack.role, "license": pack.license}
    note["size_bytes"] = pack.size_bytes  # type: ignore[assignment]
    write_atomically(paths.packs / f"{pack.name}{_ELSEWHERE}", json.dumps(note))


def remove(paths: Paths, name: str) -> int:
    """Take a pack away, also one that is damaged, unfinished or offline; return the bytes freed.

    Files that another program owns stay where they are. Of an offline pack only what is known
    here is forgotten.

    Raises:
        PackMissing: there is nothing of that name.
        PackBuiltIn: it is part of the program.
        PackInUse: the system does not let go of its files.
        PackBusy: it is being installed.
    """
    pack = next((pack for pack in installed(paths) if pack.name == name), None)
    if pack is not None and is_built_in(pack):
        raise PackBuiltIn(name=name)
    root = pack.directory.parent if pack is not None else paths.packs
    begun = root / INCOMING / name
    if pack is None and not begun.is_dir():
        raise PackMissing(name=name)
    freed = 0
    if root.is_dir():
        with staging(root, name) as place:
            freed = _size(place.directory) + (_size(pack.directory) if pack else 0)
            if pack is not None:
                _take_away(pack)
            discard(place.directory)
    (paths.packs / f"{name}{_ELSEWHERE}").unlink(missing_ok=True)
    return freed


def _take_away(pack: Pack | BrokenPack) -> None:
    """Rename first, so that a pack is never half removed."""
    if not pack.directory.exists() and not pack.directory.is_symlink():
        return
    aside = pack.directory.parent / INCOMING / f"removed-{uuid4().hex[:8]}"
    try:
        pack.directory.rename(aside)
    except PermissionError as error:
        raise PackInUse(name=pack.name, reason=error.strerror or "refused") from error
    discard(aside)


def _size(directory: Path) -> int:
    if directory.is_symlink() or not directory.is_dir():
        return 0
    files = (path for path in directory.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files)


def _directories(paths: Paths) -> Iterator[Path]:
    for root in (bundled("starter"), paths.packs):
        if root.is_dir():
            yield from sorted(path.parent for path in root.glob(f"*/{FILE_NAME}"))


def _look(directory: Path) -> Pack | BrokenPack:
    try:
        return read_pack(directory)
    except PackDamaged as error:
        reason = str(error.parameters["reason"])
        return BrokenPack(str(error.parameters["name"]), directory, reason)
    except PackOffline as error:
        folder = str(error.parameters["folder"])
        return OfflinePack(str(error.parameters["name"]), directory, f"{folder} is not there")


def _look_elsewhere(note: Path) -> Pack | BrokenPack:
    name = note.name.removesuffix(_ELSEWHERE)
    try:
        stored: dict[str, Any] = json.loads(note.read_text(encoding="utf-8"))
        directory, role = Path(stored["directory"]), Role(stored["role"])
        known = (str(stored["license"]), int(stored["size_bytes"]))
    except (OSError, ValueError, LookupError, TypeError) as error:
        return BrokenPack(name, note, f"{note.name} cannot be read ({error})")
    if (directory / FILE_NAME).is_file():
        return _look(directory)
    return OfflinePack(name, directory, f"{directory} is not there", role, *known)
