"""Which packs there are: the built-in ones, those installed, and those kept on other drives."""

import json
import os
import re
import shutil
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from visret_desktop import file_changes, names, typed_values
from visret_desktop.errors import PackDamaged, PackMissing, UsageError
from visret_desktop.file_changes import Identity
from visret_desktop.packs import strict_json
from visret_desktop.packs.errors import PackBuiltIn, PackOffline
from visret_desktop.packs.events import PackProgress, PackReady
from visret_desktop.packs.fetching.staging import (
    Staging,
    put_aside,
    set_aside,
    settle,
    size_of_files,
    staging,
    unfinished,
)
from visret_desktop.packs.manifest import (
    FILE_NAME,
    Pack,
    mark_damaged,
    read_description,
    read_pack,
    verify,
)
from visret_desktop.packs.offers import Offer, offer_sets, offers
from visret_desktop.packs.pack_removal import take_down
from visret_desktop.paths import Paths, bundled
from visret_desktop.roles import Role, role_named
from visret_desktop.sentences import sentence, verbatim

if TYPE_CHECKING:
    from visret_desktop.packs.sources import PackSource

_ELSEWHERE = ".elsewhere.json"  # NAME.elsewhere.json says where a pack on another drive lies
# NAME-DIGEST, what draws by it, and one in the making.
_VARIANT = re.compile(r"(?P<name>.+)-[0-9a-f]{8}(-drawing)?(\.new-.*)?")


@dataclass(frozen=True)
class BrokenPack:
    """A directory that should hold a pack, and what is wrong with it."""

    name: str
    directory: Path
    reason: str


@dataclass(frozen=True)
class _Note:
    """What NAME.elsewhere.json says of a pack that is, or was begun, outside the profile."""

    directory: Path
    role: Role
    license: str
    size_bytes: int
    begun: bool = False  # and not finished then


@dataclass(frozen=True)
class OfflinePack(BrokenPack):
    """A pack on a drive that is offline; what is known of it is from when it was not."""

    role: Role | None = None
    license: str = ""
    size_bytes: int = 0


@dataclass(frozen=True)
class Removed:
    """The result of removing a pack."""

    freed_bytes: int
    left: tuple[Path, ...] = ()  # not the pack's, so it stays where the pack was


def installed(paths: Paths) -> list[Pack | BrokenPack]:
    """Return all packs, damaged and offline ones included, built-in ones first."""
    return list(_one_by_one(paths))


def _one_by_one(paths: Paths) -> Iterator[Pack | BrokenPack]:
    settle(paths.packs)
    names = set()
    for directory in _directories(paths):
        here = _look(directory)
        names.add(here.name)
        yield here
    for note in sorted(paths.packs.glob(f"*{_ELSEWHERE}")):
        away = _look_elsewhere(note)
        if away is not None and away.name not in names:
            yield away


def find(paths: Paths, name: str) -> Pack:
    """Return the pack called `name`.

    Raises:
        PackMissing: there is none.
        PackDamaged: there is, but its files are not what the manifest says.
        PackOffline: there is, but its drive is offline.
    """
    pack = known(paths, name)
    if pack is None:
        raise PackMissing(name=name)
    if isinstance(pack, OfflinePack):
        raise PackOffline(name=name, folder=pack.directory)
    if isinstance(pack, BrokenPack):
        raise PackDamaged(name=name, reason=pack.reason)
    return pack


def known(paths: Paths, name: str) -> Pack | BrokenPack | None:
    """Return the pack called `name` in whatever state it is; None: there is none."""
    return next((pack for pack in _one_by_one(paths) if pack.name == name), None)


def check_bytes(paths: Paths, name: str) -> list[str]:
    """Read every byte of a pack and return its altered files; a pack with any is used no more.

    Raises:
        PackMissing: there is no such pack.
        PackDamaged: its manifest makes no sense.
    """
    pack = known(paths, name)
    if pack is None:
        raise PackMissing(name=name)
    altered = verify(read_description(pack.directory))
    if not is_built_in(pack):
        mark_damaged(pack.directory, altered)
    return altered


def free_bytes(paths: Paths) -> int:
    """Return the bytes that are free where packs are kept."""
    return shutil.disk_usage(paths.packs if paths.packs.is_dir() else paths.data).free


def is_built_in(pack: Pack | BrokenPack) -> bool:
    """Whether a pack came with the program."""
    return pack.directory.parent == bundled("starter")


def begun(paths: Paths) -> list[Staging]:
    """Return where packs are being put together, on other drives too."""
    notes = (_read_note(note) for note in sorted(paths.packs.glob(f"*{_ELSEWHERE}")))
    roots = [paths.packs, *(note.directory.parent for note in notes if note)]
    return [place for root in dict.fromkeys(roots) for place in unfinished(root)]


def leftovers(paths: Paths) -> dict[str, int]:
    """Return the bytes of packs whose installation or removal was not finished, by name."""
    gathered = {place.name: place.gathered_bytes for place in begun(paths)}
    return gathered | {path.name: size_of_files(path) for path in set_aside(paths.packs)}


def check_name(paths: Paths, name: str) -> str:
    """Return the name of a pack that is to come.

    Raises:
        UsageError: it is a path, or some systems take it for the name of another pack.
    """
    names.check(name)
    groups = [group.name for group in offer_sets()]
    packs = [pack.name for pack in (*installed(paths), *begun(paths), *offers())]
    other = name if name in groups else names.twin(name, (*packs, *groups))
    if other:
        reason = sentence(
            "{name} is too much like {other}, which there is already. Choose another name.",
            name=name,
            other=other,
        )
        raise UsageError(reason=reason)
    return name


def root_of(paths: Paths, name: str) -> Path:
    """Return the folder of packs that a pack lies in or was begun in; without either, our own."""
    pack = known(paths, name)
    if pack is not None and not isinstance(pack, OfflinePack):
        return pack.directory.parent
    return next((place.root for place in begun(paths) if place.name == name), paths.packs)


def remembering(
    paths: Paths,
    root: Path,
    offer: "Offer | PackSource | Pack",
    events: Iterator[PackProgress | PackReady],
) -> Iterator[PackProgress | PackReady]:
    """Pass on the events of an installation into `root`; note in the profile where it is."""
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
    """Note a pack outside the profile, so that it is known while its drive is offline."""
    if root == paths.packs:
        return
    paths.packs.mkdir(parents=True, exist_ok=True)
    note = {"directory": str(root / name), "role": role.name, "license": terms}
    stored = json.dumps({**note, "size_bytes": size, "begun": is_begun})
    file_changes.write(paths.packs / f"{name}{_ELSEWHERE}", stored.encode())


def remove(paths: Paths, name: str, photos: Collection[Identity] = ()) -> Removed:
    """Take a pack away, also one that is damaged, unfinished or offline, with its compiled form.

    Files of other programs stay where they are, and so does what somebody put beside a pack on
    another drive. Of an offline pack only our note is deleted.

    Raises:
        UsageError: `name` is a path.
        PackMissing: there is nothing of that name.
        PackBuiltIn: it is part of the program.
        PackInUse: the system does not let go of its files.
        PackBusy: it is being installed.
    """
    pack = known(paths, name)
    if pack is None:
        names.check(name)
    elif is_built_in(pack):
        raise PackBuiltIn(name=name)
    root = pack.directory.parent if pack is not None else root_of(paths, name)
    compiled = list(_compiled(paths, name))
    if pack is None and not compiled and not Staging(root, name).directory.is_dir():
        raise PackMissing(name=name)
    freed, left = sum(map(size_of_files, compiled)), []
    if root.is_dir():
        with staging(root, name, photos) as place:
            freed += size_of_files(place.directory)
            if pack is not None and os.path.lexists(pack.directory):
                before = _size(pack.directory)
                left = _take_away(place, pack.directory)
                freed += before - sum(map(_size, left))
            place.drop()
    file_changes.remove(paths.packs / f"{name}{_ELSEWHERE}")
    for directory in compiled:
        file_changes.remove_tree(directory)
    return Removed(freed, tuple(left))


def _take_away(place: Staging, directory: Path) -> list[Path]:
    """Delete a pack; outside the profile leave what is not the pack's."""
    if not place.is_private:
        return take_down(directory)
    file_changes.remove_tree(put_aside(directory))
    return []


def _compiled(paths: Paths, name: str) -> Iterator[Path]:
    """Yield what was made of a pack's files for this computer."""
    for place in (paths.compiled, paths.beginnings):
        for directory in place.iterdir() if place.is_dir() else ():
            match = _VARIANT.fullmatch(directory.name)
            if match and match["name"] == name:
                yield directory


def _size(path: Path) -> int:
    if path.is_symlink():
        return 0
    return size_of_files(path) if path.is_dir() else path.stat().st_size


def _directories(paths: Paths) -> Iterator[Path]:
    for root in (bundled("starter"), paths.packs):
        there = sorted(root.iterdir()) if root.is_dir() else []
        yield from (path for path in there if os.path.lexists(path / FILE_NAME))


def _look(directory: Path) -> Pack | BrokenPack:
    try:
        return read_pack(directory)
    except PackDamaged as error:
        reason = verbatim(error.parameters["reason"])
        return BrokenPack(str(error.parameters["name"]), directory, reason)
    except PackOffline as error:
        reason = sentence("{directory} is not there", directory=error.parameters["folder"])
        return OfflinePack(str(error.parameters["name"]), directory, reason)


def _look_elsewhere(note: Path) -> Pack | BrokenPack | None:
    """Return the pack that a note tells of; None: it was begun and is still being put together."""
    name = note.name.removesuffix(_ELSEWHERE)
    noted = _read_note(note)
    if noted is None:
        return BrokenPack(name, note, sentence("{name} cannot be read", name=note.name))
    settle(noted.directory.parent)
    if os.path.lexists(noted.directory / FILE_NAME):
        pack = _look(noted.directory)
        if pack.name == name:
            return pack
        where = sentence(
            "another pack, {name}, lies in {directory}", name=pack.name, directory=noted.directory
        )
        return BrokenPack(name, note, where)  # to be forgotten; the other one is not ours to touch
    if noted.begun and Staging(noted.directory.parent, name).plan.is_file():
        return None
    reason = sentence("{directory} is not there", directory=noted.directory)
    return OfflinePack(name, noted.directory, reason, noted.role, noted.license, noted.size_bytes)


def _read_note(note: Path) -> _Note | None:
    try:
        stored: dict[str, Any] = strict_json.read(note)
        known = {"directory": Path(stored["directory"]), "role": role_named(stored["role"])}
        return typed_values.convert({**stored, **known}, _Note)
    except (OSError, ValueError, LookupError, TypeError):
        return None
