"""Back and forward through places."""

import pytest

from visret_desktop.engine.messages import QueryTerm
from visret_desktop.gui.search.history import History, SearchState
from visret_desktop.gui.sketches.sketch_plan import SketchPlan
from visret_desktop.gui.sketches.sketch_view_model import BoardState
from visret_desktop.library.catalog.photo_filter import Filter


def place(text: str) -> SearchState:
    return SearchState(text, (QueryTerm(text),))


@pytest.fixture
def history() -> History:
    made = History()
    made.visit(place("owl"))
    made.visit(place("heron"))
    return made


def test_back_to_browsing_and_forward_again(history: History) -> None:
    assert not history.can_go_forward
    assert [history.back().text, history.back().text] == ["owl", ""]
    assert not history.can_go_back
    assert [history.forward().text, history.forward().text] == ["owl", "heron"]


def test_a_place_is_found_as_it_was_left(history: History) -> None:
    changed = BoardState(SketchPlan("visret", instructions=("the feet of a heron",)))
    history.leave(changed)
    history.back()
    history.leave(BoardState())
    assert history.forward().board == changed


def test_going_elsewhere_forgets_what_lay_ahead(history: History) -> None:
    history.back()
    history.visit(place("toad"))
    assert not history.can_go_forward
    assert history.back().text == "owl"


def test_the_same_search_again_is_no_other_place(history: History) -> None:
    history.visit(place("heron"))
    assert history.back().text == "owl"


def test_the_same_words_among_other_photos_are_another_place(history: History) -> None:
    history.visit(SearchState("heron", (QueryTerm("heron"),), only=Filter.of(folder=[1])))
    assert history.back() == place("heron")


def test_the_oldest_places_are_forgotten(history: History) -> None:
    for number in range(200):
        history.visit(place(str(number)))
    passed = 0
    while history.can_go_back:
        history.back()
        passed += 1
    assert passed == 99
