"""What photos get from tracks: which are placed, which know their place, which lie outside."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np

from visret_desktop.interchange.foreign_files import name_in
from visret_desktop.interchange.tracks import track
from visret_desktop.interchange.tracks.clock import Clock, FoundOffset, find_offset, moments
from visret_desktop.interchange.tracks.gpx import SUFFIX
from visret_desktop.interchange.tracks.track import LARGEST_GAP, Floats, Matches, Track, match
from visret_desktop.library.catalog.catalog_locations import PlacedPhoto
from visret_desktop.library.records import OwnPlace

FAR_METERS = 200.0  # from the track to a photo's own place, more than which is worth a look
_DEGREE_DECIMALS, _METER_DECIMALS = 7, 1


class GeotagOutcome(StrEnum):
    """What becomes of a photo."""

    PLACED = "placed"
    KNOWN = "known"  # the photo has a place of its own, which stays
    NOTED = "noted"  # its place was noted from elsewhere than a track, and stays
    BEFORE = "before"  # it was taken before the track begins
    AFTER = "after"
    GAP = "gap"  # the track has a gap then
    UNDATED = "undated"


_OUTSIDE = {
    track.BEFORE: GeotagOutcome.BEFORE,
    track.AFTER: GeotagOutcome.AFTER,
    track.GAP: GeotagOutcome.GAP,
    track.UNDATED: GeotagOutcome.UNDATED,
    track.PLACED: GeotagOutcome.PLACED,
}


@dataclass(frozen=True)
class Placing:
    """Photos and what tracks say of them, each in the same row. Nothing is kept by it."""

    photos: Sequence[PlacedPhoto]
    outcomes: Sequence[GeotagOutcome]
    matches: Matches
    sources: Sequence[str]  # names of the tracks

    @cached_property
    def counts(self) -> Counter[GeotagOutcome]:
        """How many photos have each outcome."""
        return Counter(self.outcomes)

    @cached_property
    def away(self) -> Floats:
        """How far a photo's own place is from where the track says, in meters (n,), else NaN."""
        own = _places(self.photos)
        is_known = np.array([one is GeotagOutcome.KNOWN for one in self.outcomes], np.bool_)
        meters = track.meters(self.matches.places, own)
        meters[~is_known] = np.nan
        return meters

    def places(self) -> dict[str, OwnPlace]:
        """Return the places to keep, by content hash."""
        matches = self.matches
        return {
            photo.content_hash: OwnPlace(
                round(float(matches.places[row, 0]), _DEGREE_DECIMALS),
                round(float(matches.places[row, 1]), _DEGREE_DECIMALS),
                _altitude(float(matches.altitudes[row])),
                self.sources[matches.tracks[row]],
            )
            for row, photo in enumerate(self.photos)
            if self.outcomes[row] is GeotagOutcome.PLACED
        }


def place_photos(
    tracks: Sequence[Track],
    photos: Sequence[PlacedPhoto],
    clock: Clock,
    largest_gap: float = LARGEST_GAP,
) -> Placing:
    """Place photos by tracks; the gap in seconds.

    Raises:
        UsageError: there is no such time zone.
    """
    matches = match(tracks, moments([photo.taken_at for photo in photos], clock), largest_gap)
    kinds = matches.kinds.tolist()
    outcomes = [_outcome(photo, kind) for photo, kind in zip(photos, kinds, strict=True)]
    return Placing(photos, outcomes, matches, [track.source or track.name for track in tracks])


def offset_of_places(
    tracks: Sequence[Track],
    photos: Sequence[PlacedPhoto],
    zone: str,
    largest_gap: float = LARGEST_GAP,
) -> FoundOffset | None:
    """Find the clock's offset by those photos that have a place of their own."""
    known = [photo for photo in photos if photo.has_own_place]
    times = moments([photo.taken_at for photo in known], Clock(zone=zone))
    return find_offset(tracks, times, _places(known), largest_gap)


def _outcome(photo: PlacedPhoto, kind: int) -> GeotagOutcome:
    if photo.has_own_place:
        return GeotagOutcome.KNOWN
    if photo.placed_by and not name_in(photo.placed_by).lower().endswith(SUFFIX):
        return GeotagOutcome.NOTED
    return _OUTSIDE[kind]


def _places(photos: Sequence[PlacedPhoto]) -> Floats:
    known = [(photo.latitude, photo.longitude) for photo in photos]
    return np.array(known, np.float64).reshape(-1, 2)  # None becomes NaN


def _altitude(meters: float) -> float | None:
    return None if np.isnan(meters) else round(meters, _METER_DECIMALS)
