"""The commands `visret packs …`."""

from argparse import Namespace
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from visret_desktop import names as rule
from visret_desktop import settings as settings_file
from visret_desktop.cli import engine_jobs
from visret_desktop.cli.output import Json, Output, size_of
from visret_desktop.cli.packs import listing
from visret_desktop.errors import LibraryBusy, PackMissing, PackOfOtherRole, UsageError
from visret_desktop.file_changes import Identity, is_own, refuse_among_photos
from visret_desktop.packs import external_models, registry
from visret_desktop.packs.errors import PackUnknown
from visret_desktop.packs.manifest import Pack
from visret_desktop.packs.offers import find_set
from visret_desktop.packs.pack_list import choice_of
from visret_desktop.packs.sketch_size import cost_of_side
from visret_desktop.packs.speed_estimates import Machine, read_machine
from visret_desktop.paths import Paths
from visret_desktop.roles import Role, role_named
from visret_desktop.settings import Settings


def list_packs(options: Namespace, out: Output) -> int:
    """`visret packs list`."""
    paths, chosen = engine_jobs.profile()
    if options.found:
        elsewhere = [listing.found_body(each) for each in external_models.found()]
        out.result({"found": elsewhere}, listing.found_lines(elsewhere))
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


def members(names: Sequence[str]) -> list[str]:
    """Return the names with those of sets replaced by their packs."""
    groups = ((name, find_set(name)) for name in names)
    members = (group.packs if group else (name,) for name, group in groups)
    return list(dict.fromkeys(name for packs in members for name in packs))


def chosen_role(options: Namespace) -> Role | None:
    """Return the role that `--role` names, or None if it was not given."""
    return role_named(options.role) if options.role else None


def protected_photos(paths: Paths, chosen: Settings, roots: Sequence[Path]) -> Collection[Identity]:
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
    photos = protected_photos(paths, chosen, [registry.root_of(paths, name) for name in names])
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
    packs = [registry.find(paths, name) for name in members(options.names)]
    if not packs and not options.second:
        raise UsageError(reason="Name the packs to use. `visret packs list` shows what is there.")
    sized = _sized(packs, options.pixels)
    used = use_pack(paths, packs, out, chosen_role(options)) | _use_second(paths, options.second)
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


def use_pack(
    paths: Paths, packs: Sequence[Pack], out: Output, role: Role | None = None
) -> dict[str, str]:
    """Let packs serve their roles; return the name of each by its role."""
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
