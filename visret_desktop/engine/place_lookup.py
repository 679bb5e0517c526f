"""Look up where photos were taken: countries, regions and towns for those that have coordinates.

And how the sun and the moon stood then and there.
"""

from collections.abc import Iterator

import numpy as np

from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_locations import PhotoSpot
from visret_desktop.places.gazetteer import VERSION, Gazetteer
from visret_desktop.places.sky import sky_of

_BATCH = 5_000  # photos in a transaction, about half a second
_NOWHERE = PhotoSpot(None, None, None, None, None)


def place_photos(catalog: Catalog, gazetteer: Gazetteer | None = None) -> Iterator[int]:
    """Place all photos that have yet to be, and yield how many were placed after each batch.

    What was yielded is committed, and the rest is done by the next call. `gazetteer` is opened if
    there is anything to place.
    """
    catalog.forget_spots(f"{VERSION}")
    last, done = 0, 0
    while photos := catalog.photos_without_spot(last, _BATCH):
        gazetteer = gazetteer or Gazetteer.open()
        placed = [photo for photo in photos if None not in photo]
        where = np.array([photo[1:] for photo in placed], np.float64).reshape(-1, 2)
        spots = gazetteer.spots(where[:, 0], where[:, 1])
        rows = dict.fromkeys(photos, _NOWHERE)
        for photo, spot in zip(placed, spots, strict=True):
            meters = round(spot.kilometers * 1000)
            rows[photo] = PhotoSpot(spot.country, spot.region, spot.town, meters, spot.direction)
        catalog.put_spots(list(rows.items()))
        last, done = photos[-1].photo_id, done + len(photos)
        yield done


def light_photos(catalog: Catalog) -> Iterator[int]:
    """Look up sun and moon for all photos that lack them, as `place_photos` does places."""
    done = 0
    while photos := catalog.photos_without_light(_BATCH):
        catalog.put_skies((one.photo_id, *sky_of(*one[1:])) for one in photos)
        done += len(photos)
        yield done


def look_up_places(catalog: Catalog) -> None:
    """Do all that `place_photos` and `light_photos` do."""
    list(place_photos(catalog))
    list(light_photos(catalog))
