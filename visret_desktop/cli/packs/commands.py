"""The commands `visret packs …`."""

import os
import threading
from argparse import Namespace
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from visret_desktop import names as rule
from visret_desktop import settings as settings_file
from visret_desktop.cli import engine_jobs
from visret_desktop.cli.output import Json, Output, progress_display, size_of
from visret_desktop.cli.packs import listing
from visret_desktop.errors import LibraryBusy, PackMissing, PackOfOtherRole, UsageError
from visret_desktop.file_changes import Identity, as_usual, is_own, refuse_among_photos
from visret_desktop.packs import custom_models, external_models, registry
from visret_desktop.packs.errors import LicenseNotAccepted, PackBuiltIn, PackNameTaken, PackUnknown
from visret_desktop.packs.events import PackProgress, PackReady
from visret_desktop.packs.fetching import importing, pack_fetch
from visret_desktop.packs.fetching.hub import Hub
from visret_desktop.packs.fetching.pack_fetch import Events
from visret_desktop.packs.fetching.staging import check_space
from visret_desktop.packs.manifest import Pack, read_description
from visret_desktop.packs.offers import Offer, accept_licenses, find_offer, find_set, unaccepted
from visret_desktop.packs.pack_list import choice_of, choices
from visret_desktop.packs.sketch_size import cost_of_side
from visret_desktop.packs.sources import PackSource, for_role, sources_in
from visret_desktop.packs.speed_estimates import Machine, read_machine
from visret_desktop.paths import Paths, absolute
from visret_desktop.roles import Role, role_named
from visret_desktop.settings import Settings

IsStopped = Callable[[], bool]
_STAGES = {"ask": "asking the hub", "check": "checking", "copy": "copying", "fetch": "fetching"}
_MEGABYTE = 10**6


def list_packs(options: Namespace, out: Output) -> int:
    """`visret packs list`."""
    paths, chosen = engine_jobs.profile()
    if options.found:
        found = [listing.found_body(each) for each in external_models.found()]
        out.result({"found": found}, listing.found_lines(found))
        return 0
    packs = listing.pack_bodies(paths, read_machine(paths))
    out.result({"packs": packs}, listing.list_lines(packs, chosen))
    return 0


def show(options: Namespace, out: Output) -> int:
    """`visret packs show NAME`."""
    paths, chosen = engine_jobs.profile()
    body = listing.show_body(paths, options.name, lambda: _machine(paths, chosen, out))
    if body is None:
        raise PackUnknown(name=options.name)
    out.result(body, listing.show_lines(body))
    return 0


def _machine(paths: Paths, chosen: Settings, out: Output) -> Machine:
    """Return what models find on this computer, measuring it where that was not done yet."""
    from visret_desktop.models.runtimes.machine_speed import describe

    if read_machine(paths) is None:
        out.notice("Measuring this computer, once; this takes a second or two.")
    return describe(paths, chosen)


# ---- getting --------------------------------------------------------------------------------


def install(options: Namespace, out: Output) -> int:
    """`visret packs install NAME…`."""
    paths, chosen = engine_jobs.profile()
    names = _members(options.names)
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
        photos = _photos(paths, chosen, _roots(paths, options, [each.name for each in wanted]))
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
    photos = _photos(paths, chosen, _roots(paths, options, names))
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
    packs = [registry.find(paths, name) for name in _members(options.names)]
    photos = _photos(paths, chosen, [folder])
    with _stoppable(out) as is_stopped, as_usual():
        ready = [_follow(importing.export(pack, folder, is_stopped, photos), out) for pack in packs]
    exported = [{"name": each.pack.name, "path": str(each.pack.directory)} for each in ready]
    lines = [f"{body['name']} is in {body['path']}." for body in exported]
    out.result({"exported": exported}, lines)
    return 0


def _members(names: Sequence[str]) -> list[str]:
    """Return the names with those of sets replaced by their packs."""
    groups = ((name, find_set(name)) for name in names)
    members = (group.packs if group else (name,) for name, group in groups)
    return list(dict.fromkeys(name for packs in members for name in packs))


def _wanted(
    paths: Paths, options: Namespace, name: str, open_hub: Callable[[], Hub], is_stopped: IsStopped
) -> Offer | Pack:
    """Return what a name stands for: an offer to install, or a pack to look after."""
    if custom_models.is_address(name):
        hub = open_hub()
        try:
            given, role = dict(options.settings), _role(options)
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
    if role := _role(options):
        sources = [for_role(source, role) for source in sources]
    given: dict[str, Any] = dict(options.settings)
    return [
        replace(source, name=options.name or source.name, settings={**source.settings, **given})
        for source in sources
    ]


def _role(options: Namespace) -> Role | None:
    return role_named(options.role) if options.role else None


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


def _photos(paths: Paths, chosen: Settings, roots: Sequence[Path]) -> Collection[Identity]:
    """Return where photos lie, if packs are to be written to a folder that a person named.

    Raises:
        AmongPhotos: one of the folders is among them.
    """
    if all(is_own(root) for root in roots):
        return ()
    from visret_desktop.library.protected_folders import photo_places_in

    photos = photo_places_in(paths.catalog, chosen.folder_seconds)
    for root in roots:
        refuse_among_photos(root, photos)
    return photos


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
        _use(paths, [each.pack for each in ready], out)
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


# ---- looking after --------------------------------------------------------------------------


def verify_packs(options: Namespace, out: Output) -> int:
    """`visret packs verify`: exit code 1 when anything is damaged."""
    paths, _ = engine_jobs.profile()
    known = registry.installed(paths)
    names = options.names or [pack.name for pack in known]
    if unknown := set(names) - {pack.name for pack in known}:
        raise PackUnknown(name=min(unknown))
    wanted = [pack for pack in known if pack.name in names]
    bodies = [_verified(paths, pack, options.quick, out) for pack in wanted]
    is_damaged = any(body["state"].startswith("damaged") for body in bodies)
    out.result({"packs": bodies}, (f"{body['name']}: {body['state']}" for body in bodies))
    if is_damaged:
        out.notice("`visret packs install NAME` fetches only what is damaged.")
    return 1 if is_damaged else 0


def _verified(paths: Paths, pack: Pack | registry.BrokenPack, is_quick: bool, out: Output) -> Json:
    """Check one pack; an altered one is marked as damaged and not used any more."""
    entry = choice_of(pack)
    fields = {"name": pack.name, "state": listing.state_of(entry), "damaged": []}
    if is_quick or entry.pack is None or entry.state == "offline":
        return fields
    out.notice(f"Checking {pack.name}, {size_of(entry.size_bytes)}.")
    altered = registry.check_bytes(paths, pack.name)
    state = f"damaged: {', '.join(altered)}" if altered else "ready"
    return {**fields, "state": state, "damaged": altered}


def remove(options: Namespace, out: Output) -> int:
    """`visret packs remove NAME…`."""
    paths, chosen = engine_jobs.profile()
    names = list(dict.fromkeys(options.names))
    known = {pack.name for pack in registry.installed(paths)}
    for name in names:
        if name not in known:
            rule.check(name)
    photos = _photos(paths, chosen, [registry.root_of(paths, name) for name in names])
    removed = [_remove(paths, chosen, name, photos, out) for name in names]
    lines = [f"{body['name']} is gone; {size_of(body['freed_bytes'])} freed." for body in removed]
    out.result({"removed": removed}, lines)
    return 0


def _remove(
    paths: Paths, chosen: Settings, name: str, photos: Collection[Identity], out: Output
) -> Json:
    """Remove one pack, and what was made with it."""
    try:
        removed = registry.remove(paths, name, photos)
        vectors, vectors_left = _forget_vectors(paths, chosen, name, out)
    except PackMissing:  # all but its vectors may be gone already
        removed = registry.Removed(0)
        vectors, vectors_left = _forget_vectors(paths, chosen, name, out)
        if not vectors:
            raise
    _stop_using(paths, name, out)
    left = [str(path) for path in removed.left]
    if left:
        out.notice(f"Not of the pack, so it stays: {', '.join(left)}.")
    freed = {"freed_bytes": removed.freed_bytes, "left": left}
    return {"name": name, **freed, "vectors": vectors, "vectors_left": vectors_left}


def _forget_vectors(paths: Paths, chosen: Settings, name: str, out: Output) -> tuple[int, int]:
    """Delete what a pack made of the photos; return how many vectors went and how many stay."""
    if not paths.catalog.exists():
        return 0, 0
    from visret_desktop.engine.runtime import Library
    from visret_desktop.engine.upkeep.removal_jobs import forget_encoder, vectors_of

    with Library.open(paths, chosen) as library:
        try:
            return forget_encoder(library, name), 0
        except LibraryBusy:
            count = sum(vectors_of(library, name).values())
            out.notice(
                f"{count} vectors that {name} made of your photos stay for now, because another"
                f" visret is indexing; `visret packs remove {name}` deletes them later."
            )
            return 0, count


def use(options: Namespace, out: Output) -> int:
    """`visret packs use NAME…`."""
    paths, _ = engine_jobs.profile()
    packs = [registry.find(paths, name) for name in _members(options.names)]
    if not packs and not options.second:
        raise UsageError(reason="Name the packs to use. `visret packs list` shows what is there.")
    sized = _sized(packs, options.pixels)
    used = _use(paths, packs, out, _role(options)) | _use_second(paths, options.second)
    if sized is not None:
        before = settings_file.load(paths.settings)
        side = options.pixels or None
        settings_file.save(paths.settings, before.with_pixels(sized.name, side))
        out.notice(cost_of_side(sized, side))
    out.result({"used": used}, (f"{role}: {name}" for role, name in used.items()))
    return 0


def _sized(packs: Sequence[Pack], pixels: int | None) -> Pack | None:
    """Return the pack that `--pixels` is about; None: it was not given."""
    if pixels is None:
        return None
    drawing = [pack for pack in packs if pack.role.draws]
    if len(drawing) != 1:
        raise UsageError(reason="--pixels is the side of sketches. Name the pack that draws them.")
    return drawing[0]


def _use_second(paths: Paths, name: str | None) -> dict[str, str]:
    if not name:
        return {}
    chosen = "" if name == "none" else name
    if chosen and registry.find(paths, chosen).role is not Role.ENCODER:
        raise UsageError(reason=f"The pack {chosen} is no encoder.")
    settings = settings_file.load(paths.settings)
    settings_file.save(paths.settings, settings.changed(second_encoder=chosen))
    return {"second encoder": chosen or "none"}


def _use(
    paths: Paths, packs: Sequence[Pack], out: Output, role: Role | None = None
) -> dict[str, str]:
    for pack in packs:
        if role and not pack.role.can_serve_as(role):
            raise PackOfOtherRole(name=pack.name, role=pack.role.name, wanted=role.name)
    chosen: dict[str, Any] = {(role or pack.role).name: pack.name for pack in packs}
    if len(chosen) < len(packs):
        raise UsageError(reason="Two of these packs are for the same; name one of each kind.")
    settings = settings_file.load(paths.settings)
    changes = settings.using(chosen)
    settings_file.save(paths.settings, settings.changed(**changes))
    if settings.pictures_enabled and not changes.get("pictures_enabled", True):
        out.notice("The built-in models do not know your photos: no sketches for now.")
    return chosen


def _stop_using(paths: Paths, name: str, out: Output) -> None:
    """Use the built-in packs in place of one that was removed."""
    chosen = settings_file.load(paths.settings)
    if defaults := chosen.defaults_instead_of(name):
        settings_file.save(paths.settings, chosen.changed(**chosen.using(defaults)))
        now = ", ".join(filter(None, defaults.values())) or "one encoder alone"
        out.notice(f"In use from now on: {now}.")


# ---- following an installation --------------------------------------------------------------


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
