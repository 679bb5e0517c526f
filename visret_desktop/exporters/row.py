"""A photo as a row of plain values, with the same columns in every kind of file."""

from visret_desktop.exporters.photos import Outgoing
from visret_desktop.library.records import METADATA_COLUMNS
from visret_desktop.places.time_zones import offset_of

Value = str | int | float | bool | tuple[str, ...] | None
Row = dict[str, Value]

_OF_NAMES = ("names", "common_names", "individuals", "accepted_by", "accepted_at")
COLUMNS = (
    *("path", "name", *METADATA_COLUMNS, "utc_offset", "utc_offset_by"),
    *("place", "placed_by", "uncertainty_meters"),
    *("own_tags", "own_rating", *_OF_NAMES),
    *("raw", "folder", "hash", "online", "copies"),
)


def row_of(one: Outgoing) -> Row:
    """Return the row of a photo.

    `rating` is the person's own where there is one; `names` and the four columns after it have an
    entry for each accepted name, in the same order.
    """
    photo = one.photo
    known, names = photo.metadata, photo.notes.names
    offset = offset_of(one.source.metadata.taken_at, *_place(one))
    return {
        "path": "" if one.cell or one.photo is not one.source else str(photo.path),
        "name": photo.name,
        **{name: getattr(known, name) for name in METADATA_COLUMNS},
        "rating": photo.rating,
        "utc_offset": f"UTC{offset.text}" if offset.text else None,  # a bare sign is a formula
        "utc_offset_by": offset.by or None,
        "place": one.place or None,
        "placed_by": photo.placed_by or None,
        "uncertainty_meters": one.cell and one.cell.meters,
        "own_tags": photo.notes.tags,
        "own_rating": photo.notes.rating,
        "names": tuple(accepted.name for accepted in names),
        "common_names": tuple(accepted.common for accepted in names),
        "individuals": tuple(
            "" if accepted.count is None else str(accepted.count) for accepted in names
        ),
        "accepted_by": tuple(accepted.by for accepted in names),
        "accepted_at": tuple(accepted.at for accepted in names),
        "raw": photo.companion,
        "folder": one.folder,
        "hash": photo.content_hash,
        "online": photo.online,
        "copies": one.copies,
    }


def _place(one: Outgoing) -> tuple[float | None, float | None]:
    """Return the place by which clocks are known: the true one, as all that leaves is an offset."""
    return one.source.metadata.latitude, one.source.metadata.longitude
