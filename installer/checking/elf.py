"""What the libraries of a bundle need: others of the bundle, or of a written list, and how new.

Reads them with `readelf` of binutils.
"""

import os
import re
import subprocess
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from installer.checking.outcome import Figures, Wrong, nothing_of
from installer.elf import compiled, listed

# What Ubuntu 22.04 has, the oldest system that visret is for.
NEWEST = {"GLIBC": (2, 35), "GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13)}
_AT_ONCE = 200
_VERSION = re.compile(rf"Name: ({'|'.join(NEWEST)})_(\w[\w.]*)")
_NAMED = {"ABI_DT_RELR": (2, 36)}  # of glibc: versions that have a name, and since when


@dataclass(frozen=True)
class Library:
    """One library or program of a bundle."""

    path: Path
    name: str
    needed: tuple[str, ...]
    search: tuple[str, ...]
    versions: frozenset[tuple[str, tuple[int, ...]]]


def libraries(folder: Path) -> list[Library]:
    """Read all libraries and programs below a folder, whatever their names are."""
    paths = list(compiled(folder))
    batches = (paths[start : start + _AT_ONCE] for start in range(0, len(paths), _AT_ONCE))
    return [library for batch in batches for library in _read(batch)]


def _read(paths: list[Path]) -> Iterator[Library]:
    # The file that is no ELF: where only one is named, readelf leaves its name out.
    command = ["readelf", "--dynamic", "--version-info", "--wide", os.devnull, *map(str, paths)]
    environment = {**os.environ, "LC_ALL": "C"}
    told = subprocess.run(command, capture_output=True, env=environment, check=False).stdout
    parts = re.split(r"^File: (.+)$", told.decode(errors="replace"), flags=re.MULTILINE)[1:]
    for name, text in zip(parts[::2], parts[1::2], strict=True):
        if name != os.devnull:
            yield _library(Path(name), text)


def _library(path: Path, text: str) -> Library:
    own = re.search(r"\(SONAME\).*\[(.*)\]", text)
    search = re.search(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]", text)
    versions = {(kind, _number(version)) for kind, version in _VERSION.findall(_needs(text))}
    return Library(
        path=path,
        name=own[1] if own else path.name,
        needed=tuple(re.findall(r"\(NEEDED\).*\[(.*)\]", text)),
        # An empty list is none; an empty place in a list is the current folder.
        search=tuple(search[1].split(":")) if search and search[1] else (),
        versions=frozenset(versions),
    )


def _number(version: str) -> tuple[int, ...]:
    """Return a version as a number; one with a name that is not known here is newer than all."""
    if re.fullmatch(r"[0-9.]+", version):
        return tuple(int(part) for part in version.split(".") if part)
    return _NAMED.get(version, (999,))


def _needs(text: str) -> str:
    """Return the part that says which versions are needed; others are said to be offered."""
    return text.partition("Version needs section")[2].partition("Version definition section")[0]


# ---- judgment -------------------------------------------------------------------------------


def missing(found: Iterable[Library], of_system: Collection[str]) -> Iterator[str]:
    """Name libraries that are needed, neither on the list nor where the one that needs it looks."""
    for library in found:
        places = [_place(library, place) for place in library.search]
        for name in library.needed:
            if name not in of_system and not any((place / name).exists() for place in places):
                yield f"{name} (for {library.path.name})"


def _place(library: Library, place: str) -> Path:
    """Return the folder that a library means; a relative one is of the current folder."""
    for word in ("${ORIGIN}", "$ORIGIN"):
        place = place.replace(word, str(library.path.parent.resolve()))
    return Path(os.path.normpath(place or "."))


def too_new(found: Iterable[Library], newest: dict[str, tuple[int, ...]]) -> Iterator[str]:
    """Name libraries that need a newer system than the oldest that visret is for."""
    for library in found:
        for kind, version in library.versions:
            if kind in newest and version > newest[kind]:
                yield f"{library.path.name} ({kind} {'.'.join(map(str, version))})"


def searched_elsewhere(found: Iterable[Library], folder: Path) -> Iterator[str]:
    """Name libraries that look for others outside the bundle, such as in the current folder."""
    root = folder.resolve()
    for library in found:
        for place in library.search:
            named = place.startswith(("$ORIGIN", "${ORIGIN}"))
            if not named or not _place(library, place).is_relative_to(root):
                yield f"{library.path.name} ({place or 'the current folder'})"


def unused(found: Iterable[Library], of_system: Iterable[str]) -> Iterator[str]:
    """Name what is on the list though nothing asks for it."""
    asked = {name for library in found for name in library.needed}
    return (name for name in of_system if name not in asked)


def prove_libraries(folder: Path) -> Figures:
    """All needed libraries are there or on the list; none asks for a newer system.

    Raises:
        Wrong: something is missing, too new, or looked for outside.
    """
    found, of_system = libraries(folder), listed()
    if not found:
        raise Wrong("there are no libraries")
    nothing_of(set(missing(found, of_system)), "neither in the bundle nor on the list")
    nothing_of(set(too_new(found, NEWEST)), "made for newer systems")
    nothing_of(set(searched_elsewhere(found, folder)), "looks for libraries outside the bundle")
    nothing_of(unused(found, of_system), "on the list, but nothing needs it")
    return {
        "libraries": str(len(found)),
        "newest glibc asked for": _newest(found, "GLIBC"),
        "newest GLIBCXX asked for": _newest(found, "GLIBCXX"),
    }


def _newest(found: Iterable[Library], kind: str) -> str:
    asked = {version for library in found for name, version in library.versions if name == kind}
    return ".".join(map(str, max(asked, default=())))
