"""Which file is the sidecar of a photo, and what was in it before we wrote to it.

Adobe's programs and Capture One write the second, darktable and digiKam the first. The one that is
there is used. Where both are, or where several photos would share one, a person has to say.

A folder for each writing, numbered in their order, as clocks may be wrong: a list, `written.jsonl`,
and the old files by number. A line is in the list before its file is changed; what a line says of a
file that was not changed after all does no harm, as undoing looks first. A line goes only once its
file was put back and read again; until then it stays, and undoing tries it anew.
"""

import os
from base64 import b64decode, b64encode
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import msgspec
import xxhash

from visret_desktop import file_changes, typed_values
from visret_desktop.library.photos.formats import EXTENSIONS

SUFFIX = ".xmp"


class Style(Enum):
    """How a sidecar is named: after the whole file name, or after the name without its ending."""

    FULL = "full"
    STEM = "stem"


class SeveralNames(Exception):
    """A person has to say which of two names it is; `both` are there, or one would be shared."""

    def __init__(self, *, both: bool) -> None:
        super().__init__()
        self.both = both


def sidecar_of(photo: Path, names: Collection[str], preferred: Style | None = None) -> Path:
    """Return the path of a photo's sidecar, be it there or not.

    `names` are those in the photo's folder.

    Raises:
        SeveralNames: it is not clear, and nothing is preferred.
    """
    known = {name.lower(): name for name in names}
    full = known.get(f"{photo.name}{SUFFIX}".lower())
    stem = known.get(f"{photo.stem}{SUFFIX}".lower())
    is_shared = sum(_stem(name) == photo.stem.lower() for name in known if _is_photo(name)) > 1
    if full and stem:
        if preferred is None:
            raise SeveralNames(both=True)
        return photo.with_name(full if preferred is Style.FULL else stem)
    if full:
        return photo.with_name(full)
    if stem:
        if is_shared and preferred is None:
            raise SeveralNames(both=False)
        is_new = is_shared and preferred is Style.FULL
        return photo.with_name(f"{photo.name}{SUFFIX}" if is_new else stem)
    style = preferred or (Style.STEM if _uses_stems(known) and not is_shared else Style.FULL)
    return photo.with_name(f"{photo.name if style is Style.FULL else photo.stem}{SUFFIX}")


def _uses_stems(names: Collection[str]) -> bool:
    """Return whether the sidecars of a folder are named after stems alone."""
    sidecars = [name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)]
    return bool(sidecars) and not any(_is_photo(name) for name in sidecars)


def _is_photo(name: str) -> bool:
    return Path(name).suffix in EXTENSIONS


def _stem(name: str) -> str:
    return name.rpartition(".")[0]


_LIST = "written.jsonl"
_KEPT = 5  # writings


class WrittenSidecar(msgspec.Struct, frozen=True):
    """A sidecar that was written.

    `path` is base64 of its bytes, as names need not be Unicode. `backup` names the old file, ""
    where there was none. `after` is the hash of what was written, `ours` what was ours before.
    """

    path: str
    folder_id: int
    relative: str
    backup: str
    after: str
    ours: str
    was_refused: bool = False  # when it was to be put back


@dataclass(frozen=True)
class Undoable:
    """A sidecar that can be put back: what was written, and where the file of before is."""

    path: Path
    line: WrittenSidecar
    backup: Path | None

    def before(self) -> bytes | None:
        """Return the bytes of before; None: there was no sidecar.

        Raises:
            OSError: they cannot be read.
        """
        return self.backup.read_bytes() if self.backup else None


class SidecarBackups:
    """The writings of one profile, in a folder of ours."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._now: Path | None = None
        self._count = 0

    def keep(
        self, path: Path, place: tuple[int, str], before: bytes | None, after: bytes, ours: str
    ) -> None:
        """Keep what is about to be replaced.

        Raises:
            OSError: no room; then nothing may be replaced.
        """
        if self._now is None:
            number = 1 + max((int(known.name) for known in self._writings()), default=0)
            self._now = self._folder / f"{number:020}"
        self._count += 1
        name = f"{self._count}.xmp" if before is not None else ""
        if before is not None:
            file_changes.write(self._now / name, before, is_durable=False)
        file_changes.make_folder(self._now)
        coded = b64encode(bytes(path)).decode()
        folder_id, relative = place
        shown = relative.encode("utf-8", "replace").decode()
        line = WrittenSidecar(coded, folder_id, shown, name, hash_of(after), ours)
        with file_changes.appending(self._now / _LIST) as file:
            file.write(msgspec.json.encode(line) + b"\n")

    def newest_first(self) -> list[Path]:
        """Return the writings that can be undone, the latest first."""
        return self._writings()[::-1]

    def of(self, writing: Path) -> list[Undoable]:
        """Return what a writing changed, the latest first."""
        return [
            Undoable(_path(one), one, writing / one.backup if one.backup else None)
            for one in reversed(_lines(writing))
        ]

    def keep_only(self, writing: Path, left: Sequence[Undoable]) -> None:
        """Forget what a writing changed, but for what could not be put back.

        Raises:
            OSError: no room; then all of it is kept.
        """
        if not left:
            file_changes.remove_tree(writing)
            return
        lines = [msgspec.structs.replace(one.line, was_refused=True) for one in reversed(left)]
        content = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
        file_changes.write(writing / _LIST, content)
        kept = [one.backup for one in left]
        for file in writing.glob("*.xmp"):
            if file not in kept:
                file_changes.remove(file)

    def drop_old(self) -> None:
        """Keep the last few writings only."""
        for folder in self._writings()[:-_KEPT]:
            file_changes.remove_tree(folder)

    def forget(self, folders: Collection[Path]) -> None:
        """Drop the writings that changed anything in these folders."""
        for writing in self._writings():
            paths = [_path(line) for line in _lines(writing)]
            if any(path.is_relative_to(folder) for path in paths for folder in folders):
                file_changes.remove_tree(writing)

    def _writings(self) -> list[Path]:
        """Return the writings in their order. The first version's numbers were times in ns."""
        folders = (path.parent for path in self._folder.glob(f"*/{_LIST}"))
        return sorted(
            (one for one in folders if one.name.isdecimal()), key=lambda one: int(one.name)
        )


def _path(line: WrittenSidecar) -> Path:
    return Path(os.fsdecode(b64decode(line.path)))


def hash_of(content: bytes | None) -> str:
    """Return a hash of a file's bytes; "" of a file that is not there."""
    return "" if content is None else xxhash.xxh3_128_hexdigest(content)


def _lines(folder: Path) -> list[WrittenSidecar]:
    """Return the lines of a list; one that a crash cut off is left out."""
    lines = []
    for line in (folder / _LIST).read_bytes().splitlines():
        try:
            lines.append(typed_values.decode(line, WrittenSidecar))
        except msgspec.MsgspecError:
            continue
    return lines
