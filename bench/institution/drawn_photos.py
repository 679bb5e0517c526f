"""Photos with drawn vectors and facts, numbered, for a library of any size."""

from collections.abc import Sequence

from bench.embeddings import Vectors
from visret_desktop.institution.store import Store, StoredContent, StoredFile
from visret_desktop.library.records import Fingerprint, Metadata


def hash_of(number: int) -> str:
    """Return the content hash of a photo."""
    return f"{number:032x}"


def write(store: Store, numbers: Sequence[int], vectors: Vectors) -> None:
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
