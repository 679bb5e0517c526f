"""Photos that carry the words of a query come first, once, in the order of the ranking."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.engine.conftest import Desk, Models, write_photo
from visret_desktop.engine.messages import Planned, QueryTerm, Search
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.strategies import STRATEGIES

NAMES = [f"{number:02}.jpg" for number in range(12)]


@pytest.fixture
def filled(indexed_photos: Path, desk: Desk) -> Desk:
    return desk


def ask(text: str, **more: object) -> Search:
    return Search(1, (QueryTerm(text),), **more)  # type: ignore[arg-type]


def test_named_photos_come_first_in_the_order_of_the_ranking(filled: Desk) -> None:
    plain = filled.search(ask("spring", by_names=False))
    assert not any(hit.named for hit in plain.hits)
    ranked = filled.search(ask("spring"))
    assert [hit.named for hit in ranked.hits] == ["folder"] * 6 + [""] * 6
    assert ranked.answered
    assert not ranked.nothing_matches
    places = {hit.photo_id: hit.rank for hit in plain.hits}
    for part in (ranked.hits[:6], ranked.hits[6:]):
        assert [places[hit.photo_id] for hit in part] == sorted(places[h.photo_id] for h in part)
    assert [hit.rank for hit in ranked.hits] == list(range(1, 13))
    assert all(hit.ranks == {"text": places[hit.photo_id]} for hit in ranked.hits)


@pytest.mark.usefixtures("indexed_photos")
def test_a_photo_below_the_depth_of_the_ranking_is_compared_by_itself(
    open_desk: Callable[..., Desk], photos: Path
) -> None:
    desk = open_desk(top_k=10)
    plain = {name: desk.search(ask(name, by_names=False, top_k=12)).hits for name in NAMES}
    name, exact = next((n, h) for n, hits in plain.items() for h in hits[10:] if h.name == n)
    ranked = desk.search(ask(name, top_k=10))
    first = ranked.hits[0]
    assert (first.name, first.named, first.score) == (name, "name", exact.score)
    assert first.ranks == {}
    assert len(ranked.hits) == 10


def test_filters_exclusions_and_copies_hold(filled: Desk, photos: Path) -> None:
    (photos / "spring" / "another 01.jpg").write_bytes((photos / "spring/01.jpg").read_bytes())
    filled.index(photos)
    hits = filled.search(ask("spring")).hits
    assert len({hit.photo_id for hit in hits}) == len(hits) == 12
    gone = filled.search(ask("spring", exclude_hashes=(hits[0].content_hash,))).hits
    assert hits[0].content_hash not in {hit.content_hash for hit in gone}
    autumn = Filter.of(below=[str(photos / "autumn")])
    assert not any(hit.named for hit in filled.search(ask("spring", filter=autumn)).hits)
    away = Search(1, (QueryTerm("spring"), QueryTerm("01.jpg", weight=-1.0)))
    named = [hit.name for hit in filled.search(away).hits if hit.named]
    assert "03.jpg" in named
    assert "01.jpg" not in named


def test_a_folder_counts_behind_photos_named_by_themselves(filled: Desk, photos: Path) -> None:
    assert sum(hit.named == "folder" for hit in filled.search(ask("spring")).hits) == 6
    write_photo(photos / "autumn" / "a spring.jpg", 40)
    filled.index(photos)
    hits = filled.search(ask("spring")).hits
    assert [(hit.name, hit.named) for hit in hits if hit.named] == [("a spring.jpg", "name")]
    # The others are found all the same: so few photos have no verdict, so they come right behind.
    assert [hit.ranks.get("folder") for hit in hits[:8]] == [None, 1, 2, 3, 4, 5, 6, None]
    assert {Path(hit.path).parent.name for hit in hits[1:7]} == {"spring"}


def test_pictures_and_words_to_stay_away_from_name_nothing(filled: Desk) -> None:
    example = QueryTerm(image=f"hash:{filled.search(ask('red')).hits[0].content_hash}")
    assert not any(hit.named for hit in filled.search(Search(1, (example,))).hits)
    away = Search(1, (QueryTerm("spring", weight=-1.0),))
    assert not any(hit.named for hit in filled.search(away).hits)


def test_what_most_photos_are_called_says_nothing(desk: Desk, tmp_path: Path) -> None:
    for number in range(24):
        write_photo(tmp_path / "photos" / "herons" / f"{number:02}.jpg", number, (40, 30))
    desk.index(tmp_path / "photos")
    assert not any(hit.named for hit in desk.search(ask("herons")).hits)
    assert desk.search(ask("herons 07")).hits[0].named


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_has_them(filled: Desk, models: Models, strategy: str) -> None:
    request = ask("spring 07", strategy=strategy, m=1)
    events = filled.ask(request)
    ranked = filled.search(request)
    assert (ranked.hits[0].name, ranked.hits[0].named) == ("07.jpg", "name")
    assert [hit.rank for hit in ranked.hits] == list(range(1, len(ranked.hits) + 1))
    assert STRATEGIES[strategy].rewrites == any(isinstance(event, Planned) for event in events)
