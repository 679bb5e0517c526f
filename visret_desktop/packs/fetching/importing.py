"""Make a pack of files on disk, by copies or links; exporting copies a pack to a folder.

As with downloads, files are gathered beside the installed packs, and the pack is installed once all
are there and checked.
"""

import os
from collections.abc import Callable, Collection, Generator, Iterator
from functools import partial
from pathlib import Path

from visret_desktop import file_changes
from visret_desktop.errors import Cancelled, PackDamaged
from visret_desktop.file_changes import Identity
from visret_desktop.packs.checks.file_rules import content_fault, path_fault
from visret_desktop.packs.checks.safetensors_files import checkpoint_fault
from visret_desktop.packs.errors import LinksImpossible, PackLiesInIt, PackNotOffered, PackRefused
from visret_desktop.packs.events import PackProgress, PackReady, Tally
from visret_desktop.packs.fetching.install import clear_when_full
from visret_desktop.packs.fetching.staging import Staging, check_space, staging
from visret_desktop.packs.manifest import Pack, PackFile, sha256_of
from visret_desktop.packs.offers import find_offer, is_of
from visret_desktop.packs.pack_removal import refuse_taken
from visret_desktop.packs.sources import PackSource, source_of
from visret_desktop.sentences import sentence

_BLOCK = 2**22


def take_in(
    root: Path,
    source: PackSource,
    is_stopped: Callable[[], bool],
    *,
    as_links: bool = False,
    photos: Collection[Identity] = (),
    try_out: Callable[[Pack], None] = lambda _: None,
) -> Iterator[PackProgress | PackReady]:
    """Make `source` a pack in the folder `root`; yield progress and, at last, `PackReady`.

    With `as_links` the bytes stay where they are; they are read once, for their hashes. Nothing
    is written in `photos`. `try_out` is called with the pack before it is put in its place.

    Raises:
        PackRefused: a file is not what its name says, or `try_out` says so.
        PackDamaged: a file is not what its manifest says.
        PackNameTaken, AlreadyThere, FolderOfOthers: something else lies in its place.
        VisretError: others of `packs.errors`.
        Cancelled: `is_stopped` returned True.
    """
    _refuse_places(root / source.name, source)
    with staging(root, source.name, photos) as place, clear_when_full(root, source.title):
        for path, original in source.files.items():
            if fault := path_fault(path) or content_fault(original):
                raise PackRefused(name=source.title, reason=fault)
        if fault := checkpoint_fault(source.settings, source.files):
            raise PackRefused(name=source.title, reason=fault)
        if not as_links:
            check_space(root, source.size_bytes)
        place.clear()
        place.write_plan(_told(source))  # so that what a kill leaves is known
        try:
            pack = yield from _gather(place, source, is_stopped, as_links=as_links)
            ready = place.finish(pack, lambda there: there.digest == pack.digest, try_out)
        except BaseException:
            place.drop()
            raise
        yield PackReady(ready)


def _gather(
    place: Staging, source: PackSource, is_stopped: Callable[[], bool], *, as_links: bool
) -> Generator[PackProgress, None, Pack]:
    """Copy or link all files; return the pack that they make."""
    tally, total, files = Tally(), source.size_bytes, []
    place_file = _link if as_links else partial(_copy, is_private=place.is_private)
    for path, origin in source.files.items():
        for stage in place_file(origin, place.files / path, tally, is_stopped):
            yield tally.progress(source.name, stage, 0, total)
        files.append(_checked(place, source, path, origin if as_links else None))
    return _describe(place, source, files)


def _told(source: PackSource) -> dict[str, object]:
    known = {"title": source.title, "role": source.role.name, "license": source.license}
    return {"import": {**known, "size_bytes": source.size_bytes}}


def _refuse_places(target: Path, source: PackSource) -> None:
    """Look, before a byte is read, whether the pack may come to lie at `target`.

    Raises:
        PackNotOffered: its name is that of a model on offer.
        PackLiesInIt: its place lies in what it is made of, or the other way round.
        PackNameTaken, AlreadyThere, FolderOfOthers: something else lies there.
    """
    offer = find_offer(source.name)
    if offer and not is_of(offer, source.role, map(source.origin_of, source.files)):
        raise PackNotOffered(name=source.name)
    directory = source.directory
    if directory and file_changes.identity(directory) in file_changes.identities(target):
        raise PackLiesInIt(source=directory, target=target)
    there = file_changes.identity(target)
    for origin in source.files.values():
        if there and there in file_changes.identities(origin):
            raise PackLiesInIt(source=origin, target=target)
    refuse_taken(target, partial(_may_be, source))


def _may_be(source: PackSource, there: Pack) -> bool:
    """Whether a pack that is there has the same files, as far as can be told without reading."""
    sizes = {path: origin.stat().st_size for path, origin in source.files.items()}
    if sizes != {file.path: file.size for file in there.files}:
        return False
    hashes = {file.path: file.sha256 for file in there.files}
    return all(hashes[path] == known.sha256 for path, known in source.known.items())


def export(
    pack: Pack,
    folder: Path,
    is_stopped: Callable[[], bool],
    photos: Collection[Identity] = (),
) -> Iterator[PackProgress | PackReady]:
    """Copy a whole pack to `folder`/NAME, from where `take_in` reads it. As `take_in` does."""
    yield from take_in(folder, source_of(pack), is_stopped, photos=photos)


def _copy(
    origin: Path,
    target: Path,
    tally: Tally,
    is_stopped: Callable[[], bool],
    *,
    is_private: bool,
) -> Iterator[str]:
    target.parent.mkdir(parents=True, exist_ok=True)
    with (
        origin.open("rb", buffering=0) as read,
        file_changes.new_file(target, is_private=is_private) as written,
    ):
        while block := read.read(_BLOCK):
            written.write(block)
            tally.add(len(block))
            yield "copy"
            if is_stopped():
                raise Cancelled


def _link(
    origin: Path, target: Path, tally: Tally, is_stopped: Callable[[], bool]
) -> Iterator[str]:
    target.parent.mkdir(parents=True, exist_ok=True)
    real = Path(os.path.realpath(origin))
    try:
        file_changes.link(real, target)
    except OSError:
        try:
            file_changes.link(real, target, is_symbolic=False)  # Windows lets few make others
        except OSError as error:
            raise LinksImpossible(path=real, reason=error.strerror or "refused") from error
    tally.add(real.stat().st_size)
    yield "check"
    if is_stopped():
        raise Cancelled


def _checked(place: Staging, source: PackSource, path: str, origin: Path | None) -> PackFile:
    """Return what the manifest will say of a file.

    Raises:
        PackDamaged: it is not what its old manifest says."""
    target = place.files / path
    size, sha256 = target.stat().st_size, sha256_of(target)
    known = source.known.get(path)
    if known and (known.size, known.sha256) != (size, sha256):
        reason = sentence(
            "{path} in {parent} has other bytes than its manifest says",
            path=path,
            parent=source.files[path].parent,
        )
        raise PackDamaged(name=source.name, reason=reason)
    adopted = os.path.realpath(origin) if origin is not None and target.is_symlink() else ""
    return PackFile(path, size, sha256, source.origin_of(path), adopted)


def _describe(place: Staging, source: PackSource, files: list[PackFile]) -> Pack:
    return Pack(
        name=source.name,
        title=source.title,
        role=source.role,
        license=source.license,
        license_url=source.license_url,
        directory=place.files,
        files=tuple(files),
        settings=source.settings,
        version=source.version,
        made_by=source.made_by,
    )
