"""The photos of an export: read a few hundred at a time, obscured if that was asked for.

Each becomes a row of plain values, with the same columns in every format.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from visret_desktop.exporters.exporter import Export, Lack, Report
from visret_desktop.exporters.obscuring import Aliases, Cell, Obscurer, words_of
from visret_desktop.exporters.photo_context import UNKNOWN, PhotoContext, PhotoContexts
from visret_desktop.library.catalog.catalog_connection import CHUNK, batched
from visret_desktop.library.records import METADATA_COLUMNS, Photo
from visret_desktop.places.place import Spot, offset_of
from visret_desktop.sentences import form

if TYPE_CHECKING:
    from visret_desktop.places.gazetteer import Gazetteer


GONE = Lack(
    "gone",
    form("1 photo is not in the library any more."),
    form("{count:,} photos are not in the library any more."),
)
WORDS_TAKEN_OUT = Lack(
    "words-taken-out",
    form("Of 1 photo, words that may say where it was taken are left out."),
    form("Of {count:,} photos, words that may say where they were taken are left out."),
)

NAMES_THAT_STAY = Lack(
    "names-that-stay",
    form("The name of 1 file stays. See whether it says where."),
    form(
        "The names of {count:,} files stay. See whether one says where: no "
        "list knows all names of places."
    ),
)
WORDS_THAT_STAY = Lack(
    "words-that-stay",
    form("1 keyword stays. See whether it says where."),
    form(
        "{count:,} different keywords stay. See whether one says where: no "
        "list knows all names of places."
    ),
)


@dataclass(frozen=True)
class Outgoing:
    """A photo as it may leave.

    `source` is the photo as the library knows it: for reading its file, never for telling. `place`
    names where it was taken, `cell` is that of the grid if it was obscured.
    """

    photo: Photo
    source: Photo
    folder: str = ""
    copies: tuple[str, ...] = ()
    place: str = ""
    cell: Cell | None = None
    around: PhotoContext = UNKNOWN


def outgoing(
    export: Export,
    report: Report,
    *,
    is_placeless: bool = False,
    names_places: bool = True,
    looks_around: bool = False,
) -> Iterator[Outgoing]:
    """Yield the photos of an export in their order, as they may leave.

    With `is_placeless` nothing says where they were taken but, if that was asked for, the grid.
    Without `names_places` their `place` is not looked up, which takes half of the time. With
    `looks_around` they know their deployments, their events and what detectors found in them.

    It notes in `report` which are gone, and of which words were taken out.
    """
    from visret_desktop.places.gazetteer import Gazetteer  # NumPy, and a second of reading

    gazetteer = Gazetteer.open()
    kilometers = export.choices.obscure_km
    aliases = Aliases(export.reader.export_secret())
    is_obscured = bool(kilometers) or is_placeless
    obscurer = (
        Obscurer(gazetteer, kilometers, aliases, is_neutral=is_placeless) if is_obscured else None
    )
    words_at = lru_cache(maxsize=20_000)(
        partial(words_of, gazetteer, is_rough=obscurer is not None)
    )
    staying: set[str] = set()
    around = PhotoContexts(export, aliases if is_obscured else None) if looks_around else None
    folders = {folder.id: folder.path for folder in export.reader.folders()}
    for chunk in batched(export.photo_ids, CHUNK):
        photos = export.reader.photos(chunk)
        report.note(GONE, number=len(chunk) - len(photos))
        same = export.reader.rows_by_hash([photo.content_hash for photo in photos])
        spots = _spots(gazetteer, photos) if names_places or obscurer else {}
        contexts = around.of(photos) if around else {}
        for photo in (photo for photo in photos if photo.folder_id in folders):
            near = contexts.get(photo.id, UNKNOWN)
            spot = spots.get(photo.id)
            words = words_at(spot.country, spot.region, spot.town) if spot else ""
            if obscurer is None:
                alike = same.get(photo.content_hash, ())
                copies = tuple(row.path for row in alike if row.photo_id != photo.id)
                folder = str(folders[photo.folder_id])
                yield Outgoing(photo, photo, folder, copies, words, around=near)
                continue
            obscured = obscurer.obscured(photo, spot)
            if _texts(obscured) != _texts(photo):
                report.note(WORDS_TAKEN_OUT)
            for word in sorted({*obscured.metadata.keywords, *obscured.notes.tags} - staying):
                staying.add(word)
                report.note(WORDS_THAT_STAY, word)
            if obscured.name == photo.name:
                report.note(NAMES_THAT_STAY, obscured.name)
            words = words if kilometers else ""
            cell = obscurer.cell(photo)
            yield Outgoing(obscured, photo, place=words, cell=cell, around=near)


def _spots(gazetteer: "Gazetteer", photos: list[Photo]) -> dict[int, Spot]:
    placed = [
        (photo.id, photo.metadata.latitude, photo.metadata.longitude)
        for photo in photos
        if photo.metadata.latitude is not None and photo.metadata.longitude is not None
    ]
    if not placed:
        return {}
    numbers, latitudes, longitudes = zip(*placed, strict=True)
    return dict(zip(numbers, gazetteer.spots(latitudes, longitudes), strict=True))


def _texts(photo: Photo) -> tuple[object, ...]:
    known = photo.metadata
    return known.title, known.description, known.keywords, photo.notes.tags, photo.name


Value = str | int | float | bool | tuple[str, ...] | None
Row = dict[str, Value]

_OF_NAMES = (
    *("names", "common_names", "individuals", "sexes", "life_stages", "behaviors"),
    *("said_of_events", "accepted_by", "accepted_at"),
)
COLUMNS = (
    *("path", "name", *METADATA_COLUMNS, "camera_time", "utc_offset", "utc_offset_by"),
    *("place", "placed_by", "uncertainty_meters"),
    *("own_tags", "own_rating", *_OF_NAMES),
    *("deployment", "event", "detections"),
    *("raw", "folder", "hash", "online", "copies"),
)


def row_of(one: Outgoing) -> Row:
    """Return the row of a photo.

    `rating` is the person's own where there is one; `names` and the columns of `_OF_NAMES` have an
    entry for each accepted name and group of it, in the same order.
    """
    photo = one.photo
    known, names = photo.metadata, photo.notes.names
    offset = offset_of(one.source.metadata.taken_at, *_place(one))
    return {
        "path": "" if one.cell or one.photo is not one.source else str(photo.path),
        "name": photo.name,
        **{name: getattr(known, name) for name in METADATA_COLUMNS},
        "rating": photo.rating,
        "camera_time": photo.camera_time or None,
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
        "sexes": tuple(accepted.sex for accepted in names),
        "life_stages": tuple(accepted.life_stage for accepted in names),
        "behaviors": tuple(accepted.behavior for accepted in names),
        "said_of_events": tuple(accepted.event for accepted in names),
        "accepted_by": tuple(accepted.by for accepted in names),
        "accepted_at": tuple(accepted.at for accepted in names),
        "deployment": one.around.deployment or None,
        "event": one.around.event or None,
        "detections": one.around.detections,
        "raw": photo.companion,
        "folder": one.folder,
        "hash": photo.content_hash,
        "online": photo.online,
        "copies": one.copies,
    }


def _place(one: Outgoing) -> tuple[float | None, float | None]:
    """Return the place by which clocks are known: the true one, as all that leaves is an offset."""
    return one.source.metadata.latitude, one.source.metadata.longitude
