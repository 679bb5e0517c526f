"""Compare the times on info strips with those in the files of the same photos.

Where two clocks agree nothing is said, nor where a single photo differs: a digit may have
been read wrongly. Several photos of a camera in one folder that differ by the same time are told.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.photos.info_strip import InfoStrip, read_strip

_FEWEST = 3  # photos that must agree
_SAME = timedelta(minutes=1)  # strips without seconds, and the second between two clocks


@dataclass(frozen=True)
class ClockDifference:
    """By how much the times on the strips of some photos differ from those in their files.

    Attributes:
        camera: as the files say it; "" if they do not.
        folder: in which they are.
        ahead: what to add to a file's time to have the strip's; whole minutes.
        photos: the ids of those that agree in that.
        checked: photos there whose strip and file both say a time.
    """

    camera: str
    folder: Path
    ahead: timedelta
    photos: tuple[int, ...]
    checked: int


def clock_differences(reader: CatalogReader) -> list[ClockDifference]:
    """Return where strips and files differ, the most photos first."""
    groups: dict[tuple[str, Path], list[tuple[int, timedelta]]] = defaultdict(list)
    for number, camera, folder, ahead in _compared(reader):
        groups[camera, folder].append((number, ahead))
    differences = [
        difference
        for place, each in groups.items()
        for difference in _agreeing_differences(*place, each)
    ]
    return sorted(differences, key=lambda one: (-len(one.photos), one.folder, one.camera))


def _compared(reader: CatalogReader) -> Iterator[tuple[int, str, Path, timedelta]]:
    for number, camera, path, taken_at, words in reader.inscriptions.dated():
        taken, strip = _taken(taken_at), read_strip(words)
        if taken is not None and strip.moments:
            yield number, camera, path.parent, _ahead(strip, taken)


def _taken(taken_at: str) -> datetime | None:
    try:
        return datetime.fromisoformat(taken_at).replace(tzinfo=None)
    except ValueError:
        return None


def _ahead(strip: InfoStrip, taken: datetime) -> timedelta:
    """Return the difference in whole minutes, of the moment that is nearest to the file's."""
    nearest = min((moment - taken for moment in strip.moments), key=abs)
    return timedelta(minutes=round(nearest / timedelta(minutes=1)))


def _agreeing_differences(
    camera: str, folder: Path, each: list[tuple[int, timedelta]]
) -> Iterator[ClockDifference]:
    """Yield differences on which enough photos agree; clocks may be set in between."""
    left = sorted((ahead, number) for number, ahead in each if abs(ahead) > _SAME)
    while left:
        first = left[0][0]
        alike = [(ahead, number) for ahead, number in left if ahead - first <= _SAME]
        left = left[len(alike) :]
        if len(alike) >= _FEWEST:
            middle = alike[len(alike) // 2][0]
            photos = tuple(sorted(number for _, number in alike))
            yield ClockDifference(camera, folder, middle, photos, len(each))
