"""`visret clock`: times of photos whose camera's clock was wrong; the files stay as they are."""

import re
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from visret_desktop.cli import engine_jobs, facts
from visret_desktop.cli.imports.track_clock import found_offset, offset_of_clock, read_tracks
from visret_desktop.cli.output import Json, Output
from visret_desktop.cli.repair import reading
from visret_desktop.errors import UsageError
from visret_desktop.library.catalog.catalog_clocks import MOST_DRIFT
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.paths import absolute

if TYPE_CHECKING:
    from visret_desktop.interchange.tracks.clock import FoundOffset
    from visret_desktop.interchange.tracks.clock_change import ClockChange, ClockPreview
    from visret_desktop.library.catalog.catalog_clocks import ClockShift, KeptCorrection
    from visret_desktop.library.catalog.catalog_locations import PlacedPhoto
    from visret_desktop.library.catalog.catalog_reader import CatalogReader

_LISTED = 20  # photos of each kind; --json has all
_LATEST = "latest"
_SECONDS = re.compile(r"[+\-−]?\d{1,5}(?:\.\d+)?")
_NOT_SAID = (
    "Say of which photos the clock was wrong: --folder, --camera, --deployment or --where. "
    "--where 'after:1000' is all with a time."
)


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command, but for those that say which photos."""
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--shift",
        metavar="H:MM:SS",
        default="",
        help="what is added to the time, such as +0:01:32 where the clock was slow, or, with =, "
        "--shift=-1:00:00",
    )
    how.add_argument(
        "--clock",
        metavar="PHOTO=TIME",
        default="",
        help="find the shift by a photo of a clock, and what that shows: IMG_1.jpg=14:03:20; or "
        "by one of the same moment, from a camera that was right: IMG_1.jpg=IMG_2.jpg",
    )
    how.add_argument(
        "--from-track",
        metavar="FILE",
        nargs="+",
        type=absolute,
        default=[],
        help="find the shift by a track (.gpx) and those photos that have a place of their own",
    )
    parser.add_argument(
        "--zone",
        metavar="ZONE",
        default="",
        help="the zone that the clock was set to, such as +01:00 for one that stayed on winter "
        "time, or Europe/Rome; photos get the time of the place where they were taken",
    )
    parser.add_argument(
        "--local",
        metavar="ZONE",
        default="",
        help="the zone in which times are wanted (default: that of the place of each photo)",
    )
    parser.add_argument(
        "--drift",
        metavar="SECONDS",
        type=drift,
        default=0.0,
        help="what is added for each day since --since, such as 1.5 where the clock lost that",
    )
    parser.add_argument(
        "--since", metavar="TIME", default="", help="when the clock was right, for --drift"
    )
    parser.add_argument("--camera", metavar="NAME", default="", help="only photos of this camera")
    parser.add_argument(
        "--deployment", metavar="ID", default="", help="only photos of this deployment"
    )
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument(
        "--dry-run", action="store_true", help="tell what would be corrected; keep nothing"
    )
    modes.add_argument(
        "--undo",
        metavar="N",
        nargs="?",
        const=_LATEST,
        default="",
        help="take a correction back, by its number in the list; else the latest",
    )


def drift(text: str) -> float:
    """Read seconds a day, such as '1.5' or '-0.3'."""
    if not _SECONDS.fullmatch(text.strip()) or abs(float(text.replace("−", "-"))) > MOST_DRIFT:
        raise ArgumentTypeError(f"{text[:40]!r} is no number of seconds a day, such as 1.5")
    return float(text.replace("−", "-"))


def clock(options: Namespace, out: Output) -> int:
    """`visret clock`: correct, take back, or list what was corrected."""
    if options.undo:
        return _undo(options, out)
    is_change = options.shift or options.clock or options.from_track or options.zone
    if not (is_change or options.drift):
        return _list(out)
    return _correct(options, out)


def _list(out: Output) -> int:
    paths, _ = engine_jobs.profile()
    with reading(paths, out) as reader:
        kept = reader.clocks.all()
    lines = [_line(one) for one in kept] or ["No clock was corrected. `visret clock --help`."]
    out.result({"corrections": [_body(one) for one in kept]}, lines)
    return 0


def _body(one: "KeptCorrection") -> Json:
    return {"number": one.number, "correction": one.label, "photos": one.photos}


def _line(one: "KeptCorrection") -> str:
    made = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.made_at))
    photos = "1 photo" if one.photos == 1 else f"{one.photos:,} photos"
    return f"{one.number}: {one.label}; {photos}, {made}"


def _undo(options: Namespace, out: Output) -> int:
    from visret_desktop.engine.indexing.clock_job import drop_correction

    with engine_jobs.open_library(out) as library:
        kept = library.reader.clocks.all()
        wanted = [one for one in kept if str(one.number) == options.undo]
        one = next(iter(kept[-1:] if options.undo == _LATEST else wanted), None)
        if one is None:
            reason = f"There is no correction {options.undo}. `visret clock` lists them."
            raise UsageError(reason=reason if kept else "No clock was corrected.")
        drop_correction(library, one.number)
    photos = "1 photo has" if one.photos == 1 else f"{one.photos:,} photos have"
    out.result(
        {"undone": _body(one)},
        [f"Taken back: {one.label}. {photos} the time that the camera wrote."],
    )
    return 0


def _correct(options: Namespace, out: Output) -> int:
    from visret_desktop.interchange.tracks.clock_change import preview

    if bool(options.drift) != bool(options.since):
        reason = "--drift SECONDS and --since TIME belong together: so much a day since then."
        raise UsageError(reason=reason)
    if not (options.folders or options.camera or options.deployment or options.where):
        raise UsageError(reason=_NOT_SAID)
    paths, chosen = engine_jobs.profile()
    with reading(paths, out) as reader:
        engine_jobs.check_scope(reader, chosen.folder_seconds, options.folders)
        photos = _photos(options, reader)
        change, offset = _change(options, reader, photos, out)
    previewed = preview(photos, change)
    label = label_of(change, options)
    number = None
    if previewed.shifts and not options.dry_run:
        number = kept_number(label, previewed.shifts, out)
    body = _outcome(previewed, label, offset, number)
    out.result(body, _lines(body, options.dry_run))
    return 0 if previewed.shifts else 1


def kept_number(label: str, shifts: "Mapping[str, ClockShift]", out: Output) -> int:
    """Keep a correction of contents; return its number."""
    from visret_desktop.engine.indexing.clock_job import keep_correction

    with engine_jobs.open_library(out) as library:
        return keep_correction(library, label, shifts)


def _photos(options: Namespace, reader: "CatalogReader") -> "list[PlacedPhoto]":
    """Return the photos that are meant, the earliest first."""
    if options.camera:
        options.where = f'{options.where} camera:"{options.camera}"'.strip()
    scope = engine_jobs.below(options.folders) if options.folders else Filter()
    only = facts.narrowed(scope, facts.of_where(reader, options))
    if not options.deployment:
        return reader.placing.photos(only)
    from visret_desktop.interchange.deployments.survey import survey

    surveyed = survey(reader, reader.photo_ids("name", only).tolist())
    rows = [row for row, one in enumerate(surveyed.deployments) if one.name == options.deployment]
    if not rows:
        reason = f"There is no deployment {options.deployment!r}. `visret deployments` lists them."
        raise UsageError(reason=reason)
    return reader.placing.photos_of_ids(surveyed.photo_ids[surveyed.of == rows[0]].tolist())


def _change(
    options: Namespace, reader: "CatalogReader", photos: "Sequence[PlacedPhoto]", out: Output
) -> "tuple[ClockChange, FoundOffset | None]":
    """Return what was wrong, as it was given or as a track says."""
    from visret_desktop.interchange.tracks.clock import read_offset, zone_of_track
    from visret_desktop.interchange.tracks.clock_change import ClockChange

    zone, offset, seconds = options.zone.strip(), None, 0.0
    if options.from_track:
        tracks = read_tracks(options.from_track, out)
        zone = zone or zone_of_track(tracks[0])
        offset = found_offset(tracks, photos, zone)
        seconds = offset.seconds
    elif options.clock:
        seconds = offset_of_clock(reader, options.clock, zone)
    elif options.shift:
        seconds = read_offset(options.shift)
    local = options.local.strip()
    return ClockChange(seconds, options.drift, options.since, zone, local), offset


def label_of(change: "ClockChange", options: Namespace) -> str:
    """Return a correction in words: '+1:00:37, zone Europe/Rome; folder walk'."""
    where = [f"folder {Path(one).name}" for one in options.folders]
    where += [f"deployment {options.deployment}"] if getattr(options, "deployment", "") else []
    where += [options.where] if options.where else []
    return "; ".join(filter(None, (change.words(), ", ".join(where))))[:1000]


# ---- what is told -----------------------------------------------------------------------------


def _outcome(
    preview: "ClockPreview", label: str, offset: "FoundOffset | None", number: int | None
) -> Json:
    changed = [
        {"path": str(photo.path), "before": photo.taken_at, "after": after}
        for photo, after in zip(preview.photos, preview.after, strict=True)
    ]
    return {
        "correction": label,
        "number": number,
        "found_by": offset and {"photos": offset.photos, "meters": round(offset.meters, 1)},
        "corrected": changed,
        "undated": [str(photo.path) for photo in preview.undated],
        "shown_twice": [str(photo.path) for photo in preview.twice],
        "never_shown": [str(photo.path) for photo in preview.never],
    }


def _lines(body: Json, is_dry_run: bool) -> Iterator[str]:
    yield body["correction"]
    if by := body["found_by"]:
        yield f"Found by {by['photos']} photos, {by['meters']:.0f} m from the track in the middle."
    verb = "would be corrected" if is_dry_run else "corrected"
    yield f"{_counted(body['corrected'])} {verb}; the files stay as they are."
    for one in body["corrected"][:_LISTED]:
        yield f"      {one['path']}: {one['before']} → {one['after']}"
    if len(body["corrected"]) > _LISTED:
        yield f"      and {len(body['corrected']) - _LISTED:,} more (`--json` lists all)"
    if body["undated"]:
        yield f"{_counted(body['undated'])} without a time: nothing to correct."
    yield from twice_shown(body["shown_twice"])
    if body["never_shown"]:
        yield (
            f"{_counted(body['never_shown'])} with a time that a clock in this zone never shows, "
            "as summer time begins then: was it set to another zone?"
        )
    if body["number"] is not None:
        yield f"`visret clock --undo {body['number']}` takes it back."


def twice_shown(paths: Sequence[str]) -> Iterator[str]:
    """Yield what is said of photos from the hour that a clock shows twice in autumn."""
    if paths:
        yield (
            f"{_counted(paths)} from the hour that a clock shows twice when summer time ends; the "
            "first is meant. For the second add one hour: `visret clock --shift 1:00:00 --where …`."
        )
        yield from (f"      {path}" for path in paths[:_LISTED])


def _counted(photos: Sequence[object]) -> str:
    return "1 photo" if len(photos) == 1 else f"{len(photos):,} photos"
