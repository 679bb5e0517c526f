"""Which names a photo is most like, by the vectors of an encoder. Likeness, no probability."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from visret_desktop.interchange.species.name_lists import ListedName

Vectors = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Situation:
    """Where and when photos were taken, as far as all of them say the same."""

    country: str = ""
    region: str = ""
    month: int = 0


def ranked(
    photos: Vectors, names: Vectors, possible: Sequence[bool], most: int
) -> list[tuple[int, float]]:
    """Return the names that photos (n, d) are most like, with their likeness, the best first.

    Several photos are one question: their mean is compared. `names` is (m, d), all of unit length.
    """
    mean = photos.mean(axis=0)
    mean /= max(float(np.linalg.norm(mean)), 1e-12)
    scores = names @ mean
    rows = np.flatnonzero(np.asarray(possible, np.bool_))
    order = rows[np.argsort(-scores[rows], kind="stable")][:most]
    return [(int(row), float(scores[row])) for row in order]


def possible(names: Sequence[ListedName], situation: Situation) -> list[bool]:
    """Tell of each name whether its list allows it where and when the photos were taken."""
    where = (situation.country, situation.region, situation.month)
    return [name.occurs(*where) for name in names]


def situation_of(told: Sequence[tuple[str, str, int]]) -> Situation:
    """Return the country, region and month that photos share; what differs is not known."""
    if not told:
        return Situation()
    countries, regions = {one[0] for one in told}, {one[1] for one in told}
    months = {one[2] for one in told}
    return Situation(
        countries.pop() if len(countries) == 1 else "",
        regions.pop() if len(regions) == 1 else "",
        months.pop() if len(months) == 1 else 0,
    )


def prompts_of(name: ListedName, templates: Sequence[str]) -> list[str]:
    """Return the phrases that stand for a name; those about a common name need one."""
    values = {"name": name.name, "common": name.common or name.name}
    return [
        template.replace("{name}", values["name"]).replace("{common}", values["common"])
        for template in templates
    ]
