"""What the window does with packs, as work for `PackWork`."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from visret_desktop.errors import PackDamaged
from visret_desktop.file_changes import is_own
from visret_desktop.library.photo_places import photo_places_in
from visret_desktop.packs import getting, registry
from visret_desktop.packs.errors import PackUnknown
from visret_desktop.packs.events import PackProgress, PackReady
from visret_desktop.packs.getting import Events, Wanted
from visret_desktop.packs.hub import Hub
from visret_desktop.packs.offers import Offer, find_offer
from visret_desktop.packs.own import is_address, own_offer
from visret_desktop.packs.sources import PackSource, for_role, sources_in
from visret_desktop.packs.staging import check_space
from visret_desktop.paths import Paths
from visret_desktop.roles import Role
from visret_desktop.settings import Settings

IsStopped = Callable[[], bool]
_REPOSITORY = re.compile(r"[\w.-]+/[\w.-]+")


def get(
    paths: Paths,
    settings: Settings,
    wanted: Sequence[Wanted],
    is_stopped: IsStopped,
    *,
    as_links: bool = True,
) -> Events:
    """Bring packs here one after the other; `as_links` leaves sources where they are."""
    paths.packs.mkdir(parents=True, exist_ok=True)
    offers = [each for each in wanted if isinstance(each, Offer)]
    if len(offers) > 1:
        check_space(paths.packs, sum(offer.size_bytes for offer in offers))

    def open_hub() -> Hub:
        return Hub(settings.hub_endpoint, settings.hub_proxy)

    for each in wanted:
        registry.check_name(paths, each.name)
    for each in wanted:
        root = registry.root_of(paths, each.name)
        is_ours = is_own(root)
        photos = () if is_ours else photo_places_in(paths.catalog, settings.folder_seconds)
        yield from getting.get(paths, root, each, open_hub, is_stopped, photos, as_links=as_links)


def recognize(
    text: str, settings: Settings, is_stopped: IsStopped, role: Role | None = None
) -> list[Offer | PackSource]:
    """Return what a person means by an address, a name on offer, a file or a folder.

    `role` says what for, where a model can be for several things.

    Raises:
        VisretError: it is nothing that can be used, or the hub does not answer.
        Cancelled: `is_stopped` returned True.
    """
    path = Path(text).expanduser()
    if path.is_absolute() and not is_address(text):
        return [for_role(each, role or each.role) for each in sources_in(path)]
    if offer := find_offer(text):
        return [offer]
    address = text if is_address(text) or not _REPOSITORY.fullmatch(text) else f"hf:{text}"
    if not is_address(address):
        raise PackUnknown(name=text)
    hub = Hub(settings.hub_endpoint, settings.hub_proxy)
    try:
        return [own_offer(address, hub, is_stopped, role=role)]
    finally:
        hub.close()


def check(paths: Paths, name: str, is_stopped: IsStopped) -> Events:
    """Read every byte of a pack; one with altered files is not used any more.

    Raises:
        PackDamaged: something is altered.
    """
    yield PackProgress(name, "check", 0, 0)
    if altered := registry.check_bytes(paths, name):
        raise PackDamaged(name=name, reason=f"altered: {', '.join(altered)}")
    yield PackReady(registry.find(paths, name))
