"""Make a pack of models on disk: copied, or adopted where they lie. Exporting is the same, outward.

As with downloads, files gather beside the installed packs and count only once all are there and
checked.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from visret_desktop import file_changes
from visret_desktop.errors import Cancelled, PackDamaged
from visret_desktop.packs.errors import LinksImpossible, PackRefused
from visret_desktop.packs.events import PackProgress, PackReady, Tally
from visret_desktop.packs.file_rules import content_fault
from visret_desktop.packs.install import clear_when_full
from visret_desktop.packs.manifest import Pack, PackFile, sha256_of
from visret_desktop.packs.sources import Source
from visret_desktop.packs.staging import INCOMING, Staging, check_space, staging

_BLOCK = 2**22


def take_in(
    root: Path, source: Source, is_stopped: Callable[[], bool], *, as_links: bool = False
) -> Iterator[PackProgress | PackReady]:
    """Make `source` a pack in the folder `root`; yield progress and, at last, `PackReady`.

    With `as_links` the bytes stay where they are; they are read once, for their hashes.

    Raises:
        PackRefused: a file is not what its name says.
        PackDamaged: a file is not what its manifest says.
        VisretError: others of `packs.errors`.
        Cancelled: `is_stopped` returned True.
    """
    file_changes.make_folder(root)
    with staging(root, source.name) as place, clear_when_full(root, source.title):
        for original in source.files.values():
            if fault := content_fault(original):
                raise PackRefused(name=source.title, reason=fault)
        place.clear()
        if not as_links:
            check_space(root, source.size_bytes)
        tally, total = Tally(), source.size_bytes
        files = []
        for path, origin in source.files.items():
            place_file = _link if as_links else _copy
            for event in place_file(origin, place.files / path, tally, is_stopped):
                yield tally.progress(source.name, event, 0, total)
            files.append(_checked(place, source, path, origin if as_links else None))
        yield PackReady(place.finish(_describe(place, source, files)))


def export(
    pack: Pack, folder: Path, is_stopped: Callable[[], bool]
) -> Iterator[PackProgress | PackReady]:
    """Copy a whole pack to `folder`/NAME, from where `take_in` reads it. As `take_in` does."""
    source = Source(
        name=pack.name,
        title=pack.title,
        role=pack.role,
        files={file.path: pack.directory / file.path for file in pack.files},
        settings=pack.settings,
        license=pack.license,
        license_url=pack.license_url,
        made_by=pack.made_by,
        version=pack.version,
        known={file.path: file for file in pack.files},
    )
    for event in take_in(folder, source, is_stopped):
        if isinstance(event, PackReady):
            _tidy(folder, pack.name)
        yield event


def _tidy(folder: Path, name: str) -> None:
    """Leave nothing of ours beside the packs on a stick."""
    with suppress(OSError):  # another export may be under way there
        (folder / INCOMING / f"{name}.lock").unlink(missing_ok=True)
        (folder / INCOMING).rmdir()


def _copy(
    origin: Path, target: Path, tally: Tally, is_stopped: Callable[[], bool]
) -> Iterator[str]:
    target.parent.mkdir(parents=True, exist_ok=True)
    with origin.open("rb", buffering=0) as read, target.open("wb", buffering=0) as written:
        while block := read.read(_BLOCK):
            view = memoryview(block)
            while view:
                view = view[written.write(view) :]
            tally.add(len(block))
            yield "copy"
            if is_stopped():
                raise Cancelled
        os.fsync(written.fileno())


def _link(
    origin: Path, target: Path, tally: Tally, is_stopped: Callable[[], bool]
) -> Iterator[str]:
    target.parent.mkdir(parents=True, exist_ok=True)
    real = origin.resolve()
    try:
        target.symlink_to(real)
    except OSError:
        try:
            os.link(real, target)  # Windows lets few people make symbolic links
        except OSError as error:
            raise LinksImpossible(path=real, reason=error.strerror or "refused") from error
    tally.add(real.stat().st_size)
    yield "check"
    if is_stopped():
        raise Cancelled


def _checked(place: Staging, source: Source, path: str, origin: Path | None) -> PackFile:
    """Return what the manifest will say of a file, once it is what its old manifest said."""
    target = place.files / path
    size, sha256 = target.stat().st_size, sha256_of(target)
    known = source.known.get(path)
    if known and (known.size, known.sha256) != (size, sha256):
        reason = f"{path} in {source.files[path].parent} has other bytes than its manifest says"
        raise PackDamaged(name=source.name, reason=reason)
    adopted = str(origin.resolve()) if origin is not None and target.is_symlink() else ""
    origin_of_file = known.origin if known else source.origins.get(path)
    return PackFile(path, size, sha256, origin_of_file, adopted)


def _describe(place: Staging, source: Source, files: list[PackFile]) -> Pack:
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
