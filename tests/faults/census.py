"""What a folder of photos holds, down to what only the system knows of each file."""

import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Entry:
    """All that a program could change about a file, directory or link; only reading may show."""

    content: str  # a hash, the names in a directory, or where a link leads
    mode: int
    owner: tuple[int, int]
    modified_ns: int
    changed_ns: int  # any change of the others shows in it
    links: int
    attributes: tuple[tuple[str, bytes], ...]


def census(root: Path, leave_out: Path | None = None) -> dict[str, Entry]:
    """Return what is known of `root` and everything below it, by path; links are not followed.

    Of the folder `leave_out` and what is in it nothing is told.
    """
    found = {".": _entry(root)}
    for directory, folders, files in os.walk(root):
        folders[:] = [name for name in folders if Path(directory, name) != leave_out]
        for name in (*folders, *files):
            path = Path(directory, name)
            found[str(path.relative_to(root))] = _entry(path)
    return found


def differences(before: dict[str, Entry], after: dict[str, Entry]) -> list[str]:
    """Say in words what is not as it was."""
    gone_or_new = [f"{path} came or went" for path in before.keys() ^ after.keys()]
    changed = [
        f"{path}: {before[path]} is now {after[path]}"
        for path in before.keys() & after.keys()
        if before[path] != after[path]
    ]
    return sorted((*gone_or_new, *changed))


def _entry(path: Path) -> Entry:
    status = path.lstat()
    return Entry(
        content=_content(path, status.st_mode),
        mode=status.st_mode,
        owner=(status.st_uid, status.st_gid),
        modified_ns=status.st_mtime_ns,
        changed_ns=status.st_ctime_ns,
        links=status.st_nlink,
        attributes=_attributes(path),
    )


def _content(path: Path, mode: int) -> str:
    if stat.S_ISLNK(mode):
        return str(path.readlink())
    if stat.S_ISDIR(mode):
        return "\n".join(sorted(os.listdir(path)))  # noqa: PTH208 - names that are no text too
    if not stat.S_ISREG(mode):
        return ""  # a pipe would keep who reads it waiting
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _attributes(path: Path) -> tuple[tuple[str, bytes], ...]:
    """Return a file's extended attributes, where the system has them."""
    if not hasattr(os, "listxattr"):
        return ()
    names = sorted(os.listxattr(path, follow_symlinks=False))
    return tuple((name, os.getxattr(path, name, follow_symlinks=False)) for name in names)
