"""What another precision of an image tower costs: compared on pictures, never assumed.

It depends on the weights and on the pictures, so it is measured on the caller's own pictures.
"""

import json
from dataclasses import dataclass

import numpy as np

from visret_desktop.models.encoders.compiled import find_compiled
from visret_desktop.models.interfaces import Vectors
from visret_desktop.models.variants import (
    MINIMUM_AGREEMENT,
    NEAREST,
    Precision,
    first_accepted,
    share_in_common,
)
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths

CHOICE_NAME = "choice.json"  # beside the towers


def ranking_agreement(reference: Vectors, candidate: Vectors, depth: int = NEAREST) -> float:
    """Return the mean share of each picture's `depth` nearest others that both agree on.

    Both are float32 (n, dimension), unit rows of the same n > `depth` pictures.
    """
    if len(reference) != len(candidate) or len(reference) <= depth:
        raise ValueError(f"needs more than {depth} pictures, and the same ones twice")
    return share_in_common(_nearest(reference, depth), _nearest(candidate, depth))


def _nearest(vectors: Vectors, depth: int) -> list[np.ndarray]:
    similarities = vectors @ vectors.T
    np.fill_diagonal(similarities, -np.inf)
    return list(np.argpartition(-similarities, depth - 1, axis=1)[:, :depth])


@dataclass(frozen=True)
class PrecisionCheck:
    """How a precision compares: mean shares of the ten nearest in common, and its speed."""

    precision: Precision
    speed: float  # times as many photos a second
    by_photos: float  # each photo as a query
    by_words: float | None = None  # each text as a query; None: there were none
    minimum: float = MINIMUM_AGREEMENT

    @property
    def agreement(self) -> float:
        """The lower of the two."""
        return min(self.by_photos, 1.0 if self.by_words is None else self.by_words)

    @property
    def is_accepted(self) -> bool:
        """Whether it ranks as before."""
        return self.agreement >= self.minimum


@dataclass(frozen=True)
class PrecisionChoice:
    """Which precision was chosen, on how many photos, and what was compared, quickest first."""

    photos: int
    checks: tuple[PrecisionCheck, ...]  # the last one is accepted, or none
    processor: str = ""  # that it was measured on; "": by a program that did not note it

    @property
    def precision(self) -> Precision:
        """What was chosen."""
        return first_accepted(self.checks)

    def sentence(self) -> str:
        """Say why."""
        if not self.checks:
            return "no other precision is much quicker on this processor"
        parts = [
            f"{check.precision} is {check.speed:.1f} times as fast and "
            f"{'keeps' if check.is_accepted else 'keeps only'} {check.agreement:.1%}"
            for check in self.checks
        ]
        return f"{', '.join(parts)} of the ten nearest on {self.photos} photos"


def find_choice(pack: Pack, paths: Paths) -> PrecisionChoice | None:
    """Return what was chosen for a pack on this computer, if that is known."""
    compiled = find_compiled(pack, paths)
    if compiled is None:
        return None
    try:
        given = json.loads((compiled.directory / CHOICE_NAME).read_text(encoding="utf-8"))
        checks = tuple(PrecisionCheck(**one) for one in given["checks"])
        return PrecisionChoice(int(given["photos"]), checks, str(given.get("processor", "")))
    except (OSError, ValueError, LookupError, TypeError):
        return None


def compared(
    precision: Precision,
    speed: float,
    ours: Vectors,
    theirs: Vectors,
    words: Vectors | None,
    minimum: float = MINIMUM_AGREEMENT,
) -> PrecisionCheck:
    """Compare the vectors of pictures in fp32, `ours`, with those in another precision."""
    if not np.isfinite(theirs).all():
        return PrecisionCheck(precision, speed, 0.0, minimum=minimum)
    by_photos = round(ranking_agreement(ours, theirs), 4)
    by_words = None if words is None else round(_agreement_of_words(words, ours, theirs), 4)
    return PrecisionCheck(precision, speed, by_photos, by_words, minimum)


def _agreement_of_words(words: Vectors, ours: Vectors, theirs: Vectors) -> float:
    nearest = [np.argsort(-(words @ photos.T), axis=1)[:, :NEAREST] for photos in (ours, theirs)]
    return share_in_common(*nearest)
