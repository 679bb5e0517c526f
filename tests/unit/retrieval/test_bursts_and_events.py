"""Bursts by time and likeness, events by pauses, whatever clocks know and cameras do alone."""

import numpy as np
import pytest

from visret_desktop.retrieval import bursts_and_events
from visret_desktop.retrieval.bursts_and_events import GroupRules, SeriesNumbers

NOON = 12 * 3600 + 7  # a time that is no whole minute
RULES = GroupRules(burst_seconds=10, burst_likeness=0.6, event_seconds=1800)


def numbers(*values: int) -> bursts_and_events.Numbers:
    return np.array(values, np.int64)


def one_source(times: bursts_and_events.Numbers) -> bursts_and_events.Numbers:
    return np.zeros(len(times), np.int64)


def test_an_event_ends_with_a_long_pause() -> None:
    times = numbers(NOON, NOON + 1800, NOON + 3601, NOON + 3602)
    assert bursts_and_events.events(one_source(times), times, RULES).tolist() == [0, 0, 2, 2]


def test_a_pause_may_be_of_seconds() -> None:
    times = numbers(NOON, NOON + 10, NOON + 21)
    rules = GroupRules(event_seconds=10)
    assert bursts_and_events.events(one_source(times), times, rules).tolist() == [0, 0, 2]


def series_of(*places: tuple[int, int] | None) -> bursts_and_events.Numbers:
    """Return the numbers of photos, each told by event and place; None: of no series."""
    known = SeriesNumbers()
    series = [known.of(("H500", one[0]), one[1]) if one else 0 for one in places]
    return np.array(series, np.int64)


def test_no_pause_of_minutes_takes_the_series_of_a_maker_apart() -> None:
    times = numbers(*(NOON + 1200 * n for n in range(5)))
    series = series_of((1, 1), (1, 2), (2, 1), None, None)
    rules = GroupRules(event_seconds=600)
    found = bursts_and_events.events(one_source(times), times, rules, series)
    assert found.tolist() == [0, 0, 2, 3, 4]  # photos of none are not of one


def test_a_counter_that_begins_anew_joins_nothing() -> None:
    """After a change of batteries a camera's next event has the number of its first one again."""
    rules = GroupRules(event_seconds=60)
    series = series_of((1, 1), (1, 2), (1, 1), (1, 2), (1, 3))
    times = numbers(NOON, NOON + 90, NOON + 600, NOON + 690, NOON + 691)
    found = bursts_and_events.events(one_source(times), times, rules, series)
    assert found.tolist() == [0, 0, 2, 2, 2]
    # Here the first photos of the second event are lost; no camera waits so long within a series.
    times = numbers(NOON, NOON + 90, NOON + 1891)
    found = bursts_and_events.events(one_source(times), times, rules, series[[0, 1, 4]])
    assert found.tolist() == [0, 0, 2]


def test_a_series_at_a_pace_is_no_time_lapse() -> None:
    times = numbers(*(NOON + 60 * n for n in range(8)), NOON + 9000)
    rules = GroupRules(event_seconds=10)
    series = series_of(*((1, n + 1) for n in range(8)), None)
    assert bursts_and_events.events(one_source(times), times, rules, series).tolist() == [
        *[0] * 8,
        8,
    ]


def test_two_cameras_share_no_event_and_no_burst() -> None:
    times, sources = numbers(NOON, NOON + 1, NOON, NOON + 1), numbers(0, 0, 1, 1)
    assert bursts_and_events.events(sources, times, RULES).tolist() == [0, 0, 2, 2]
    assert bursts_and_events.near_in_time(sources, times, RULES).tolist() == [
        False,
        True,
        False,
        True,
    ]


def test_a_burst_is_seconds_apart() -> None:
    times = numbers(NOON, NOON + 10, NOON + 21)
    assert bursts_and_events.near_in_time(one_source(times), times, RULES).tolist() == [
        False,
        True,
        False,
    ]


def test_a_clock_that_knows_only_minutes_may_have_neighbors_a_minute_apart() -> None:
    times = numbers(0, 60, 180, 240) + 12 * 3600
    sources = one_source(times)
    assert bursts_and_events.clock_steps(sources, times).tolist() == [60] * 4
    assert bursts_and_events.near_in_time(sources, times, RULES).tolist() == [
        False,
        True,
        False,
        True,
    ]
    # Whole minutes by chance: one burst is no proof.
    times = numbers(0, 0, 0, 0) + 12 * 3600
    assert bursts_and_events.clock_steps(one_source(times), times).tolist() == [1] * 4


def test_a_clock_that_knows_only_days_knows_no_bursts() -> None:
    times = numbers(0, 0, 0, 86400, 86400)
    sources = one_source(times)
    assert not bursts_and_events.near_in_time(sources, times, RULES).any()
    assert bursts_and_events.events(sources, times, RULES).tolist() == [0, 0, 0, 3, 3]


def test_a_time_lapse_joins_no_events_and_is_one_for_each_day() -> None:
    lapse = np.arange(2 * 96) * 900  # two days, each quarter of an hour
    triggers = numbers(40_000, 40_001, 40_002, 40_003, 130_000)
    times = np.concatenate((lapse, triggers))
    order = np.argsort(times, kind="stable")
    times, is_trigger = times[order], (order >= len(lapse))
    found = bursts_and_events.events(one_source(times), times, RULES)
    assert len(np.unique(found[~is_trigger])) == 2
    assert np.unique(found[is_trigger], return_counts=True)[1].tolist() == [4, 1]
    assert not set(found[is_trigger]) & set(found[~is_trigger])


@pytest.mark.parametrize("seed", range(5))
def test_a_person_who_takes_many_photos_is_no_time_lapse(seed: int) -> None:
    times = np.sort(np.random.default_rng(seed).integers(NOON, NOON + 7200, 3000))
    sources = one_source(times)
    assert not bursts_and_events.paced(
        sources, times, bursts_and_events.clock_steps(sources, times)
    ).any()
    walk = np.arange(20) * 60 + 12 * 3600  # a photo a minute, by a clock that knows only those
    assert not bursts_and_events.paced(
        one_source(walk), walk, bursts_and_events.clock_steps(one_source(walk), walk)
    ).any()


def test_likeness_does_not_depend_on_how_alike_an_encoder_calls_everything() -> None:
    found = bursts_and_events.likeness(np.array([0.6, 0.8, 1.0], np.float32), 0.6)
    assert found.tolist() == pytest.approx([0, 0.5, 1], abs=1e-6)
    vectors = np.eye(4, dtype=np.float32)[[0, 0, 1, 2]]
    assert bursts_and_events.usual_similarity(vectors) == pytest.approx(1 / 6)


def test_bursts_are_runs_of_two_and_more() -> None:
    continues = np.array([False, True, True, False, False, True])
    assert [burst.tolist() for burst in bursts_and_events.bursts(continues)] == [[0, 1, 2], [4, 5]]


def test_nothing_at_all() -> None:
    nothing = numbers()
    assert bursts_and_events.events(nothing, nothing, RULES).tolist() == []
    assert bursts_and_events.near_in_time(nothing, nothing, RULES).tolist() == []
    assert bursts_and_events.bursts(np.zeros(0, bool)) == []
