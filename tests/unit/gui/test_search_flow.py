"""What follows from what happens to a search, as a table."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from visret_desktop.engine.messages import (
    SECOND_ENCODER,
    CancelledJob,
    EngineLost,
    Failed,
    Finished,
    Hit,
    Notice,
    Planned,
    QueryTerm,
    Ranked,
    SketchReady,
)
from visret_desktop.facts.fact import Fact
from visret_desktop.gui.search.search_flow import (
    DONE,
    FAILED,
    STOPPED,
    Act,
    Asked,
    Begin,
    Change,
    Chosen,
    Close,
    Counted,
    Effect,
    Ended,
    Forward,
    Happening,
    Heard,
    Reason,
    Refuse,
    SearchFlow,
    Send,
    Settle,
    Show,
    Typing,
    Visited,
    step,
)
from visret_desktop.gui.search.search_query import SearchQuery
from visret_desktop.library.catalog.photo_filter import Condition, Filter

RAW = Fact("type:raw", Condition("kind", ("RAW",)))
HERON, OWL = SearchQuery((QueryTerm("heron"),)), SearchQuery((QueryTerm("owl"),))
RAW_HERON = replace(HERON, facts=(RAW,))
NO_REEDS = SearchQuery((*HERON.terms, QueryTerm("reeds", weight=-1.0)))
FOLDER = Filter.of(folder=[1])
HIT = Hit(1, "01", "/photos/heron.jpg", "heron.jpg", None, 4, 3, True, "2020-01-01")
WORDS = Ranked(1, (HIT,), lists=("text",))
DRAWN = Ranked(1, (HIT, HIT), lists=("text", "A"))
NOTHING = replace(WORDS, nothing_matches=True)
EMPTY = Ranked(1)
PLANNED, READY = Planned(1), SketchReady(1)
SECOND, MISSING = Notice(1, SECOND_ENCODER), Notice(1, "pack-missing")
DONE_SO, GONE, BROKEN = Finished(1, {"family": "question"}), CancelledJob(1), Failed(1)

IDLE = SearchFlow()
SENT = SearchFlow(HERON, is_open=True)
SHOWN = replace(SENT, has_begun=True, ranked=WORDS)
SETTLED = replace(SHOWN, is_open=False)
NOT_FOUND = replace(SETTLED, ranked=EMPTY)
AGAIN = replace(SHOWN, reason=Reason.AGAIN)
BACK = replace(SENT, reason=Reason.BACK)
WAITING = replace(SHOWN, passed_over=DRAWN)
PUT_HERON = replace(HERON, is_put=True)
PUT = SearchFlow(PUT_HERON)
COUNTED = replace(PUT, counted=FOLDER)
TYPING = SearchFlow(OWL, Reason.TYPED, is_open=True, settled=HERON)
TYPED = replace(TYPING, is_open=False, has_begun=True, ranked=WORDS)

NEW, REFINED = Send(Reason.NEW, True), Send(Reason.REFINED, False)
BY_WORDS = Send(Reason.TYPED, False)
TABLE: dict[str, tuple[SearchFlow, Happening, Sequence[Effect]]] = {
    "the first query keeps the way that was chosen for it": (
        IDLE,
        Asked(HERON),
        (Act.LEAVE, Act.NAME, Act.ARRIVE, Begin(True), NEW),
    ),
    "what the catalog may know is put to it, and not searched": (
        IDLE,
        Asked(PUT_HERON),
        (Act.LEAVE, Act.NAME, Act.ARRIVE, Begin(True), Act.PUT),
    ),
    "the photos behind its answer are browsed": (PUT, Counted(FOLDER), (Act.COUNTED,)),
    "what it does not know is searched": (PUT, Change.LOOK, (NEW,)),
    "and so is what it knows, among all photos, if that is wanted": (
        COUNTED,
        Change.LOOK,
        (Act.NARROW, NEW),
    ),
    "an answer that comes while one types is shown no more": (TYPING, Counted(FOLDER), ()),
    "nor is anything searched for its question": (TYPING, Change.LOOK, ()),
    "it is asked again when photos came": (COUNTED, Change.LIBRARY, (Act.PUT,)),
    "another query after its answer is searched among all photos": (
        COUNTED,
        Asked(OWL),
        (Act.LEAVE, Act.NARROW, Act.NAME, Act.ARRIVE, Begin(False), NEW),
    ),
    "and so is what is typed after it": (COUNTED, Typing(OWL), (Act.LEAVE, Act.NARROW, BY_WORDS)),
    "another query is a new one": (
        SETTLED,
        Asked(OWL),
        (Act.LEAVE, Act.NAME, Act.ARRIVE, Begin(False), NEW),
    ),
    "a minus term refines": (
        SETTLED,
        Asked(NO_REEDS),
        (Act.LEAVE, Act.NAME, Act.ARRIVE, Act.CONTROLS, REFINED),
    ),
    "a fact changes the photos, so what is shown is no answer any more": (
        SETTLED,
        Asked(RAW_HERON),
        (Act.LEAVE, Act.NARROW, Act.NAME, Act.ARRIVE, Send(Reason.REFINED, True)),
    ),
    "no words: browse": (
        SETTLED,
        Asked(SearchQuery()),
        (Act.LEAVE, Act.NAME, Act.ARRIVE, Act.BROWSE),
    ),
    "another folder": (
        SETTLED,
        Chosen(FOLDER),
        (Act.LEAVE, Act.ARRIVE, Act.NARROW, Send(Reason.REFINED, True)),
    ),
    "another folder to browse": (IDLE, Chosen(FOLDER), (Act.LEAVE, Act.ARRIVE, Act.NARROW)),
    "the same folder": (SETTLED, Chosen(HERON.only), ()),
    "back to a search": (
        SETTLED,
        Visited(OWL),
        (
            *(Act.NAME, Act.MOVE, Act.NARROW, Act.RESTORE, Act.CONTROLS),
            Send(Reason.BACK, True),
        ),
    ),
    "back to browsing": (
        SETTLED,
        Visited(SearchQuery()),
        (Act.NAME, Act.MOVE, Act.NARROW, Act.BROWSE),
    ),
    "the first photos": (SENT, Heard(WORDS), (Forward(WORDS), Show(WORDS, Reason.NEW, True, True))),
    "better ones": (SHOWN, Heard(DRAWN), (Forward(DRAWN), Show(DRAWN, Reason.NEW))),
    "photos came while it was searched": (
        replace(SHOWN, ranked=EMPTY),
        Heard(WORDS),
        (Forward(WORDS), Show(WORDS, Reason.NEW, is_told=True)),
    ),
    "a ranking without a sketch that is there is passed over": (
        SHOWN,
        Heard(WORDS, frozenset("A")),
        (Forward(WORDS),),
    ),
    "but not where nothing is shown": (
        SENT,
        Heard(WORDS, frozenset("A")),
        (Forward(WORDS), Show(WORDS, Reason.NEW, True, True)),
    ),
    "unless one comes back to something better": (
        BACK,
        Heard(WORDS, frozenset("A")),
        (Forward(WORDS),),
    ),
    "the same again takes no time that anybody waits for": (
        AGAIN,
        Heard(WORDS),
        (Show(WORDS, Reason.AGAIN),),
    ),
    "a plan": (SENT, Heard(PLANNED), (Forward(PLANNED),)),
    "a plan that is known": (AGAIN, Heard(PLANNED), ()),
    "a sketch that was drawn again": (AGAIN, Heard(READY), (Forward(READY),)),
    "a notice that is known": (AGAIN, Heard(MISSING), ()),
    "what the second encoder lacks is news": (AGAIN, Heard(SECOND), (Forward(SECOND),)),
    "an end": (SHOWN, Ended(DONE_SO), (Close(False), Settle(DONE, "question"))),
    "an end of the same again": (AGAIN, Ended(DONE_SO), (Close(True), Act.REPEATED)),
    "an end with a better ranking than was hoped for": (
        WAITING,
        Ended(DONE_SO),
        (Show(DRAWN, Reason.NEW), Close(False), Settle(DONE, "question")),
    ),
    "an end at which nothing matches": (
        replace(SHOWN, unmatched=1),
        Ended(DONE_SO),
        (Close(False, 1), Settle(DONE, "question")),
    ),
    "an end after the library changed": (
        replace(SHOWN, is_due_again=True),
        Ended(DONE_SO),
        (Close(False), Settle(DONE, "question"), Send(Reason.AGAIN, False)),
    ),
    "a failure": (
        SHOWN,
        Ended(BROKEN),
        (Refuse(BROKEN), Close(False), Settle(FAILED)),
    ),
    "a failure before there was anything": (
        SENT,
        Ended(EngineLost(1)),
        (Refuse(EngineLost(1)), Close(False), Settle(FAILED), Act.NOTHING),
    ),
    "stopped": (SHOWN, Ended(GONE), (Close(False), Settle(STOPPED))),
    "stopped to browse": (replace(IDLE, is_open=True), Ended(GONE), (Close(False),)),
    "stop": (SHOWN, Change.STOP, (Act.STOP,)),
    "stop what is over": (SETTLED, Change.STOP, ()),
    "another plan": (SETTLED, Change.PLAN, (Act.CONTROLS, REFINED)),
    "another plan for the next query": (IDLE, Change.PLAN, (Act.CONTROLS,)),
    "the library changed": (SETTLED, Change.LIBRARY, (Send(Reason.AGAIN, False),)),
    "the library changed while browsing": (IDLE, Change.LIBRARY, ()),
    "the library changed while searching": (SHOWN, Change.LIBRARY, ()),
    "the library changed where there was no photo": (NOT_FOUND, Change.LIBRARY, (NEW,)),
    "photos left": (SETTLED, Change.REMOVAL, (Send(Reason.AGAIN, False),)),
    "photos left while searching": (SHOWN, Change.REMOVAL, (Send(Reason.REFINED, True),)),
    "the first letters": (SETTLED, Typing(OWL), (Act.LEAVE, BY_WORDS)),
    "more letters": (TYPED, Typing(NO_REEDS), (BY_WORDS,)),
    "a space": (TYPED, Typing(OWL), ()),
    "a fact": (TYPED, Typing(replace(OWL, facts=(RAW,))), (Act.NARROW, BY_WORDS)),
    "an empty line": (TYPED, Typing(SearchQuery()), (Act.BROWSE,)),
    "the first photos of what is typed take the place of sketches and answer": (
        TYPING,
        Heard(WORDS, frozenset("A")),
        (Begin(False), Show(WORDS, Reason.TYPED, True, True)),
    ),
    "more photos of what is typed": (TYPED, Heard(DRAWN), (Show(DRAWN, Reason.TYPED),)),
    "no photos of what is typed": (TYPING, Heard(EMPTY), ()),
    "notices of what is typed": (TYPING, Heard(SECOND), ()),
    "an end of what is typed": (TYPED, Ended(DONE_SO), ()),
    "a failure of what is typed": (TYPED, Ended(BROKEN), ()),
    "the library changed while it was typed": (
        replace(TYPED, is_due_again=True),
        Ended(DONE_SO),
        (Send(Reason.AGAIN, False),),
    ),
    "another folder for what is typed": (TYPED, Chosen(FOLDER), (Act.NARROW, BY_WORDS)),
    "Enter after typing only makes better what is there": (
        TYPED,
        Asked(OWL),
        (Act.NAME, Act.ARRIVE, Begin(True), Send(Reason.NEW, False)),
    ),
    "Enter before the last letters were searched": (
        TYPED,
        Asked(NO_REEDS),
        (Act.RESTORE, Act.NAME, Act.ARRIVE, Act.CONTROLS, REFINED),
    ),
    "Enter on nothing": (TYPED, Asked(SearchQuery()), (Act.NAME, Act.ARRIVE, Act.BROWSE)),
    "from the line to the photos": (TYPED, Change.USE, (Act.NAME, Act.ARRIVE)),
    "from the line to photos of before": (TYPING, Change.USE, ()),
    "from the line after Enter": (SETTLED, Change.USE, ()),
}


@pytest.mark.parametrize("name", TABLE)
def test_what_happens_has_these_effects(name: str) -> None:
    before, happening, expected = TABLE[name]
    _, effects = step(before, happening)
    assert list(effects) == list(expected)


def test_a_query_is_searched_among_the_photos_that_are_chosen() -> None:
    flow, _ = step(replace(IDLE, query=SearchQuery(only=FOLDER)), Asked(RAW_HERON))
    assert flow.query.filter == Filter((*FOLDER.conditions, RAW.condition))


def test_what_is_shown_is_kept_until_something_better_is_there() -> None:
    flow, _ = step(SHOWN, Change.PLAN)
    assert flow.ranked == WORDS
    flow, _ = step(flow, Heard(WORDS, frozenset("A")))
    assert (flow.ranked, flow.passed_over) == (WORDS, WORDS)
    flow, _ = step(flow, Heard(DRAWN, frozenset("A")))
    assert (flow.ranked, flow.passed_over) == (DRAWN, None)


def test_a_change_of_the_library_is_searched_once_after_the_query() -> None:
    flow, _ = step(SHOWN, Change.LIBRARY)
    flow, effects = step(flow, Ended(DONE_SO))
    assert effects[-1] == Send(Reason.AGAIN, False)
    flow, effects = step(flow, Ended(DONE_SO))
    assert not flow.is_open
    assert effects[-1] == Act.REPEATED


def test_only_the_last_ranking_says_whether_nothing_matches() -> None:
    flow, _ = step(SENT, Heard(NOTHING))
    assert flow.unmatched == 1
    assert step(flow, Heard(WORDS))[0].unmatched == 0
    assert step(flow, Change.PLAN)[0].unmatched == 0


def test_browsing_forgets_the_search() -> None:
    flow, _ = step(WAITING, Asked(SearchQuery()))
    assert flow == SearchFlow(is_open=True)  # until the engine has stopped
    assert step(flow, Ended(GONE))[0] == IDLE


def test_what_is_typed_is_over_once_it_is_asked() -> None:
    flow, _ = step(SETTLED, Typing(OWL))
    assert flow.settled == HERON
    flow, _ = step(flow, Typing(NO_REEDS))
    assert flow.settled == HERON
    assert not step(flow, Asked(OWL))[0].is_typed
    assert not step(flow, Visited(OWL))[0].is_typed


def test_no_verdict_is_told_of_what_is_typed() -> None:
    flow, _ = step(TYPING, Heard(NOTHING))
    assert step(flow, Ended(DONE_SO))[1] == ()
