"""Describe one model pack: role, license, files with hashes, settings. Data, never code."""

import hashlib
import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import Any

from visret_desktop.errors import PackDamaged

FILE_NAME = "manifest.json"
_ALLOWED_SUFFIXES = frozenset((".safetensors", ".gguf", ".json", ".txt", ".onnx", ".md"))


class Role(StrEnum):
    """What a pack's model is for."""

    ENCODER = "encoder"
    REWRITER = "rewriter"
    VISUALIZER = "visualizer"


@dataclass(frozen=True)
class PackFile:
    """One file of a pack; `path` is '/'-separated, below the pack's directory."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Pack:
    """An installed pack."""

    name: str
    title: str
    role: Role
    license: str
    license_url: str
    directory: Path
    files: tuple[PackFile, ...]
    settings: dict[str, Any]

    @property
    def size_bytes(self) -> int:
        """Bytes of all files."""
        return sum(file.size for file in self.files)

    @property
    def digest(self) -> str:
        """Eight hex digits that change with any byte of the pack."""
        lines = "\n".join(f"{file.path} {file.sha256}" for file in self.files)
        return hashlib.sha256(lines.encode()).hexdigest()[:8]


def read_pack(directory: Path) -> Pack:
    """Read and check the pack in `directory`: paths and sizes, not hashes.

    Raises:
        PackDamaged: the manifest or a file is not as it should be.
    """
    name = directory.name
    try:
        stored = json.loads((directory / FILE_NAME).read_text(encoding="utf-8"))
        name = str(stored.get("name", name))
        pack = _build(stored, directory)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        reason = f"its {FILE_NAME} cannot be read ({error})"
        raise PackDamaged(name=name, reason=reason) from error
    for file in pack.files:
        _check_path(pack.name, file.path)
        _check_size(pack, file)
    return pack


def _build(stored: dict[str, Any], directory: Path) -> Pack:
    return Pack(
        name=stored["name"],
        title=stored["title"],
        role=Role(stored["role"]),
        license=stored["license"],
        license_url=stored.get("license_url", ""),
        directory=directory,
        files=tuple(PackFile(f["path"], int(f["size"]), f["sha256"]) for f in stored["files"]),
        settings=dict(stored.get("settings", {})),
    )


def _check_path(name: str, path: str) -> None:
    parts = PurePosixPath(path)
    if parts.is_absolute() or ".." in parts.parts or "\\" in path or ":" in path:
        raise PackDamaged(name=name, reason=f"the path {path!r} leaves the pack's folder")
    if parts.suffix.lower() not in _ALLOWED_SUFFIXES:
        reason = f"{path} is of a kind that is never loaded (weights: .safetensors, .gguf, .onnx)"
        raise PackDamaged(name=name, reason=reason)


def _check_size(pack: Pack, file: PackFile) -> None:
    try:
        size = (pack.directory / file.path).stat().st_size
    except OSError as error:
        raise PackDamaged(name=pack.name, reason=f"{file.path} is missing") from error
    if size != file.size:
        reason = f"{file.path} has {size} bytes instead of {file.size}"
        raise PackDamaged(name=pack.name, reason=reason)


def verify(pack: Pack) -> list[str]:
    """Hash every file and return the paths of those that are not as the manifest says."""
    return [file.path for file in pack.files if _sha256(pack.directory / file.path) != file.sha256]


def write_manifest(
    directory: Path, *, name: str, title: str, role: Role, spdx: str, settings: dict[str, Any]
) -> Pack:
    """Describe the files that lie in `directory` as a pack and return it."""
    paths = sorted(
        path.relative_to(directory).as_posix()
        for path in directory.rglob("*")
        if path.is_file() and path.name != FILE_NAME
    )
    files = [
        {"path": p, "size": (directory / p).stat().st_size, "sha256": _sha256(directory / p)}
        for p in paths
    ]
    described: dict[str, Any] = {"name": name, "title": title, "role": role, "license": spdx}
    described |= {"settings": settings, "files": files}
    (directory / FILE_NAME).write_text(json.dumps(described, indent=2) + "\n", encoding="utf-8")
    return read_pack(directory)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
