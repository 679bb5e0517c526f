"""Hours squeezed into minutes: everything at random in one engine, and a window beside it."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

from bench.speed.desk import write_catalog
from tests.end_to_end.conftest import Profile, fill, write_photo
from tests.faults.engine_talk import Engine
from tests.faults.gauges import CHILDREN, HANDLES, THREADS, Gauge
from tests.faults.rounds import rounds as _rounds
from visret_desktop.engine.messages import (
    Cancel,
    CancelledJob,
    Failed,
    Finished,
    IndexFolders,
    Message,
    QueryTerm,
    Ranked,
    RemoveFolder,
    Search,
    SetIndexing,
)
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.packs.registry import find
from visret_desktop.paths import Paths

MINUTES = float(os.environ.get("VISRET_SOAK_MINUTES") or 10)
WINDOW = Path(__file__).with_name("window_soak.py")
WORDS = ("bird", "owl", "heron", "moss", "snow", "dusk", "feet", "frog", "blue", "sea", "wing")
TallyUp = Callable[[str, int, str], None]
_MOST_PHOTOS = 120
_MOST_HEAPS = 8  # of 64 MB; threads with heaps of their own would make twenty


@dataclass
class Soak:
    """Does one thing after the other to an engine and its folders, as chance has it."""

    engine: Engine
    profile: Profile
    folders: tuple[Path, Path]
    chance: random.Random
    done: dict[str, int] = field(default_factory=dict)
    is_drawing: bool = True  # which loads what takes many seconds
    jobs: int = 1000
    seed: int = 0

    def step(self) -> None:
        """Do something."""
        actions = (
            *((self.search, self.add) * 3),
            *((self.draw, self.cancel_drawing) * 3 * self.is_drawing),
            *(self.remove, self.rename, self.damage, self.index, self.index_and_search),
            *(self.cancel_indexing, self.pause, self.forget_folder),
        )
        action = self.chance.choice(actions)
        action()
        self.done[action.__name__] = self.done.get(action.__name__, 0) + 1

    # ---- what a person asks ---------------------------------------------------------------------

    def search(self) -> None:
        self._finish(self._start_search("original"))

    def draw(self) -> None:
        """Draw a sketch; of words often asked before, so that the cache has its share."""
        self._finish(self._start_search("visret"))

    def cancel_drawing(self) -> None:
        self._cancel(self._start_search("hybrid"))

    def index(self) -> None:
        self._finish(self._start(IndexFolders(self._job(), tuple(map(str, self.folders)))))

    def index_and_search(self) -> None:
        indexing = self._start(IndexFolders(self._job(), tuple(map(str, self.folders))))
        searches = [self._start_search("original") for _ in range(3)]
        endings = {self._ending_of({indexing, *searches}) for _ in range(4)}
        assert endings == {Finished}

    def cancel_indexing(self) -> None:
        self.add()
        self._cancel(self._start(IndexFolders(self._job(), tuple(map(str, self.folders)))))

    def pause(self) -> None:
        self._start(SetIndexing(self._job(), paused=True))
        self.add()
        indexing = self._start(IndexFolders(self._job(), tuple(map(str, self.folders))))
        self._finish(self._start_search("original"))
        self._start(SetIndexing(self._job(), paused=False))
        self._finish(indexing)

    def forget_folder(self) -> None:
        with _catalog(self.profile) as catalog:
            known = [folder.id for folder in catalog.folders()]
        if known:
            self._finish(self._start(RemoveFolder(self._job(), self.chance.choice(known))))

    # ---- what happens on the disk ---------------------------------------------------------------

    def add(self) -> None:
        for _ in range(self.chance.randrange(1, 6)):
            if len(self._photos()) < _MOST_PHOTOS:
                self.seed += 1
                write_photo(self.chance.choice(self.folders) / f"{self.seed:06}.jpg", self.seed)

    def remove(self) -> None:
        for path in self._some():
            path.unlink()

    def rename(self) -> None:
        for path in self._some():
            path.rename(self.chance.choice(self.folders) / f"moved {path.name[-10:]}")

    def damage(self) -> None:
        for path in self._some():
            os.truncate(path, self.chance.randrange(path.stat().st_size + 1))

    def _photos(self) -> list[Path]:
        return sorted(path for folder in self.folders for path in folder.glob("*.jpg"))

    def _some(self) -> list[Path]:
        photos = self._photos()
        return self.chance.sample(photos, min(len(photos), self.chance.randrange(1, 4)))

    # ---- talking --------------------------------------------------------------------------------

    def _job(self) -> int:
        self.jobs += 1
        return self.jobs

    def _start(self, job: Message) -> int:
        self.engine.send(job)
        return int(job.job)  # type: ignore[attr-defined]

    def _start_search(self, strategy: str) -> int:
        words = " ".join(self.chance.sample(WORDS, 2))
        terms, seed = (QueryTerm(words),), self.chance.randrange(50)
        return self._start(Search(self._job(), terms, strategy=strategy, m=1, seed=seed))

    def _cancel(self, job: int) -> None:
        time.sleep(self.chance.uniform(0.0, 0.4))
        self._start(Cancel(self._job(), job))
        assert self._ending_of({job}) in (CancelledJob, Finished)

    def _finish(self, job: int) -> None:
        assert self._ending_of({job}) is Finished

    def _ending_of(self, jobs: set[int]) -> type[Message]:
        """Wait for the next ending of one of these jobs."""
        while True:
            message = self.engine.next()
            if isinstance(message, Failed):
                pytest.fail(f"{message.code}: {message.sentence}")
            if isinstance(message, Finished | CancelledJob) and message.job in jobs:
                return type(message)


@contextmanager
def _catalog(profile: Profile) -> Iterator[CatalogReader]:
    reader = CatalogReader(profile.home / "data" / "catalog.db")
    try:
        yield reader
    finally:
        reader.close()


@contextmanager
def _engine(profile: Profile) -> Iterator[Engine]:
    """Run an engine with the memory settings that people have, whatever this machine's are."""
    plain = {k: v for k, v in profile.environment.items() if not k.startswith("MALLOC_")}
    with subprocess.Popen(
        [sys.executable, "-m", "visret_desktop", "engine"],
        env=plain,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            yield Engine(process)
        finally:
            process.kill()


@pytest.mark.parametrize(
    "seconds",
    [
        pytest.param(8.0, id="short"),
        pytest.param(60.0 * MINUTES, marks=[pytest.mark.long, pytest.mark.timeout(7200)]),
    ],
)
@pytest.mark.slow("Growth shows only after a while.")
def test_everything_at_random_in_one_engine(
    make_profile: Callable[[str], Profile],
    tmp_path: Path,
    chance: random.Random,
    tally: TallyUp,
    seconds: float,
) -> None:
    is_long = seconds > 120
    profile = make_profile("soaked")
    folders = (tmp_path / "one", tmp_path / "two")
    for folder in folders:
        folder.mkdir()
    with _engine(profile) as engine:
        soak = Soak(engine, profile, folders, chance, is_drawing=is_long)
        engine.hello()
        soak.add()
        soak.index()
        gauge = Gauge(psutil.Process(engine.process.pid))
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            soak.step()
            gauge.read()
        soak.index()
        answers = {word: _ranked(soak, word) for word in WORDS[:5]}
        assert engine.quit() == 0
    _check_flat(gauge, is_long=is_long)
    assert answers == _afresh(make_profile("fresh"), folders)
    steps = sum(soak.done.values())
    tally(
        f"a soak of {seconds:.0f} seconds: the engine",
        steps,
        f"{gauge.said()}; handles, threads, children flat; answers as of a fresh index",
    )


def _check_flat(gauge: Gauge, *, is_long: bool) -> None:
    assert gauge.zombies == 0
    seen = gauge.samples[:: max(1, len(gauge.samples) // 40)]
    for column in (HANDLES, THREADS, CHILDREN):
        assert gauge.growth(column) <= (3 if is_long else 16), seen
    assert gauge.heaps <= _MOST_HEAPS
    assert gauge.growth(1) < 25.0, (gauge.said(), seen)


def _ranked(soak: Soak, word: str) -> list[str]:
    """Return the hashes of all photos, best first."""
    job = soak._start(Search(soak._job(), (QueryTerm(word),), strategy="original"))
    last: list[str] = []
    while True:
        message = soak.engine.next()
        if isinstance(message, Ranked) and message.job == job:
            last = [hit.content_hash for hit in message.hits]
        if isinstance(message, Finished) and message.job == job:
            return last


def _afresh(profile: Profile, folders: tuple[Path, Path]) -> dict[str, list[str]]:
    """Return what a library says that has just been made of these folders."""
    with _engine(profile) as engine:
        soak = Soak(engine, profile, folders, random.Random(0))
        engine.hello()
        soak.index()
        answers = {word: _ranked(soak, word) for word in WORDS[:5]}
        assert engine.quit() == 0
    return answers


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_everything_at_random_in_the_window(
    make_profile: Callable[[str], Profile],
    tmp_path: Path,
    chance: random.Random,
    tally: TallyUp,
) -> None:
    profile = make_profile("soaked")
    (profile.home / "config" / "settings.json").write_text('{"strategy": "visret", "m": 1}')
    folder = fill(tmp_path / "photos", 60)
    seconds = 30.0 * MINUTES
    plain = {k: v for k, v in profile.environment.items() if not k.startswith("MALLOC_")}
    command = [sys.executable, WINDOW, folder, str(seconds), str(chance.random())]
    with subprocess.Popen(
        list(map(str, command)),
        env=plain | {"PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        gauge, engine = Gauge(psutil.Process(process.pid)), None
        while process.poll() is None:
            with suppress(psutil.NoSuchProcess):
                gauge.read()
                if engine is None and (children := gauge.process.children()):
                    engine = Gauge(children[0])
                if engine is not None:
                    engine.read()
            time.sleep(0.5)
    assert process.returncode == 0
    assert engine is not None
    _check_flat(gauge, is_long=seconds > 120)
    _check_flat(engine, is_long=seconds > 120)
    said = f"window {gauge.said()}; its engine {engine.said()}; handles and threads flat"
    tally(f"a soak of {seconds:.0f} seconds: the window", len(gauge.samples), said)


@pytest.mark.timeout(3600)
@_rounds(few=12_000, many=1_000_000)
def test_a_large_library_opens_filters_and_searches(
    make_profile: Callable[[str], Profile], tmp_path: Path, tally: TallyUp, rounds: int
) -> None:
    profile = make_profile("large")
    paths = Paths(*(profile.home / name for name in ("data", "cache", "config")))
    pack = find(paths, "starter")
    write_catalog(paths.catalog, tmp_path, rounds, f"{pack.name}-{pack.digest}", 128)
    with _engine(profile) as engine:
        engine.hello()
        soak = Soak(engine, profile, (tmp_path, tmp_path), random.Random(0))
        began = time.monotonic()
        assert len(_ranked(soak, "owl")) == 1000
        first = time.monotonic() - began
        with _catalog(profile) as catalog:
            assert catalog.counts()[0] == rounds
            folder = catalog.folders()[1]
        inside = Search(soak._job(), (QueryTerm("owl"),), filter=Filter.of(folder=[folder.id]))
        engine.send(inside)
        _, said = engine.ending(inside.job)
        hits = next(m for m in reversed(said) if isinstance(m, Ranked)).hits
        assert hits
        assert all(Path(hit.path).is_relative_to(folder.path) for hit in hits)
        began = time.monotonic()
        assert len(_ranked(soak, "heron")) == 1000
        again = time.monotonic() - began
        memory = psutil.Process(engine.process.pid).memory_info().rss / 2**20
        assert engine.quit() == 0
    outcome = f"opened and answered in {first:.1f} s, then {again:.2f} s; {memory:.0f} MB"
    tally(f"a library of {rounds:,} photos", 3, outcome)
