"""What the window lets be done with packs, as runs for `PackWork`."""

import re
import shutil
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from pathlib import Path

from visret_desktop.errors import PackDamaged
from visret_desktop.file_changes import Identity, is_own
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.photo_places import photo_places
from visret_desktop.packs import importing, registry
from visret_desktop.packs.errors import PackUnknown
from visret_desktop.packs.events import PackProgress, PackReady
from visret_desktop.packs.hub import Hub
from visret_desktop.packs.install import install, repair
from visret_desktop.packs.manifest import Pack, mark_damaged, read_description, verify
from visret_desktop.packs.offers import Offer, find_offer
from visret_desktop.packs.own import is_address, own_offer
from visret_desktop.packs.sources import Source, sources_in
from visret_desktop.packs.staging import check_space
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

Events = Iterator[PackProgress | PackReady]
IsStopped = Callable[[], bool]
Wish = Offer | Source | Pack  # to fetch, to take from this computer, to repair
_REPOSITORY = re.compile(r"[\w.-]+/[\w.-]+")


def get(
    paths: Paths,
    settings: Settings,
    wishes: Sequence[Wish],
    is_stopped: IsStopped,
    *,
    as_links: bool = True,
) -> Events:
    """Bring packs here one after the other; sources stay where they are unless told otherwise."""
    paths.packs.mkdir(parents=True, exist_ok=True)
    offers = [wish for wish in wishes if isinstance(wish, Offer)]
    if len(offers) > 1:
        check_space(paths.packs, sum(offer.size_bytes for offer in offers))

    def open_hub() -> Hub:
        return Hub(settings.hub_endpoint, settings.hub_proxy)

    for wish in wishes:
        registry.check_name(paths, wish.name)
    for wish in wishes:
        root = registry.root_of(paths, wish.name)
        photos = _photos(paths, settings, root)
        if isinstance(wish, Source):
            take_in = partial(importing.take_in, as_links=as_links, photos=photos)
            events = take_in(root, wish, is_stopped)
        elif isinstance(wish, Pack):
            events = repair(wish, open_hub, is_stopped, photos)
        else:
            events = install(root, wish, open_hub, is_stopped, photos)
        yield from registry.remembering(paths, root, wish, events)


def remove(paths: Paths, settings: Settings, name: str) -> registry.Removed:
    """Take a pack away. Raises as `registry.remove`."""
    return registry.remove(paths, name, _photos(paths, settings, registry.root_of(paths, name)))


def has_vectors(paths: Paths, name: str) -> bool:
    """Tell whether there is still what a pack that is gone made of the photos."""
    if not paths.catalog.exists():
        return False
    reader = Catalog.open_readonly(paths.catalog)
    try:
        form = re.compile(rf"{re.escape(name)}-[0-9a-f]{{8}}(-int8)?")
        return any(form.fullmatch(space) for space in reader.embeddings.spaces())
    finally:
        reader.close()


def _photos(paths: Paths, settings: Settings, root: Path) -> Collection[Identity]:
    """Return where photos lie, if a pack is to be written elsewhere than in the profile."""
    if is_own(root) or not paths.catalog.exists():
        return ()
    reader = Catalog.open_readonly(paths.catalog)
    try:
        return photo_places(reader, settings.folder_seconds)
    finally:
        reader.close()


def recognize(text: str, settings: Settings, is_stopped: IsStopped) -> list[Offer | Source]:
    """Return what a person means by an address, a name on offer, a file or a folder.

    Raises:
        VisretError: it is nothing that can be used, or the hub does not answer.
        Cancelled: `is_stopped` returned True.
    """
    path = Path(text).expanduser()
    if path.is_absolute() and not is_address(text):
        return list(sources_in(path))
    if offer := find_offer(text):
        return [offer]
    address = text if is_address(text) or not _REPOSITORY.fullmatch(text) else f"hf:{text}"
    if not is_address(address):
        raise PackUnknown(name=text)
    hub = Hub(settings.hub_endpoint, settings.hub_proxy)
    try:
        return [own_offer(address, hub, is_stopped)]
    finally:
        hub.close()


def check(paths: Paths, name: str, is_stopped: IsStopped) -> Events:
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
