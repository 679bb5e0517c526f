"""What is told about packs: those that are here, those on offer, those of other programs."""

import shutil
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from visret_desktop.cli.output import Json, size_of, table
from visret_desktop.errors import PackDamaged
from visret_desktop.packs import registry
from visret_desktop.packs.elsewhere import Found
from visret_desktop.packs.manifest import Pack, read_description
from visret_desktop.packs.offers import (
    Offer,
    OfferSet,
    find_offer,
    find_set,
    offer_sets,
    offers,
    size_of_set,
)
from visret_desktop.packs.registry import BrokenPack, OfflinePack
from visret_desktop.packs.staging import unfinished
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings


def pack_bodies(paths: Paths) -> list[Json]:
    """Return what `visret packs list --json` says of each pack, those that are here first."""
    here = {body["name"]: body for body in map(pack_body, registry.installed(paths))}
    for name, size in unfinished(paths.packs):
        if name not in here:
            here[name] = _begun_body(name, size, "unfinished: install it again to go on")
    offered = [_offer_body(offer) for offer in offers() if offer.name not in here]
    return [*here.values(), *offered]


def pack_body(pack: Pack | BrokenPack) -> Json:
    """Return what is said of one pack that is, or should be, here."""
    if isinstance(pack, Pack):
        return _body(pack.name, pack.role, pack.license, pack.size_bytes, "ready", True)
    if isinstance(pack, OfflinePack):
        role, state = pack.role or "", f"offline: {pack.reason}"
        return _body(pack.name, role, pack.license, pack.size_bytes, state, False)
    state = f"damaged: {pack.reason}"
    try:
        known = read_description(pack.directory)
    except PackDamaged:
        return _begun_body(pack.name, 0, state)
    return _body(known.name, known.role, known.license, known.size_bytes, state, False)


def _begun_body(name: str, size: int, state: str) -> Json:
    """Return what is said of a pack that has no readable manifest."""
    offer = find_offer(name)
    role, license_name = (offer.role, offer.license) if offer else ("", "")
    return _body(name, role, license_name, size, state, False)


def _offer_body(offer: Offer) -> Json:
    return _body(offer.name, offer.role, offer.license, offer.size_bytes, "on offer", False)


def _body(
    name: str, role: str, license_name: str, size: int, state: str, is_installed: bool
) -> Json:
    return {
        "name": name,
        "role": str(role),
        "license": license_name,
        "size_bytes": size,
        "installed": is_installed,
        "state": state,
    }


def list_lines(packs: list[Json], chosen: Settings) -> Iterator[str]:
    """Yield a table of packs, those in use marked, and the sets."""
    used = {chosen.encoder, chosen.rewriter, chosen.visualizer}
    rows = [
        (
            "*" if pack["name"] in used else "",
            *(pack["name"], pack["role"], pack["license"]),
            *(size_of(pack["size_bytes"]), pack["state"]),
        )
        for pack in packs
    ]
    yield from table(("", "name", "role", "license", "size", "state"), rows)
    yield ""
    for group in offer_sets():
        size = size_of(size_of_set(group))
        yield f"set {group.name}: {', '.join(group.packs)}; {size}. {group.summary}"
    yield "* in use. `visret packs show NAME` tells more; `visret packs install NAME` fetches."


# ---- one pack -------------------------------------------------------------------------------


def show_body(paths: Paths, name: str) -> Json | None:
    """Return everything about a pack or set, None if there is none of that name."""
    if group := find_set(name):
        return _set_body(group, paths)
    offer = find_offer(name)
    here = next((pack for pack in registry.installed(paths) if pack.name == name), None)
    body = next((body for body in pack_bodies(paths) if body["name"] == name), None)
    if body is None:
        return None
    told = _told_by_offer(offer) if offer else {}
    if isinstance(here, Pack):
        told |= _told_by_pack(here)
    return {**body, **told, "free_bytes": free_bytes(paths)}


def _told_by_offer(offer: Offer) -> Json:
    return {
        "title": offer.title,
        "summary": offer.summary,
        "made_by": offer.made_by,
        "languages": offer.languages,
        "license_url": offer.license_url,
        "must_accept": offer.must_accept,
        "gated": offer.is_gated,
        "source": offer.repo,
        "memory": offer.memory,
        "settings": offer.settings,
    }


def _told_by_pack(pack: Pack) -> Json:
    return {
        "title": pack.title,
        "made_by": pack.made_by,
        "license_url": pack.license_url,
        "settings": pack.settings,
        "path": str(pack.directory),
        "files": [asdict(file) for file in pack.files],
    }


def _set_body(group: OfferSet, paths: Paths) -> Json:
    sizes = {"size_bytes": size_of_set(group), "free_bytes": free_bytes(paths)}
    return {**asdict(group), **sizes, "packs": list(group.packs)}


def free_bytes(paths: Paths) -> int:
    """Return the bytes that are free where packs lie."""
    return shutil.disk_usage(paths.packs if paths.packs.is_dir() else paths.data).free


def show_lines(body: Json) -> Iterator[str]:
    """Yield everything about a pack, for a person."""
    yield f"{body['name']}: {body.get('title', body['name'])}"
    for text in (body.get("summary"), body.get("state")):
        if text:
            yield f"  {text}"
    yield f"  size: {size_of(body['size_bytes'])}; {size_of(body['free_bytes'])} free"
    if "license" in body:
        accept = " (to be accepted)" if body.get("must_accept") else ""
        yield f"  license: {body['license']}{accept}  {body.get('license_url', '')}"
    for name in ("made_by", "languages", "needs", "source", "path"):
        if body.get(name):
            yield f"  {name.replace('_', ' ')}: {body[name]}"
    if "packs" in body:
        yield f"  packs: {', '.join(body['packs'])}"
    for device, needs in body.get("memory", {}).items():
        amounts = ", ".join(f"about {size_of(size)} as {dtype}" for dtype, size in needs.items())
        yield f"  memory on {device}: {amounts}"
    for key, value in body.get("settings", {}).items():
        yield f"  {key}: {_short(value)}"
    for file in body.get("files", ()):
        link = f"  -> {file['adopted_from']}" if file["adopted_from"] else ""
        yield f"  {file['sha256'][:12]}  {size_of(file['size']):>10}  {file['path']}{link}"


def _short(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


# ---- other programs -------------------------------------------------------------------------


def found_body(each: Found) -> Json:
    """Return what is said of a model that another program keeps."""
    return {
        "name": each.source.name,
        "role": each.source.role.value,
        "program": each.program,
        "path": str(each.path),
        "size_bytes": each.source.size_bytes,
    }


def found_lines(bodies: list[Json]) -> Iterator[str]:
    """Yield a table of models that other programs keep."""
    if not bodies:
        yield "No models of other programs were found in their usual places."
        return
    rows = [
        (body["name"], body["role"], size_of(body["size_bytes"]), body["program"], body["path"])
        for body in bodies
    ]
    yield from table(("name", "role", "size", "program", "path"), rows)
    yield "`visret packs import NAME --link` uses one without copying it."


def installed_line(body: Json) -> str:
    """Return the line that tells a person of an installed pack."""
    fetched = body["fetched_bytes"]
    how = f", {size_of(fetched)} fetched" if fetched else ""
    return f"{body['name']} ({body['role']}) is ready: {size_of(body['size_bytes'])}{how}."
