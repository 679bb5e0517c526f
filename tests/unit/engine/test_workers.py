"""While an encoder is being made ready, photos are decoded, and their pictures wait for it."""

import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from visret_desktop.decoding.messages import Picture, Rendition
from visret_desktop.engine.control import Control
from visret_desktop.engine.indexing import workers
from visret_desktop.engine.indexing.passes import Pass
from visret_desktop.engine.indexing.photo_processing import PhotoResult, PhotoTask
from visret_desktop.engine.indexing.workers import MICRO_BATCH, WorkerPool, be_nice
from visret_desktop.library.folders.scan import FoundFile
from visret_desktop.library.records import Fingerprint

_PIXELS = 100
_COUNT = 30


class Looking(Pass):
    """A pass that may have to be waited for; it notes how many pictures it was given at once."""

    def __init__(self, name: str, ready: threading.Event) -> None:
        super().__init__(name, "1", Rendition(_PIXELS, _PIXELS), lambda _: name)
        self.ready = ready
        self.given: list[int] = []

    def is_ready(self) -> bool:
        return self.ready.is_set()

    def look(self, pictures: Sequence[Picture]) -> list[Any]:
        self.ready.wait()
        self.given.append(len(pictures))
        return super().look(pictures)


class Reading:
    """Opens tasks, and notes when so many were opened."""

    def __init__(self, passes: Sequence[Pass], expected: int) -> None:
        self._passes = passes
        self._expected = expected
        self.opened = 0
        self.has_opened = threading.Event()

    def open(self, task: PhotoTask) -> PhotoResult:
        picture = Picture(_PIXELS, 1, bytes(3 * _PIXELS))
        pictures = dict.fromkeys(self._passes, picture)
        self.opened += 1
        if self.opened == self._expected:
            self.has_opened.set()
        return PhotoResult(
            task, task.file.fingerprint, lacking=tuple(self._passes), pictures=pictures
        )


def _tasks(count: int = _COUNT) -> list[PhotoTask]:
    found = (FoundFile(f"{number}.jpg", Fingerprint(1, number), "") for number in range(count))
    return [PhotoTask(1, Path("/photos"), one) for one in found]


@pytest.fixture
def passes() -> tuple[Looking, Looking]:
    """Thumbnails, which are ready, and an encoder, which is not."""
    ready = threading.Event()
    ready.set()
    return Looking("thumbnail", ready), Looking("encoder", threading.Event())


def test_all_are_decoded_before_the_encoder_is_ready(passes: tuple[Looking, Looking]) -> None:
    thumbnails, encoder = passes
    reading = Reading(passes, _COUNT)
    pool = WorkerPool(reading.open, Control(1), encoder.is_ready)
    found = []
    for outcome in pool.run(_tasks(), 1):
        if outcome is not None:
            found.append(outcome)
        elif not encoder.is_ready():
            assert reading.has_opened.wait(60)
            assert thumbnails.given[: _COUNT - 1] == [1] * (_COUNT - 1)
            assert not encoder.given
            encoder.ready.set()
    assert [outcome.task for outcome in found] == _tasks()
    assert all(set(outcome.made.values()) == {"thumbnail", "encoder"} for outcome in found)
    assert sum(encoder.given) == _COUNT
    assert max(encoder.given) <= MICRO_BATCH


def test_no_more_pictures_wait_than_there_is_room_for(
    passes: tuple[Looking, Looking], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_MOST_WAITING_BYTES", 10 * 3 * _PIXELS)
    _, encoder = passes
    reading = Reading(passes, 10)
    pool = WorkerPool(reading.open, Control(1), encoder.is_ready)
    found = []
    for outcome in pool.run(_tasks(), 1):
        if outcome is not None:
            found.append(outcome)
        elif not encoder.is_ready():
            assert reading.has_opened.wait(60)
            assert reading.opened == 10, "thumbnails take no room: they are made at once"
            encoder.ready.set()
    assert len(found) == _COUNT


def test_a_run_that_is_cancelled_does_not_wait_for_the_encoder(
    passes: tuple[Looking, Looking],
) -> None:
    _, encoder = passes
    reading, control = Reading(passes, _COUNT), Control(1)
    pool = WorkerPool(reading.open, control, encoder.is_ready)
    outcomes = pool.run(_tasks(), 1)
    assert next(outcomes) is None
    control.cancel()
    assert set(outcomes) <= {None}
    encoder.ready.set()  # its thread is left behind until then


def test_who_was_started_nicer_stays_so() -> None:
    """Only root may take niceness back: a worker that tried ended, and the run waited for ever."""

    def niceness_after(begun_with: int) -> int:
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, begun_with)
        be_nice()
        return os.getpriority(os.PRIO_PROCESS, thread)

    with ThreadPoolExecutor(1) as one:
        assert one.submit(niceness_after, 19).result() == 19
