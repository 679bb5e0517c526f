"""Photos that were written beside a large graph wait to come into it, and are found meanwhile."""

import re
from collections.abc import Iterator

import numpy as np
import psycopg
import pytest

from tests.institution.conftest import DOCUMENT, SPACE, Server
from tests.institution.photos import content, file, hash_of, unit_vectors
from visret_desktop.institution import postgres_graph, postgres_store
from visret_desktop.institution.postgres_store import PostgresStore
from visret_desktop.institution.store_errors import LibraryOfOtherVersion
from visret_desktop.library.catalog.filter_values import Rating
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.library.records import Metadata

COUNT, FEW, MOST_WAITING = 600, 100, 50
VECTORS = unit_vectors(COUNT)
QUERIES = unit_vectors(20, seed=2)


def write(store: PostgresStore, numbers: range, vectors: np.ndarray = VECTORS) -> None:
    about = [Metadata(rating=number % 3) for number in numbers]
    store.upsert(
        [content(n, vectors[n], one) for n, one in zip(numbers, about, strict=True)],
        [file(f"/mnt/{n}.jpg", n) for n in numbers],
    )


def waiting(store: PostgresStore) -> int:
    return store._done(postgres_graph.waiting)


@pytest.fixture
def filled(address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[PostgresStore]:
    """A library of which the last two thirds were written once there was a graph."""
    monkeypatch.setattr(postgres_store, "_FEEDING", 0.0)
    with PostgresStore(address, SPACE, exact_most=FEW, waiting_most=COUNT) as store:
        write(store, range(200))
        assert waiting(store) == 0
        # Statistics by which most of the photos wait would have each of them looked at.
        store._done(lambda db: db.execute("ALTER TABLE photo SET (autovacuum_enabled = off)"))
        store.finish_load()
        write(store, range(200, COUNT))
        assert waiting(store) == 400
        yield store


@pytest.mark.parametrize("most_waiting", [400, 0])
def test_what_waits_is_found_like_all_others(filled: PostgresStore, most_waiting: int) -> None:
    if not most_waiting:
        filled.finish_load()
    assert waiting(filled) == most_waiting
    numbers = np.arange(COUNT)
    for only, passing in (
        (ALL_PHOTOS, numbers),
        (Filter.of(rating=[Rating(1, 1)]), numbers[numbers % 3 == 1]),
        (Filter.of(below=["/mnt"]), numbers),
    ):
        assert filled.count(only) == len(passing)
        for query in QUERIES:
            right = passing[np.argsort(-(VECTORS[passing] @ query))[:10]]
            hits = filled.search(query, 10, only)
            assert [hit.content_hash for hit in hits] == [*map(hash_of, right.tolist())]


def test_what_waits_is_found_by_its_index_and_all_else_by_the_graph(filled: PostgresStore) -> None:
    query = (
        "SELECT indexrelname, idx_scan FROM pg_stat_user_indexes"
        " WHERE indexrelname IN ('photo_vector', 'photo_waiting')"
    )

    def scans() -> dict[str, int]:
        filled._done(lambda db: db.execute("SELECT pg_stat_force_next_flush()"))
        return dict(filled._done(lambda db: db.execute(query).fetchall()))

    before = scans()
    for only in (ALL_PHOTOS, Filter.of(rating=[Rating(1, 1)]), Filter.of(below=["/mnt"])):
        filled.search(QUERIES[0], 10, only)
    assert scans() == {name: count + 3 for name, count in before.items()}


def test_of_what_waits_no_more_is_left_than_is_quick_to_compare(
    filled: PostgresStore, address: str
) -> None:
    with PostgresStore(address, exact_most=FEW, waiting_most=350) as store:
        write(store, range(30))  # again, so they wait again
        assert waiting(store) == 370  # of 430, for each that was written two came in
        write(store, range(10))
        assert waiting(store) == 360
        for _ in range(3):
            write(store, range(10))
        assert waiting(store) == 350


def test_a_writer_who_has_time_lets_all_in_at_once(
    filled: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store, "_FEEDING", 1e6)
    monkeypatch.setattr(postgres_store, "_MOST_FEEDING", 60.0)
    write(filled, range(10))
    assert waiting(filled) == 0
    # It did not wait for the disk, as what is written does.
    assert filled._done(lambda db: db.execute("SHOW synchronous_commit").fetchone()) == ("on",)


def test_what_waits_can_be_forgotten_and_replaced(filled: PostgresStore) -> None:
    filled.delete([f"/mnt/{number}.jpg" for number in range(300, COUNT)])
    assert waiting(filled) == 100
    assert filled.count() == 300
    write(filled, range(299, 301), -VECTORS)
    (first, _) = filled.search(-VECTORS[299], 2)
    assert first.content_hash == hash_of(299)
    assert waiting(filled) == 101


def test_who_lets_photos_in_waits_for_nobody_who_does(filled: PostgresStore, address: str) -> None:
    with psycopg.connect(address) as other:
        assert postgres_graph.feed(other, 150) == 150
        filled.finish_load()
        assert waiting(filled) == 150
    assert waiting(filled) == 0
    assert filled.count() == COUNT


def test_a_library_of_the_form_before_becomes_one_of_this_as_the_document_says(
    server: Server, address: str
) -> None:
    with PostgresStore(address, SPACE, exact_most=FEW) as store:
        write(store, range(COUNT))
        store.finish_load()
    with psycopg.connect(address, autocommit=True) as db:  # as it was
        db.execute("ALTER TABLE photo DROP COLUMN is_waiting")  # and the indexes that ask it
        db.execute("CREATE INDEX photo_vector ON photo USING hnsw (vector halfvec_ip_ops)")
        db.execute("UPDATE library SET value = '3.20' WHERE key = 'form'")
        with pytest.raises(LibraryOfOtherVersion, match=r"form 3\.20"):
            PostgresStore(address)
        text = DOCUMENT.read_text("utf-8").partition("**Upgrade**")[2]
        for statement in re.findall(r"^    (.+;)$", text, re.MULTILINE):
            db.execute(statement)
    with PostgresStore(address, exact_most=FEW) as store:
        store.finish_load()
        assert store.counts().is_indexed
        assert store.search(VECTORS[7], 1)[0].content_hash == hash_of(7)
