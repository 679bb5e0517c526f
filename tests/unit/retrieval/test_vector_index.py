"""The vector index against brute force: exact and graph, changes, disk and threads."""

import gc
import json
import resource
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.embeddings import Embeddings
from visret_desktop.retrieval.index_files import DESCRIPTION
from visret_desktop.retrieval.vector_index import CROSSOVER, Source, VectorIndex

Vectors = npt.NDArray[np.float32]
DIMENSION = 16
ALL_GRAPH = 1  # a crossover below which nothing is


def make_vectors(count: int, dimension: int = DIMENSION, seed: int = 0) -> Vectors:
    vectors = np.random.default_rng(seed).standard_normal((count, dimension), dtype=np.float32)
    unit: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit


def make_index(directory: Path, count: int = 0, crossover: int = CROSSOVER) -> VectorIndex:
    """Return an index with `count` vectors under labels 100, 101, …"""
    index = VectorIndex(directory, "encoder", DIMENSION, crossover)
    if count:
        index.add(np.arange(100, 100 + count), make_vectors(count))
        index.grow()
    return index


def never() -> Iterator[tuple[list[int], Vectors]]:
    raise AssertionError("the saved index should have been used")
    yield


def source(count: int, seed: int = 0) -> Source:
    vectors = make_vectors(count, seed=seed)

    def batches() -> Iterator[tuple[list[int], Vectors]]:
        for start in range(0, count, 70):
            some = vectors[start : start + 70]
            yield list(range(100 + start, 100 + start + len(some))), some

    return batches


def brute_force(held: dict[int, Vectors], query: Vectors, k: int) -> list[int]:
    scored = sorted((-float(vector @ query), label) for label, vector in held.items())
    return [label for _, label in scored[:k]]


# ---- answers --------------------------------------------------------------------------------


@pytest.mark.parametrize("crossover", [CROSSOVER, ALL_GRAPH])
def test_the_nearest_come_first(tmp_path: Path, crossover: int) -> None:
    index, vectors = make_index(tmp_path, 300, crossover), make_vectors(300)
    labels, similarities = index.query(vectors[17], 6)
    expected = np.argsort(-(vectors @ vectors[17]))[:6]
    assert labels.tolist() == (expected + 100).tolist()
    assert labels.dtype == np.int64
    assert similarities.dtype == np.float32
    np.testing.assert_allclose(similarities, (vectors @ vectors[17])[expected], atol=1e-6)


@pytest.mark.parametrize("crossover", [CROSSOVER, ALL_GRAPH])
def test_asking_for_more_than_there_are(tmp_path: Path, crossover: int) -> None:
    index, query = make_index(tmp_path, 40, crossover), make_vectors(1, seed=5)[0]
    index.remove(np.arange(100, 130))
    assert sorted(index.query(query, 1000)[0].tolist()) == list(range(130, 140))
    assert len(index.query(query, 0)[0]) == 0
    index.remove(np.arange(130, 140))
    labels, similarities = index.query(query, 3)
    assert (len(labels), len(similarities), len(index)) == (0, 0, 0)


def test_an_empty_index_answers_nothing(tmp_path: Path) -> None:
    index = make_index(tmp_path)
    assert len(index.query(make_vectors(1)[0], 10)[0]) == 0
    assert index.statistics(make_vectors(1)[0]) == (0.0, 0.0)


@pytest.mark.parametrize("crossover", [CROSSOVER, ALL_GRAPH])
@pytest.mark.parametrize("share", [0.02, 0.9])
def test_filtered_answers_are_exact(tmp_path: Path, crossover: int, share: float) -> None:
    index, vectors = make_index(tmp_path, 500, crossover), make_vectors(500)
    query = make_vectors(1, seed=9)[0]
    allowed = np.random.default_rng(1).choice(500, int(500 * share), replace=False) + 100
    held = {int(label): vectors[label - 100] for label in allowed}
    labels, _ = index.query(query, 5, np.append(allowed, [7, 9_999]))
    assert labels.tolist() == brute_force(held, query, 5)
    assert len(index.query(query, 5, np.empty(0, np.int64))[0]) == 0


@pytest.mark.parametrize("crossover", [CROSSOVER, ALL_GRAPH])
def test_equals_come_by_label(tmp_path: Path, crossover: int) -> None:
    index = VectorIndex(tmp_path, "encoder", DIMENSION, crossover)
    same = np.repeat(make_vectors(1), 9, axis=0)
    index.add(np.array([9, 3, 7, 1, 8, 2, 6, 4, 5]), same)
    index.remove(np.array([3]))
    assert index.query(same[0], 4)[0].tolist() == [1, 2, 4, 5]


def test_statistics_describe_the_similarities(tmp_path: Path) -> None:
    index, vectors = make_index(tmp_path, 400), make_vectors(400)
    mean, deviation = index.statistics(vectors[0])
    similarities = vectors @ vectors[0]
    assert mean == pytest.approx(float(similarities.mean()), abs=1e-6)
    assert deviation == pytest.approx(float(similarities.std()), abs=1e-6)
    for asked in (vectors[0], vectors[1]):  # which were compared with all, and which were not
        index.query(asked, 5)
        assert index.statistics(vectors[0]) == pytest.approx((mean, deviation), abs=1e-6)
    index.query(vectors[0], 5)
    index.remove(np.arange(100, 300))
    left = float((vectors[200:] @ vectors[0]).mean())
    assert index.statistics(vectors[0])[0] == pytest.approx(left, abs=1e-6)


def test_similarities_are_of_the_labels_asked_for_and_nan_where_one_is_not_in(
    tmp_path: Path,
) -> None:
    index, vectors, others = make_index(tmp_path, 50), make_vectors(50), make_vectors(3, seed=1)
    found = index.similarities(np.array([117, 7, 103, 149, 150]), others)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found[[0, 2, 3]], vectors[[17, 3, 49]] @ others.T, atol=1e-6)
    assert np.isnan(found[[1, 4]]).all()


def test_the_graph_finds_what_exact_search_finds(tmp_path: Path) -> None:
    count = 5000
    embeddings = Embeddings(count)
    vectors, labels = embeddings.photos(count), np.arange(count)
    exact = VectorIndex(tmp_path, "encoder", 512, crossover=count + 1)
    graph = VectorIndex(tmp_path, "encoder", 512, crossover=ALL_GRAPH)
    for index in (exact, graph):
        index.add(labels, vectors)
    assert graph.grow()
    for queries in (embeddings.photos(150), embeddings.words(150)):
        shared = [
            len(np.intersect1d(exact.query(q, 10)[0], graph.query(q, 10)[0])) for q in queries
        ]
        assert np.mean(shared) / 10 >= 0.98
    found = [not np.array_equal(exact.query(q, 90)[0], graph.query(q, 90)[0]) for q in queries]
    assert any(found), "answers that never differ were not the graph's"


# ---- changes --------------------------------------------------------------------------------

labels_of_few = st.lists(st.integers(80, 120), min_size=1, max_size=12)
changes = st.lists(
    st.tuples(st.sampled_from(["add", "remove", "grow", "reopen"]), labels_of_few), max_size=14
)


@settings(max_examples=60, deadline=None)
@given(steps=changes, crossover=st.sampled_from([CROSSOVER, 405, ALL_GRAPH]))
def test_any_changes_agree_with_a_dictionary(
    tmp_path_factory: pytest.TempPathFactory,
    steps: list[tuple[str, list[int]]],
    crossover: int,
) -> None:
    directory = tmp_path_factory.mktemp("index")
    # 400 more than what changes, so that the graph answers where it may.
    index, held = make_index(directory, 400, crossover), dict(enumerate(make_vectors(400), 100))
    for number, (step, some) in enumerate(steps):
        labels, vectors = np.array(some), make_vectors(len(some), seed=number + 1)
        if step == "add":
            index.add(labels, vectors)
            held.update(zip(some, vectors, strict=True))
        elif step == "remove":
            index.remove(labels)
            held = {label: vector for label, vector in held.items() if label not in some}
        elif step == "grow":
            index.grow()
        else:
            index.save(str(number))
            index.close()
            index = make_index(directory, 0, crossover)
            index.open(str(number), never)
    assert index.labels() == set(held)
    assert len(index) == len(held)
    last = [held[label] for label in list(held)[-3:]]
    for query in (*last, *make_vectors(3, seed=99)):
        assert index.query(query, 7)[0].tolist() == brute_force(held, query, 7)
        assert index.query(query, 999)[0].tolist() == brute_force(held, query, 999)
    index.close()


@pytest.mark.parametrize("crossover", [CROSSOVER, ALL_GRAPH])
def test_a_replaced_vector_is_found_where_it_is_now(tmp_path: Path, crossover: int) -> None:
    index, new = make_index(tmp_path, 200, crossover), make_vectors(1, seed=77)
    old = make_vectors(200)[50]
    index.add(np.array([150]), new)
    for _ in range(2):
        assert index.query(new[0], 1)[0].tolist() == [150]
        assert 150 not in index.query(old, 1)[0]
        index.grow()


def test_additions_show_before_the_graph_has_them(tmp_path: Path) -> None:
    index, late = make_index(tmp_path, 1000, ALL_GRAPH), make_vectors(5, seed=8)
    index.add(np.arange(5), late)
    assert [index.query(vector, 1)[0][0] for vector in late] == [0, 1, 2, 3, 4]


def test_a_graph_of_mostly_removed_points_is_grown_anew(tmp_path: Path) -> None:
    index, vectors = make_index(tmp_path, 600, ALL_GRAPH), make_vectors(600)
    index.remove(np.arange(100, 400))
    held = {label: vectors[label - 100] for label in range(400, 700)}
    for _ in range(2):
        for query in make_vectors(20, seed=4):
            assert index.query(query, 6)[0].tolist() == brute_force(held, query, 6)
        assert index.grow()


def test_a_growing_graph_can_be_stopped(tmp_path: Path) -> None:
    index = VectorIndex(tmp_path, "encoder", DIMENSION, ALL_GRAPH)
    index.add(np.arange(2000), make_vectors(2000))
    calls = iter([False, False, True])
    assert not index.grow(lambda: next(calls))
    assert index.query(make_vectors(2000)[1999], 1)[0].tolist() == [1999]
    assert index.grow()


@pytest.mark.parametrize("bad", [np.nan, np.inf, 0.0, 3.0])
def test_vectors_that_mean_nothing_are_refused(tmp_path: Path, bad: float) -> None:
    index, vectors = make_index(tmp_path), make_vectors(3)
    vectors[1] *= bad
    with pytest.raises(ValueError, match="unit length"):
        index.add(np.arange(3), vectors)
    assert len(index) == 0


def test_shapes_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    index = make_index(tmp_path, 10)
    with pytest.raises(ValueError, match="expected"):
        index.add(np.arange(2), make_vectors(3))
    with pytest.raises(ValueError, match="finite numbers"):
        index.query(make_vectors(1, dimension=8)[0], 1)
    with pytest.raises(ValueError, match="finite numbers"):
        index.query(np.full(DIMENSION, np.nan, np.float32), 1)


# ---- disk -----------------------------------------------------------------------------------


@pytest.mark.parametrize("crossover", [CROSSOVER, ALL_GRAPH])
def test_saved_and_opened_answers_are_the_same(tmp_path: Path, crossover: int) -> None:
    index, queries = make_index(tmp_path, 500, crossover), make_vectors(20, seed=3)
    index.remove(np.arange(100, 150))
    index.save("g1")
    opened = make_index(tmp_path, 0, crossover)
    opened.open("g1", never)
    for query in queries:
        np.testing.assert_array_equal(index.query(query, 9)[0], opened.query(query, 9)[0])
    opened.add(np.array([1]), queries[:1])
    assert opened.query(queries[0], 1)[0].tolist() == [1]


def test_another_generation_is_filled_from_the_source(tmp_path: Path) -> None:
    make_index(tmp_path, 200).save("g1")
    index = make_index(tmp_path)
    index.open("g2", source(150, seed=6))
    assert len(index) == 150
    assert index.query(make_vectors(150, seed=6)[149], 1)[0].tolist() == [249]


def test_the_graph_survives_another_generation(tmp_path: Path) -> None:
    index, vectors = make_index(tmp_path, 500, ALL_GRAPH), make_vectors(500)
    index.save("g1")
    changed = np.concatenate((vectors[:450], make_vectors(60, seed=6)))
    opened = make_index(tmp_path, 0, ALL_GRAPH)
    opened.open("g2", lambda: iter([(list(range(100, 610)), changed)]))
    held = dict(enumerate(changed, 100))
    assert opened._graph is not None
    assert len(opened._waiting) == 60, "only what is new or changed has to go in"
    for _ in range(2):
        for query in (changed[0], vectors[480], changed[480], changed[509]):
            assert opened.query(query, 5)[0].tolist() == brute_force(held, query, 5)
        assert opened.grow()
    opened.close()


def test_a_missing_index_is_filled_from_the_source(tmp_path: Path) -> None:
    index = VectorIndex(tmp_path / "never" / "made", "encoder", DIMENSION, ALL_GRAPH)
    index.open("g1", source(300))
    assert index.query(make_vectors(300)[7], 1)[0].tolist() == [107]
    index.close()


def test_unusable_vectors_of_the_source_are_left_out(tmp_path: Path) -> None:
    vectors = make_vectors(3)
    vectors[1] = np.nan
    index = make_index(tmp_path)
    index.open("g1", lambda: iter([([1, 2, 3], vectors)]))
    assert index.labels() == {1, 3}


@pytest.mark.parametrize(
    "part", ["labels.npy", "vectors.npy", "waiting.npy", "directions.npy", "hnsw", DESCRIPTION]
)
@pytest.mark.parametrize("damage", ["flipped", "cut", "gone", "empty"])
def test_damage_is_noticed(tmp_path: Path, part: str, damage: str) -> None:
    index = make_index(tmp_path, 300, ALL_GRAPH)
    index.add(np.array([1]), make_vectors(1, seed=2))
    index.save("g1")
    (path,) = (p for p in tmp_path.iterdir() if p.name.endswith(part))
    data = bytearray(path.read_bytes())
    if damage == "flipped":
        data[len(data) // 2] ^= 0xFF
    path.write_bytes({"cut": data[:-1], "empty": b""}.get(damage, data))
    if damage == "gone":
        path.unlink()
    opened = make_index(tmp_path, 0, ALL_GRAPH)
    opened.open("g1", source(123))
    assert len(opened) == 123
    opened.close()


@pytest.mark.parametrize("change", [{"dimension": 8}, {"encoder": "other"}, {"count": 3}])
def test_an_index_of_something_else_is_not_used(tmp_path: Path, change: dict[str, object]) -> None:
    make_index(tmp_path, 50).save("g1")
    description = json.loads((tmp_path / DESCRIPTION).read_text())
    (tmp_path / DESCRIPTION).write_text(json.dumps({**description, **change}))
    index = make_index(tmp_path)
    index.open("g1", source(60))
    assert len(index) == 60


@contextmanager
def files_of_at_most(size_bytes: int) -> Iterator[None]:
    """Let the system refuse this process larger files, for the length of a `with` block."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_crash_while_saving_leaves_the_state_before(tmp_path: Path) -> None:
    index = make_index(tmp_path, 100)
    index.save("g1")
    index.add(np.array([1]), make_vectors(1, seed=2))
    with files_of_at_most(100), pytest.raises(OSError):
        index.save("g2")
    opened = make_index(tmp_path)
    opened.open("g1", never)
    assert len(opened) == 100
    index.save("g2")
    opened.open("g2", never)
    assert len(opened) == 101
    assert len(list(tmp_path.iterdir())) == 3, "what is no longer needed is gone"


def test_saving_the_same_again_writes_the_description_only(tmp_path: Path) -> None:
    index = make_index(tmp_path, 100)
    index.save("g1")
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.npy")}
    index.save("g2")
    assert before == {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.npy")}
    opened = make_index(tmp_path)
    opened.open("g2", never)
    assert len(opened) == 100


# ---- threads --------------------------------------------------------------------------------


def test_queries_see_a_consistent_state_while_others_change_it(tmp_path: Path) -> None:
    index = VectorIndex(tmp_path, "encoder", DIMENSION, crossover=1500)
    vectors, fixed = make_vectors(6000), 200
    index.add(np.arange(fixed), vectors[:fixed])
    done, faults = threading.Event(), []

    def ask(seed: int) -> None:
        numbers = np.random.default_rng(seed)
        while not done.is_set():
            label = int(numbers.integers(fixed))
            labels, similarities = index.query(vectors[label], 5)
            actual = vectors[labels] @ vectors[label]
            if labels[0] != label or not np.allclose(similarities, actual, atol=1e-5):
                faults.append((label, labels, similarities, actual))
            index.statistics(vectors[label])

    def save() -> None:
        while not done.is_set():
            index.save("g")
            time.sleep(0.01)

    def grow() -> None:
        while not done.is_set():
            index.grow(done.is_set)

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(3)]
    threads += [threading.Thread(target=save), threading.Thread(target=grow)]
    for thread in threads:
        thread.start()
    for start in range(fixed, 6000, 100):
        index.add(np.arange(start, start + 100), vectors[start : start + 100])
        index.remove(np.arange(start, start + 30))
    done.set()
    for thread in threads:
        thread.join()
    index.close()
    assert not faults
    assert len(index) == fixed + 58 * 70


def test_the_background_thread_ends_with_its_index(tmp_path: Path) -> None:
    before = threading.enumerate()
    index = VectorIndex(tmp_path, "encoder", DIMENSION, ALL_GRAPH)
    index.add(np.arange(50), make_vectors(50))
    (grower,) = (thread for thread in threading.enumerate() if thread not in before)
    del index
    gc.collect()
    grower.join(2.0)
    assert not grower.is_alive()
