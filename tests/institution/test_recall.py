"""However few photos pass a filter, the nearest of them are found."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pytest

from tests.institution.conftest import Server
from tests.institution.photos import content, file, hash_of, unit_vectors
from visret_desktop.institution.postgres_filter import compiled
from visret_desktop.institution.postgres_store import PostgresStore
from visret_desktop.institution.store import EmbeddingSpace, Vector
from visret_desktop.library.catalog.filter_values import Range, Rating, Span
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.library.records import Metadata

COUNT, DIMENSION, FEW = 6000, 32, 400
GROUPS = 60  # what lies near each other
Numbers = npt.NDArray[np.int64]
NUMBERS: Numbers = np.arange(COUNT)


def clustered() -> Vector:
    middles = unit_vectors(GROUPS, DIMENSION, seed=2)[NUMBERS % GROUPS]
    vectors = middles + 0.5 * unit_vectors(COUNT, DIMENSION, seed=3)
    normalized: Vector = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return normalized


VECTORS = clustered()
QUERIES = np.stack([VECTORS[17], *(-VECTORS[5000:5004]), *unit_vectors(15, DIMENSION, seed=4)])


def metadata_of(number: int) -> Metadata:
    return Metadata(
        camera=f"by ten {number % 10}",
        lens=f"by fifteen {number // 7 % 15}",  # 400 pass: as many as are compared
        format=f"by fourteen {number // 7 % 14}",  # 429 pass: the fewest for the graph
        iso=number // 11 % 100,
        color_label="near" if number % GROUPS < 10 else "far",
        rating=number % 3,
        taken_at=f"20{number // 13 % 20:02}-05-01",
    )


@dataclass(frozen=True)
class Filled:
    store: PostgresStore

    def graph_scans(self) -> int:
        db = self.store._db
        assert db is not None
        db.execute("SELECT pg_stat_force_next_flush()")  # what this connection did is counted now
        row = db.execute(
            "SELECT idx_scan FROM pg_stat_user_indexes WHERE indexrelname = 'photo_vector'"
        ).fetchone()
        return int(row[0]) if row else -1


@pytest.fixture(scope="module")
def filled(server: Server) -> Iterator[Filled]:
    space = EmbeddingSpace("space", DIMENSION)
    with PostgresStore(server.database(), space, exact_most=FEW) as store:
        for start in range(0, COUNT, 1000):
            numbers = range(start, start + 1000)
            store.upsert(
                [content(number, VECTORS[number], metadata_of(number)) for number in numbers],
                [file(f"/mnt/{number}", number) for number in numbers],
            )
        store.finish_load()
        assert store.counts().is_indexed
        yield Filled(store)


def all_pass(numbers: Numbers) -> npt.NDArray[np.bool_]:
    return numbers >= 0


CASES: dict[str, tuple[Filter, Callable[[Numbers], npt.NDArray[np.bool_]]]] = {
    "all": (ALL_PHOTOS, all_pass),
    "a third": (Filter.of(rating=[Rating(1, 1)]), lambda n: n % 3 == 1),
    "a tenth": (Filter.of(camera=["by ten 4"]), lambda n: n % 10 == 4),
    "the fewest for the graph": (
        Filter.of(kind=["by fourteen 3"]),
        lambda n: n // 7 % 14 == 3,
    ),
    "the most for the exact plan": (
        Filter.of(lens=["by fifteen 3"]),
        lambda n: n // 7 % 15 == 3,
    ),
    "a hundredth": (Filter.of(iso=[{"low": 7, "high": 7}]), lambda n: n // 11 % 100 == 7),
    "a sixth, all near each other": (Filter.of(label=["near"]), lambda n: n % GROUPS < 10),
    "several together": (
        Filter.of(camera=["by ten 4"], taken=[Span("2004", "2010")], rating=[Rating(0, 1)]),
        lambda n: (n % 10 == 4) & (n // 13 % 20 >= 4) & (n // 13 % 20 < 10) & (n % 3 < 2),
    ),
    "next to none": (
        Filter.of(iso=[{"low": 7, "high": 7}], camera=["by ten 4"]),
        lambda n: (n // 11 % 100 == 7) & (n % 10 == 4),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_nearest_are_found_whatever_the_filter(filled: Filled, name: str) -> None:
    only, passes = CASES[name]
    passing = NUMBERS[passes(NUMBERS)]
    assert filled.store.count(only) == len(passing)
    shares = []
    for query in QUERIES:
        nearest = passing[np.argsort(-(VECTORS[passing] @ query), kind="stable")[:10]]
        hits = filled.store.search(query, 10, only)
        assert len(hits) == len(nearest)
        assert [hit.similarity for hit in hits] == sorted(
            (hit.similarity for hit in hits), reverse=True
        )
        right = {hash_of(number) for number in nearest.tolist()}
        shares.append(len(right & {hit.content_hash for hit in hits}) / len(right))
    assert np.mean(shares) >= 0.95


def test_the_graph_is_used_for_many_and_not_for_few(filled: Filled) -> None:
    for only, passes in CASES.values():
        before = filled.graph_scans()
        filled.store.search(QUERIES[0], 10, only)
        many = np.count_nonzero(passes(NUMBERS)) > FEW
        assert filled.graph_scans() - before == many, only


def test_of_few_that_pass_the_graph_misses_none_either(filled: Filled) -> None:
    only, passes = CASES["a hundredth"]
    passing = NUMBERS[passes(NUMBERS)]
    shares = []
    with PostgresStore(filled.store._address, exact_most=30) as store:
        for query in QUERIES:
            right = set(map(hash_of, passing[np.argsort(-(VECTORS[passing] @ query))[:10]]))
            hits = store.search(query, 10, only)
            shares.append(len(right & {hit.content_hash for hit in hits}) / 10)
    assert np.mean(shares) >= 0.95


def test_facts_are_found_by_their_indexes(filled: Filled) -> None:
    db = filled.store._db
    assert db is not None
    for only in (
        Filter.of(iso=[Range(7, 7)]),
        Filter.of(camera=["by ten 4"], iso=[Range(6.5, 9)]),
        Filter.of(label=["NEAR"]),
    ):
        passing, _ = compiled(db, only)
        query = f"EXPLAIN SELECT content_hash FROM photo WHERE {passing.sql}"
        plan = "\n".join(row[0] for row in db.execute(query, passing.values))
        assert "Seq Scan" not in plan, plan
    visible = "SELECT relallvisible FROM pg_class WHERE oid = 'photo'::regclass"
    assert db.execute(visible).fetchone() > (0,)


def test_more_hits_are_asked_for_than_the_graph_keeps_in_view(filled: Filled) -> None:
    hits = filled.store.search(QUERIES[3], 2500)
    right = np.argsort(-(VECTORS @ QUERIES[3]))[:2500].tolist()
    assert len(hits) == 2500
    assert len({hit.content_hash for hit in hits} & set(map(hash_of, right))) >= 2400
