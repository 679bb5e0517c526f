"""Packs for measurements, training and tests: the files of a folder, described as a pack."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from visret_desktop.packs.manifest import (
    NOTES,
    Pack,
    PackFile,
    read_pack,
    sha256_of,
    write_description,
)
from visret_desktop.roles import Role


def write_manifest(
    directory: Path,
    *,
    name: str,
    title: str,
    role: Role,
    spdx: str,
    settings: dict[str, Any],
    license_url: str = "",
    version: str = "1",
    made_by: str = "",
) -> Pack:
    """Describe the files that lie in `directory` as a pack and return it.

    Raises:
        PackDamaged: a file there may not be part of a pack.
    """
    pack = Pack(
        name=name,
        title=title,
        role=role,
        license=spdx,
        license_url=license_url,
        directory=directory,
        files=tuple(_describe_files(directory)),
        settings=settings,
        version=version,
        made_by=made_by,
    )
    write_description(pack)
    return read_pack(directory)


def _describe_files(directory: Path) -> Iterator[PackFile]:
    for path in sorted(directory.rglob("*")):
        if path.is_file() and path.name not in NOTES:
            relative = path.relative_to(directory).as_posix()
            yield PackFile(relative, path.stat().st_size, sha256_of(path))
