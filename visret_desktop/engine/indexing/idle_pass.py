"""What may wait until nobody wants anything else."""

from collections.abc import Sequence

from visret_desktop.engine.indexing.passes import Pass
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_reader import CatalogReader


class IdlePass(Pass):
    """A pass that may wait. `stage` is what `Progress` calls it; "": nobody hears of it."""

    stage = ""

    def photos_lacking(self, reader: CatalogReader) -> Sequence[int]:
        """Return the ids of photos that it is to look at, in this order."""
        lacking: list[int] = reader.passes.photos_lacking(self.name, self.version).tolist()
        return lacking

    def get_ready(self) -> None:
        """Load what it looks with, which is no part of how long a photo takes."""

    def give_up(self, catalog: Catalog, content_hash: str) -> None:
        """Note that it can make nothing of a content, and is not to try again."""
        catalog.put_result(self.name, self.version, content_hash, None)
