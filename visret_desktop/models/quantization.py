"""Make the image tower's 8-bit form and keep it only where it ranks pictures as before.

How much precision costs depends on the weights and on the pictures, so it is measured on the
caller's own pictures, never assumed.
"""

import logging
import os
from pathlib import Path

import numpy as np

from visret_desktop.models.encoder import OnnxEncoder
from visret_desktop.models.exports import Export
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


def quantize_visual(
    pack: Pack, export: Export, pixels: Pixels, minimum: float = MINIMUM_AGREEMENT
) -> float:
    """Write the export's int8 image tower if it ranks `pixels` well enough; return how well.

    `pixels` is float32 (n, 3, side, side) of at least a hundred varied photos. Below `minimum` no
    int8 form is left behind, also not one that was accepted earlier.
    """
    trial = export.visual_int8
    reference = _embed(OnnxEncoder(pack, export), pixels)
    temporary = trial.with_name(f"{trial.name}.new-{os.getpid()}")
    try:
        _write_int8(export.visual, temporary)
        trial.unlink(missing_ok=True)
        temporary.rename(trial)
    finally:
        temporary.unlink(missing_ok=True)
    agreement = ranking_agreement(
        reference, _embed(OnnxEncoder(pack, export, is_int8=True), pixels)
    )
    if agreement < minimum:
        trial.unlink()
    return agreement


def _embed(encoder: OnnxEncoder, pixels: Pixels) -> Vectors:
    starts = range(0, len(pixels), _BATCH)
    return np.concatenate([encoder.embed_images(pixels[at : at + _BATCH]) for at in starts])


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
