"""Drawn vectors with facts, numbered, for a library of any size.

Vectors lie around many centers, which is kinder than photos may be.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from visret_desktop.institution.store import Store, StoredContent, StoredFile
from visret_desktop.library.records import Fingerprint, Metadata

Floats = npt.NDArray[np.float32]
_PHOTOS_OF_A_CENTER = 200
_PART = 10_000  # vectors drawn at once, in double precision


def drawn(count: int, dimension: int, seed: int = 45) -> Floats:
    """Return unit vectors, float32 (count, dimension)."""
    chance = np.random.default_rng(seed)
    centers = chance.standard_normal((max(1, count // _PHOTOS_OF_A_CENTER), dimension))
    vectors = np.empty((count, dimension), np.float32)
    for start in range(0, count, _PART):
        part = vectors[start : start + _PART]
        chosen = centers[chance.integers(len(centers), size=len(part))]
        part[:] = unit(chosen + 0.7 * chance.standard_normal(part.shape))
    return vectors


def beside(vectors: Floats, count: int, seed: int) -> Floats:
    """Return queries near some of the vectors, float32 (count, dimension)."""
    chance = np.random.default_rng(seed)
    near = vectors[chance.integers(len(vectors), size=count)]
    return unit(near + 0.05 * chance.standard_normal(near.shape))


def unit(vectors: npt.NDArray[np.floating]) -> Floats:
    """Return vectors of unit length."""
    normalized: Floats = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype("f4")
    return normalized


def hash_of(number: int) -> str:
    """Return the content hash of a photo."""
    return f"{number:032x}"


def write(store: Store, numbers: Sequence[int], vectors: Floats) -> None:
    """Write a batch of photos, whose vectors these are."""
    names = [hash_of(number) for number in numbers]
    store.upsert(
        [
            StoredContent(name, _metadata(number), vector)
            for name, number, vector in zip(names, numbers, vectors, strict=True)
        ],
        [
            StoredFile(f"/mnt/{number // 1000:06}/{name}.jpg", Fingerprint(1, 1), name)
            for name, number in zip(names, numbers, strict=True)
        ],
    )


def _metadata(number: int) -> Metadata:
    return Metadata(
        width=6000,
        height=4000,
        format="JPEG",
        taken_at=f"{2005 + number % 20}-{number % 12 + 1:02}-{number % 28 + 1:02}T10:00:00",
        camera=f"by ten {number % 10}",
        lens="RF 100-500 mm",
        exposure_seconds=0.002,
        f_number=7.1,
        focal_length_mm=float(number // 13 % 1000),
        iso=number // 11 % 100,
        rating=number // 7 % 5,
        keywords=("Animals|Birds",),
    )
