"""Describe one model pack: role, license, files with hashes, settings. Data, never code."""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import Any

from visret_desktop.errors import PackDamaged

FILE_NAME = "manifest.json"
_ALLOWED_SUFFIXES = frozenset((".safetensors", ".gguf", ".json", ".txt", ".onnx", ".md"))
# These run code when they are loaded, and libraries pick them up by name, listed or not.
_PICKLED_SUFFIXES = frozenset((".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle", ".npy", ".npz"))
_DOCUMENT_SUFFIX = ".md"  # a corrected model card must not make anyone embed all photos again
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_SHA256 = re.compile(r"[0-9a-f]{64}")


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
    license: str  # SPDX expression
    license_url: str
    directory: Path
    files: tuple[PackFile, ...]
    settings: dict[str, Any]
    version: str = "1"
    made_by: str = ""

    @property
    def size_bytes(self) -> int:
        """Bytes of all files."""
        return sum(file.size for file in self.files)

    @property
    def digest(self) -> str:
        """Eight hex digits that change with any byte of the files that the model is made of."""
        made_of = (file for file in self.files if not file.path.endswith(_DOCUMENT_SUFFIX))
        lines = "\n".join(f"{file.path} {file.sha256}" for file in made_of)
        return hashlib.sha256(lines.encode()).hexdigest()[:8]


def read_pack(directory: Path) -> Pack:
    """Read and check the pack in `directory`: names, paths and sizes, not hashes.

    Raises:
        PackDamaged: the manifest or a file is not as it should be.
    """
    name = directory.name
    try:
        stored = json.loads((directory / FILE_NAME).read_text(encoding="utf-8"))
        name = str(stored.get("name", name))
        pack = _build(stored, directory)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        reason = f"its {FILE_NAME} cannot be read ({type(error).__name__}: {error})"
        raise PackDamaged(name=name, reason=reason) from error
    for reason in _faults(pack):
        raise PackDamaged(name=name, reason=reason)
    return pack


def _build(stored: dict[str, Any], directory: Path) -> Pack:
    return Pack(
        name=_matching(_NAME, stored["name"]),
        title=str(stored["title"]),
        role=Role(stored["role"]),
        license=str(stored["license"]),
        license_url=str(stored.get("license_url", "")),
        directory=directory,
        files=tuple(
            PackFile(str(file["path"]), int(file["size"]), _matching(_SHA256, file["sha256"]))
            for file in stored["files"]
        ),
        settings=dict(stored.get("settings", {})),
        version=str(stored.get("version", "1")),
        made_by=str(stored.get("made_by", "")),
    )


def _matching(pattern: re.Pattern[str], text: str) -> str:
    if not pattern.fullmatch(text):
        raise ValueError(f"{text!r} is not of the form {pattern.pattern}")
    return text


def _faults(pack: Pack) -> Iterator[str]:
    """Yield what is wrong, worst first; nothing is opened before its path has been judged."""
    paths = [file.path for file in pack.files]
    if not paths or len(set(paths)) < len(paths):
        yield f"its {FILE_NAME} lists no file, or one file twice"
    for path in paths:
        yield from _path_faults(pack.directory, path)
    for found in sorted(pack.directory.rglob("*")):
        if found.suffix.lower() in _PICKLED_SUFFIXES:
            yield f"{found.name} is of a kind that can run code when it is loaded"
    for file in pack.files:
        yield from _size_faults(pack.directory, file)


def _path_faults(directory: Path, path: str) -> Iterator[str]:
    parts = PurePosixPath(path)
    is_outside = parts.is_absolute() or ".." in parts.parts or "\\" in path or ":" in path
    # A link may lead out although its name does not.
    if is_outside or not (directory / path).resolve().is_relative_to(directory.resolve()):
        yield f"the path {path!r} leaves the pack's folder"
    if parts.suffix.lower() not in _ALLOWED_SUFFIXES:
        yield f"{path} is of a kind that is never loaded (weights: .safetensors, .gguf, .onnx)"


def _size_faults(directory: Path, file: PackFile) -> Iterator[str]:
    try:
        size = (directory / file.path).stat().st_size
    except OSError:
        yield f"{file.path} is missing"
        return
    if size != file.size:
        yield f"{file.path} has {size} bytes instead of {file.size}"


def verify(pack: Pack) -> list[str]:
    """Hash every file and return the paths of those that are not as the manifest says."""
    return [file.path for file in pack.files if not _is_intact(pack.directory, file)]


def _is_intact(directory: Path, file: PackFile) -> bool:
    try:
        return _sha256(directory / file.path) == file.sha256
    except OSError:
        return False


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
    described: dict[str, Any] = {"name": name, "title": title, "role": role, "version": version}
    described |= {"license": spdx, "license_url": license_url, "made_by": made_by}
    described |= {"settings": settings, "files": list(_describe_files(directory))}
    (directory / FILE_NAME).write_text(json.dumps(described, indent=2) + "\n", encoding="utf-8")
    return read_pack(directory)


def _describe_files(directory: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(directory.rglob("*")):
        if path.is_file() and path.name != FILE_NAME:
            relative = path.relative_to(directory).as_posix()
            yield {"path": relative, "size": path.stat().st_size, "sha256": _sha256(path)}


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
