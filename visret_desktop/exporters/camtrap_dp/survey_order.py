"""Photos in the order of a survey, a few hundred in memory at a time."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from visret_desktop.exporters.camtrap_dp.events import EventsOfDeployment
from visret_desktop.exporters.camtrap_dp.tables import Row, media_row
from visret_desktop.exporters.exporter import Export
from visret_desktop.exporters.obscuring import Aliases, Obscurer, obscured_name
from visret_desktop.interchange.camtrap.observations import IDS
from visret_desktop.interchange.deployments.deployment import Deployment
from visret_desktop.interchange.deployments.survey import Survey
from visret_desktop.library.catalog.catalog_connection import CHUNK
from visret_desktop.library.records import Photo


class Step(NamedTuple):
    """A photo, its deployment, its row of media, and the events as far as they went.

    `time` is that of the row; where the photo's zone is not known, it is a local time, or "".
    """

    done: int  # photos so far, this one included
    photo: Photo
    deployment: Deployment
    media: Row
    time: str
    events: EventsOfDeployment
    of_machines: Sequence[Row] = ()  # observations, as a package had them


def aliases_of(export: Export) -> Aliases | None:
    """Return the aliases of an export in which places are obscured; None in others."""
    return Aliases(export.reader.export_secret()) if export.choices.obscure_km else None


def _obscured(photo: Photo, aliases: Aliases, obscurer: Obscurer) -> Photo:
    """Return a photo with an alias for its hash, and names without free texts."""

    def tells(text: str) -> bool:
        return obscurer.is_place(text, photo, None)

    names = tuple(obscured_name(name, tells) for name in photo.notes.names)
    return replace(
        photo,
        content_hash=aliases.of(photo.content_hash),
        notes=replace(photo.notes, names=names),
    )


def _local(taken: str) -> str:
    """Return a local time, of which nobody knows the zone, as it is written; "" if it is none."""
    try:
        return datetime.fromisoformat(taken[:19]).isoformat(timespec="seconds")
    except ValueError:
        return ""


def walk(export: Export, found: Survey, *, is_timed: bool) -> Iterator[Step]:
    """Yield photos of a survey.

    With `is_timed`, as a package needs it, those without a time and its zone belong to no event,
    and what is not there is not told.
    """
    from visret_desktop.places.gazetteer import Gazetteer  # NumPy, and a second of reading

    reader, aliases = export.reader, aliases_of(export)
    kilometers = export.choices.obscure_km
    obscurer = Obscurer(Gazetteer.open(), kilometers, aliases) if aliases else None
    roots = {folder.id: folder.path for folder in reader.folders()}
    events, last = EventsOfDeployment(), -1
    used, media_used = set[str](), set[str]()  # ids of packages
    for start in range(0, len(found.photo_ids), CHUNK):
        ids = found.photo_ids[start : start + CHUNK].tolist()
        photos = {photo.id: photo for photo in reader.photos(ids)}
        hashes = [photo.content_hash for photo in photos.values()]
        of_media = reader.deployments.media_of(hashes)
        of_machines = reader.deployments.machine_observations(hashes)
        for row, number in enumerate(ids, start):
            photo = photos.get(number)
            if photo is None:  # it left the catalog
                continue
            of = int(found.of[row])
            deployment = found.deployments[of]
            fields = of_media.get(photo.content_hash, {})
            machines = of_machines.get(photo.content_hash, [])
            if (own := fields.get("mediaID", "")) in media_used:
                fields = {column: text for column, text in fields.items() if column != "mediaID"}
            media_used |= {own} if own else set()
            root = roots[photo.folder_id]
            if aliases and obscurer:
                photo = _obscured(photo, aliases, obscurer)
                machines = [{c: t for c, t in one.items() if c not in IDS} for one in machines]
            media = media_row(photo, root, deployment, fields, aliases)
            if of != last:
                events, last = EventsOfDeployment(not is_timed, used), of
            time = media["timestamp"] or ("" if is_timed else _local(photo.metadata.taken_at or ""))
            if time or not is_timed:
                events.go_on(media, time, photo.notes.names, bool(found.begins_event[row]))
            yield Step(row + 1, photo, deployment, media, time, events, machines)
