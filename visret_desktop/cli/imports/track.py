"""`visret import-track`: where photos were taken, by the tracks of a GPS logger."""

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from visret_desktop.cli import engine_jobs, facts
from visret_desktop.cli.argument_types import add_import_modes
from visret_desktop.cli.imports.track_clock import (
    LARGEST_GAP,
    found_offset,
    offset_of_clock,
    read_tracks,
)
from visret_desktop.cli.output import Json, Output, duration
from visret_desktop.cli.repair import reading
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.paths import absolute

if TYPE_CHECKING:
    from visret_desktop.interchange.tracks.clock import Clock, FoundOffset
    from visret_desktop.interchange.tracks.geotagging import Placing
    from visret_desktop.interchange.tracks.track import Track
    from visret_desktop.library.catalog.catalog_locations import PlacedPhoto
    from visret_desktop.library.catalog.catalog_reader import CatalogReader
    from visret_desktop.library.records import OwnPlace


_FIND = "find"
_LISTED = 20  # photos of each kind; --json has all
_UNITS = {"s": 1, "min": 60, "h": 3600}
_DURATION = re.compile(r"(\d{1,6}(?:\.\d+)?) ?(s|min|h)?")


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command, but for those that say which photos."""
    parser.add_argument(
        "files", metavar="FILE", nargs="+", type=absolute, help="tracks of a logger (.gpx)"
    )
    clock = parser.add_mutually_exclusive_group()
    clock.add_argument(
        "--offset",
        metavar="H:MM:SS",
        default="",
        help="what is added to the camera's clock, such as +0:01:32 where it was slow; "
        "`find`: found by those of the photos that have a place of their own",
    )
    clock.add_argument(
        "--clock",
        metavar="PHOTO=TIME",
        default="",
        help="find the offset by a photo of a clock, and what that shows: IMG_1.jpg=14:03:20; or "
        "by one of the same moment, from a camera that was right: IMG_1.jpg=IMG_2.jpg",
    )
    parser.add_argument(
        "--zone",
        metavar="ZONE",
        default="",
        help="the zone of the camera's clock, such as Europe/Rome or +02:00, for photos that do "
        "not say theirs (default: the zone in which the track begins)",
    )
    parser.add_argument(
        "--largest-gap",
        metavar="TIME",
        type=seconds,
        default=LARGEST_GAP,
        help="the longest pause of the track in which photos are placed, such as 90s (default "
        "10min)",
    )
    parser.add_argument(
        "--keep-clock",
        action="store_true",
        help="correct the times of these photos, too, by the offset and the zone: `visret clock`",
    )
    undoing = "forget the places that came from these tracks"
    add_import_modes(parser, "placed", "--undo", undoing)


def seconds(text: str) -> float:
    """Read a duration such as '90s', '10min' or '1h'; a number alone is minutes."""
    match = _DURATION.fullmatch(text.strip())
    if not match or not float(match[1]):
        raise ArgumentTypeError(f"{text[:40]!r} is no duration such as 90s, 10min or 1h")
    return float(match[1]) * _UNITS[match[2] or "min"]


def import_track(options: Namespace, out: Output) -> int:
    """`visret import-track FILE…`."""
    return _undo(options, out) if options.undo else _place(options, out)


def _undo(options: Namespace, out: Output) -> int:
    from visret_desktop.engine.field_messages import DropPlaces, NotesChanged
    from visret_desktop.engine.fieldwork.annotations_job import drop_places

    forgotten: dict[str, int] = {}
    with engine_jobs.open_library(out) as library:
        known = library.reader.placing.sources()
        for source in [_source(path, known) for path in dict.fromkeys(options.files)]:
            for event in drop_places(library, DropPlaces(source=source)):
                if isinstance(event, NotesChanged):
                    forgotten[source] = len(event.before)
    lines = [
        f"{name}: {count} photos lose the place that it gave." for name, count in forgotten.items()
    ]
    out.result({"forgotten": forgotten}, lines)
    return 0


def _source(path: Path, known: Sequence[str]) -> str:
    """Return the label of a track: by its bytes, or as it is listed where the file is gone.

    Raises:
        UsageError: it gave no photo its place.
    """
    from visret_desktop.interchange.tracks.gpx import source_of

    names = [path.name]  # older versions kept the name alone
    if path.is_file():
        names.insert(0, source_of(path))
    refusal = f"{path} gave no photo its place. Tracks that did:"
    return engine_jobs.kept_source(names, known, refusal)


def _place(options: Namespace, out: Output) -> int:
    from visret_desktop.interchange.tracks.clock import zone_of_track
    from visret_desktop.interchange.tracks.geotagging import GeotagOutcome, place_photos

    tracks = read_tracks(options.files, out)
    paths, chosen = engine_jobs.profile()
    with reading(paths, out) as reader:
        engine_jobs.check_scope(reader, chosen.folder_seconds, options.folders)
        scope = engine_jobs.below(options.folders) if options.folders else Filter()
        photos = reader.placing.photos(facts.narrowed(scope, facts.of_where(reader, options)))
        zone = options.zone.strip() or zone_of_track(tracks[0])
        clock, found = _clock(options, reader, tracks, photos, zone)
    placing = place_photos(tracks, photos, clock, options.largest_gap)
    places = placing.places()
    if not options.dry_run and places:
        _keep(places, out)
    body = _body(tracks, placing, clock, found)
    if options.keep_clock:
        body |= _keep_clock(placing, clock, options, out)
    out.result({**body, "kept": bool(places) and not options.dry_run}, _lines(body, options))
    return 0 if placing.counts[GeotagOutcome.PLACED] or placing.counts[GeotagOutcome.KNOWN] else 1


def _keep_clock(placing: "Placing", clock: "Clock", options: Namespace, out: Output) -> Json:
    """Correct the times of those photos that the tracks say anything of."""
    from visret_desktop.cli.imports.clock import kept_number, label_of
    from visret_desktop.interchange.tracks.clock_change import ClockChange, preview
    from visret_desktop.interchange.tracks.geotagging import GeotagOutcome

    those = (GeotagOutcome.PLACED, GeotagOutcome.KNOWN, GeotagOutcome.NOTED, GeotagOutcome.GAP)
    pairs = zip(placing.photos, placing.outcomes, strict=True)
    places = placing.places()
    photos = [
        photo._replace(latitude=place.latitude, longitude=place.longitude)
        if (place := places.get(photo.content_hash))
        else photo
        for photo, outcome in pairs
        if outcome in those
    ]
    change = ClockChange(clock.offset, zone=clock.zone)
    shifts = preview(photos, change).shifts
    number = None
    if shifts and not options.dry_run:
        number = kept_number(label_of(change, options), shifts, out)
    return {"clock_corrected": len(shifts), "clock_correction": number}


def _clock(
    options: Namespace,
    reader: "CatalogReader",
    tracks: "Sequence[Track]",
    photos: "Sequence[PlacedPhoto]",
    zone: str,
) -> "tuple[Clock, FoundOffset | None]":
    """Return the camera's clock, as it was given or found."""
    from visret_desktop.interchange.tracks import clock

    given = options.offset.strip()
    if options.clock:
        return clock.Clock(offset_of_clock(reader, options.clock, zone), zone), None
    if given == _FIND:
        offset = found_offset(tracks, photos, zone, options.largest_gap)
        return clock.Clock(offset.seconds, zone), offset
    return clock.Clock(clock.read_offset(given) if given else 0.0, zone), None


def _keep(places: "dict[str, OwnPlace]", out: Output) -> None:
    from visret_desktop.engine.field_messages import MOST_CONTENTS, KeepPlaces
    from visret_desktop.engine.fieldwork.annotations_job import keep_places

    hashes = list(places)
    with engine_jobs.open_library(out) as library:
        for start in range(0, len(hashes), MOST_CONTENTS):
            part = {name: places[name] for name in hashes[start : start + MOST_CONTENTS]}
            list(keep_places(library, KeepPlaces(places=part)))


# ---- what is told -----------------------------------------------------------------------------


def _body(
    tracks: "Sequence[Track]", placing: "Placing", clock: "Clock", found: "FoundOffset | None"
) -> Json:
    from visret_desktop.interchange.tracks.clock import offset_text, zone_of
    from visret_desktop.interchange.tracks.clock_change import is_ambiguous
    from visret_desktop.interchange.tracks.geotagging import GeotagOutcome

    lists: dict[str, list[Json]] = {"placed": [], "known": [], "noted": [], "outside": []}
    places = placing.places()
    matches = placing.matches
    for row, (photo, outcome) in enumerate(zip(placing.photos, placing.outcomes, strict=True)):
        body: Json = {"path": str(photo.path)}
        if outcome is GeotagOutcome.PLACED:
            place = places[photo.content_hash]
            body |= {
                "latitude": place.latitude,
                "longitude": place.longitude,
                "altitude": place.altitude,
                "seconds": round(float(matches.seconds[row]), 1),
                "track": place.source,
            }
            lists["placed"].append(body)
        elif outcome is GeotagOutcome.KNOWN:
            lists["known"].append({**body, "meters": _number(placing.away[row])})
        elif outcome is GeotagOutcome.NOTED:
            lists["noted"].append({**body, "from": photo.placed_by})
        else:
            seconds = _number(matches.seconds[row])
            lists["outside"].append({**body, "why": outcome.value, "seconds": seconds})
    zone = zone_of(clock.zone)
    twice = [photo for photo in placing.photos if is_ambiguous(photo.taken_at, zone)]
    return {
        "shown_twice": [str(photo.path) for photo in twice],
        "tracks": [_track(track) for track in tracks],
        "offset": offset_text(clock.offset),
        "offset_by": found and {"photos": found.photos, "meters": round(found.meters, 1)},
        "zone": clock.zone,
        **lists,
    }


def _track(track: "Track") -> Json:
    return {
        "name": track.name,
        "points": len(track),
        "segments": len(track.starts),
        "from": _moment(float(track.times.min())),
        "to": _moment(float(track.times.max())),
    }


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(int(seconds), UTC).isoformat().replace("+00:00", "Z")


def _number(value: float) -> float | None:
    return None if value != value else round(float(value), 1)


def _lines(body: Json, options: Namespace) -> Iterator[str]:
    from visret_desktop.cli.imports.clock import twice_shown
    from visret_desktop.interchange.tracks.geotagging import FAR_METERS

    for track in body["tracks"]:
        yield f"{track['name']}: {track['points']:,} points from {track['from']} to {track['to']}"
    yield f"Camera clock: {body['offset']}, in the zone {body['zone']}"
    if by := body["offset_by"]:
        yield f"Found by {by['photos']} photos, {by['meters']:.0f} m from the track in the middle."
    verbs = ("would be placed",) * 2 if options.dry_run else ("is placed", "are placed")
    yield _counted(body["placed"], *verbs)
    yield from _listed(
        body["placed"],
        lambda one: (
            f"{one['latitude']:.6f}, {one['longitude']:.6f};"
            f" {duration(one['seconds'])} from a point"
        ),
    )
    known = sorted(body["known"], key=lambda one: -(one["meters"] or 0.0))
    far = [one for one in known if (one["meters"] or 0.0) > FAR_METERS]
    if known:
        yield _counted(
            known, "has a place of its own, which stays", "have places of their own, which stay"
        )
        yield from _listed(far, lambda one: f"{one['meters']:,.0f} m from where the track was")
    if body["noted"]:
        yield _counted(
            body["noted"],
            "has a place that was noted otherwise, which stays",
            "have places that were noted otherwise, which stay",
        )
    if body["outside"]:
        yield _counted(body["outside"], "lies outside of the track", "lie outside of the track")
        yield from _listed(body["outside"], _why)
    yield from twice_shown(body["shown_twice"])
    if "clock_corrected" in body:
        verb = "would be corrected" if options.dry_run else "corrected"
        yield f"The times of {body['clock_corrected']:,} photos {verb}; the files stay as they are."
        if body["clock_correction"] is not None:
            yield f"`visret clock --undo {body['clock_correction']}` takes that back."
    elif body["offset"] != "+0:00:00":
        shift = body["offset"]
        yield (
            "The photos' times stay as this wrong clock wrote them. Add --keep-clock to correct "
            f"them, too, or `visret clock --shift={shift} --zone {body['zone']} --folder DIR`."
        )
    if known and not body["placed"] and not options.offset:
        yield "Is the camera's clock wrong? --offset find asks the photos that have a place."


def _counted(photos: Sequence[Json], one: str, more: str) -> str:
    return f"1 photo {one}." if len(photos) == 1 else f"{len(photos):,} photos {more}."


def _why(one: Json) -> str:
    away = "" if one["seconds"] is None else duration(one["seconds"])
    words = {
        "before": f"{away} before it begins",
        "after": f"{away} after it ends",
        "gap": f"in a gap, {away} from the nearest point",
        "undated": "it does not say when it was taken",
    }
    return words[one["why"]]


def _listed(photos: Sequence[Json], words: Callable[[Json], str]) -> Iterator[str]:
    for one in photos[:_LISTED]:
        yield f"      {one['path']}: {words(one)}"
    if len(photos) > _LISTED:
        yield f"      and {len(photos) - _LISTED:,} more (`--json` lists all)"
