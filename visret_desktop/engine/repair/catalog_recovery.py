"""Find damage in the catalog and restore it, with the vectors that the saved index still has."""

import logging
import sqlite3
from pathlib import Path

from visret_desktop.errors import CatalogDamaged, LibraryBusy, VisretError
from visret_desktop.library.repair.catalog_check import damage_of, is_circumstance
from visret_desktop.library.repair.restoring import (
    Labels,
    Restored,
    SavedVectors,
    Vectors,
    restore,
    restore_backup,
)
from visret_desktop.library.writer_lock import WriterLock
from visret_desktop.paths import Paths
from visret_desktop.retrieval.index_files import DamagedFiles
from visret_desktop.retrieval.vector_index import read_vectors

_log = logging.getLogger(__name__)


def mend(
    paths: Paths, *, is_thorough: bool = False, is_beginning_anew: bool = False
) -> Restored | None:
    """Restore the catalog if it is damaged or lost; None if it is neither.

    Raises:
        CatalogDamaged: it is, but another process writes it.
        CatalogLost: nothing is left to restore it from, and not `is_beginning_anew`.
        OSError, sqlite3.Error: there is no room or no permission to restore it.
    """
    damage = damage_of(paths, is_thorough=is_thorough)
    if not damage:
        return None
    _log.warning("the catalog is damaged: %s", damage)
    try:
        with WriterLock(paths.writer_lock):
            # Another process may have restored it while we looked.
            damage = damage_of(paths, is_thorough=is_thorough)
            if not damage:
                return None
            vectors = _saved(paths)
            return restore(paths.catalog, damage, vectors, is_beginning_anew=is_beginning_anew)
    except LibraryBusy as error:
        raise CatalogDamaged(path=paths.catalog, reason=damage) from error


def mend_after(error: Exception, paths: Paths) -> Restored | None:
    """Restore the catalog if it is damaged, after an `error` that damage may have caused.

    Raises:
        as `mend`.
    """
    if isinstance(error, VisretError | OSError):
        return None
    is_there = paths.catalog.exists()
    if is_there and isinstance(error, sqlite3.Error) and is_circumstance(error):
        return None
    return mend(paths, is_thorough=True)


def go_back_to(paths: Paths, backup: Path) -> Restored | None:
    """Put a backup in the catalog's place; None if it is damaged or made by a newer program.

    Raises:
        LibraryBusy: another process writes the catalog.
    """
    with WriterLock(paths.writer_lock):
        return restore_backup(paths.catalog, backup, _saved(paths))


def _saved(paths: Paths) -> SavedVectors:
    """Return what reads vectors of the index files, where they are of the catalog asked for."""

    def of(encoder: str, catalog: str) -> tuple[Labels, Vectors] | None:
        try:
            generation, labels, vectors = read_vectors(paths.index_dir / encoder)
        except DamagedFiles as error:
            _log.info("no vectors of %s to take over: %s", encoder, error)
            return None
        return (labels, vectors) if generation.startswith(f"{catalog}-") else None

    return of
