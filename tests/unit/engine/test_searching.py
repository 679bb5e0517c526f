"""Queries by words, by pictures and by both."""

from pathlib import Path

import pytest

from tests.unit.engine.conftest import Desk, write_photo
from visret_desktop.engine.messages import QueryTerm, Search
from visret_desktop.errors import UsageError
from visret_desktop.library.catalog.photo_filter import Filter


@pytest.fixture
def filled(indexed_photos: Path, desk: Desk) -> Desk:
    return desk


def test_ranks_count_from_one_and_scores_fall(filled: Desk) -> None:
    ranked = filled.search(Search(1, (QueryTerm("a tarn heron in flight"),)))
    assert [hit.rank for hit in ranked.hits] == list(range(1, 13))
    scores = [hit.score for hit in ranked.hits]
    assert scores == sorted(scores, reverse=True)
    assert all(hit.ranks == {"text": hit.rank} for hit in ranked.hits)
    assert set(ranked.timings) >= {"encode", "retrieve"}


def test_example_picture_outside_the_library(filled: Desk, tmp_path: Path) -> None:
    twin = write_photo(tmp_path / "outside.png", seed=3)
    assert filled.search(Search(1, (QueryTerm(image=str(twin)),))).hits[0].name == "03.jpg"


def test_example_by_hash_needs_no_file(filled: Desk) -> None:
    first = filled.search(Search(1, (QueryTerm("red"),))).hits[0]
    by_hash = QueryTerm(image=f"hash:{first.content_hash}")
    assert filled.search(Search(1, (by_hash,))).hits[0].photo_id == first.photo_id


def test_minus_term_turns_the_ranking_round(filled: Desk) -> None:
    towards = filled.search(Search(1, (QueryTerm("red"),))).hits
    away = filled.search(Search(1, (QueryTerm("red", weight=-1.0),))).hits
    assert [hit.photo_id for hit in away] == [hit.photo_id for hit in reversed(towards)]


def test_folder_filter(desk: Desk, photos: Path) -> None:
    desk.index(photos / "spring", photos / "autumn")
    spring = next(f for f in desk.library.reader.folders() if f.path.name == "spring")
    hits = desk.search(Search(1, (QueryTerm("red"),), filter=Filter.of(folder=[spring.id]))).hits
    assert len(hits) == 6
    assert all("spring" in hit.path for hit in hits)


def test_photos_below_a_path_are_ranked_among_themselves(filled: Desk, photos: Path) -> None:
    twin = photos / "spring" / "twin.jpg"
    twin.write_bytes((photos / "autumn" / "06.jpg").read_bytes())
    filled.index(photos)
    request = Search(1, (QueryTerm("red"),), filter=Filter.of(below=[str(photos / "spring")]))
    hits = filled.search(request).hits
    assert len(hits) == 7
    assert all(Path(hit.path).parent.name == "spring" for hit in hits)
    assert [hit.ranks for hit in hits] == [{"text": rank} for rank in range(1, 8)]
    assert not any(hit.copies for hit in hits)  # the other one lies elsewhere
    everywhere = Search(1, (QueryTerm("red"),), filter=Filter.of(below=[str(photos.parent)]))
    assert len(filled.search(everywhere).hits) == 12
    nowhere = Search(1, (QueryTerm("red"),), filter=Filter.of(below=[str(photos / "sprin")]))
    assert filled.search(nowhere).hits == ()


def test_excluded_photos_stay_away(filled: Desk) -> None:
    first = filled.search(Search(1, (QueryTerm("red"),))).hits[0]
    request = Search(1, (QueryTerm("red"),), exclude_hashes=(first.content_hash,))
    assert first.photo_id not in {hit.photo_id for hit in filled.search(request).hits}


def test_empty_library_answers_nothing(desk: Desk) -> None:
    ranked = desk.search(Search(1, (QueryTerm("red"),)))
    assert ranked.hits == ()
    assert not ranked.answered


@pytest.mark.parametrize("terms", [(), (QueryTerm("  "),)])
def test_empty_query_is_refused(desk: Desk, terms: tuple[QueryTerm, ...]) -> None:
    with pytest.raises(UsageError, match="empty"):
        desk.search(Search(1, terms))


def test_unreadable_example_is_named(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "bad.jpg").write_text("no picture")
    with pytest.raises(UsageError, match=r"bad\.jpg"):
        desk.search(Search(1, (QueryTerm(image=str(tmp_path / "bad.jpg")),)))


def test_unknown_strategies_are_named(desk: Desk) -> None:
    with pytest.raises(UsageError, match="psychic"):
        desk.search(Search(1, (QueryTerm("red"),), strategy="psychic"))
