"""Make the image tower's 8-bit form and keep it only where it ranks pictures as before.

How much precision costs depends on the weights and on the pictures, so it is measured on the
caller's own pictures, never assumed.
"""

import logging
import statistics
import time
from collections import defaultdict
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from visret_desktop import file_changes
from visret_desktop.models.compiled import CompiledEncoder
from visret_desktop.models.compiled_files import note_files
from visret_desktop.models.encoder import OnnxEncoder
from visret_desktop.models.interfaces import Pixels, Vectors
from visret_desktop.packs.manifest import Pack

MINIMUM_AGREEMENT = 0.98
_DEPTH = 10
_BATCH = 8


def ranking_agreement(reference: Vectors, candidate: Vectors, depth: int = _DEPTH) -> float:
    """Return the mean share of each picture's `depth` nearest others that both agree on.

    Both are float32 (n, dimension), unit rows of the same n > `depth` pictures.
    """
    if len(reference) != len(candidate) or len(reference) <= depth:
        raise ValueError(f"needs more than {depth} pictures, and the same ones twice")
    pairs = zip(_nearest(reference, depth), _nearest(candidate, depth), strict=True)
    return float(np.mean([len(np.intersect1d(ours, theirs)) / depth for ours, theirs in pairs]))


def _nearest(vectors: Vectors, depth: int) -> list[np.ndarray]:
    similarities = vectors @ vectors.T
    np.fill_diagonal(similarities, -np.inf)
    return list(np.argpartition(-similarities, depth - 1, axis=1)[:, :depth])


@dataclass(frozen=True)
class Int8Check:
    """How the int8 form compares: mean shares of the ten nearest in common, and its speed."""

    by_photos: float  # each photo as a query
    by_words: float | None  # each text as a query; None: there were none
    speed: float  # times as many photos a second
    minimum: float = MINIMUM_AGREEMENT

    @property
    def agreement(self) -> float:
        """The lower of the two."""
        return min(self.by_photos, 1.0 if self.by_words is None else self.by_words)

    @property
    def is_accepted(self) -> bool:
        """Whether it ranks as before."""
        return self.agreement >= self.minimum


def check_int8(
    pack: Pack,
    compiled: CompiledEncoder,
    pixels: Pixels,
    texts: Sequence[str] = (),
    minimum: float = MINIMUM_AGREEMENT,
) -> Generator[int | Int8Check, None, None]:
    """Make the compiled encoder's int8 image tower and keep it if it ranks `pixels` as before.

    Yields how many photos are done, and the outcome at last. Where it is not accepted no int8 form
    is left behind, also not one that was accepted earlier; a check that is not ended changes
    nothing.

    Args:
        pixels: float32 (n, 3, side, side) of at least a hundred varied photos.
        texts: queries whose nearest photos are compared, too.
    """
    with _Trial(compiled) as trial:
        plain, small = OnnxEncoder(pack, compiled), OnnxEncoder(pack, trial.compiled, is_int8=True)
        times = _Times()
        made: list[tuple[Vectors, Vectors]] = []
        for at in range(0, len(pixels), _BATCH):
            part = pixels[at : at + _BATCH]
            made.append((times.of(plain, part), times.of(small, part)))
            yield min(at + _BATCH, len(pixels))
        ours, theirs = (np.concatenate(vectors) for vectors in zip(*made, strict=True))
        words = plain.embed_texts(list(texts)) if texts else None
        found = Int8Check(
            round(ranking_agreement(ours, theirs), 4),
            None if words is None else round(_agreement_of_words(words, ours, theirs), 4),
            times.ratio(plain, small),
            minimum,
        )
        if found.is_accepted:
            trial.keep()
        else:
            trial.refuse()
    yield found


class _Trial:
    """The int8 form in a folder of its own; it takes its place only by `keep`."""

    def __init__(self, compiled: CompiledEncoder) -> None:
        self._place = compiled.visual_int8
        self._folder = TemporaryDirectory(prefix="int8.new-", dir=compiled.directory)
        self.compiled = replace(compiled, directory=Path(self._folder.name))
        self._source = compiled

    def __enter__(self) -> "_Trial":
        _write_int8(self._source.visual, self.compiled.visual_int8)
        return self

    def keep(self) -> None:
        """Let the form be used from now on."""
        file_changes.move(self.compiled.visual_int8, self._place, is_replacing=True)
        note_files(self._source.directory)

    def refuse(self) -> None:
        """Leave no form behind, also not one that was accepted earlier."""
        if self._place.exists():
            file_changes.remove(self._place)
            note_files(self._source.directory)

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()


class _Times:
    """Seconds of each batch by encoder; the two take turns, so that a busy machine slows both."""

    def __init__(self) -> None:
        self._seconds: dict[str, list[float]] = defaultdict(list)

    def of(self, encoder: OnnxEncoder, pixels: Pixels) -> Vectors:
        """Embed, and note how long that took; the first time of each loads its model."""
        if encoder.name not in self._seconds:
            encoder.embed_images(pixels[:1])
        since = time.perf_counter()
        vectors = encoder.embed_images(pixels)
        self._seconds[encoder.name].append(time.perf_counter() - since)
        return vectors

    def ratio(self, slow: OnnxEncoder, fast: OnnxEncoder) -> float:
        """Return how many times as fast the second one is: the median over all batches."""
        pairs = zip(self._seconds[slow.name], self._seconds[fast.name], strict=True)
        return round(statistics.median(one / other for one, other in pairs), 3)


def _agreement_of_words(words: Vectors, ours: Vectors, theirs: Vectors) -> float:
    nearest = [np.argsort(-(words @ photos.T), axis=1)[:, :_DEPTH] for photos in (ours, theirs)]
    pairs = zip(*nearest, strict=True)
    return float(np.mean([len(np.intersect1d(one, other)) / _DEPTH for one, other in pairs]))


def _write_int8(source: Path, target: Path) -> None:
    from onnxruntime.quantization import QuantType, quantize_dynamic

    root = logging.getLogger()
    level = root.level
    root.setLevel(logging.ERROR)  # it advises a preparation that changes nothing here
    try:
        quantize_dynamic(
            source,
            target,
            op_types_to_quantize=["MatMul"],
            per_channel=True,
            reduce_range=True,  # products of 8 by 8 bits overflow in processors without VNNI
            weight_type=QuantType.QInt8,
        )
    finally:
        root.setLevel(level)
