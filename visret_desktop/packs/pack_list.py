"""All packs, here and on offer, as a person sees them when choosing one."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from visret_desktop.errors import PackDamaged
from visret_desktop.packs.external_models import ExternalModel
from visret_desktop.packs.fetching.plan import planned_offer
from visret_desktop.packs.fetching.staging import Staging
from visret_desktop.packs.manifest import Pack, read_description
from visret_desktop.packs.offers import Offer, find_offer, offer_of, offers
from visret_desktop.packs.registry import BrokenPack, OfflinePack, begun, installed, is_built_in
from visret_desktop.packs.sources import PackSource
from visret_desktop.paths import Paths
from visret_desktop.roles import ROLES, Role, role_named

State = Literal["ready", "on offer", "elsewhere", "unfinished", "offline", "damaged"]


@dataclass(frozen=True)
class PackEntry:
    """One pack that can be used, or could be if it were fetched."""

    name: str
    title: str
    role: Role | None
    state: State
    size_bytes: int
    license: str
    reason: str = ""  # why it is damaged or offline; which program has it
    is_built_in: bool = False
    gathered_bytes: int = 0  # of what was begun and not finished
    offer: Offer | None = None
    pack: Pack | None = None
    model: ExternalModel | None = None  # in another program, from where it can be used

    @property
    def source(self) -> "Offer | PackSource | Pack | None":
        """What would bring it here; None: it is here, or nothing would."""
        if self.state == "ready":
            return None
        if self.state == "elsewhere" and self.model:
            return self.model.source
        came_from_hub = self.pack is not None and all(file.origin for file in self.pack.files)
        return self.offer or (self.pack if came_from_hub else None)

    @property
    def other_role(self) -> Role | None:
        """What a model that is here can be used for beside what it is made for."""
        others = self.role.serves if self.role and self.state == "ready" else ()
        return ROLES[others[0]] if others else None


def choices(paths: Paths) -> list[PackEntry]:
    """Return every pack, by role; of a role those that are here first, then by size."""
    here = {entry.name: entry for entry in map(choice_of, installed(paths))}
    for place in begun(paths):
        known = here.get(place.name)
        here[place.name] = (
            replace(known, gathered_bytes=place.gathered_bytes) if known else _unfinished(place)
        )
    offered = [_offered(offer) for offer in offers() if offer.name not in here]
    return _ordered([*here.values(), *offered])


def _ordered(entries: Iterable[PackEntry]) -> list[PackEntry]:
    roles: list[Role | None] = [*ROLES.values(), None]
    return sorted(
        entries,
        key=lambda entry: (
            roles.index(entry.role),
            ("on offer", "elsewhere").count(entry.state),
            entry.state == "on offer",
            entry.size_bytes,
        ),
    )


def with_found(known: Sequence[PackEntry], models: Iterable[ExternalModel]) -> list[PackEntry]:
    """Return `known` with the models of other programs that are not used from there already."""
    here = {entry.name: entry for entry in known}
    adopted = {file.adopted_from for entry in known if entry.pack for file in entry.pack.files} - {
        ""
    }
    for model in models:
        old = here.get(model.source.name)
        is_used = any(os.path.realpath(path) in adopted for path in model.source.files.values())
        if not is_used and (old is None or old.state == "on offer"):
            here[model.source.name] = _found(model, old.offer if old else None)
    return _ordered(here.values())


def _found(each: ExternalModel, offer: Offer | None) -> PackEntry:
    source = each.source
    state: State = "elsewhere"
    known = (source.role, state, source.size_bytes, source.license, each.program)
    return PackEntry(source.name, source.title, *known, offer=offer, model=each)


def choice_of(entry: Pack | BrokenPack) -> PackEntry:
    """Return a pack that is, or should be, here as one to choose."""
    if isinstance(entry, Pack):
        return _described(entry, "ready", "")
    offer = find_offer(entry.name)
    state: State = "offline" if isinstance(entry, OfflinePack) else "damaged"
    if isinstance(entry, OfflinePack) and entry.role:
        title = offer.title if offer else entry.name
        known = (entry.role, state, entry.size_bytes, entry.license)
        return PackEntry(entry.name, title, *known, entry.reason, offer=offer)
    try:
        return _described(read_description(entry.directory), state, entry.reason)
    except PackDamaged:
        role = offer.role if offer else None
        title = offer.title if offer else entry.name
        return PackEntry(entry.name, title, role, state, 0, "", entry.reason, offer=offer)


def _described(pack: Pack, state: State, reason: str) -> PackEntry:
    """Return a pack as its manifest describes it, which a stranger may have written."""
    offer = offer_of(pack)
    return PackEntry(
        pack.name,
        pack.title if offer else _own_title(pack.name, pack.title),
        pack.role,
        state,
        pack.size_bytes,
        pack.license,
        reason,
        is_built_in=is_built_in(pack),
        offer=offer,
        pack=pack,
    )


def _own_title(name: str, title: str) -> str:
    """Return the title of a pack that is not on offer; it may not have that of an offer."""
    return name if any(title == offer.title for offer in offers()) else title


def _unfinished(place: Staging) -> PackEntry:
    gathered, plan = place.gathered_bytes, place.read_plan()
    state: State = "unfinished"
    if imported := _imported(plan):
        title, role, size, terms = imported
        title = _own_title(place.name, title)
        return PackEntry(place.name, title, role, state, size, terms, gathered_bytes=gathered)
    offer = find_offer(place.name) or planned_offer(plan)
    if offer is None or offer.name != place.name:  # a plan that somebody else wrote
        return PackEntry(place.name, place.name, None, state, gathered, "", gathered_bytes=gathered)
    known = (offer.role, state, offer.size_bytes, offer.license)
    return PackEntry(place.name, offer.title, *known, gathered_bytes=gathered, offer=offer)


def _imported(plan: Any) -> tuple[str, Role, int, str] | None:
    """Return what a plan says of models that were being copied; None: it is no such plan."""
    try:
        origin = plan["import"]
        size, title = int(origin["size_bytes"]), str(origin["title"])
        return title, role_named(origin["role"]), size, str(origin["license"])
    except (LookupError, TypeError, ValueError):
        return None


def _offered(offer: Offer) -> PackEntry:
    name, title, role = offer.name, offer.title, offer.role
    return PackEntry(name, title, role, "on offer", offer.size_bytes, offer.license, offer=offer)
