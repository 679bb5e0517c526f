"""What commands ask of tracks and photos before any of them is placed or corrected."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from visret_desktop.cli.output import Output, progress_display
from visret_desktop.errors import UsageError
from visret_desktop.paths import absolute

if TYPE_CHECKING:
    from visret_desktop.interchange.tracks.clock import FoundOffset
    from visret_desktop.interchange.tracks.track import Track
    from visret_desktop.library.catalog.catalog_locations import PlacedPhoto
    from visret_desktop.library.catalog.catalog_reader import CatalogReader

LARGEST_GAP = 600.0  # seconds
_MEGABYTE = 1_000_000


def read_tracks(files: Sequence[Path], out: Output) -> "list[Track]":
    """Read the tracks; files that are none are told, unless no file is one."""
    from visret_desktop.interchange.tracks.gpx import read_files

    began = time.monotonic()
    with progress_display() as display:

        def show(done: int, total: int) -> None:
            rate = done / max(time.monotonic() - began, 1e-3)
            left = (total - done) / rate
            megabytes = done // _MEGABYTE, total // _MEGABYTE
            display.show("track", *megabytes, rate / _MEGABYTE, left)

        tracks, errors = read_files(files, show)
    if not tracks:
        raise errors[0]
    for error in errors:
        out.notice(str(error))
    for track in tracks:
        for sentence in _flaws(track):
            out.notice(f"{track.name}: {sentence}")
    return tracks


def _flaws(track: "Track") -> Iterator[str]:
    flaws = track.flaws
    if flaws.is_cut:
        yield "the file ends in the middle; it was read up to there."
    if flaws.without_time:
        yield f"{flaws.without_time:,} points have no time and were passed over."
    if flaws.impossible_time:
        yield f"{flaws.impossible_time:,} points have an impossible time and were passed over."
    if flaws.damaged:
        yield f"{flaws.damaged:,} points have no place on earth and were passed over."
    if flaws.disordered:
        yield f"{flaws.disordered:,} points were out of order and were put in order."
    if track.step > 1:
        yield f"it is so long that one point in {track.step} was used."


def found_offset(
    tracks: "Sequence[Track]",
    photos: "Sequence[PlacedPhoto]",
    zone: str,
    largest_gap: float = LARGEST_GAP,
) -> "FoundOffset":
    """Return how wrong a clock was, by photos that have a place of their own.

    Raises:
        UsageError: none of them lies near a track.
    """
    from visret_desktop.interchange.tracks.geotagging import offset_of_places

    offset = offset_of_places(tracks, photos, zone, largest_gap)
    if offset is None:
        reason = (
            "No photo with a place of its own lies near the track, so the offset cannot be "
            "found by them. Give it by --offset, or by --clock and a photo of a clock."
        )
        raise UsageError(reason=reason)
    return offset


def offset_of_clock(reader: "CatalogReader", text: str, zone: str) -> float:
    """Return how wrong a clock was, by PHOTO=TIME or PHOTO=OTHER.

    The photo is one of a clock that shows that time, or was taken at the same moment as the other
    one, by a camera that was right. A `zone` of "" is not known.

    Raises:
        UsageError: it is no photo of the library, or says no time.
    """
    from visret_desktop.interchange.tracks.clock import offset_by_clock, offset_by_pair

    name, _, shown = text.rpartition("=")
    photo = reader.placing.at(absolute(name))
    if photo is None:
        reason = (
            f"{absolute(name)} is no photo of the library. --clock takes PHOTO=TIME, or PHOTO=PHOTO"
            " for two of the same moment; index the photo first."
        )
        raise UsageError(reason=reason)
    try:
        return offset_by_clock(photo.taken_at, shown, zone or "UTC")
    except UsageError as error:
        other = reader.placing.at(absolute(shown)) if shown else None
        if other is None and absolute(shown).is_file():
            reason = f"{absolute(shown)} is no photo of the library. Index it first."
            raise UsageError(reason=reason) from error
        if other is None:
            raise
        return offset_by_pair(photo.taken_at, other.taken_at, zone)
