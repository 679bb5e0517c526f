"""One page of two sides: the better bands first, within one the sides take turns."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from tests.unit.exporters.made_library import put_photo
from visret_desktop.engine.messages import Finished, Hit, Message, QueryTerm, Ranked, Search
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.library_sides import search_sides
from visret_desktop.errors import UsageError
from visret_desktop.library.records import Metadata
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

_REQUEST = Search(7, (QueryTerm(text="heron"),), top_k=4)


def hit(name: str, rank: int, band: Any, named: str = "") -> Hit:
    known = (rank, name, f"/{name}", name, None, 1, 1, True, "")
    return Hit(*known, rank=rank, band=band, named=named)


Say = Callable[..., list[Message]]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A library with a person's own photo, and one of the demonstration: each on its side."""
    home = tmp_path_factory.mktemp("sides")
    paths = Paths(home / "data", home / "cache", home / "config")
    with Library.open(paths, Settings(encoder="everyday")) as opened:
        with opened.adding() as catalog:
            for folder in (home / "photos", paths.demo):
                folder.mkdir()
                number = catalog.roots.add(folder).id
                put_photo(catalog, number, f"{folder.name}.jpg", Metadata())
        opened.divide()
        yield opened


@pytest.fixture
def said(library: Library) -> Say:
    """Return what a search says of two sides; note how many sketches each is asked for."""

    def search(
        pages: dict[int, Ranked | UsageError],
        sketches: list[int] | None = None,
        request: Search = _REQUEST,
    ) -> list[Message]:
        def search_one(side: Library, only: Search) -> Iterator[Message]:
            number = 1 + library.sides.index(side)
            if sketches is not None:
                sketches.append(only.m)
            assert only.filter.conditions[-1].values == tuple(side.folders or ())
            page = pages[number]
            if isinstance(page, UsageError):
                raise page
            yield page
            yield Finished(7, {"seconds": 0.5, "strategy": "original", "hits": len(page.hits)})

        return list(search_sides(library, request, search_one))

    return search


OWN = Ranked(7, (hit("a", 1, "confident"), hit("b", 2, "weak")), found=1, is_settled=True)
DRAWN = Ranked(7, (hit("c", 1, "maybe"), hit("d", 2, "weak")), found=1, is_settled=True)


def test_better_bands_come_first_and_ranks_are_of_the_page(said: Say) -> None:
    *_, page, finished = said({1: OWN, 2: DRAWN})
    assert isinstance(page, Ranked)
    assert isinstance(finished, Finished)
    assert [(one.name, one.rank) for one in page.hits] == [("a", 1), ("c", 2), ("b", 3), ("d", 4)]
    assert (page.found, page.is_settled, page.nothing_matches) == (2, True, False)
    assert finished.summary == {"seconds": 1.0, "strategy": "original", "hits": 4}


def test_own_photos_come_before_drawn_ones_while_one_types(said: Say) -> None:
    sides = {
        number: replace(page, is_settled=False, found=-1) for number, page in ((1, OWN), (2, DRAWN))
    }
    weak = {
        number: replace(page, hits=tuple(structs.replace(one, band="") for one in page.hits))
        for number, page in sides.items()
    }
    *_, page, _ = said(weak, request=replace(_REQUEST, is_typed=True))
    assert isinstance(page, Ranked)
    assert [one.name for one in page.hits] == ["a", "b", "c", "d"]
    *_, page, _ = said(weak)
    assert isinstance(page, Ranked)
    assert [one.name for one in page.hits] == ["a", "c", "b", "d"], "a verdict is still to come"


def test_the_first_side_is_shown_before_the_second_is_asked(said: Say) -> None:
    first = said({1: OWN, 2: DRAWN})[0]
    assert isinstance(first, Ranked)
    assert ([one.name for one in first.hits], first.is_settled, first.found) == (
        ["a", "b"],
        False,
        -1,
    )


def test_hits_without_a_verdict_are_behind_answers(said: Say) -> None:
    plain = replace(DRAWN, hits=(hit("c", 1, ""), hit("d", 2, "")), found=-1)
    page = said({1: OWN, 2: plain})[-2]
    assert isinstance(page, Ranked)
    bands = [("a", "confident"), ("b", "weak"), ("c", "weak"), ("d", "weak")]
    assert [(one.name, one.band) for one in page.hits] == bands


@pytest.mark.parametrize("both", [True, False])
def test_nothing_matches_only_if_it_does_on_no_side(said: Say, both: bool) -> None:
    nothing = replace(OWN, hits=(hit("a", 1, "weak"),), found=0, nothing_matches=True)
    page = said({1: nothing, 2: nothing if both else DRAWN})[-2]
    assert isinstance(page, Ranked)
    assert page.nothing_matches is both


def test_less_likely_photos_of_a_side_that_answers_come_before_those_of_the_other(
    said: Say,
) -> None:
    """Butterflies of the demonstration stood between a person's lizards, below three snakes."""
    weak = tuple(hit(name, rank, "weak") for rank, name in enumerate("xyz", 1))
    nothing = replace(OWN, hits=weak, found=0, nothing_matches=True)
    waiting = replace(DRAWN, found=-1, is_settled=False)
    orders = {}
    for name, pages in {
        "first": {1: OWN, 2: nothing},
        "second": {1: nothing, 2: DRAWN},
        "none": {1: replace(nothing, hits=OWN.hits[1:]), 2: nothing},
        "unsettled": {1: nothing, 2: waiting},
    }.items():
        page = said(pages)[-2]
        assert isinstance(page, Ranked)
        orders[name] = "".join(one.name for one in page.hits)
    assert orders == {"first": "abxy", "second": "cdxy", "none": "bxyz", "unsettled": "cxdy"}


def test_nothing_is_drawn_where_own_photos_answer(said: Say) -> None:
    """A search for a dog showed dogs, below three green shapes that the demonstration drew."""
    asked: list[int] = []
    said({1: OWN, 2: DRAWN}, asked)
    said({1: replace(OWN, found=0), 2: DRAWN}, asked)
    assert asked == [3, 0, 3, 3]


def test_words_beyond_an_encoder_are_named_unless_the_other_side_answers(
    said: Say,
) -> None:
    unsure = replace(OWN, hits=(hit("a", 1, ""),), found=-1, beyond=("color",))
    for drawn, beyond in ((DRAWN, ()), (replace(DRAWN, found=-1), ("color",))):
        page = said({1: unsure, 2: drawn})[-2]
        assert isinstance(page, Ranked)
        assert page.beyond == beyond


def test_an_example_of_one_side_is_answered_by_that_side(said: Say) -> None:
    refusal = UsageError(reason="This photo is not in the library any more.")
    page = said({1: refusal, 2: DRAWN})[-2]
    assert isinstance(page, Ranked)
    assert [one.name for one in page.hits] == ["c", "d"]
    with pytest.raises(UsageError):
        said({1: refusal, 2: refusal})


def test_a_page_has_no_more_than_was_asked_for(said: Say) -> None:
    many = replace(OWN, hits=tuple(hit(str(n), n, "weak") for n in range(1, 9)))
    page = said({1: many, 2: DRAWN})[-2]
    assert isinstance(page, Ranked)
    assert len(page.hits) == _REQUEST.top_k


def test_paths_stay_those_of_the_photos(said: Say) -> None:
    page = said({1: OWN, 2: DRAWN})[-2]
    assert isinstance(page, Ranked)
    assert Path(page.hits[0].path) == Path("/a")


def test_what_is_named_takes_no_turns_from_others_and_nothing_is_unlikely_before_the_verdict(
    said: Say,
) -> None:
    """Below seven owls with a keyword stood a helicopter and a plant, as less likely; then owls."""
    own = tuple(hit(name, rank, "weak") for rank, name in enumerate("xyz", 1))
    owls = (hit("a", 1, "", "keywords"), hit("b", 2, "", "keywords"), hit("c", 3, ""))
    nothing = replace(OWN, hits=own, found=0, nothing_matches=True)
    page = said({1: nothing, 2: replace(DRAWN, hits=owls, found=-1, is_settled=False)})[-2]
    assert isinstance(page, Ranked)
    assert [(one.name, one.band) for one in page.hits] == [
        ("a", ""),
        ("b", ""),
        ("x", ""),
        ("c", ""),
    ]
