"""What models and the rest of a search take."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.query_vectors import QueryVectors
from visret_desktop.engine.timing import StageClock, TextTimes
from visret_desktop.models.interfaces import Encoder, Vectors
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings


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


class BusyReader:
    """What reads words as slowly as a busy machine lets it."""

    name = "reader"

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def embed_texts(self, texts: Sequence[str]) -> Vectors:
        until = time.perf_counter() + self.seconds
        while time.perf_counter() < until:
            pass
        return np.ones((len(texts), 4), np.float32)


def test_an_encoder_that_was_measured_at_a_busy_moment_is_measured_by_queries(
    tmp_path: Path,
) -> None:
    reader = BusyReader(0.02)
    with Library.open(Paths(tmp_path, tmp_path, tmp_path), Settings()) as library:
        times = library.caches.text_times
        vectors = QueryVectors(library, StageClock(), cast(Encoder, reader))
        assert times.news() is None  # nothing was said yet
        assert times.measured([cast(Encoder, reader)]) >= 0.02
        vectors.of_words(["heron"])
        assert times.news() is None  # it is as slow as that
        reader.seconds = 0.0
        vectors.of_words(["heron"])  # it is known, so that nothing is read
        vectors.of_words(["a heron", "an owl"])  # two say nothing of one
        assert times.news() is None
        vectors.of_words(["an owl in the snow"])
        seconds = times.news()
        assert seconds is not None
        assert 0 < seconds < 0.02
        times.note("reader", 0.9 * seconds)
        assert times.news() is None  # too little to say anything


def test_words_take_all_encoders_that_answer() -> None:
    times = TextTimes()
    readers = [BusyReader(0.0), BusyReader(0.0)]
    readers[1].name = "second"
    times.measured([cast(Encoder, reader) for reader in readers])
    for name, seconds in (("reader", 1e-9), ("second", 2e-9), ("another", 0.0)):
        times.note(name, seconds)
    assert times.news() == pytest.approx(3e-9)
