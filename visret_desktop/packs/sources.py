"""Models on this computer or on a stick, before they become packs."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from visret_desktop.errors import FolderMissing, PackDamaged
from visret_desktop.packs.checks import descriptions, gguf_files
from visret_desktop.packs.checks.file_rules import can_run_code, is_archive, path_fault
from visret_desktop.packs.custom_models import UNKNOWN_LICENSE, free_name, layout_of
from visret_desktop.packs.errors import PackRefused
from visret_desktop.packs.manifest import FILE_NAME, Origin, Pack, PackFile, read_description
from visret_desktop.paths import absolute
from visret_desktop.roles import Role
from visret_desktop.sentences import sentence


@dataclass(frozen=True)
class PackSource:
    """Files on disk that can become a pack."""

    name: str
    title: str
    role: Role
    files: dict[str, Path]  # path in the pack: where it lies
    settings: dict[str, Any] = field(default_factory=dict)
    license: str = UNKNOWN_LICENSE
    license_url: str = ""
    made_by: str = ""
    version: str = "1"
    known: dict[str, PackFile] = field(default_factory=dict)  # what a manifest says of them
    origins: dict[str, Origin] = field(default_factory=dict)  # where on a hub they came from
    directory: Path | None = None  # that all of them lie in

    def origin_of(self, path: str) -> Origin | None:
        """Return where on a hub a file came from, as far as is said."""
        known = self.known.get(path)
        return known.origin if known else self.origins.get(path)

    @property
    def size_bytes(self) -> int:
        """Bytes of all files that are there."""
        return sum(path.stat().st_size for path in self.files.values() if path.exists())


def sources_in(path: Path) -> Iterator[PackSource]:
    """Yield what `path` offers: a pack, a folder of exported packs, a model folder, a model file.

    Raises:
        FolderMissing: there is nothing.
        PackRefused: it is nothing that may be used; the reason says why.
        PackDamaged: a manifest there makes no sense.
    """
    path = absolute(path)
    if not path.exists():
        raise FolderMissing(path=path)
    if path.is_file():
        yield _from_file(path)
    elif (path / FILE_NAME).is_file():
        yield _from_pack(path)
    elif packs := sorted(description.parent for description in path.glob(f"*/{FILE_NAME}")):
        yield from map(_from_pack, packs)
    else:
        yield from_folder(path)


def for_role(source: PackSource, role: Role) -> PackSource:
    """Return a source as one for another role than its own, with the files which that needs.

    Only GGUF files serve several roles.

    Raises:
        PackRefused: it cannot be used for that.
    """
    names = gguf_files.files_for(role, source.role, source.files, source.name)
    files = {path: place for path, place in source.files.items() if path in names}
    return replace(source, role=role, files=files)


def _from_pack(directory: Path) -> PackSource:
    pack = read_description(directory)
    for file in pack.files:
        if fault := path_fault(file.path):
            raise PackRefused(name=pack.name, reason=fault)
        if file.package is None and leads_out(directory / file.path, directory):
            raise PackRefused(
                name=pack.name, reason=sentence("{path} leads out of its folder", path=file.path)
            )
        if not pack.place_of(file.path).is_file():
            raise PackDamaged(
                name=pack.name,
                reason=sentence(
                    "{path} is missing in {directory}", path=file.path, directory=directory
                ),
            )
    return source_of(pack)


def source_of(pack: Pack) -> PackSource:
    """Return a pack as files to copy, which are to be what its manifest says."""
    return PackSource(
        name=pack.name,
        title=pack.title,
        role=pack.role,
        files={file.path: pack.place_of(file.path) for file in pack.files},
        settings=pack.settings,
        license=pack.license,
        license_url=pack.license_url,
        made_by=pack.made_by,
        version=pack.version,
        known={file.path: file for file in pack.files},
        directory=pack.directory,
    )


def leads_out(path: Path, directory: Path) -> bool:
    """Whether a file in a model's folder is a link to something outside the model.

    In the cache of huggingface_hub the files of all commits of a repository lie beside each other,
    and what looks like a commit's folder has links to them.
    """
    whole = Path(os.path.realpath(directory))
    if whole.parent.name == "snapshots" and whole.parents[1].name.startswith("models--"):
        whole = whole.parents[1]
    return not Path(os.path.realpath(path)).is_relative_to(whole)


def from_folder(directory: Path, title: str = "", name: str = "") -> PackSource:
    """Return what a folder in the layout of open_clip, diffusers or a GGUF collection is.

    Raises:
        PackRefused: nothing that can be used, or it has links to what lies elsewhere.
    """
    files = (path for path in sorted(directory.rglob("*")) if path.is_file())
    paths = {path.relative_to(directory).as_posix(): path for path in files}

    def checked(path: str) -> Path:
        if leads_out(paths[path], directory):
            reason = sentence(
                "{path} is a link that leads out of it; put the file itself there", path=path
            )
            raise PackRefused(name=str(directory), reason=reason)
        return paths[path]

    layout = layout_of(str(directory), paths, lambda path: descriptions.read(checked(path)))
    title = title or directory.name
    return PackSource(
        name=name or free_name(title.rpartition("/")[2]),
        title=title,
        role=layout.role,
        files={path: checked(path) for path in layout.files},
        settings=layout.settings,
        directory=directory,
    )


def _from_file(path: Path) -> PackSource:
    if is_archive(path.name):
        reason = sentence("an archive can hold anything; unpack it and import the folder")
        raise PackRefused(name=path.name, reason=reason)
    if can_run_code(path.name):
        reason = sentence(
            "files of this kind can run code when they are loaded; look for .safetensors"
        )
        raise PackRefused(name=path.name, reason=reason)
    beside = {other.name: other for other in path.parent.iterdir() if other.is_file()}
    layout = layout_of(str(path), beside, lambda name: descriptions.read(beside[name]), path.name)
    files = {name: beside[name] for name in layout.files}
    for name in files:
        if name != path.name and leads_out(beside[name], path.parent):
            reason = sentence(
                "{name} beside it is a link that leads elsewhere; put the file itself there",
                name=name,
            )
            raise PackRefused(name=path.name, reason=reason)
    title = Path(layout.files[0]).stem if gguf_files.is_eye(path.name) else path.stem
    return PackSource(free_name(title), title, layout.role, files, layout.settings)
