"""Which encoder is for which folders.

A folder has an encoder: the demonstration goes with the one that was trained for its drawings, all
else with the one in use. So a library can have two sides. An encoder that a person chose is for
everything. Nothing of this is kept: folders and settings tell it.
"""

import logging
from dataclasses import dataclass

from visret_desktop.errors import PackDamaged, PackMissing
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.packs import registry
from visret_desktop.paths import Paths, absolute
from visret_desktop.settings import DRAWN, Settings

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Division:
    """Folders, by their ids, and the encoder for them.

    Attributes:
        encoder: the name of its pack; "": that of the settings.
        folders: None: all.
    """

    encoder: str = ""
    folders: frozenset[int] | None = None


def divided(
    paths: Paths, settings: Settings, reader: CatalogReader
) -> tuple[Division, Division | None]:
    """Return what a person's own folders go with, and the demonstration if that is another one.

    Without the files of the built-in encoder for photos, all goes with that for drawings.
    """
    if settings.encoder == DRAWN or not settings.uses_built_in("encoder"):
        return Division(), None
    folders = reader.folder_paths()
    drawn = {number for number, path in folders.items() if path == absolute(paths.demo)}
    own = folders.keys() - drawn
    if drawn and not own:
        return Division(DRAWN), None
    try:
        registry.find(paths, settings.encoder)
    except (PackMissing, PackDamaged) as error:
        _log.warning("photos are looked at by %s: %s", DRAWN, error)
        return Division(DRAWN), None
    if not drawn:
        return Division(), None
    return Division("", frozenset(own)), Division(DRAWN, frozenset(drawn))
