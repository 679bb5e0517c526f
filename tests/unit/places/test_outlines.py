"""Outlines for the map."""

import numpy as np
import pytest

from visret_desktop.places.outlines import Lines, Resolution, borders, lakes, land


@pytest.mark.parametrize("resolution", ["110m", "50m", "10m"])
def test_all_is_on_earth(resolution: Resolution) -> None:
    for lines in (land(resolution), borders(resolution), lakes(resolution)):
        assert lines.points.dtype == np.float32
        assert np.abs(lines.points[:, 0]).max() <= 180.01
        assert np.abs(lines.points[:, 1]).max() <= 90.01
        assert len(lines.boxes) == len(lines) > 20
        for at in range(0, len(lines), 50):
            box = lines.boxes[at]
            assert (box[:2] == lines[at].min(axis=0)).all()
            assert (box[2:] == lines[at].max(axis=0)).all()


def test_rings_close() -> None:
    for lines in (land("50m"), lakes("50m")):
        gaps = [np.abs(lines[at][0] - lines[at][-1]).max() for at in range(len(lines))]
        assert max(gaps) < 0.01


def _crossings(lines: Lines, longitude: float, latitude: float) -> int:
    count = 0
    for at in range(len(lines)):
        x1, y1 = lines[at][:-1].T
        x2, y2 = lines[at][1:].T
        spans = (y1 > latitude) != (y2 > latitude)
        with np.errstate(divide="ignore", invalid="ignore"):
            count += int((spans & (x1 + (latitude - y1) * (x2 - x1) / (y2 - y1) > longitude)).sum())
    return count


def test_land_is_where_it_is() -> None:
    coasts = land("110m")
    assert _crossings(coasts, 5, 46) % 2 == 1  # France
    assert _crossings(coasts, -30, 45) % 2 == 0  # Atlantic
    assert _crossings(lakes("50m"), 33, -1) % 2 == 1  # Lake Victoria
