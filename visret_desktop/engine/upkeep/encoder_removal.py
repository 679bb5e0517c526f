"""Delete what a removed encoder pack made of the photos: its vectors and its index."""

import logging
import re
from typing import TYPE_CHECKING

from visret_desktop import file_changes
from visret_desktop.models.encoders.encoder import name_of
from visret_desktop.models.encoders.precisions import PRECISIONS
from visret_desktop.packs import registry
from visret_desktop.packs.manifest import Pack

if TYPE_CHECKING:
    from visret_desktop.engine.runtime import Library

_log = logging.getLogger(__name__)


def forget_encoder(library: "Library", pack_name: str) -> int:
    """Delete the vectors of a pack that no installed pack can use; return how many there were.

    Raises:
        LibraryBusy: another process is writing.
    """
    gone = vectors_of(library, pack_name)
    count = sum(gone.values())
    if gone:
        with library.writing() as catalog:
            catalog.delete_embeddings(list(gone))
        _log.info("%d vectors of %s were deleted", count, pack_name)
    for name in gone:
        file_changes.remove_tree(library.paths.index_dir / name)
    return count


def vectors_of(library: "Library", pack_name: str) -> dict[str, int]:
    """Return how many vectors are left of a removed pack, by space."""
    forms = "|".join(PRECISIONS)
    form = re.compile(rf"{re.escape(pack_name)}-[0-9a-f]{{8}}(-({forms}))?")
    packs = [pack for pack in registry.installed(library.paths) if isinstance(pack, Pack)]
    usable = {name_of(pack, precision) for pack in packs for precision in PRECISIONS}
    names = [name for name in library.reader.embeddings.spaces() if form.fullmatch(name)]
    return {name: library.reader.embeddings.count(name) for name in names if name not in usable}
