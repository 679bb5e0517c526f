"""All packs side by side, here and on offer, as somebody sees them who chooses."""

from dataclasses import dataclass
from typing import Literal

from visret_desktop.errors import PackDamaged
from visret_desktop.packs.manifest import Pack, Role, read_description
from visret_desktop.packs.offers import Offer, find_offer, offers
from visret_desktop.packs.registry import BrokenPack, OfflinePack, installed, is_built_in
from visret_desktop.packs.staging import unfinished
from visret_desktop.paths import Paths

State = Literal["ready", "on offer", "unfinished", "offline", "damaged"]


@dataclass(frozen=True)
class Choice:
    """One pack that can be used, or could be if it were fetched."""

    name: str
    title: str
    role: Role | None
    state: State
    size_bytes: int
    license: str
    reason: str = ""  # why it is damaged or offline
    is_built_in: bool = False
    offer: Offer | None = None
    pack: Pack | None = None


def choices(paths: Paths) -> list[Choice]:
    """Return every pack, by role; of a role those that are here first, then by size."""
    here = {choice.name: choice for choice in map(_installed, installed(paths))}
    for name, size in unfinished(paths.packs):
        here.setdefault(name, _unfinished(name, size))
    offered = [_offered(offer) for offer in offers() if offer.name not in here]
    roles: list[Role | None] = [*Role, None]
    return sorted(
        [*here.values(), *offered],
        key=lambda choice: (
            roles.index(choice.role),
            choice.state == "on offer",
            choice.size_bytes,
        ),
    )


def _installed(found: Pack | BrokenPack) -> Choice:
    offer = find_offer(found.name)
    if isinstance(found, Pack):
        return _described(found, "ready", "", offer)
    state: State = "offline" if isinstance(found, OfflinePack) else "damaged"
    try:
        return _described(read_description(found.directory), state, found.reason, offer)
    except PackDamaged:
        role = offer.role if offer else None
        title = offer.title if offer else found.name
        return Choice(found.name, title, role, state, 0, "", found.reason, offer=offer)


def _described(pack: Pack, state: State, reason: str, offer: Offer | None) -> Choice:
    return Choice(
        pack.name,
        pack.title,
        pack.role,
        state,
        pack.size_bytes,
        pack.license,
        reason,
        is_built_in(pack),
        offer,
        pack,
    )


def _unfinished(name: str, size: int) -> Choice:
    offer = find_offer(name)
    if offer is None:
        return Choice(name, name, None, "unfinished", size, "")
    whole = offer.size_bytes
    return Choice(name, offer.title, offer.role, "unfinished", whole, offer.license, offer=offer)


def _offered(offer: Offer) -> Choice:
    name, title, role = offer.name, offer.title, offer.role
    return Choice(name, title, role, "on offer", offer.size_bytes, offer.license, offer=offer)
