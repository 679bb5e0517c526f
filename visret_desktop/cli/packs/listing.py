"""What the command line says of packs: installed, on offer, in other programs."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

from visret_desktop.cli.output import Json, size_of, table
from visret_desktop.packs.external_models import ExternalModel
from visret_desktop.packs.manifest import Pack
from visret_desktop.packs.offers import (
    Offer,
    OfferSet,
    accepted_licenses,
    find_set,
    offer_sets,
    size_of_set,
)
from visret_desktop.packs.pack_list import PackEntry, choices
from visret_desktop.packs.registry import free_bytes
from visret_desktop.packs.speed_estimates import Machine, memory_of, speed_of
from visret_desktop.paths import Paths
from visret_desktop.roles import ROLES
from visret_desktop.settings import Settings


def pack_bodies(paths: Paths, machine: Machine | None) -> list[Json]:
    """Return what `visret packs list --json` says of each pack."""
    return [pack_body(entry, machine, paths) for entry in choices(paths)]


def pack_body(entry: PackEntry, machine: Machine | None, paths: Paths) -> Json:
    """Return what is said of one pack, here or on offer."""
    speed = speed_of(entry, machine, paths)
    return {
        "name": entry.name,
        "role": entry.role.name if entry.role else "",
        "serves": list(entry.role.serves) if entry.role else [],
        "license": entry.license,
        "size_bytes": entry.size_bytes,
        "installed": entry.state == "ready",
        "state": state_of(entry),
        "unfinished_bytes": entry.gathered_bytes,
        "memory_bytes": _memory(entry, machine) if machine else 0,
        "speed": str(speed) if speed else "",
        "speed_is_measured": bool(speed and speed.is_measured),
    }


def _memory(entry: PackEntry, machine: Machine) -> int:
    """Return about how many bytes a pack takes where it would run, 0 if nothing tells."""
    if entry.state == "ready" and entry.pack:
        from visret_desktop.models.memory_need import need

        return need(entry.pack, machine.devices[entry.pack.role.name])
    return memory_of(entry, machine)


def state_of(entry: PackEntry) -> str:
    """Return the state of a pack, with the reason where it cannot be used."""
    begun = size_of(entry.gathered_bytes)
    if entry.state == "unfinished":
        again = "install it again to go on" if entry.offer else "import it again, or remove it"
        return f"unfinished: {begun} of {size_of(entry.size_bytes)}; {again}"
    state = f"{entry.state}: {entry.reason}" if entry.reason else entry.state
    return f"{state}; {begun} of another try are left" if entry.gathered_bytes else state


def list_lines(packs: list[Json], chosen: Settings) -> Iterator[str]:
    """Yield a table of packs, those in use marked, and the sets."""
    used = {chosen.value(name) for name in ROLES}
    rows = [
        (
            "*" if pack["name"] in used else "",
            *(pack["name"], pack["role"], pack["license"].removeprefix("LicenseRef-")),
            size_of(pack["size_bytes"]),
            size_of(pack["memory_bytes"]) if pack["memory_bytes"] else "",
            _speed_words(pack),
            pack["state"],
        )
        for pack in packs
    ]
    headers = ("", "name", "role", "license", "size", "memory", "speed", "state")
    yield from table(headers, rows)
    yield ""
    if not any(pack["memory_bytes"] for pack in packs):
        yield "`visret packs show NAME` measures this computer, once, and tells what models take."
    elif any(pack["speed"] and not pack["speed_is_measured"] for pack in packs):
        yield "Speeds are estimates for this computer; ! was measured while it was used."
    for group in offer_sets():
        size = size_of(size_of_set(group))
        yield f"set {group.name}: {', '.join(group.packs)}; {size}. {group.summary}"
    yield "* in use. `visret packs show NAME` tells more; `visret packs install NAME` fetches."


def _speed_words(pack: Json) -> str:
    speed: str = pack["speed"].removeprefix("about ")
    return f"{speed} !" if pack["speed_is_measured"] else speed


# ---- one pack -------------------------------------------------------------------------------


def show_body(paths: Paths, name: str, find_machine: Callable[[], Machine]) -> Json | None:
    """Return everything about a pack or set, None if there is none of that name."""
    if group := find_set(name):
        return _set_body(group, paths)
    entry = next((each for each in choices(paths) if each.name == name), None)
    if entry is None:
        return None
    machine = find_machine()
    fields = _offer_body(entry.offer, paths) if entry.offer else {}
    if entry.pack and entry.state == "ready":
        fields |= _pack_body(entry.pack) | {"title": entry.title}
    device = machine.devices[entry.role.name] if entry.role else ""
    here = {"device": device, "device_memory_bytes": machine.memory.get(device, 0)}
    body = pack_body(entry, machine, paths)
    return {**body, **here, **fields, "free_bytes": free_bytes(paths)}


def _offer_body(offer: Offer, paths: Paths) -> Json:
    return {
        "title": offer.title,
        "summary": offer.summary,
        "made_by": offer.made_by,
        "languages": offer.languages,
        "license_url": offer.license_url,
        "must_accept": offer.must_accept,
        "accepted": offer.license_url in accepted_licenses(paths),
        "gated": offer.is_gated,
        "source": offer.repo,
        "memory": offer.memory,
        "settings": offer.settings,
    }


def _pack_body(pack: Pack) -> Json:
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


def show_lines(body: Json) -> Iterator[str]:
    """Yield everything about a pack, for a person."""
    yield f"{body['name']}: {body.get('title', body['name'])}"
    for text in (body.get("summary"), body.get("state")):
        if text:
            yield f"  {text}"
    yield f"  size: {size_of(body['size_bytes'])}; {size_of(body['free_bytes'])} free"
    if "license" in body:
        yield f"  license: {body['license']}{_accepted(body)}  {body.get('license_url', '')}"
    if body.get("serves"):
        yield f"  is a {body['role']}, and can serve as {', '.join(body['serves'])}"
    yield from _on_this_computer(body)
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


def _accepted(body: Json) -> str:
    if not body.get("must_accept"):
        return ""
    return " (accepted)" if body["accepted"] else " (to be accepted)"


def _on_this_computer(body: Json) -> Iterator[str]:
    if body.get("speed"):
        how = "measured in use" if body["speed_is_measured"] else "estimated"
        yield f"  speed on this computer: {body['speed']}, {how}"
    if body.get("memory_bytes"):
        needed, there = size_of(body["memory_bytes"]), size_of(body["device_memory_bytes"])
        yield f"  memory on this computer: about {needed} of {there} ({body['device']})"


def _short(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


# ---- other programs -------------------------------------------------------------------------


def found_body(each: ExternalModel) -> Json:
    """Return what is said of a model that another program keeps."""
    return {
        "name": each.source.name,
        "role": each.source.role.name,
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
