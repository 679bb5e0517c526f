"""Outlines of land, borders and lakes for the map, in three resolutions."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from visret_desktop.paths import bundled

Resolution = Literal["110m", "50m", "10m"]
_STEP = np.float32(2e-3)  # degrees


@dataclass(frozen=True, eq=False)
class Lines:
    """Lines or closed rings on earth.

    `points` (n, 2) are float32 longitudes and latitudes in degrees; line i has those from
    `starts[i]` to before `starts[i + 1]`.
    """

    points: NDArray[np.float32]
    starts: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, at: int) -> NDArray[np.float32]:
        return self.points[self.starts[at] : self.starts[at + 1]]

    @cached_property
    def boxes(self) -> NDArray[np.float32]:
        """Return the (west, south, east, north) of each line, (lines, 4) in degrees."""
        low = np.minimum.reduceat(self.points, self.starts[:-1])
        return np.hstack((low, np.maximum.reduceat(self.points, self.starts[:-1])))


def land(resolution: Resolution) -> Lines:
    """Return the coasts, as closed rings; a ring within another one is a hole."""
    return _lines("land", resolution)


def borders(resolution: Resolution) -> Lines:
    """Return the lines that two countries share."""
    return _lines("borders", resolution)


def lakes(resolution: Resolution) -> Lines:
    """Return the shores of lakes, as closed rings; '10m' has those of '50m'."""
    return _lines("lakes", resolution)


def _lines(name: str, resolution: Resolution) -> Lines:
    with np.load(bundled("places", f"outlines-{resolution}.npz")) as arrays:
        steps = np.cumsum(arrays[f"{name}_steps"], axis=0, dtype=np.int32)
        return Lines(steps.astype(np.float32) * _STEP, arrays[f"{name}_starts"].astype(np.int64))
