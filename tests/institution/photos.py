"""Photos to write into libraries on servers."""

import numpy as np

from visret_desktop.institution.store import StoredContent, StoredFile, Vector
from visret_desktop.library.records import Fingerprint, Metadata


def hash_of(number: int) -> str:
    return f"{number:032x}"


def unit_vectors(count: int, dimension: int = 8, seed: int = 1) -> Vector:
    drawn = np.random.default_rng(seed).standard_normal((count, dimension)).astype(np.float32)
    vectors: Vector = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
    return vectors


def content(
    number: int, vector: Vector, metadata: Metadata | None = None, inscription: str | None = None
) -> StoredContent:
    return StoredContent(hash_of(number), metadata or Metadata(), vector, inscription)


def file(path: str, number: int) -> StoredFile:
    return StoredFile(path, Fingerprint(1000 + number, number), hash_of(number))
