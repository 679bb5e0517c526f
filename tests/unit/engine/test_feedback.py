"""Marks make a query better: right photos draw others like them, wrong ones are gone."""

from pathlib import Path

import numpy as np
import pytest

from tests.unit.engine.conftest import Desk, Models, write_photo
from visret_desktop.engine.messages import Hit, QueryTerm, Ranked, Search
from visret_desktop.engine.search.feedback import AWAY, TOWARDS, with_marks


@pytest.fixture
def filled(indexed_photos: Path, desk: Desk) -> Desk:
    return desk


def hits(desk: Desk, **more: object) -> tuple[Hit, ...]:
    return desk.search(Search(1, (QueryTerm("red"),), **more)).hits  # type: ignore[arg-type]


def test_the_query_is_moved_by_the_marks_as_by_example_photos(filled: Desk) -> None:
    first, second, third, *_ = [hit.content_hash for hit in hits(filled)]
    marked = hits(filled, right_hashes=(first, second), wrong_hashes=(third,))
    terms = (
        QueryTerm("red"),
        QueryTerm(image=f"hash:{first}", weight=TOWARDS / 2),
        QueryTerm(image=f"hash:{second}", weight=TOWARDS / 2),
        QueryTerm(image=f"hash:{third}", weight=AWAY),
    )
    by_hand = filled.search(Search(1, terms, exclude_hashes=(third,))).hits
    assert [hit.photo_id for hit in marked] == [hit.photo_id for hit in by_hand]
    assert [hit.score for hit in marked] == [hit.score for hit in by_hand]
    assert {first, second} <= {hit.content_hash for hit in marked}
    assert third not in {hit.content_hash for hit in marked}
    assert len(marked) == 11
    assert all(set(hit.ranks) == {"text"} for hit in marked)


def test_photos_like_the_right_one_come_up(filled: Desk) -> None:
    last = hits(filled)[-1]
    (moved,) = [
        hit
        for hit in hits(filled, right_hashes=(last.content_hash,))
        if hit.photo_id == last.photo_id
    ]
    assert moved.rank < last.rank
    assert moved.score > last.score


def test_marks_of_photos_that_are_gone_do_not_count(filled: Desk) -> None:
    plain = [(hit.photo_id, hit.score) for hit in hits(filled)]
    gone = {"right_hashes": ("0" * 32,), "wrong_hashes": ("1" * 32,)}
    assert [(hit.photo_id, hit.score) for hit in hits(filled, **gone)] == plain


def test_many_marks_weigh_as_much_as_one(filled: Desk) -> None:
    known = tuple(hit.content_hash for hit in hits(filled))
    moved = with_marks(filled.library, Search(1, (QueryTerm("red"),), right_hashes=known * 20))
    weights = [term.weight for term in moved.terms[1:]]
    assert len(weights) == 40
    assert np.isclose(sum(weights), TOWARDS)


def test_sketches_are_moved_too(filled: Desk, models: Models) -> None:
    def ask(**more: tuple[str, ...]) -> tuple[Hit, ...]:
        asked = (QueryTerm("a tarn heron"),)
        return filled.search(Search(1, asked, strategy="hybrid", m=1, **more)).hits

    plain = ask()
    marked = ask(right_hashes=(plain[-1].content_hash,), wrong_hashes=(plain[0].content_hash,))
    assert plain[0].content_hash not in {hit.content_hash for hit in marked}
    before, after = (
        next(hit for hit in each if hit.content_hash == plain[-1].content_hash)
        for each in (plain, marked)
    )
    assert after.ranks["A"] < before.ranks["A"]
    assert len(models.visualizer.ordered) == 1  # the picture is the same


def test_a_right_photo_is_never_doubtful(desk: Desk, tmp_path: Path) -> None:
    for number in range(40):  # a verdict needs as many
        write_photo(tmp_path / "many" / f"{number:02}.jpg", number, (40, 30))
    desk.index(tmp_path / "many")

    def ask(**more: tuple[str, ...]) -> Ranked:
        asked = (QueryTerm("a tarn heron"),)
        return desk.search(Search(1, asked, strategy="hybrid", m=1, **more))

    last = ask().hits[-1]
    ranked = ask(right_hashes=(last.content_hash,))
    (marked,) = [hit for hit in ranked.hits if hit.photo_id == last.photo_id]
    assert marked.band == "confident"
    assert ranked.found > 0
