"""Choose the precision of an image tower: the quickest here that ranks pictures as before.

How quick a precision is depends on the processor, so it is measured, for about a second; what it
costs depends on the weights and the pictures, so it is compared on the caller's own, never assumed.
"""

import json
import logging
import statistics
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from visret_desktop import file_changes
from visret_desktop.models.encoders import precision_export
from visret_desktop.models.encoders.compiled import CompiledEncoder, find_compiled
from visret_desktop.models.encoders.encoder import OnnxEncoder
from visret_desktop.models.encoders.precision_export import files_of, take_over
from visret_desktop.models.interfaces import Pixels, Vectors
from visret_desktop.models.runtimes.compiled_files import note_files
from visret_desktop.models.variants import (
    MINIMUM_AGREEMENT,
    NEAREST,
    Precision,
    check_in_turn,
    first_accepted,
    quickest_first,
    share_in_common,
)
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.processes import processor

FEWEST = 100  # photos that can tell
WORTH_IT = 1.2  # times as fast: with less, photos are not looked at twice to find out
_BATCH = 4
_SECONDS = 1.0  # of measuring speed
_FEWEST_ROUNDS = 3
Spread = Callable[[Callable[[Pixels], Vectors], Iterable[Pixels]], Iterable[Vectors]]
_log = logging.getLogger(__name__)
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


def choose_precision(
    pack: Pack,
    compiled: CompiledEncoder,
    pixels: Pixels,
    texts: Sequence[str] = (),
    *,
    minimum: float = MINIMUM_AGREEMENT,
    least_speed: float = WORTH_IT,
    spread: Spread = map,
    seconds: float = _SECONDS,
) -> Generator[float, None, tuple[PrecisionChoice, Vectors]]:
    """Keep the quickest precision that ranks `pixels` as fp32 does; note why.

    Yields the share that is done; returns the choice and the vectors of `pixels` in it. What is
    refused is not left behind, also where it was accepted earlier; a choice that is not ended
    changes nothing.

    Args:
        pixels: float32 (n, 3, side, side) of at least a hundred varied photos.
        texts: queries whose nearest photos are compared, too.
        least_speed: slower ones, in times of fp32, are not compared.
        spread: like `map`; may embed on several threads.
        seconds: of measuring speed.

    Raises:
        PackDamaged: another precision cannot be made.
        DiskFull, FileTooLarge, OSError: there is no room for it.
    """
    with _Trial(pack, compiled) as trial:
        plain = OnnxEncoder(pack, compiled)
        speeds = _speeds(plain, trial.encoders(), pixels[:_BATCH], seconds)
        quick = quickest_first(speeds, least_speed)
        steps = 1 + len(quick)
        embed = partial(_embedded, pixels=pixels, spread=spread, steps=steps)
        ours = vectors = (yield from embed(plain, 0)) if quick else np.empty((0, 0), np.float32)
        words = plain.embed_texts(list(texts)) if texts and quick else None
        plain.unload_unused(0)

        def check(number: int, precision: Precision) -> Generator[float, None, PrecisionCheck]:
            nonlocal vectors
            theirs = yield from embed(trial.encoder(precision), 1 + number)
            outcome = compared(precision, speeds[precision], ours, theirs, words, minimum)
            _log.info("%s: %s", pack.name, outcome)
            vectors = theirs if outcome.is_accepted else vectors
            return outcome

        checks = yield from check_in_turn(quick, check)
        choice = PrecisionChoice(len(pixels), checks, processor.name())
        trial.settle(choice)
    return choice, vectors


class _Trial:
    """Other precisions in a folder of their own; one takes its place only by `settle`."""

    def __init__(self, pack: Pack, compiled: CompiledEncoder) -> None:
        self._pack = pack
        self._source = compiled
        self._folder = precision_export.folder_in(compiled.directory)
        self._compiled = replace(compiled, directory=Path(self._folder.name))
        self._tried = candidates()

    def __enter__(self) -> "_Trial":
        precision_export.make(self._source.visual, self._compiled.directory, self._tried)
        return self

    def encoder(self, precision: Precision) -> OnnxEncoder:
        """Return an encoder in a precision that is tried."""
        return OnnxEncoder(self._pack, self._compiled, precision)

    def encoders(self) -> list[OnnxEncoder]:
        """Return one in each."""
        return [self.encoder(precision) for precision in self._tried]

    def settle(self, choice: PrecisionChoice) -> None:
        """Let what was accepted be used from now on; leave behind nothing that was refused."""
        for check in choice.checks:
            for path in files_of(self._source, check.precision):
                file_changes.remove_tree(path)  # a folder may be in its way
        take_over(self._compiled, self._source, choice.precision)
        content = json.dumps(asdict(choice)).encode()
        file_changes.write(self._source.directory / CHOICE_NAME, content, is_durable=False)
        note_files(self._source.directory)

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()


def candidates() -> list[Precision]:
    """Return in which other precisions this processor may be quick."""
    from visret_desktop.models.runtimes.openvino_runtime import quick_halves

    try:
        halves = quick_halves()
    except (ImportError, RuntimeError) as error:
        _log.warning("no half precision: %s", error)
        halves = []
    return ["int8", *halves]


def _speeds(
    plain: OnnxEncoder, others: Sequence[OnnxEncoder], pixels: Pixels, least_seconds: float
) -> dict[Precision, float]:
    """Return how many times as fast as `plain` others are; two are in memory at once."""
    speeds: dict[Precision, float] = {}
    for other in others:
        speeds[other.precision] = _speed(plain, other, pixels, least_seconds / len(others))
        other.unload_unused(0)
    return speeds


def _speed(plain: OnnxEncoder, other: OnnxEncoder, pixels: Pixels, least_seconds: float) -> float:
    """Return how many times as fast `other` is: the median of rounds in turn.

    They take turns, so that a busy machine slows both.
    """
    for encoder in (plain, other):
        encoder.embed_images(pixels)  # the first time loads it
    ratios: list[float] = []
    started = time.perf_counter()
    while len(ratios) < _FEWEST_ROUNDS or time.perf_counter() - started < least_seconds:
        one, two = (_seconds_of(encoder, pixels) for encoder in (plain, other))
        ratios.append(one / two)
    return round(statistics.median(ratios), 3)


def _seconds_of(encoder: OnnxEncoder, pixels: Pixels) -> float:
    since = time.perf_counter()
    encoder.embed_images(pixels)
    return time.perf_counter() - since


def _embedded(
    encoder: OnnxEncoder, step: int, *, pixels: Pixels, spread: Spread, steps: int
) -> Generator[float, None, Vectors]:
    """Embed; yield the share of all steps that is done."""
    parts = [pixels[at : at + _BATCH] for at in range(0, len(pixels), _BATCH)]
    made = []
    for vectors in spread(encoder.embed_images, parts):
        made.append(vectors)
        yield (step + len(made) / len(parts)) / steps
    return np.concatenate(made)
