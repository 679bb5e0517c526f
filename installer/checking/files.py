"""What the files of a bundle may be: plain, with short paths, and not too many bytes."""

import hashlib
import stat
from collections.abc import Iterator
from pathlib import Path

from installer.checking.outcome import Figures, Wrong, nothing_of
from installer.steps import megabytes, size

LONGEST_PATH = 160
LARGEST_FOLDER = 1_300_000_000
LARGEST_DOWNLOAD = 350_000_000
# Where install.sh puts a bundle, for a person whose user name is of usual length.
USUAL_PLACE = "/home/martinez/.local/lib/visret/"


def not_plain(folder: Path) -> Iterator[str]:
    """Name what is neither a plain file nor a folder, or could not be read by everybody."""
    for path in folder.rglob("*"):
        mode = path.lstat().st_mode
        name = path.relative_to(folder).as_posix()
        if stat.S_ISLNK(mode):
            yield f"{name} (a symbolic link)"
        elif not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            yield f"{name} (neither file nor folder)"
        elif not mode & stat.S_IROTH:
            yield f"{name} (not for everybody to read)"
        elif mode & (stat.S_IWOTH | stat.S_ISUID | stat.S_ISGID):
            yield f"{name} (for everybody to write, or with another's rights)"


def too_long(folder: Path) -> Iterator[str]:
    """Name paths that are too long where a bundle usually lies."""
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        length = len(USUAL_PLACE) + len(name)
        if length > LONGEST_PATH:
            yield f"{name} ({length})"


def alike(folder: Path) -> Iterator[str]:
    """Name paths that are one and the same where capitals do not count."""
    seen: dict[str, str] = {}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        other = seen.setdefault(name.casefold(), name)
        if other != name:
            yield f"{other} = {name}"


def prove_files(folder: Path) -> Figures:
    """All is plain, short and small enough.

    Raises:
        Wrong: something is not.
    """
    nothing_of(not_plain(folder), "not plain")
    nothing_of(too_long(folder), f"paths over {LONGEST_PATH} characters")
    nothing_of(alike(folder), "the same name twice where capitals do not count")
    installed = size(folder)
    if installed > LARGEST_FOLDER:
        raise Wrong(f"{megabytes(installed)} installed, {megabytes(LARGEST_FOLDER)} are allowed")
    files = [path for path in folder.rglob("*") if path.is_file()]
    longest = max(len(USUAL_PLACE) + len(path.relative_to(folder).as_posix()) for path in files)
    return {
        "installed": megabytes(installed),
        "files": str(len(files)),
        "longest path, installed": str(longest),
    }


def prove_downloads(folder: Path) -> Figures:
    """What people fetch is small enough, and is what `SHA256SUMS` says.

    Raises:
        Wrong: it is not, or there is nothing to fetch.
    """
    listed = folder / "SHA256SUMS"
    if not listed.is_file():
        raise Wrong("there is no SHA256SUMS")
    figures = {}
    for line in listed.read_text(encoding="utf-8").splitlines():
        told, name = line.split(maxsplit=1)
        path = folder / name
        if not path.is_file():
            raise Wrong(f"SHA256SUMS names {name}, which is not there")
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        if found != told:
            raise Wrong(f"{name} is not what SHA256SUMS says")
        if size(path) > LARGEST_DOWNLOAD:
            allowed = megabytes(LARGEST_DOWNLOAD)
            raise Wrong(f"{name}: {megabytes(size(path))}, {allowed} are allowed")
        figures[name] = megabytes(size(path))
    if not figures:
        raise Wrong("SHA256SUMS names nothing")
    there = {path.name for path in folder.iterdir() if path.is_file()} - {listed.name}
    nothing_of(there - set(figures), "SHA256SUMS does not name")
    return figures
