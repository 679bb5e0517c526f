"""Searching with instructions and sketches, by the starter models themselves."""

import threading
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.unit.engine.conftest import CancelledBy, Desk, Models, write_photo
from visret_desktop.engine.control import Control
from visret_desktop.engine.messages import (
    Enough,
    Finished,
    Message,
    Notice,
    Planned,
    QueryTerm,
    Ranked,
    Search,
    Sketch,
    SketchProgress,
    SketchReady,
)
from visret_desktop.engine.search.search_job import search
from visret_desktop.errors import Cancelled, OutOfMemory, PackMissing, UsageError
from visret_desktop.models.interfaces import SketchOrder
from visret_desktop.packs.pack_list import choices
from visret_desktop.packs.speed_estimates import speed_of
from visret_desktop.retrieval.confidence_bands import BANDS
from visret_desktop.retrieval.query import parse_query
from visret_desktop.strategies import STRATEGIES

OpenDesk = Callable[..., Desk]
QUESTION = "What do the feet of a tarn heron look like?"
COMPARISON = "Which has the longer beak, a tarn heron or a clay toad?"
# Not "load": whether a model was there already is told by a clock, which a busy machine delays.
MODEL_STAGES = {"encode", "rewrite", "visualize", "embed"}


def asking(text: str = QUESTION, **fields: object) -> Search:
    wish = Search(7, (QueryTerm(text),), strategy="hybrid", m=2, draw_all=True)
    return replace(wish, **fields)  # type: ignore[arg-type]


def of(kind: type[Message], events: list[Message]) -> list[Message]:
    return [event for event in events if isinstance(event, kind)]


def last(events: list[Message]) -> Ranked:
    found = of(Ranked, events)[-1]
    assert isinstance(found, Ranked)
    return found


def planned(events: list[Message]) -> Planned:
    (found,) = of(Planned, events)
    assert isinstance(found, Planned)
    return found


def summary(events: list[Message]) -> dict[str, object]:
    assert isinstance(events[-1], Finished)
    return events[-1].summary


@pytest.fixture
def filled(open_desk: OpenDesk, indexed_photos: Path, models: Models) -> Desk:
    return open_desk()


# ---- no more than it takes --------------------------------------------------------------------


def left_out(events: list[Message]) -> list[str]:
    return [
        name for event in of(Enough, events) if isinstance(event, Enough) for name in event.names
    ]


def test_what_would_hardly_change_the_first_page_is_not_drawn(filled: Desk, models: Models) -> None:
    events = filled.ask(asking(m=5, draw_all=False))
    out = left_out(events)
    assert [sketch.name for sketch in planned(events).sketches] == list("ABCDE")
    assert out
    assert out == list("ABCDE")[-len(out) :]
    assert summary(events)["sketches_made"] == 5 - len(out)
    assert summary(events)["sketches_left_out"] == len(out)
    assert last(events).is_settled
    assert set(last(events).lists) == {"text", "instruction", *"ABCDE"} - set(out)
    again = filled.ask(asking(m=5, draw_all=False))
    assert (left_out(again), summary(again)["sketches_made"]) == (out, 0)
    assert [hit.photo_id for hit in last(again).hits] == [hit.photo_id for hit in last(events).hits]


def test_pictures_alone_are_enough_only_if_two_agree(filled: Desk) -> None:
    events = filled.ask(asking(m=4, strategy="visret", draw_all=False))
    assert len(left_out(events)) <= 2


def test_what_lies_in_the_cache_does_not_decide(filled: Desk) -> None:
    filled.ask(asking(m=4))
    events = filled.ask(asking(m=4, draw_all=False))
    assert left_out(events)
    assert set(last(events).lists).isdisjoint(left_out(events))


def test_what_was_asked_for_is_drawn_and_counts(filled: Desk) -> None:
    plan = planned(filled.ask(asking(m=5, draw_all=False)))
    (*_, final) = plan.sketches
    wanted = (*plan.sketches[:-1], replace(final, if_needed=False))
    events = filled.ask(asking(sketches=wanted, instructions=plan.instructions, draw_all=False))
    assert final.name in last(events).lists
    assert final.name not in left_out(events)


def test_each_thing_compared_needs_its_own(filled: Desk) -> None:
    events = filled.ask(asking(COMPARISON, m=4, draw_all=False))
    plan = planned(events)
    kept = Counter(s.column for s in plan.sketches if s.name not in left_out(events))
    assert set(kept) == {0, 1}
    for column, instruction in enumerate(plan.instructions):
        own = [replace(s, column=0) for s in plan.sketches if s.column == column]
        alone = filled.ask(asking(COMPARISON, instructions=(instruction,), sketches=tuple(own)))
        assert len(own) - len(left_out(alone)) == kept[column]


# ---- order --------------------------------------------------------------------------------------


def test_everything_comes_as_soon_as_it_is_there(filled: Desk, models: Models) -> None:
    events = filled.ask(asking())
    told = [event for event in events if not isinstance(event, SketchProgress)]
    kinds = [type(event).__name__ for event in told]
    sketch = ["SketchReady", "Ranked"]
    assert kinds == ["Ranked", "Planned", "Ranked", *sketch, *sketch, "Finished"]
    lists = [event.lists for event in told if isinstance(event, Ranked)]
    assert lists == [
        ("text",),
        ("text", "instruction"),
        ("text", "instruction", "A"),
        ("text", "instruction", "A", "B"),
    ]
    assert {getattr(event, "job", None) for event in events} == {7}
    steps = [(e.name, e.step) for e in events if isinstance(e, SketchProgress)]
    count = range(1, models.visualizer.steps + 1)
    assert steps == [("A", n) for n in count] + [("B", n) for n in count]
    ready = [type(event) for event in events].index(SketchReady)
    assert sum(isinstance(event, SketchProgress) for event in events[:ready]) >= len(count)


def test_the_ending_has_the_figures(filled: Desk) -> None:
    figures = summary(filled.ask(asking()))
    assert {name: figures[name] for name in ("strategy", "rounds", "rewriter_calls")} == {
        "strategy": "hybrid",
        "rounds": 1,
        "rewriter_calls": 1,
    }
    assert (figures["sketches_made"], figures["sketches_from_cache"]) == (2, 0)
    assert figures["hits"] == 12
    stages = figures["stages"]
    assert isinstance(stages, dict)
    assert set(stages) >= {"encode", "rewrite", "visualize", "embed", "retrieve", "describe"}


def test_hits_know_their_rank_in_every_list(filled: Desk) -> None:
    ranked = last(filled.ask(asking()))
    for name in ("text", "instruction", "A", "B"):
        assert sorted(hit.ranks[name] for hit in ranked.hits) == list(range(1, 13))
    assert [hit.rank for hit in ranked.hits] == list(range(1, 13))
    scores = [hit.score for hit in ranked.hits]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    ("strategy", "lists"),
    [
        ("original", ("text",)),
        ("rephrase", ("text", "instruction")),
        ("visret", ("text", "A", "B")),
        ("visret-single", ("text", "A")),
        ("hybrid", ("text", "instruction", "A", "B")),
    ],
)
def test_each_strategy_has_its_lists(filled: Desk, strategy: str, lists: tuple[str, ...]) -> None:
    events = filled.ask(asking(strategy=strategy))
    assert last(events).lists == lists
    assert bool(of(Planned, events)) == (strategy != "original")


def test_expected_time_is_learned(filled: Desk, unhurried_models: Models) -> None:
    assert planned(filled.ask(asking())).expected_seconds < 0
    second = filled.ask(asking(seed=50))
    assert planned(second).expected_seconds > 0
    left = [event.seconds_left for event in second if isinstance(event, SketchProgress)]
    assert left[-1] == 0
    assert left[0] > left[unhurried_models.visualizer.steps] > 0
    assert planned(filled.ask(asking())).expected_seconds == 0


def test_drawing_begins_while_photos_are_ranked_by_the_words(filled: Desk, models: Models) -> None:
    is_drawing = threading.Event()
    models.visualizer.after_step = lambda _: is_drawing.set()
    request = asking(instructions=("a moss owl standing",), m=1)
    with closing(search(filled.library, request)) as events:  # type: ignore[type-var]
        assert isinstance(next(events), Ranked)
        assert is_drawing.wait(60), "nobody asked for the next event"


def test_previews_are_told_and_taken_away(filled: Desk) -> None:
    shown = []
    for event in search(filled.library, asking()):
        if isinstance(event, SketchProgress) and event.preview:
            with Image.open(event.preview) as preview:
                shown.append(preview.text["Synthetic"])  # type: ignore[attr-defined]
    assert shown
    assert list((filled.library.paths.sketches / "previews").iterdir()) == []


# ---- cancel and stale results -------------------------------------------------------------------


def test_cancel_stops_within_one_step_and_keeps_what_is_shown(filled: Desk, models: Models) -> None:
    control, is_ranked = Control(), threading.Event()
    wanted = 2 * models.visualizer.steps - 1

    def cancel(done: int) -> None:
        if done == wanted:
            assert is_ranked.wait(60), "the first sketch was not ranked while the second is drawn"
            control.cancel()

    models.visualizer.after_step = cancel
    seen: list[Message] = []

    def listen() -> None:
        for event in search(filled.library, asking(m=3), control):
            seen.append(event)
            if isinstance(event, Ranked) and "A" in event.lists:
                is_ranked.set()

    with pytest.raises(Cancelled):
        listen()
    assert wanted <= models.visualizer.steps_done <= wanted + 1
    assert last(seen).lists == ("text", "instruction", "A")
    assert not [thread for thread in threading.enumerate() if thread.name == "drawing"]


def test_cancel_between_stages_asks_no_model_any_more(filled: Desk, models: Models) -> None:
    asked = iter([False, False, True])
    events = search(filled.library, asking(), CancelledBy(lambda: next(asked, True)))
    assert isinstance(next(events), Ranked)
    with pytest.raises(Cancelled):
        next(events)
    assert models.rewriter.asked == []


def test_a_cancelled_search_is_not_ranked_by_the_sketches_at_hand(filled: Desk) -> None:
    filled.ask(asking())
    stop = threading.Event()
    events = search(filled.library, asking(), CancelledBy(stop.is_set))
    ready = next(event for event in events if isinstance(event, SketchReady))
    assert ready.is_cached
    stop.set()
    assert isinstance(next(events), SketchReady)  # the other one is at hand, too
    with pytest.raises(Cancelled):
        next(events)


def test_who_stops_listening_stops_the_drawing(filled: Desk, unhurried_models: Models) -> None:
    events = search(filled.library, asking(m=3))
    while not isinstance(next(events), SketchProgress):
        pass
    events.close()  # type: ignore[attr-defined]
    assert unhurried_models.visualizer.steps_done < unhurried_models.visualizer.steps + 1
    assert not [thread for thread in threading.enumerate() if thread.name == "drawing"]


def test_the_second_query_has_nothing_of_the_first(
    filled: Desk, models: Models, open_desk: OpenDesk
) -> None:
    stop = threading.Event()
    models.visualizer.after_step = lambda done: stop.set() if done == 2 else None
    with pytest.raises(Cancelled):
        filled.ask(asking(), stop.is_set)
    other = asking("a flock of snow gulls at dusk", job=8)
    events = filled.ask(other)
    assert {getattr(event, "job", None) for event in events} == {8}
    assert all("heron" not in text for text in planned(events).instructions)
    assert last(events).hits == last(open_desk().ask(other)).hits


# ---- cache --------------------------------------------------------------------------------------


def test_a_repeated_query_asks_no_model(filled: Desk, models: Models, open_desk: OpenDesk) -> None:
    first = filled.ask(asking())
    for desk in (filled, open_desk()):
        again = desk.ask(asking())
        assert last(again).hits == last(first).hits
        assert planned(again).instructions == planned(first).instructions
        assert [type(e).__name__ for e in again] == [
            *("Planned", "SketchReady", "SketchReady", "Ranked", "Finished")
        ]
        assert all(event.is_cached for event in again if isinstance(event, SketchReady))
        assert summary(again)["sketches_from_cache"] == 2
    assert not set(last(filled.ask(asking())).timings) & MODEL_STAGES
    assert len(models.rewriter.asked) == 1
    assert len(models.visualizer.ordered) == 2


def test_dropping_rerolling_and_adding_draws_only_what_is_new(filled: Desk, models: Models) -> None:
    first = planned(filled.ask(asking()))
    dropped = filled.ask(asking(sketches=first.sketches[1:]))
    assert last(dropped).lists == ("text", "instruction", "B")
    assert len(models.visualizer.ordered) == 2
    rerolled = (first.sketches[0], replace(first.sketches[1], seed=99))
    events = filled.ask(asking(sketches=rerolled))
    assert models.visualizer.ordered[2:] == [SketchOrder(first.instructions[0], 99)]
    assert [e.is_cached for e in events if isinstance(e, SketchReady)] == [True, False]
    assert last(filled.ask(asking(m=0))).lists == ("text", "instruction")


def test_own_instructions_replace_the_rewriter(filled: Desk, models: Models) -> None:
    events = filled.ask(asking(instructions=("a moss owl standing",), m=1))
    assert models.rewriter.asked == []
    assert planned(events).instructions == ("a moss owl standing",)
    assert models.visualizer.ordered == [SketchOrder("a moss owl standing", 0)]


def test_the_vector_is_of_the_picture_without_its_mark(filled: Desk, models: Models) -> None:
    events = filled.ask(asking(m=1))
    (ready,) = [event for event in events if isinstance(event, SketchReady)]
    picture = models.visualizer.made[SketchOrder(ready.instruction, 0)]
    encoder = filled.library.encoder
    expected = encoder.embed_images(encoder.preprocess(picture)[np.newaxis])[0]
    kept = filled.library.caches.sketches.vector(Path(ready.path).stem, encoder)
    assert kept == pytest.approx(expected, abs=1e-6)
    with Image.open(ready.path) as stored:
        assert stored.tobytes() != picture.tobytes()
        assert stored.text["Instruction"] == ready.instruction  # type: ignore[attr-defined]


def test_what_a_search_takes_is_told_of_the_packs_from_then_on(
    filled: Desk, models: Models
) -> None:
    paths = filled.library.paths
    filled.ask(asking(m=1))
    speeds = {each.name: speed_of(each, None, paths) for each in choices(paths)}
    for name in ("starter-rewriter", "starter-visualizer"):
        speed = speeds[name]
        assert speed is not None
        assert speed.is_measured
        assert 0 < speed.seconds < 60


# ---- what is missing ----------------------------------------------------------------------------


@pytest.mark.usefixtures("indexed_photos")
@pytest.mark.parametrize(
    ("missing", "lists"),
    [
        ({"rewriter": "none", "visualizer": "none"}, ("text", "instruction")),
        ({"visualizer": "none"}, ("text", "instruction")),
        ({"rewriter": "none"}, ("text", "instruction", "A")),
        ({"pictures_enabled": False}, ("text", "instruction")),
    ],
)
def test_the_default_strategy_takes_what_is_there_and_says_so_once(
    open_desk: OpenDesk,
    photos: Path,
    models: Models,
    missing: dict[str, object],
    lists: tuple[str, ...],
) -> None:
    desk = open_desk(**missing)
    events = desk.ask(asking(m=1))
    assert last(events).lists == lists
    (notice,) = of(Notice, events)
    assert isinstance(notice, Notice)
    assert notice.code in ("pack-missing", "pictures-off")
    assert notice.sentence.endswith(".")
    if missing.get("rewriter"):
        assert planned(events).instructions == ("the feet of a tarn heron",)
        assert planned(events).note


def test_strategies_that_are_nothing_without_a_pack_say_which(
    open_desk: OpenDesk, models: Models
) -> None:
    for strategy in ("visret", "visret-single"):
        with pytest.raises(PackMissing, match="no-such-visualizer"):
            open_desk(visualizer="no-such-visualizer").ask(asking(strategy=strategy))
    with pytest.raises(PackMissing, match="no-such-rewriter"):
        open_desk(rewriter="no-such-rewriter").ask(asking(strategy="rephrase"))
    with pytest.raises(PackMissing):  # a pack of that name is there, but it is an encoder
        open_desk(visualizer="starter").ask(asking(strategy="visret"))


@pytest.mark.usefixtures("indexed_photos")
def test_visret_without_a_rewriter_draws_the_query(
    open_desk: OpenDesk, photos: Path, models: Models
) -> None:
    desk = open_desk(rewriter="none")
    events = desk.ask(asking("a moss owl", strategy="visret", m=1))
    assert models.visualizer.ordered == [SketchOrder("a moss owl", 0)]
    assert last(events).lists == ("text", "A")


def test_out_of_memory_keeps_what_is_there(filled: Desk, models: Models) -> None:
    models.visualizer.failure = (1, OutOfMemory(device="cpu", name="starter-visualizer"))
    events = filled.ask(asking())
    assert last(events).lists == ("text", "instruction", "A")
    (notice,) = of(Notice, events)
    assert isinstance(notice, Notice)
    assert notice.code == "out-of-memory"
    assert summary(events)["sketches_made"] == 1


def test_a_query_that_the_rewriter_cannot_take_is_its_own_instruction(filled: Desk) -> None:
    long = "a tarn heron and a moss owl " * 140
    events = filled.ask(asking(long, m=0))
    (notice,) = of(Notice, events)
    assert isinstance(notice, Notice)
    assert notice.code == "rewriter"
    assert planned(events).note
    assert planned(events).instructions == (long.strip(),)
    assert len(last(events).hits) == 12


def test_an_answer_that_changes_the_meaning_is_told_and_not_asked_for_again(
    filled: Desk, models: Models
) -> None:
    query = "a tarn heron standing in the water"
    for _ in range(2):
        events = filled.ask(asking(query, m=0))
        assert planned(events).instructions == (query,)
        assert "left out “water”" in planned(events).note
        assert [notice.code for notice in events if isinstance(notice, Notice)] == ["rewriter"]
    assert models.rewriter.asked == [query]


def test_what_a_query_excludes_never_reaches_the_rewriter(filled: Desk, models: Models) -> None:
    terms = parse_query("a tarn heron standing, not in the snow")
    told = tuple(QueryTerm(term.text, weight=term.weight) for term in terms)
    events = filled.ask(asking(terms=told, m=0))
    assert models.rewriter.asked == ["a tarn heron standing"]
    assert planned(events).instructions == ("a tarn heron standing",)


@pytest.mark.parametrize("text", ["🦉🦢", "ברווז על אגם", "\x00", "{query} %s"])
def test_odd_queries_are_answered(filled: Desk, text: str) -> None:
    assert last(filled.ask(asking(text, m=1))).hits


# ---- several things asked about -----------------------------------------------------------------


def test_entities_are_searched_for_in_one_round(filled: Desk, models: Models) -> None:
    events = filled.ask(asking(COMPARISON))
    plan = planned(events)
    assert len(plan.instructions) == 2
    assert models.rewriter.asked == [COMPARISON]
    orders = models.visualizer.ordered
    first, second = plan.instructions
    assert [order.instruction for order in orders] == [first, second, first, second]
    assert [order.seed for order in orders] == [0, 0, 1, 1]
    assert {(s.name, s.column) for s in plan.sketches} == {("A", 0), ("B", 0), ("C", 1), ("D", 1)}
    ranked = last(events)
    assert set(ranked.lists) == {"text", "instruction", "A", "B", "C", "D"}
    assert len({hit.photo_id for hit in ranked.hits}) == len(ranked.hits) == 12
    own = [{"text", "instruction", *names} for names in ("AB", "CD")]
    for hit in ranked.hits:
        assert set(hit.ranks) in (own if hit.column == -1 else [own[hit.column]])
        assert (hit.column == -1) == (hit.band == "weak")
    assert summary(events)["rounds"] == 1


def test_each_entity_has_a_column_until_there_is_a_verdict(filled: Desk) -> None:
    events = filled.ask(asking(COMPARISON))
    (*_, ranked) = [e for e in events if isinstance(e, Ranked) and not e.is_settled]
    assert {hit.column for hit in ranked.hits} == {0, 1}
    for column, instruction in enumerate(planned(events).instructions):
        sketches = [s for s in planned(events).sketches if s.column == column]
        drawn = tuple(replace(s, column=0) for s in sketches if s.name in ranked.lists)
        alone = asking(COMPARISON, instructions=(instruction,), sketches=drawn)
        scores = {hit.photo_id: hit.score for hit in last(filled.ask(alone)).hits}
        own = [hit for hit in ranked.hits if hit.column == column]
        assert [hit.score for hit in own] == sorted((hit.score for hit in own), reverse=True)
        assert [hit.score for hit in own] == [scores[hit.photo_id] for hit in own]


def test_few_hits_are_the_first_of_many(filled: Desk) -> None:
    for strategy in STRATEGIES:
        many = last(filled.ask(asking(strategy=strategy, m=1)))
        few = last(filled.ask(asking(strategy=strategy, m=1, top_k=3)))
        assert few.hits == many.hits[:3]
        assert (few.answered, few.nothing_matches) == (many.answered, many.nothing_matches)
        assert [hit.rank for hit in many.hits] == list(range(1, 13))
        places = [BANDS.index(hit.band) for hit in many.hits if hit.band]
        assert places == sorted(places)


# ---- what people bring along --------------------------------------------------------------------


def test_an_own_picture_stands_in_for_a_sketch(
    filled: Desk, models: Models, tmp_path: Path
) -> None:
    twin = write_photo(tmp_path / "outside.png", seed=3)
    own = Sketch("A", seed=0, image=str(twin))
    events = filled.ask(asking(strategy="visret", sketches=(own,)))
    assert models.visualizer.ordered == []
    (ready,) = [event for event in events if isinstance(event, SketchReady)]
    assert (ready.path, ready.is_cached) == (str(twin), False)
    assert last(events).hits[0].name == "03.jpg"
    assert last(events).hits[0].ranks["A"] == 1
    by_hash = Sketch("B", image=f"hash:{last(events).hits[0].content_hash}")
    again = filled.ask(asking(strategy="visret", sketches=(own, by_hash)))
    assert last(again).lists == ("text", "A", "B")
    paths = [event.path for event in again if isinstance(event, SketchReady)]
    assert paths == [str(twin), last(events).hits[0].path]


@pytest.mark.usefixtures("indexed_photos")
def test_an_own_picture_needs_no_visualizer(
    open_desk: OpenDesk, photos: Path, models: Models, tmp_path: Path
) -> None:
    desk = open_desk(visualizer="none")
    own = Sketch("A", image=str(write_photo(tmp_path / "outside.png", seed=3)))
    assert last(desk.ask(asking(strategy="visret", sketches=(own,)))).hits[0].name == "03.jpg"


def test_what_is_not_wanted_stays_away_from_the_sketches_lists(filled: Desk) -> None:
    events = filled.ask(asking(m=1, strategy="visret"))
    best = last(events).hits[0]
    away = QueryTerm(image=f"hash:{best.content_hash}", weight=-5.0)
    again = filled.ask(asking(m=1, strategy="visret", terms=(QueryTerm(QUESTION), away)))
    assert last(again).hits[-1].photo_id == best.photo_id
    assert last(again).hits[-1].ranks == {"text and photo": 12, "A": 12}
    excluded = filled.ask(asking(m=1, strategy="visret", exclude_hashes=(best.content_hash,)))
    assert best.photo_id not in {hit.photo_id for hit in last(excluded).hits}
    assert last(excluded).hits[0].ranks["A"] == 1


def test_a_query_by_picture_alone_needs_no_model(filled: Desk, models: Models) -> None:
    first = last(filled.ask(asking(strategy="original"))).hits[0]
    term = QueryTerm(image=f"hash:{first.content_hash}")
    events = filled.ask(asking(terms=(term,)))
    assert last(events).lists == ("photo",)
    assert of(Planned, events) == []
    assert models.rewriter.asked == []
    assert len(of(Ranked, events)) == 1


def test_nonsense_is_refused(filled: Desk) -> None:
    wrong = [
        asking(family="poem"),
        asking(m=-1),
        asking(instructions=(" ",)),
        asking(instructions=("an owl",), sketches=(Sketch("A", column=1),)),
        asking(instructions=("an owl",), sketches=(Sketch("A"), Sketch("A", seed=1))),
        asking(sketches=(Sketch("A", image="/nowhere.png"),)),
    ]
    for request in wrong:
        with pytest.raises(UsageError):
            filled.ask(request)


# ---- the plan alone -----------------------------------------------------------------------------


def test_the_plan_alone_draws_and_ranks_nothing(open_desk: OpenDesk, models: Models) -> None:
    desk = open_desk(encoder="no-such-encoder")
    events = desk.ask(asking(COMPARISON, plan_only=True, seed=5))
    assert [type(event) for event in events] == [Planned, Finished]
    assert Counter(s.seed for s in planned(events).sketches) == {5: 2, 6: 2}
    assert models.visualizer.ordered == []


def test_the_family_can_be_chosen(filled: Desk, models: Models) -> None:
    events = filled.ask(asking(COMPARISON, family="question", plan_only=True))
    assert planned(events).family == "question"
    assert len(planned(events).instructions) == 1
