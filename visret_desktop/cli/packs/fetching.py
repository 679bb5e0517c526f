"""`visret packs install`, `import` and `export`: packs come here, and go elsewhere."""

import os
import threading
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from visret_desktop.cli import engine_jobs
from visret_desktop.cli.output import Output, progress_display, size_of
from visret_desktop.cli.packs import listing
from visret_desktop.cli.packs.commands import chosen_role, members, protected_photos, use_pack
from visret_desktop.errors import UsageError
from visret_desktop.file_changes import as_usual
from visret_desktop.packs import custom_models, external_models, registry
from visret_desktop.packs.errors import LicenseNotAccepted, PackBuiltIn, PackNameTaken, PackUnknown
from visret_desktop.packs.events import PackProgress, PackReady
from visret_desktop.packs.fetching import importing, pack_fetch
from visret_desktop.packs.fetching.hub import Hub
from visret_desktop.packs.fetching.pack_fetch import Events
from visret_desktop.packs.fetching.staging import check_space
from visret_desktop.packs.manifest import Pack, read_description
from visret_desktop.packs.offers import Offer, accept_licenses, find_offer, unaccepted
from visret_desktop.packs.pack_list import choices
from visret_desktop.packs.sources import PackSource, for_role, sources_in
from visret_desktop.paths import Paths, absolute

IsStopped = Callable[[], bool]
_STAGES = {"ask": "asking the hub", "check": "checking", "copy": "copying", "fetch": "fetching"}
_MEGABYTE = 10**6


def install(options: Namespace, out: Output) -> int:
    """`visret packs install NAME…`."""
    paths, chosen = engine_jobs.profile()
    names = members(options.names)
    if len(names) > 1 and options.name:
        raise UsageError(reason="--as names one pack; install the others by another command.")
    offered = [name for name in names if not custom_models.is_address(name)]
    if offered and (options.name or options.settings or options.role):
        reason = f"--as, --set and --for are for models of your own, not for {offered[0]}."
        raise UsageError(reason=reason)

    def open_hub() -> Hub:
        return Hub(chosen.hub_endpoint, chosen.hub_proxy)

    with _stoppable(out) as is_stopped:
        wanted = [_wanted(paths, options, name, open_hub, is_stopped) for name in names]
        photos = protected_photos(
            paths, chosen, _roots(paths, options, [each.name for each in wanted])
        )
        offers = [each for each in wanted if isinstance(each, Offer)]
        missing = [offer for offer in offers if registry.known(paths, offer.name) is None]
        _check_licenses(paths, missing, options)
        for offer in offers:
            registry.check_name(paths, offer.name)
        if len(missing) > 1:
            check_space(_existing(_root(paths, options)), sum(o.size_bytes for o in missing))
        ready = []
        for each in wanted:
            root = _root_of(paths, options, each.name)
            events = pack_fetch.get(paths, root, each, open_hub, is_stopped, photos)
            ready.append(_follow(events, out))
    return _tell(ready, options, paths, out)


def import_packs(options: Namespace, out: Output) -> int:
    """`visret packs import PATH`."""
    paths, chosen = engine_jobs.profile()
    sources = _without_built_in(paths, _sources(options), out)
    for source in sources:
        registry.check_name(paths, source.name)
        _refuse_twice(paths, source.name, _root_of(paths, options, source.name))
    names = [source.name for source in sources]
    photos = protected_photos(paths, chosen, _roots(paths, options, names))
    with _stoppable(out) as is_stopped:
        ready = []
        for source in sources:
            root = _root_of(paths, options, source.name)
            take_in = partial(pack_fetch.get, photos=photos, as_links=options.link)
            events = take_in(paths, root, source, Hub, is_stopped)
            ready.append(_follow(events, out))
    return _tell(ready, options, paths, out)


def export(options: Namespace, out: Output) -> int:
    """`visret packs export NAME… DIR`."""
    paths, chosen = engine_jobs.profile()
    folder = options.folder
    _refuse_own(paths, folder)
    packs = [registry.find(paths, name) for name in members(options.names)]
    photos = protected_photos(paths, chosen, [folder])
    with _stoppable(out) as is_stopped, as_usual():
        ready = [_follow(importing.export(pack, folder, is_stopped, photos), out) for pack in packs]
    exported = [{"name": each.pack.name, "path": str(each.pack.directory)} for each in ready]
    lines = [f"{body['name']} is in {body['path']}." for body in exported]
    out.result({"exported": exported}, lines)
    return 0


def _wanted(
    paths: Paths, options: Namespace, name: str, open_hub: Callable[[], Hub], is_stopped: IsStopped
) -> Offer | Pack:
    """Return what a name stands for: an offer to install, or a pack to look after."""
    if custom_models.is_address(name):
        hub = open_hub()
        try:
            given, role = dict(options.settings), chosen_role(options)
            return custom_models.own_offer(name, hub, is_stopped, options.name or "", given, role)
        finally:
            hub.close()
    _refuse_built_in(paths, name)
    if offer := find_offer(name):
        return offer
    if pack := registry.known(paths, name):
        return read_description(pack.directory)
    for entry in choices(paths):
        if entry.name == name and entry.offer:  # a model of their own that was begun
            return entry.offer
    raise PackUnknown(name=name)


def _sources(options: Namespace) -> list[PackSource]:
    """Return what is to be imported, with the name and settings that the person chose."""
    named = [each.source for each in external_models.found() if each.source.name == options.what]
    path = absolute(options.what)
    sources = named[:1] if named and not path.exists() else list(sources_in(path))
    if len(sources) > 1 and (options.name or options.settings or options.role):
        reason = f"{options.what} holds several packs, so --as, --set and --for make no sense."
        raise UsageError(reason=reason)
    if role := chosen_role(options):
        sources = [for_role(source, role) for source in sources]
    given: dict[str, Any] = dict(options.settings)
    return [
        replace(source, name=options.name or source.name, settings={**source.settings, **given})
        for source in sources
    ]


def _check_licenses(paths: Paths, offers: Sequence[Offer], options: Namespace) -> None:
    if options.accept_license:
        accept_licenses(paths, offers)
    if asking := unaccepted(paths, offers):
        raise LicenseNotAccepted(
            title=" and ".join(offer.title for offer in asking),
            license=" and ".join(dict.fromkeys(offer.license for offer in asking)),
            url=" and ".join(dict.fromkeys(offer.license_url for offer in asking)),
        )


def _refuse_built_in(paths: Paths, name: str) -> None:
    pack = registry.known(paths, name)
    if pack is not None and registry.is_built_in(pack):
        raise PackBuiltIn(name=name)


def _without_built_in(paths: Paths, sources: Sequence[PackSource], out: Output) -> list[PackSource]:
    """Return `sources` without packs that are part of the program, which sticks may have.

    Raises:
        PackBuiltIn: there is nothing else.
    """
    built_in = {pack.name for pack in registry.installed(paths) if registry.is_built_in(pack)}
    wanted = [source for source in sources if source.name not in built_in]
    if not wanted:
        raise PackBuiltIn(name=sources[0].name)
    for source in sources:
        if source.name in built_in:
            out.notice(f"{source.name} is part of the program and stays as it is.")
    return wanted


def _root(paths: Paths, options: Namespace) -> Path:
    folder: Path | None = options.to
    if folder and folder != paths.packs:
        _refuse_own(paths, folder)
    return folder or paths.packs


def _refuse_own(paths: Paths, folder: Path) -> None:
    """Refuse the program's own folders, where a pack would lie among other things."""
    real = Path(os.path.realpath(folder))
    if real == Path(os.path.realpath(paths.packs)):
        raise UsageError(reason=f"{folder} is where the packs are kept. Name another folder.")
    own = {Path(os.path.realpath(own)) for own in (paths.data, paths.cache, paths.config)}
    if not own.isdisjoint((real, *real.parents)):
        raise UsageError(reason=f"{folder} is a folder of the program itself. Name another one.")


def _roots(paths: Paths, options: Namespace, names: Sequence[str]) -> list[Path]:
    """Return the folders that packs will be written to."""
    return [_root(paths, options), *(_root_of(paths, options, name) for name in names)]


def _root_of(paths: Paths, options: Namespace, name: str) -> Path:
    """Return the folder for a pack: the one named, the one it is in already, or our own."""
    return _root(paths, options) if options.to else registry.root_of(paths, name)


def _refuse_twice(paths: Paths, name: str, root: Path) -> None:
    """Refuse a pack on another drive if one of the same name is here, which would hide it."""
    pack = registry.known(paths, name)
    is_here = pack is not None and not isinstance(pack, registry.OfflinePack)
    if pack is not None and is_here and pack.directory.parent != root:
        raise PackNameTaken(name=name, folder=pack.directory)


def _existing(folder: Path) -> Path:
    return next(path for path in (folder, *folder.parents) if path.is_dir())


def _tell(ready: Sequence[PackReady], options: Namespace, paths: Paths, out: Output) -> int:
    if options.use:
        use_pack(paths, [each.pack for each in ready], out)
    bodies = [
        {
            "name": each.pack.name,
            "role": each.pack.role.name,
            "path": str(each.pack.directory),
            "size_bytes": each.pack.size_bytes,
            "fetched_bytes": each.fetched_bytes,
        }
        for each in ready
    ]
    lines = list(map(listing.installed_line, bodies))
    if not options.use:
        lines.append("`visret packs use NAME` makes the program work with it.")
    out.result({"installed": bodies}, lines)
    return 0


@contextmanager
def _stoppable(out: Output) -> Iterator[IsStopped]:
    """Yield a function that returns whether Ctrl-C was pressed."""
    stop = threading.Event()
    with engine_jobs.interrupts(stop.set, out, "piece"):
        yield stop.is_set


def _follow(events: Events, out: Output) -> PackReady:
    """Show progress until a pack is ready."""
    with progress_display() as display:
        for event in events:
            if isinstance(event, PackReady):
                return event
            display.show(
                _stage(event),
                event.done_bytes // _MEGABYTE,
                event.total_bytes // _MEGABYTE,
                0.0,
                event.seconds_left,
            )
    raise AssertionError("an installation ends with PackReady or an error")


def _stage(event: PackProgress) -> str:
    rate = event.bytes_per_second
    speed = f", {size_of(int(rate))}/s" if rate > 0 else ""
    return f"{event.name}: {_STAGES[event.stage]}, MB{speed}"
