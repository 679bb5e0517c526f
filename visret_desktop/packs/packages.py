"""Files that installed Python packages have: found and read, the packages' code never imported."""

from dataclasses import dataclass
from pathlib import Path

from visret_desktop.packs.file_rules import is_inside


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
        found = metadata.distribution(wanted.name)
    except (metadata.PackageNotFoundError, ValueError) as error:
        raise ValueError(f"the Python package {_called(wanted)} is not installed") from error
    if wanted.version and found.version != wanted.version:
        reason = f"the Python package {wanted.name} is installed in version {found.version}"
        raise ValueError(f"{reason}; {wanted.version} is wanted")
    listed = next((file for file in found.files or () if file.as_posix() == wanted.path), None)
    if listed is None:
        raise ValueError(f"the Python package {_called(wanted)} has no {wanted.path}")
    return Path(str(found.locate_file(listed)))


def _called(wanted: PackageFile) -> str:
    return f"{wanted.name} {wanted.version}".strip()
