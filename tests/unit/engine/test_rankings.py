"""Fused rankings against a reference that compares every photo with every list."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import settings as given_settings
from hypothesis import strategies as st

from bench.speed.desk import write_catalog
from visret_desktop.engine.caches.search_caches import Fused, ResultColumn, SearchCaches
from visret_desktop.engine.messages import Search
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.encoder_search import EncoderSearch
from visret_desktop.engine.search.hits import Bands, HitPhotos, placed, queues
from visret_desktop.engine.search.rankings import Ranker
from visret_desktop.engine.timing import StageClock
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.paths import Paths
from visret_desktop.retrieval.vector_index import VectorIndex
from visret_desktop.settings import Settings
from visret_desktop.strategies import STRATEGIES

Rows = npt.NDArray[np.float32]
_NOWHERE = Path("/nowhere")
_DIMENSION = 24


def unit_rows(count: int, seed: int) -> Rows:
    rows = np.random.default_rng(seed).standard_normal((count, _DIMENSION)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A library without photos."""
    home = tmp_path_factory.mktemp("rankings")
    with Library.open(Paths(home / "data", home / "cache", home / "config"), Settings()) as opened:
        yield opened


class Shelf:
    """An index of vectors with labels, which a library ranks and does not know yet."""

    def __init__(self, library: Library, rows: Rows, settings: Settings | None = None) -> None:
        self.library = library
        library.settings = settings or Settings()
        library.caches = SearchCaches(library.paths, library.settings)
        self.index = VectorIndex(_NOWHERE, "none", _DIMENSION)
        self.index.add(np.arange(len(rows), dtype=np.int64), rows)

    def ranker(self, top_k: int = 1000) -> Ranker:
        return Ranker(self.library, Search(top_k=top_k), StageClock(), self.index)

    def view(self, strategy: str, vectors: Rows, top_k: int = 1000) -> EncoderSearch:
        """See a query with these vectors: of its text, of an instruction, then of sketches."""
        ranker, no_vectors, chosen = self.ranker(top_k), cast(Any, None), STRATEGIES[strategy]
        view = EncoderSearch(chosen, self.library.settings, ranker, no_vectors)
        view.text, *lists = [ranker.rank(vector) for vector in vectors]
        if lists and chosen.rewrites:
            pictures = {f"{n}": listing for n, listing in enumerate(lists[1:] * chosen.draws)}
            view.columns = [
                ResultColumn(lists[0], ranks_words=chosen.ranks_words, pictures=pictures)
            ]
        return view


def standardized(similarities: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return (similarities - similarities.mean()) / similarities.std()


@given_settings(deadline=None, max_examples=60)
@given(
    st.integers(2, 300), st.integers(1, 4), st.floats(0.0625, 3, width=16), st.integers(0, 10**6)
)
def test_hybrid_is_the_sum_of_standardized_scores(
    library: Library, photos: int, sketches: int, weight: float, seed: int
) -> None:
    rows, vectors = unit_rows(photos, seed), unit_rows(2 + sketches, seed + 1)
    fused = Shelf(library, rows, Settings(hybrid_weight=weight)).view("hybrid", vectors).fuse(0)
    exact, mean = rows.astype(float), vectors[2:].astype(float).mean(axis=0)
    expected = standardized(exact @ vectors[1]) + weight * standardized(exact @ mean)
    assert sorted(label for label, _ in fused.scored) == list(range(photos))
    for label, score in fused.scored:
        assert score == pytest.approx(expected[label], abs=2e-3)
    scores = [score for _, score in fused.scored]
    assert scores == sorted(scores, reverse=True)


@given_settings(deadline=None, max_examples=60)
@given(st.integers(1, 120), st.integers(1, 4), st.floats(0, 60), st.integers(0, 10**6))
def test_visret_is_reciprocal_rank_fusion_of_the_sketches(
    library: Library, photos: int, sketches: int, k: float, seed: int
) -> None:
    rows, vectors = unit_rows(photos, seed), unit_rows(2 + sketches, seed + 1)
    fused = Shelf(library, rows, Settings(rrf_k=k)).view("visret", vectors).fuse(0)
    expected = np.zeros(photos)
    for vector in vectors[2:]:
        similarities = rows @ vector
        for label in range(photos):
            closer = int((similarities > similarities[label]).sum())
            equal = int((similarities[:label] == similarities[label]).sum())
            expected[label] += 1 / (k + 1 + closer + equal)
    assert dict(fused.scored) == pytest.approx(dict(enumerate(expected)))


@pytest.mark.parametrize(
    ("strategy", "list_number"), [("original", 0), ("rephrase", 1), ("visret-single", 2)]
)
def test_one_list_strategies_show_that_list(
    library: Library, strategy: str, list_number: int
) -> None:
    rows, vectors = unit_rows(50, 1), unit_rows(3, 2)
    fused = Shelf(library, rows).view(strategy, vectors).fuse(0)
    order = np.argsort(-(rows @ vectors[list_number]), kind="stable")
    assert [label for label, _ in fused.scored] == order.tolist()


def test_until_there_is_more_the_query_itself_stands_in(library: Library) -> None:
    shelf = Shelf(library, unit_rows(20, 1))
    for strategy in STRATEGIES:
        view = shelf.view(strategy, unit_rows(1, 2))
        assert view.fuse(0).scored == view.text.scored()


def test_without_weight_the_sketches_have_no_part(library: Library) -> None:
    shelf = Shelf(library, unit_rows(50, 1), Settings(hybrid_weight=0.0))
    view = shelf.view("hybrid", unit_rows(4, 2))
    instruction = view.column(0).instruction
    assert instruction is not None
    assert [label for label, _ in view.fuse(0).scored] == instruction.labels


def test_heights_of_photos_below_the_end_of_a_list_are_exact(library: Library) -> None:
    rows, vectors = unit_rows(400, 3), unit_rows(4, 4)
    view = Shelf(library, rows, Settings(top_k=10)).view("hybrid", vectors, top_k=10)
    labels = [label for label, _ in view.fuse(0).scored]
    assert len(labels) == 10
    for listing in view.column(0).lists().values():
        expected = standardized((rows @ listing.vector).astype(float))[labels]
        assert view.ranker.heights(listing, labels) == pytest.approx(expected, abs=1e-3)


def test_a_ranking_is_remembered_until_a_vector_changes(library: Library) -> None:
    shelf = Shelf(library, unit_rows(50, 1))
    vector = unit_rows(1, 2)[0]
    first = shelf.ranker().rank(vector)
    assert shelf.ranker().rank(vector) is first
    assert shelf.ranker(top_k=3).rank(vector) is first  # few are the first of many
    shelf.index.add(np.array([77]), vector[np.newaxis])
    assert shelf.ranker().rank(vector).labels[0] == 77
    shelf.index.remove(np.array([77]))
    assert shelf.ranker().rank(vector).labels == first.labels


@pytest.fixture
def photos(tmp_path: Path) -> Iterator[HitPhotos]:
    """The photos of a library in which every label from 1 to 9 but 5 has one."""
    paths = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    for directory in (paths.data, paths.cache, paths.config):
        directory.mkdir()
    write_catalog(paths.catalog, tmp_path, 9, "some encoder", _DIMENSION)
    with closing(Catalog.open(paths.catalog)) as catalog:
        catalog.delete_photos([5])
    with closing(Library(paths, Settings())) as library:
        yield HitPhotos(library, Search())


def fused(*labels: int) -> Fused:
    scored = [(label, 0.0) for label in labels]
    return Fused(scored)


def test_columns_take_turns_and_each_photo_comes_once(photos: HitPhotos) -> None:
    rankings = {0: fused(1, 2, 3, 4), 2: fused(1, 3, 5, 6)}
    ranked = queues(rankings, photos, 100)
    assert ranked == {0: [1, 2, 3, 4], 2: [1, 3, 6]}
    assert placed(ranked, {}) == [(0, 1), (0, 2), (2, 3), (2, 6), (0, 4)]
    assert placed(queues(rankings, photos, 2), {}) == [(0, 1), (0, 2), (2, 3)]
    assert placed(queues({0: fused(), 1: fused(9)}, photos, 3), {}) == [(1, 9)]
    assert placed({}, {}) == []


def test_a_photo_goes_where_it_answers_best(photos: HitPhotos) -> None:
    ranked = {0: [1, 2, 3], 1: [4, 3, 2, 1]}
    bands: dict[int, Bands] = {
        0: {1: "confident", 2: "weak", 3: "weak"},
        1: {4: "confident", 3: "maybe", 2: "weak", 1: "weak"},
    }
    assert placed(ranked, bands) == [(0, 1), (1, 4), (1, 3), (0, 2)]


def test_named_photos_come_first_however_far_down_they_are(photos: HitPhotos) -> None:
    assert queues({0: fused(1, 2, 3, 4)}, photos, 2, {4: "name"}) == {0: [4, 1]}
    ranked, weak = {0: [1, 2, 3]}, {3: "weak", 2: "weak", 1: "confident"}
    assert placed(ranked, {0: cast(Bands, weak)}, [{3: "name"}]) == [(0, 3), (0, 1), (0, 2)]
