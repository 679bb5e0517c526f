"""Describe one model pack: role, license, files with hashes, settings. Data, never code."""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from visret_desktop import file_changes, names, typed_values
from visret_desktop.errors import PackDamaged
from visret_desktop.packs import strict_json
from visret_desktop.packs.checks.file_rules import can_run_code, path_fault
from visret_desktop.packs.errors import PackOffline
from visret_desktop.packs.packages import PackageFile, place_of
from visret_desktop.roles import Role, role_named
from visret_desktop.sentences import said_by, sentence

FILE_NAME = "manifest.json"
CONSE = "conse"  # the setting of an encoder made of a classifier and a sentence encoder
SOFT_TOKENS = "soft_tokens"  # the setting of one that makes so many tokens of a picture
DAMAGED_NAME = "damaged.json"  # names files whose bytes a full check found altered
_BLOCK = 2**20
_MOST_BYTES = 4 * 2**20  # of a manifest
_DOCUMENT_SUFFIX = ".md"  # a corrected model card must not make anyone embed all photos again
NOTES = frozenset((FILE_NAME, DAMAGED_NAME, file_changes.MARK))  # ours beside a model's files

Size = Annotated[int, Meta(ge=0, le=2**50)]
Sha256 = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]


@dataclass(frozen=True)
class Origin:
    """Where on the hub a file comes from: a repository, a commit of it and a path in it."""

    repo: str
    revision: str
    path: str


@dataclass(frozen=True)
class PackFile:
    """One file of a pack; `path` is '/'-separated, below the pack's directory.

    What an installed Python `package` has lies there instead.
    """

    path: str
    size: Size
    sha256: Sha256
    origin: Origin | None = None
    adopted_from: str = ""  # where the bytes lie, if the file here is only a link to them
    package: PackageFile | None = None


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
    knows: Literal["drawings", "things", "anything"] = "anything"
    bounds: dict[str, float] | None = None  # of an encoder's similarities, by which hits are judged
    # Of an encoder: sets of things of which a photo shows one, each with its wordings, the best
    # first. Hits are judged by which of them a photo is nearest to.
    tells_apart: tuple[tuple[tuple[str, ...], ...], ...] = ()

    @property
    def size_bytes(self) -> int:
        """Bytes of all files."""
        return sum(file.size for file in self.files)

    def place_of(self, path: str) -> Path:
        """Return where the file of that path lies: in the pack's folder, or in a Python package.

        Raises:
            PackDamaged: the package is not installed in the version that the manifest names.
        """
        package = next((file.package for file in self.files if file.path == path), None)
        if package is None:
            return self.directory / path
        try:
            return place_of(package)
        except ValueError as error:
            raise PackDamaged(name=self.name, reason=error) from error

    @property
    def digest(self) -> str:
        """Eight hex digits that change with any byte of the files that the model is made of.

        Those of an encoder change with its settings, too, where its vectors depend on them.
        """
        made_of = (file for file in self.files if not file.path.endswith(_DOCUMENT_SUFFIX))
        lines = "\n".join(f"{file.path} {file.sha256}" for file in made_of)
        is_by_settings = self.computed_by == "llama" or {CONSE, SOFT_TOKENS} & self.settings.keys()
        if self.role is Role.ENCODER and is_by_settings:
            lines += json.dumps(self.settings, sort_keys=True)
        return hashlib.sha256(lines.encode()).hexdigest()[:8]

    @property
    def computed_by(self) -> str:
        """What computes it: llama.cpp whatever is in its format, also an encoder."""
        is_gguf = any(file.path.lower().endswith(".gguf") for file in self.files)
        return "llama" if is_gguf else self.role.computed_by

    @property
    def sees(self) -> bool:
        """Whether it is a language model that looks at pictures."""
        return self.role.sees or (self.role is Role.ENCODER and self.computed_by == "llama")


def read_pack(directory: Path) -> Pack:
    """Read and check the pack in `directory`: names, paths and sizes, not hashes.

    Raises:
        PackDamaged: the manifest or a file is not as it should be.
        PackOffline: its files lie elsewhere, on a drive that is offline.
    """
    pack = read_description(directory)
    for reason in _faults(pack):
        raise PackDamaged(name=pack.name, reason=reason)
    return pack


def read_description(directory: Path) -> Pack:
    """Read the manifest in `directory` without looking at the files that it names.

    Raises:
        PackDamaged: it is missing or makes no sense.
    """
    name = directory.name
    try:
        stored = strict_json.read(directory / FILE_NAME, _MOST_BYTES)
        name = name if names.fault(stored["name"]) else stored["name"]
        return _build(stored, directory)
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        reason = sentence(
            "its {file_name} cannot be read ({name}: {error})",
            file_name=FILE_NAME,
            name=type(error).__name__,
            error=error,
        )
        raise PackDamaged(name=name, reason=reason) from error


def _build(stored: dict[str, Any], directory: Path) -> Pack:
    if fault := names.fault(stored["name"]):
        raise ValueError(fault)
    optional = {"license_url": "", "settings": {}}
    known = {"role": role_named(stored["role"]), "directory": directory}
    return typed_values.convert({**optional, **stored, **known}, Pack)


def _faults(pack: Pack) -> Iterator[str]:
    """Yield what is wrong, worst first; nothing is opened before its path was checked."""
    paths = [file.path for file in pack.files]
    if not paths or len({path.casefold() for path in paths}) < len(paths):
        yield sentence("its {file} lists no file, or one file twice", file=FILE_NAME)
    for file in pack.files:
        yield from _path_faults(pack.directory, file)
        yield from _package_faults(file)
    for found in sorted(pack.directory.rglob("*")):
        if can_run_code(found.name):
            yield sentence(
                "{name} is of a kind that can run code when it is loaded", name=found.name
            )
    for file in pack.files:
        yield from _size_faults(pack, file)
    if marked := marked_as_damaged(pack.directory):
        yield sentence("{files}: other bytes than the manifest says", files=", ".join(marked))


def _package_faults(file: PackFile) -> Iterator[str]:
    try:
        if file.package:
            place_of(file.package)
    except ValueError as error:
        yield said_by(error) or str(error)


def _path_faults(directory: Path, file: PackFile) -> Iterator[str]:
    if fault := path_fault(file.path, is_in_package=file.package is not None):
        yield fault
        return
    # A link may lead out although its name does not; only one that was made on purpose may.
    # `realpath`, because `resolve` refuses links that lead in a circle.
    real = Path(os.path.realpath(directory / file.path))
    is_adopted = file.adopted_from and real == Path(file.adopted_from)
    if not is_adopted and not real.is_relative_to(os.path.realpath(directory)):
        yield sentence("the path {path} leaves the pack's folder", path=repr(file.path))


def _size_faults(pack: Pack, file: PackFile) -> Iterator[str]:
    try:
        size = pack.place_of(file.path).stat().st_size
    except OSError as error:
        elsewhere = Path(file.adopted_from).parent
        if file.adopted_from and not elsewhere.is_dir():
            raise PackOffline(name=pack.name, folder=elsewhere) from error
        is_gone = isinstance(error, FileNotFoundError)
        if is_gone:
            yield sentence("{path} is missing", path=file.path)
        else:
            yield sentence("{path} cannot be read ({error})", path=file.path, error=error.strerror)
        return
    if size != file.size:
        yield sentence(
            "{path} has {size} bytes instead of {wanted}",
            path=file.path,
            size=size,
            wanted=file.size,
        )


# ---- checking every byte --------------------------------------------------------------------


def verify(pack: Pack, on_bytes: Callable[[int], None] = lambda _: None) -> list[str]:
    """Hash every file and return the paths of those that are not as the manifest says.

    `on_bytes` is called with the number of bytes read since its last call.
    """
    return [file.path for file in pack.files if not is_intact(pack, file, on_bytes)]


def is_intact(pack: Pack, file: PackFile, on_bytes: Callable[[int], None] = lambda _: None) -> bool:
    """Whether the bytes of a pack's file are those that the manifest describes."""
    try:
        path = pack.place_of(file.path)
        return path.stat().st_size == file.size and sha256_of(path, on_bytes) == file.sha256
    except (OSError, PackDamaged):
        return False


def check_packages(pack: Pack) -> None:
    """Read what Python packages have of a pack: nobody compared it when the pack was made.

    Raises:
        PackDamaged: other bytes than the manifest says.
    """
    for file in pack.files:
        if file.package and not is_intact(pack, file):
            reason = sentence(
                "the Python package {name} has other bytes in {path}",
                name=file.package.name,
                path=file.path,
            )
            raise PackDamaged(name=pack.name, reason=reason)


def sha256_of(path: Path, on_bytes: Callable[[int], None] = lambda _: None) -> str:
    """Return the hash of a file's bytes, as hex digits."""
    digest = hashlib.sha256()
    with path.open("rb", buffering=0) as file:
        while block := file.read(_BLOCK):
            digest.update(block)
            on_bytes(len(block))
    return digest.hexdigest()


def mark_damaged(directory: Path, paths: list[str]) -> None:
    """Note which files are altered, so that the pack is not used; no files: remove the note."""
    note = directory / DAMAGED_NAME
    if not paths and not note.exists():
        return
    if not file_changes.is_own(directory):  # from before packs were marked
        file_changes.claim(directory, signs=(FILE_NAME,))
    if paths:
        file_changes.write(note, json.dumps(paths).encode())
    else:
        file_changes.remove(note)


def marked_as_damaged(directory: Path) -> list[str]:
    """Return the files that a full check found altered."""
    try:
        stored = strict_json.read(directory / DAMAGED_NAME, _MOST_BYTES)
        return [str(path) for path in stored]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TypeError):
        return [DAMAGED_NAME]


# ---- writing --------------------------------------------------------------------------------


def write_description(pack: Pack, *, is_private: bool = True) -> None:
    """Write the manifest of a pack whose files lie in its directory; the last step of making it."""
    described: dict[str, Any] = {"name": pack.name, "title": pack.title, "role": pack.role.name}
    described |= {"version": pack.version, "license": pack.license}
    described |= {"license_url": pack.license_url, "made_by": pack.made_by}
    described |= {"knows": pack.knows} if pack.knows != "anything" else {}
    described |= {"bounds": pack.bounds} if pack.bounds else {}
    described |= {"tells_apart": pack.tells_apart} if pack.tells_apart else {}
    described |= {"settings": pack.settings, "files": list(_file_bodies(pack.files))}
    text = json.dumps(described, indent=2) + "\n"
    file_changes.write(pack.directory / FILE_NAME, text.encode(), is_private=is_private)


def _file_bodies(files: Iterable[PackFile]) -> Iterator[dict[str, Any]]:
    for file in files:
        body: dict[str, Any] = {"path": file.path, "size": file.size, "sha256": file.sha256}
        if file.origin:
            body["origin"] = vars(file.origin)
        if file.adopted_from:
            body["adopted_from"] = file.adopted_from
        if file.package:
            body["package"] = vars(file.package)
        yield body
