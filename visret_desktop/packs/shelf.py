"""All packs side by side, here and on offer, as somebody sees them who chooses."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from visret_desktop.errors import PackDamaged
from visret_desktop.packs.elsewhere import Found
from visret_desktop.packs.manifest import Pack, Role, read_description
from visret_desktop.packs.offers import Offer, find_offer, offers
from visret_desktop.packs.plan import planned_offer
from visret_desktop.packs.registry import BrokenPack, OfflinePack, begun, installed, is_built_in
from visret_desktop.packs.staging import Staging
from visret_desktop.paths import Paths

State = Literal["ready", "on offer", "elsewhere", "unfinished", "offline", "damaged"]


@dataclass(frozen=True)
class Choice:
    """One pack that can be used, or could be if it were fetched."""

    name: str
    title: str
    role: Role | None
    state: State
    size_bytes: int
    license: str
    reason: str = ""  # why it is damaged or offline; which program has it
    is_built_in: bool = False
    gathered_bytes: int = 0  # of an unfinished one
    offer: Offer | None = None
    pack: Pack | None = None
    found: Found | None = None  # in another program, from where it can be used


def choices(paths: Paths) -> list[Choice]:
    """Return every pack, by role; of a role those that are here first, then by size."""
    here = {choice.name: choice for choice in map(choice_of, installed(paths))}
    for place in begun(paths):
        here.setdefault(place.name, _unfinished(place))
    offered = [_offered(offer) for offer in offers() if offer.name not in here]
    return _ordered([*here.values(), *offered])


def _ordered(found: Iterable[Choice]) -> list[Choice]:
    roles: list[Role | None] = [*Role, None]
    return sorted(
        found,
        key=lambda choice: (
            roles.index(choice.role),
            ("on offer", "elsewhere").count(choice.state),
            choice.state == "on offer",
            choice.size_bytes,
        ),
    )


def with_found(known: Sequence[Choice], found: Iterable[Found]) -> list[Choice]:
    """Return `known` with the models of other programs that are not used from there already."""
    here = {choice.name: choice for choice in known}
    adopted = {
        file.adopted_from for choice in known if choice.pack for file in choice.pack.files
    } - {""}
    for each in found:
        old = here.get(each.source.name)
        is_used = any(str(path.resolve()) in adopted for path in each.source.files.values())
        if not is_used and (old is None or old.state == "on offer"):
            here[each.source.name] = _found(each, old.offer if old else None)
    return _ordered(here.values())


def _found(each: Found, offer: Offer | None) -> Choice:
    source = each.source
    state: State = "elsewhere"
    known = (source.role, state, source.size_bytes, source.license, each.program)
    return Choice(source.name, source.title, *known, offer=offer, found=each)


def choice_of(found: Pack | BrokenPack) -> Choice:
    """Return a pack that is, or should be, here as one to choose."""
    offer = find_offer(found.name)
    if isinstance(found, Pack):
        return _described(found, "ready", "", offer)
    state: State = "offline" if isinstance(found, OfflinePack) else "damaged"
    if isinstance(found, OfflinePack) and found.role:
        title = offer.title if offer else found.name
        known = (found.role, state, found.size_bytes, found.license)
        return Choice(found.name, title, *known, found.reason, offer=offer)
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
        is_built_in=is_built_in(pack),
        offer=offer,
        pack=pack,
    )


def _unfinished(place: Staging) -> Choice:
    gathered = place.gathered_bytes
    offer = find_offer(place.name) or planned_offer(place.read_plan())
    if offer is None:
        return Choice(place.name, place.name, None, "unfinished", gathered, "")
    state: State = "unfinished"
    known = (offer.role, state, offer.size_bytes, offer.license)
    return Choice(place.name, offer.title, *known, gathered_bytes=gathered, offer=offer)


def _offered(offer: Offer) -> Choice:
    name, title, role = offer.name, offer.title, offer.role
    return Choice(name, title, role, "on offer", offer.size_bytes, offer.license, offer=offer)
