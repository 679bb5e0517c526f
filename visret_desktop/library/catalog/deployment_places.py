"""The places that people or packages told of deployments, given to the photos of these.

A photo without a place of its own, and without one that was noted for it, such as a track's, has
that of its deployment: on the map, in searches and in exports. Which photos have which place is
kept by content, and found out anew whenever deployments or photos change.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from visret_desktop.library.catalog.catalog_annotations import notes_of, place_photo
from visret_desktop.library.catalog.catalog_deployments import StoredDeployment
from visret_desktop.library.catalog.catalog_reader import CatalogReader

_CHANGED = (
    "SELECT content_hash FROM (SELECT * FROM {0} EXCEPT SELECT * FROM {1})"
    " UNION SELECT content_hash FROM (SELECT * FROM {1} EXCEPT SELECT * FROM {0})"
)


class _Place(NamedTuple):
    content_hash: str
    name: str
    latitude: float
    longitude: float


def place_by_deployments(reader: CatalogReader, db: sqlite3.Connection) -> bool:
    """Give photos the places of their deployments; tell whether any changed. In a transaction."""
    placed = [one for one in reader.deployments.stored() if _point(one)]
    if not placed and db.execute("SELECT 1 FROM placed_content LIMIT 1").fetchone() is None:
        return False
    db.execute("DROP TABLE IF EXISTS temp.wanted_place")
    db.execute("CREATE TEMP TABLE wanted_place AS SELECT * FROM placed_content LIMIT 0")
    db.execute("CREATE UNIQUE INDEX temp.wanted_content ON wanted_place (content_hash)")
    # Of several the first: what a package says goes before what is said of a folder.
    db.executemany(
        "INSERT OR IGNORE INTO wanted_place VALUES (?, ?, ?, ?)", _places(reader, placed)
    )
    rows = db.execute(_CHANGED.format("wanted_place", "placed_content")).fetchall()
    db.execute("DELETE FROM placed_content")
    db.execute("INSERT INTO placed_content SELECT * FROM wanted_place")
    db.execute("DROP TABLE temp.wanted_place")
    for (content_hash,) in rows:
        noted = notes_of(db, content_hash)
        photos = db.execute("SELECT id FROM photo WHERE content_hash = ?", (content_hash,))
        for (number,) in photos.fetchall():
            place_photo(db, number, noted.place if noted else None)
    return bool(rows)


def _places(reader: CatalogReader, placed: Iterable[StoredDeployment]) -> Iterator[_Place]:
    by = reader.deployments.package().by
    deployments = list(placed)
    of_packages = [one for one in deployments if one.key.kind == "package"]
    for one in (*reversed(of_packages), *(one for one in deployments if one.key.kind == by)):
        name = one.name or one.key.inside.rpartition("/")[2]
        place = _point(one)
        if place is not None:
            for content_hash in _contents(reader, one):
                yield _Place(content_hash, f"deployment {name}".strip(), *place)


def _point(one: StoredDeployment) -> tuple[float, float] | None:
    try:
        return float(one.fields["latitude"]), float(one.fields["longitude"])
    except (KeyError, ValueError):
        return None


def _contents(reader: CatalogReader, one: StoredDeployment) -> Iterable[str]:
    """Return the contents of a deployment, as `interchange.deployments.survey` finds them."""
    folder, inside, began = one.key.folder_id, one.key.inside, one.key.began
    if one.key.kind == "package":
        return reader.deployments.contents(one.number)
    if one.key.kind == "drive":
        return reader.deployments.contents_on_drive(folder)
    members = reader.groups.members((folder, inside))
    if one.key.kind == "folder":
        return [photo.content_hash for photo in members]
    event_of = {
        number: event
        for number, _, event in reader.groups.stored(photo.photo_id for photo in members)
    }
    times: dict[int | None, list[str]] = {}
    for photo in members:
        times.setdefault(event_of.get(photo.photo_id), []).append(photo.taken[:19])
    begun = reader.deployments.beginnings(event for event in times if event)
    events = {
        event
        for event, taken in times.items()
        if event and (begun[event][1][:19] == began or min(taken) <= began <= max(taken))
    }
    return [photo.content_hash for photo in members if event_of.get(photo.photo_id) in events]
