"""What models and the rest of a search take."""

import time

import pytest

from visret_desktop.engine.timing import StageClock


def test_two_models_at_work_at_once_count_once() -> None:
    clock, now = StageClock(), time.perf_counter()
    clock.add("visualize", 1.0, now)
    clock.add("embed", 0.25, now - 0.5)  # while the picture was drawn
    clock.add("embed", 0.5, now + 0.25)  # half of it when the picture was done
    clock.add("describe", 9.0)
    assert clock.model_seconds() == pytest.approx(1.25)
    assert clock.timings() == {"visualize": 1.0, "embed": 0.75, "describe": 9.0}


def test_a_model_that_was_there_already_took_no_loading() -> None:
    clock = StageClock()
    clock.loaded(0.0001)
    with clock.loading():
        pass
    assert clock.timings() == {}
    clock.loaded(2.0)
    assert clock.timings() == {"load": 2.0}
