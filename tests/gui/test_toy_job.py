"""A job of a new kind is a request, a function and a row: no other file knows this one.

The file is also the program of an engine that has the job.
"""

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import pytest
from msgspec import Meta
from pytestqt.qtbot import QtBot

from visret_desktop import settings
from visret_desktop.engine import server
from visret_desktop.engine.control import Control
from visret_desktop.engine.jobs import JOBS, Job, JobQueue
from visret_desktop.engine.messages import (
    CancelledJob,
    Event,
    Failed,
    Finished,
    Message,
    Request,
)
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import Cancelled
from visret_desktop.gui.engine.engine_client import EngineClient, JobHandle
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings


@dataclass(frozen=True)
class CountSheep(Request):
    """Count so many sheep."""

    kind = "count-sheep"
    sheep: Annotated[int, Meta(ge=1)] = 1


@dataclass(frozen=True)
class SheepCounted(Event):
    """Another sheep."""

    kind = "sheep-counted"
    number: int = 0


def count_sheep(library: Library, request: CountSheep, control: Control) -> Iterator[Message]:
    """Count, and say at the end how many photos are in the library."""
    for number in range(1, request.sheep + 1):
        if control.is_cancelled():
            raise Cancelled
        yield SheepCounted(request.job, number)
        time.sleep(0.001)
    yield Finished(request.job, {"photos": library.reader.counts()[0]})


WITH_SHEEP: tuple[Job[Any], ...] = (*JOBS, Job(CountSheep, JobQueue.SEARCHING, count_sheep))


@pytest.fixture
def client(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EngineClient]:
    paths = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    for name in ("data", "cache", "config"):
        (tmp_path / name).mkdir()
        monkeypatch.setenv(f"VISRET_{name.upper()}_DIR", str(tmp_path / name))
    settings.save(paths.settings, Settings(encoder="none"))  # so that no model is loaded
    started = EngineClient(command=[sys.executable, __file__])
    started.start()
    yield started
    started.shutdown()


def ended(job: JobHandle, qtbot: QtBot) -> JobHandle:
    qtbot.waitUntil(lambda: not job.is_open, timeout=60_000)
    return job


def test_its_events_reach_the_window(client: EngineClient, qtbot: QtBot) -> None:
    job, heard = client.run(CountSheep(sheep=3)), []
    job.said.connect(heard.append)
    assert ended(job, qtbot).ending == Finished(1, {"photos": 0})
    assert heard == [SheepCounted(1, number) for number in (1, 2, 3)]


def test_it_can_be_stopped(client: EngineClient, qtbot: QtBot) -> None:
    job = client.run(CountSheep(sheep=10**9))
    with qtbot.waitSignal(job.said, timeout=60_000):
        pass
    job.cancel()
    assert ended(job, qtbot).ending == CancelledJob(1)


def test_it_is_checked_at_the_border(client: EngineClient, qtbot: QtBot) -> None:
    job = ended(client.run(CountSheep(sheep=0)), qtbot)
    assert isinstance(job.ending, Failed)
    assert job.ending.code == "protocol"


if __name__ == "__main__":
    sys.exit(server.main(WITH_SHEEP))
