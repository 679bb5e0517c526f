"""What the window lets be done with packs, as runs for `PackWork`."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from visret_desktop.errors import PackDamaged
from visret_desktop.packs import importing, registry
from visret_desktop.packs.events import PackProgress, PackReady
from visret_desktop.packs.hub import Hub
from visret_desktop.packs.install import install
from visret_desktop.packs.manifest import mark_damaged, read_description, verify
from visret_desktop.packs.offers import Offer
from visret_desktop.packs.sources import sources_in
from visret_desktop.packs.staging import check_space
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

Events = Iterator[PackProgress | PackReady]
IsStopped = Callable[[], bool]


def get(paths: Paths, settings: Settings, offers: Sequence[Offer], is_stopped: IsStopped) -> Events:
    """Fetch offered packs one after the other."""
    paths.packs.mkdir(parents=True, exist_ok=True)
    if len(offers) > 1:
        check_space(paths.packs, sum(offer.size_bytes for offer in offers))
    for offer in offers:
        yield from install(
            paths.packs, offer, lambda: Hub(settings.hub_endpoint, settings.hub_proxy), is_stopped
        )


def take_in(paths: Paths, folder: Path, is_stopped: IsStopped) -> Events:
    """Copy every pack and model that lies in a folder."""
    for source in sources_in(folder):
        yield from importing.take_in(paths.packs, source, is_stopped, as_links=False)


def check(paths: Paths, name: str, _is_stopped: IsStopped) -> Events:
    """Read every byte of a pack; what is altered is noted, and the pack used no more.

    Raises:
        PackDamaged: something is altered.
    """
    known = next(pack for pack in registry.installed(paths) if pack.name == name)
    described = read_description(known.directory)
    yield PackProgress(name, "check", 0, 0)
    altered = verify(described)
    if not registry.is_built_in(known):
        mark_damaged(known.directory, altered)
    if altered:
        raise PackDamaged(name=name, reason=f"altered: {', '.join(altered)}")
    yield PackReady(described)


def free_bytes(paths: Paths) -> int:
    """Return the bytes that are free where packs are kept."""
    return shutil.disk_usage(paths.packs if paths.packs.is_dir() else paths.data).free
