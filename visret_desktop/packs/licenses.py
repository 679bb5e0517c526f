"""Which licenses this person has accepted: asked for once, kept in the profile."""

import json
from collections.abc import Iterable

from visret_desktop import file_changes
from visret_desktop.packs.offers import Offer
from visret_desktop.paths import Paths


def accepted(paths: Paths) -> frozenset[str]:
    """Return the addresses of the licenses that were accepted."""
    try:
        stored = json.loads(paths.accepted_licenses.read_text(encoding="utf-8"))
        return frozenset(str(url) for url in stored)
    except (OSError, ValueError, TypeError):
        return frozenset()


def accept(paths: Paths, offers: Iterable[Offer]) -> None:
    """Note that the licenses of `offers` were accepted."""
    before = accepted(paths)
    now = before | {offer.license_url for offer in offers if offer.must_accept}
    if now != before:
        paths.accepted_licenses.parent.mkdir(parents=True, exist_ok=True)
        file_changes.write(paths.accepted_licenses, json.dumps(sorted(now)).encode())


def asking(paths: Paths, offers: Iterable[Offer]) -> list[Offer]:
    """Return those of `offers` whose license asks for consent that was not given yet."""
    known = accepted(paths)
    return [offer for offer in offers if offer.must_accept and offer.license_url not in known]
