"""Files that installed Python packages have: found and read, the packages' code never imported."""

import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from visret_desktop.packs.checks.file_rules import is_inside
from visret_desktop.sentences import sentence


@dataclass(frozen=True)
class PackageFile:
    """Where a file of a pack lies: in a version of a Python package, at a path in it."""

    name: str
    version: str  # "": any; the bytes are compared in any case
    path: str  # '/'-separated, as the package lists it


def place_of(wanted: PackageFile) -> Path:
    """Return where a file of an installed package lies; whether it is there is not looked at.

    Raises:
        ValueError: there is no such package, another version of it, or it does not list the file.
    """
    from importlib import metadata  # only now: it loads the library of e-mails

    if not is_inside(wanted.path):
        raise ValueError(f"the path {wanted.path!r} leaves the package {wanted.name}")
    try:
        installed = _installed(wanted.name, tuple(map(_state, sys.path)))
    except (metadata.PackageNotFoundError, ValueError) as error:
        raise ValueError(f"the Python package {_called(wanted)} is not installed") from error
    if wanted.version and installed.version != wanted.version:
        reason = sentence(
            "the Python package {name} is installed in version {version}",
            name=wanted.name,
            version=installed.version,
        )
        raise ValueError(f"{reason}; {wanted.version} is wanted")
    if wanted.path not in installed.listed:
        raise ValueError(f"the Python package {_called(wanted)} has no {wanted.path}")
    return installed.root / wanted.path


@dataclass(frozen=True)
class _Installed:
    """An installed package; `listed` are its files, '/'-separated below `root`."""

    version: str
    root: Path
    listed: frozenset[str]


@lru_cache(maxsize=32)
def _installed(name: str, _state_of_path: tuple[tuple[str, int], ...]) -> _Installed:
    """Return a package, read anew once anything was installed or removed."""
    import csv
    from importlib import metadata

    package = metadata.distribution(name)
    rows = csv.reader((package.read_text("RECORD") or "").splitlines())
    return _Installed(
        package.version,
        Path(str(package.locate_file(""))),
        frozenset(row[0] for row in rows if row),
    )


def _state(folder: str) -> tuple[str, int]:
    """Return a folder of packages with what changes whenever a package comes or goes."""
    try:
        return folder, Path(folder).stat().st_mtime_ns
    except OSError:
        return folder, 0


def _called(wanted: PackageFile) -> str:
    return f"{wanted.name} {wanted.version}".strip()
