"""Bring one pack here, wherever it comes from."""

from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from visret_desktop.file_changes import Identity
from visret_desktop.packs.events import PackProgress, PackReady
from visret_desktop.packs.hub import Hub
from visret_desktop.packs.importing import take_in
from visret_desktop.packs.install import install, repair
from visret_desktop.packs.manifest import Pack
from visret_desktop.packs.offers import Offer
from visret_desktop.packs.opening import open_once
from visret_desktop.packs.registry import remembering
from visret_desktop.packs.sources import PackSource
from visret_desktop.paths import Paths

Wanted = Offer | PackSource | Pack  # to fetch, to take from this computer, to repair
Events = Iterator[PackProgress | PackReady]


def get(
    paths: Paths,
    root: Path,
    wanted: Wanted,
    open_hub: Callable[[], Hub],
    is_stopped: Callable[[], bool],
    photos: Collection[Identity] = (),
    *,
    as_links: bool = False,
) -> Events:
    """Bring `wanted` into the folder of packs `root`; a pack is repaired where it lies.

    Files that no manifest describes are opened once before the pack is ready. Yields progress and,
    at last, `PackReady`. Raises as `install`, `repair`, `take_in` and `open_once`.
    """
    if isinstance(wanted, PackSource):

        def try_out(pack: Pack) -> None:
            if not wanted.known:
                open_once(pack, wanted.title, paths, is_stopped)

        events = take_in(
            root, wanted, is_stopped, as_links=as_links, photos=photos, try_out=try_out
        )
    elif isinstance(wanted, Pack):
        root = wanted.directory.parent
        events = repair(wanted, open_hub, is_stopped, photos)
    else:
        events = install(root, wanted, open_hub, is_stopped, photos)
    return remembering(paths, root, wanted, events)
