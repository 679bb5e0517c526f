"""Which packs there are: the built-in ones, those installed, and those kept on other drives."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from visret_desktop.assets import bundled
from visret_desktop.errors import PackDamaged, PackMissing
from visret_desktop.packs import strict_json
from visret_desktop.packs.errors import PackBuiltIn, PackInUse, PackOffline
from visret_desktop.packs.events import PackProgress, PackReady
from visret_desktop.packs.manifest import FILE_NAME, Pack, Role, read_pack, write_atomically
from visret_desktop.packs.offers import Offer
from visret_desktop.packs.staging import (
    INCOMING,
    REMOVED,
    Staging,
    discard,
    settle,
    staging,
    unfinished,
)
from visret_desktop.paths import Paths

if TYPE_CHECKING:
    from visret_desktop.packs.sources import Source

_ELSEWHERE = ".elsewhere.json"  # NAME.elsewhere.json says where a pack on another drive lies


@dataclass(frozen=True)
class BrokenPack:
    """A directory that should hold a pack, and what is wrong with it."""

    name: str
    directory: Path
    reason: str


@dataclass(frozen=True)
class _Note:
    """What NAME.elsewhere.json says of a pack that lies, or was begun, outside of the profile."""

    directory: Path
    role: Role
    license: str
    size_bytes: int
    is_begun: bool  # and was not finished then


@dataclass(frozen=True)
class OfflinePack(BrokenPack):
    """A pack on something that is not plugged in; what is known of it is from when it was."""

    role: Role | None = None
    license: str = ""
    size_bytes: int = 0


def installed(paths: Paths) -> list[Pack | BrokenPack]:
    """Return all packs, damaged and offline ones included, built-in ones first."""
    settle(paths.packs)
    here = [_look(directory) for directory in _directories(paths)]
    names = {pack.name for pack in here}
    away = (_look_elsewhere(note) for note in sorted(paths.packs.glob(f"*{_ELSEWHERE}")))
    return here + [pack for pack in away if pack is not None and pack.name not in names]


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


def begun(paths: Paths) -> list[Staging]:
    """Return where packs are being put together, on other drives too."""
    notes = (_read_note(note) for note in sorted(paths.packs.glob(f"*{_ELSEWHERE}")))
    roots = [paths.packs, *(note.directory.parent for note in notes if note)]
    return [place for root in dict.fromkeys(roots) for place in unfinished(root)]


def root_of(paths: Paths, name: str) -> Path:
    """Return the folder of packs that a pack lies in or was begun in; without either, our own."""
    for pack in installed(paths):
        if pack.name == name and not isinstance(pack, OfflinePack):
            return pack.directory.parent
    return next((place.root for place in begun(paths) if place.name == name), paths.packs)


def remembering(
    paths: Paths,
    root: Path,
    offer: "Offer | Source | Pack",
    events: Iterator[PackProgress | PackReady],
) -> Iterator[PackProgress | PackReady]:
    """Pass on the events of an installation into `root`, noting in the profile where it lies."""
    is_noted = False
    for event in events:
        if isinstance(event, PackReady):
            pack = event.pack
            _note(paths, root, pack.name, pack.role, pack.license, pack.size_bytes)
        elif not is_noted and event.stage != "ask":
            is_noted = True
            _note(paths, root, offer.name, offer.role, offer.license, offer.size_bytes, True)
        yield event


def _note(
    paths: Paths, root: Path, name: str, role: Role, terms: str, size: int, is_begun: bool = False
) -> None:
    """Note a pack that lies outside of the profile, so that it is known when its drive is away."""
    if root == paths.packs:
        return
    paths.packs.mkdir(parents=True, exist_ok=True)
    note = {"directory": str(root / name), "role": role, "license": terms}
    stored = json.dumps({**note, "size_bytes": size, "begun": is_begun})
    write_atomically(paths.packs / f"{name}{_ELSEWHERE}", stored)


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
    root = pack.directory.parent if pack is not None else root_of(paths, name)
    if pack is None and not Staging(root, name).directory.is_dir():
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
    aside = pack.directory.parent / INCOMING / f"{REMOVED}{uuid4().hex[:8]}"
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


def _look_elsewhere(note: Path) -> Pack | BrokenPack | None:
    """Return the pack that a note tells of; None: it was begun and is still being put together."""
    name = note.name.removesuffix(_ELSEWHERE)
    known = _read_note(note)
    if known is None:
        return BrokenPack(name, note, f"{note.name} cannot be read")
    settle(known.directory.parent)
    if (known.directory / FILE_NAME).is_file():
        return _look(known.directory)
    if known.is_begun and Staging(known.directory.parent, name).plan.is_file():
        return None
    reason = f"{known.directory} is not there"
    return OfflinePack(name, known.directory, reason, known.role, known.license, known.size_bytes)


def _read_note(note: Path) -> _Note | None:
    try:
        stored: dict[str, Any] = strict_json.read(note)
        return _Note(
            Path(stored["directory"]),
            Role(stored["role"]),
            str(stored["license"]),
            int(stored["size_bytes"]),
            bool(stored.get("begun")),
        )
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None
