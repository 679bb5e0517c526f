"""Which packs there are: the built-in ones and those installed in the data directory."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from visret_desktop.assets import bundled
from visret_desktop.errors import PackDamaged, PackMissing
from visret_desktop.packs.manifest import FILE_NAME, Pack, read_pack
from visret_desktop.paths import Paths


@dataclass(frozen=True)
class BrokenPack:
    """A directory that should hold a pack, and what is wrong with it."""

    name: str
    directory: Path
    reason: str


def installed(paths: Paths) -> list[Pack | BrokenPack]:
    """Return all packs, damaged ones included, built-in ones first."""
    found: list[Pack | BrokenPack] = []
    for directory in _directories(paths):
        try:
            found.append(read_pack(directory))
        except PackDamaged as error:
            reason = str(error.parameters["reason"])
            found.append(BrokenPack(str(error.parameters["name"]), directory, reason))
    return found


def find(paths: Paths, name: str) -> Pack:
    """Return the pack called `name`.

    Raises:
        PackMissing: there is none.
        PackDamaged: there is, but its files are not what the manifest says.
    """
    for pack in installed(paths):
        if pack.name == name:
            if isinstance(pack, BrokenPack):
                raise PackDamaged(name=name, reason=pack.reason)
            return pack
    raise PackMissing(name=name)


def _directories(paths: Paths) -> Iterator[Path]:
    for root in (bundled("starter"), paths.packs):
        if root.is_dir():
            yield from sorted(path.parent for path in root.glob(f"*/{FILE_NAME}"))
