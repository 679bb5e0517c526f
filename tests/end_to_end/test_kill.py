"""Processes that are stopped or not alone: the library stays whole. Kills are among the faults."""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen

import pytest

from tests.end_to_end.conftest import Profile, committed, fill, wait_until, write_photo

COUNT = 100
BASES = 10


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Photos with much to decode: a few pictures, each file with a tail of its own."""
    folder = tmp_path_factory.mktemp("many")
    bases = [write_photo(folder / f"{n}.jpg", n, (3200, 2400)).read_bytes() for n in range(BASES)]
    (folder / "photos").mkdir()
    for number in range(COUNT):
        tail = number.to_bytes(4, "big")
        (folder / "photos" / f"{number:03}.jpg").write_bytes(bases[number % BASES] + tail)
    return folder / "photos"


@pytest.fixture
def warmed(visret: Profile, tmp_path: Path) -> Profile:
    """A profile whose encoder is exported, so that indexing starts at once, with one worker."""
    settings = visret.home / "config" / "settings.json"
    settings.write_text('{"free_cores": 64, "strategy": "original"}')
    visret.index(fill(tmp_path / "few", 2, first_seed=9000))
    visret.json("folders", "remove", tmp_path / "few")
    return visret


@contextmanager
def indexing(profile: Profile, folder: Path) -> Iterator[Popen[str]]:
    """Index in the background, for as long as the `with` block; some photos are committed."""
    with profile.start("index", folder, "--json") as process:
        try:
            wait_until(lambda: committed(profile) > 0, process)
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def assert_complete(profile: Profile, folder: Path, kept: int) -> None:
    """Check that another run finishes the work, keeps what was done, and finds every photo."""
    settings = profile.home / "config" / "settings.json"
    settings.write_text('{"strategy": "original"}')  # with all cores
    summary = profile.index(folder)
    assert summary["photos"] == COUNT
    assert summary["problems"] == []
    assert summary["indexed"] == COUNT - kept
    assert len(profile.found()) == COUNT
    assert profile.faults() == []


def test_interrupt_ends_with_130_and_keeps_everything(warmed: Profile, many: Path) -> None:
    with indexing(warmed, many) as process:
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert json.loads(out)["error"]["code"] == "interrupted"
    assert "Traceback" not in err
    kept = committed(warmed)
    assert 0 < kept < COUNT
    assert_complete(warmed, many, kept)


def test_second_indexer_is_turned_away_while_searching_works(warmed: Profile, many: Path) -> None:
    with indexing(warmed, many) as process:
        os.killpg(process.pid, signal.SIGSTOP)  # so that it is still at work when we look
        try:
            error = warmed.json("index", many, code=1)["error"]
            hits = warmed.search("a bird")["hits"]
        finally:
            os.killpg(process.pid, signal.SIGCONT)
        out, err = process.communicate(timeout=120)
    assert error["code"] == "library-busy"
    assert str(process.pid) in error["sentence"]
    assert hits
    assert process.returncode == 0, err
    assert json.loads(out)["photos"] == COUNT
