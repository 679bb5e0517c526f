"""The packs on offer and the ready-made sets of them: data files in `resources/packs/`."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from visret_desktop import file_changes, typed_values
from visret_desktop.packs.manifest import Origin, Pack
from visret_desktop.paths import Paths, bundled
from visret_desktop.roles import ROLES, Role, role_named


@dataclass(frozen=True)
class WantedFile:
    """A file of a repository that belongs into a pack, or with `*` in its path several."""

    path: str
    repo: str = ""  # '': the offer's own
    revision: str = "main"
    save_as: str = ""  # path in the pack; '': as in the repository
    is_optional: bool = False
    sha256: str = ""  # '': what the hub says, kept from then on


@dataclass(frozen=True)
class Offer:
    """A model that can be fetched and become a pack."""

    name: str
    title: str
    role: Role
    repo: str
    files: tuple[WantedFile, ...]
    revision: str = "main"  # the commit that it stands for is kept at the first installation
    summary: str = ""
    license: str = "unknown"  # SPDX expression
    license_url: str = ""
    must_accept: bool = False  # the license asks for consent
    is_research_only: bool = False  # never part of a set
    is_gated: bool = False  # the hub asks for an account
    made_by: str = ""
    languages: str = ""
    size_bytes: int = 0  # about; the exact size is known once the hub was asked
    flops: int = 0  # operations of a photo or a sketch, as `training.studies.model_work` counts
    settings: dict[str, Any] = field(default_factory=dict)
    memory: dict[str, dict[str, int]] = field(default_factory=dict)  # device, dtype: bytes, about
    libraries: dict[str, dict[str, str]] = field(default_factory=dict)  # their names for it


@dataclass(frozen=True)
class OfferSet:
    """Packs that go well together, one per role."""

    name: str
    title: str
    summary: str
    needs: str
    packs: tuple[str, ...]


@cache
def offers() -> tuple[Offer, ...]:
    """Return all offers, by role and then by size."""
    read = [read_offer(_load(path)) for path in sorted(bundled("packs").glob("*.json"))]
    roles = list(ROLES.values())
    return tuple(sorted(read, key=lambda offer: (roles.index(offer.role), offer.size_bytes)))


@cache
def offer_sets() -> tuple[OfferSet, ...]:
    """Return the ready-made sets, the smallest first."""
    read = [_read_set(_load(path)) for path in bundled("packs", "sets").glob("*.json")]
    return tuple(sorted(read, key=size_of_set))


_BUILT_IN = ("starter", "everyday", "smollm2")  # what their names begin with


def reads_only_english(name: str) -> bool:
    """Return whether a pack of this name is known to read English only, as the built-in ones do."""
    offer = find_offer(name)
    is_built_in = name.startswith(_BUILT_IN)
    return is_built_in or (offer is not None and offer.languages == "English")


def find_offer(name: str) -> Offer | None:
    """Return the offer of that name, if there is one."""
    return next((offer for offer in offers() if offer.name == name), None)


def is_of(offer: Offer, role: Role, origins: Iterable[Origin | None]) -> bool:
    """Tell whether files are from where an offer has its own, as far as they say themselves."""
    repos = {offer.repo, *(file.repo for file in offer.files)} - {""}
    return role is offer.role and all(origin and origin.repo in repos for origin in origins)


def offer_of(pack: Pack) -> Offer | None:
    """Return the offer that a pack was fetched as, if it was."""
    offer = find_offer(pack.name)
    is_it = offer is not None and is_of(offer, pack.role, (file.origin for file in pack.files))
    return offer if is_it else None


def find_set(name: str) -> OfferSet | None:
    """Return the set of that name, if there is one."""
    return next((group for group in offer_sets() if group.name == name), None)


def size_of_set(group: OfferSet) -> int:
    """Return about how many bytes a set takes."""
    return sum(offer.size_bytes for offer in offers() if offer.name in group.packs)


def read_offer(stored: dict[str, Any]) -> Offer:
    """Build an offer from the content of its file.

    Raises:
        KeyError, ValueError: the file lacks something, or says it in another form.
    """
    named = {"is_research_only": stored["research_only"], "is_gated": stored["gated"]}
    files = [_described(file) for file in stored["files"]]
    known = {"role": role_named(stored["role"]), "files": files}
    return typed_values.convert({**stored, **stored["source"], **named, **known}, Offer)


def _described(file: str | dict[str, Any]) -> dict[str, Any]:
    if isinstance(file, str):
        return {"path": file}
    return {**file, "is_optional": file.get("optional", False)}


def _read_set(stored: dict[str, Any]) -> OfferSet:
    return OfferSet(**{**stored, "packs": tuple(stored["packs"])})


def _load(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def accepted_licenses(paths: Paths) -> frozenset[str]:
    """Return the addresses of the licenses that were accepted."""
    try:
        stored = json.loads(paths.accepted_licenses.read_text(encoding="utf-8"))
        return frozenset(str(url) for url in stored)
    except (OSError, ValueError, TypeError):
        return frozenset()


def accept_licenses(paths: Paths, offers: Iterable[Offer]) -> None:
    """Note that the licenses of `offers` were accepted."""
    before = accepted_licenses(paths)
    now = before | {offer.license_url for offer in offers if offer.must_accept}
    if now != before:
        paths.accepted_licenses.parent.mkdir(parents=True, exist_ok=True)
        file_changes.write(paths.accepted_licenses, json.dumps(sorted(now)).encode())


def unaccepted(paths: Paths, offers: Iterable[Offer]) -> list[Offer]:
    """Return those of `offers` whose license asks for consent that was not given yet."""
    known = accepted_licenses(paths)
    return [offer for offer in offers if offer.must_accept and offer.license_url not in known]
