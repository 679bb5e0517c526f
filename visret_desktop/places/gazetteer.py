"""Names of places, and where points on earth lie, from files that ship with the program."""

from visret_desktop.places.place import Place as Place
from visret_desktop.places.place import Spot as Spot


class Gazetteer:
    """Countries, regions and towns; usable from several threads."""

    attribution = "Places: GeoNames (CC BY 4.0), Natural Earth"

    @classmethod
    def open(cls) -> "Gazetteer":
        """Open the places that ship."""
        raise NotImplementedError

    def named(self, name: str) -> list[Place]:
        """Return every place that has this name in any language, the most likely first."""
        raise NotImplementedError
