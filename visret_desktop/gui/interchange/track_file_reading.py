"""Tracks read from files, off the thread of the window, and where their points lie."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from visret_desktop.errors import Cancelled, VisretError
from visret_desktop.interchange.tracks import gpx
from visret_desktop.interchange.tracks.clock import zone_of_track
from visret_desktop.interchange.tracks.geotagging import GeotagOutcome, Placing
from visret_desktop.interchange.tracks.track import Track


class TrackReading:
    """The reading of files on a thread; it stops soon once `is_stopped`."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = paths
        self.share = 0.0  # of the file that is read
        self.is_stopped = False

    def tracks(self) -> tuple[list[Track], list[VisretError], str]:
        """Return the tracks, why other files are none, and the zone in which the first begins."""
        tracks, errors = gpx.read_files(self.paths, self._note)
        return tracks, errors, zone_of_track(tracks[0]) if tracks else ""

    def _note(self, done: int, total: int) -> None:
        if self.is_stopped:
            raise Cancelled
        self.share = done / max(total, 1)


def map_points(placing: Placing | None) -> tuple[np.ndarray, np.ndarray]:
    """Return ids (n,) and places (n, 2) of the photos that are placed."""
    if placing is None:
        return np.empty(0, np.int64), np.empty((0, 2), np.float32)
    rows = [row for row, one in enumerate(placing.outcomes) if one is GeotagOutcome.PLACED]
    ids = np.array([placing.photos[row].photo_id for row in rows], np.int64)
    return ids, placing.matches.places[rows].astype(np.float32).reshape(-1, 2)


def known_points(placing: Placing | None) -> np.ndarray:
    """Return the places (n, 2) of photos that have their own."""
    photos = [] if placing is None else [one for one in placing.photos if one.has_own_place]
    return np.array([(one.latitude, one.longitude) for one in photos], np.float64).reshape(-1, 2)
