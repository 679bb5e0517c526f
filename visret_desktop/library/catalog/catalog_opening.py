"""Open the catalog of a profile to read it; an empty one is made where there never was one."""

from pathlib import Path

from visret_desktop.errors import CatalogDamaged
from visret_desktop.judgments import judgments_file
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.repair.catalog_check import is_made, loss_of
from visret_desktop.paths import Paths
from visret_desktop.settings import load


def open_reader(paths: Paths) -> CatalogReader:
    """Open the catalog for reading; on the first start an empty one is made.

    Raises:
        CatalogDamaged: there was one and it is lost; `engine.repair.catalog_recovery` restores it.
        CatalogTooNew: a newer program wrote it.
        OSError, sqlite3.Error: it cannot be opened now.
    """
    if loss := loss_of(paths):
        raise CatalogDamaged(path=paths.catalog, reason=loss)
    if not is_made(paths.catalog):
        Catalog.open(paths.catalog).close()

    def judgments() -> Path:
        return judgments_file(paths, load(paths.settings))

    return Catalog.open_readonly(paths.catalog, judgments)
