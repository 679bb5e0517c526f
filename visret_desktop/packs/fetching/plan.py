"""Decide which files make a pack, each pinned to a commit, before the first byte is fetched."""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import PurePosixPath
from typing import Any

from visret_desktop import typed_values
from visret_desktop.packs.checks.file_rules import path_fault
from visret_desktop.packs.checks.layouts import matching
from visret_desktop.packs.errors import PackRefused, RepositoryMissing
from visret_desktop.packs.fetching.hub import Hub, RemoteFile
from visret_desktop.packs.manifest import Origin, Pack
from visret_desktop.packs.offers import Offer, WantedFile
from visret_desktop.roles import role_named
from visret_desktop.sentences import sentence

_MOST_NAME = 240  # bytes; most disks take 255, and endings are put behind it


@dataclass(frozen=True)
class PlannedFile:
    """A file of the pack to be, and where it comes from."""

    path: str
    remote: RemoteFile

    @property
    def origin(self) -> Origin:
        """What the manifest keeps of where it came from."""
        return Origin(self.remote.repo, self.remote.commit, self.remote.path)


@dataclass(frozen=True)
class PackPlan:
    """Everything that a pack will consist of; `key` says what it was made for."""

    key: str
    files: tuple[PlannedFile, ...]

    @property
    def size_bytes(self) -> int:
        """Bytes of all files."""
        return sum(file.remote.size for file in self.files)


def make_plan(offer: Offer, hub: Hub, is_stopped: Callable[[], bool]) -> PackPlan:
    """Ask the hub what `offer` consists of now.

    Raises:
        PackRefused: it contains what is never loaded.
        RepositoryMissing: the repository has changed and lacks a file.
        VisretError: the hub cannot be reached, or refuses.
        Cancelled: `is_stopped` returned True.
    """
    trees: dict[tuple[str, str], tuple[RemoteFile, ...]] = {}
    files: list[PlannedFile] = []
    for wanted in offer.files:
        source = (wanted.repo, wanted.revision) if wanted.repo else (offer.repo, offer.revision)
        if source not in trees:
            commit = hub.look_up(*source, is_stopped).commit
            trees[source] = hub.files_of(source[0], commit, is_stopped)
        found = list(_choose(wanted, trees[source]))
        if not found and not wanted.is_optional:
            raise RepositoryMissing(endpoint=hub.endpoint, what=f"{wanted.path} in {source[0]}")
        files += found
    _check(offer.name, files)
    return PackPlan(key_of(offer), tuple(files))


def _choose(wanted: WantedFile, tree: tuple[RemoteFile, ...]) -> Iterator[PlannedFile]:
    by_path = {file.path: file for file in tree}
    for path in matching(wanted.path, by_path):
        remote = by_path[path]
        if wanted.sha256 and remote.sha256 and wanted.sha256 != remote.sha256:
            reason = sentence(
                "{path} was replaced by its owner; this version of the program knows another",
                path=path,
            )
            raise PackRefused(name=remote.repo, reason=reason)
        yield PlannedFile(wanted.save_as or path, remote)


def _check(name: str, files: list[PlannedFile]) -> None:
    for file in files:
        if fault := path_fault(file.path):
            raise PackRefused(name=name, reason=fault)
        if any(len(part.encode()) > _MOST_NAME for part in file.path.split("/")):
            raise PackRefused(
                name=name, reason=sentence("the name {path}… is too long", path=file.path[:40])
            )
    taken = [PurePosixPath(file.path.casefold()) for file in files]
    folders = {folder for path in taken for folder in path.parents}
    if len(set(taken)) < len(taken) or not folders.isdisjoint(taken):
        raise PackRefused(name=name, reason=sentence("two of its files have the same name"))


def key_of(offer: Offer) -> str:
    """Return a text that changes with what is to be fetched, and with nothing else."""
    wanted = [offer.repo, offer.revision, [asdict(file) for file in offer.files]]
    return hashlib.sha256(json.dumps(wanted).encode()).hexdigest()


def plan_of_pack(pack: Pack, key: str) -> PackPlan | None:
    """Return the plan that an installed pack came from, None if it did not come from a hub."""
    files = []
    for file in pack.files:
        if file.origin is None or path_fault(file.path):
            return None
        came = (file.origin.repo, file.origin.revision, file.origin.path)
        files.append(PlannedFile(file.path, RemoteFile(*came, file.size, file.sha256)))
    return PackPlan(key, tuple(files))


def plan_body(plan: PackPlan, offer: Offer) -> dict[str, Any]:
    """Return a plan as JSON keeps it, with the offer that it was made for."""
    return {**asdict(plan), "offer": {**asdict(offer), "role": offer.role.name}}


def planned_offer(stored: Any) -> Offer | None:
    """Return the offer in what `plan_body` returned, so that a name is enough to go on with it."""
    try:
        offer = stored["offer"]
        return typed_values.convert({**offer, "role": role_named(offer["role"])}, Offer)
    except (ValueError, LookupError, TypeError):
        return None


def read_plan(stored: Any, key: str) -> PackPlan | None:
    """Return the plan in what `plan_body` returned, None if it was made for something else."""
    try:
        plan = typed_values.convert(stored, PackPlan)
        _check("", list(plan.files))
    except (ValueError, PackRefused):
        return None
    return plan if plan.key == key else None
