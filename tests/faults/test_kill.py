"""kill -9 at random moments: what was committed stays, nothing is done twice, nothing stays behind.

One library is killed and taken up again many times in a row; each run begins with what the kill
before it left.
"""

import json
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from subprocess import Popen

import psutil
import pytest

from tests.end_to_end.conftest import Profile, committed, wait_until
from tests.faults.killing import (
    Kill,
    Moment,
    Photos,
    after,
    few_milliseconds,
    kill,
    kill_at,
    when_new,
    when_written,
)
from tests.faults.rounds import rounds
from tests.faults.serving import PACK, install_served, served  # noqa: F401 - a fixture
from tests.faults.soundness import (
    assert_nothing_stays_behind,
    assert_sound,
    count_repetitions,
    embedded_again,
    paths_of,
)
from tests.faults.test_two import ended, start_newer
from tests.hub.server import Hub
from visret_desktop import settings
from visret_desktop.library.repair.backups import steps_of
from visret_desktop.packs.manifest import FILE_NAME, read_pack
from visret_desktop.paths import bundled
from visret_desktop.settings import Settings

MOST_SECONDS_REDONE = 5.0
_KILLS_OF_ONE_LIBRARY = 24  # which grows, and takes longer to check each time
_DEATHS_UNTIL_GIVEN_UP = 5  # of engines that lived only seconds; a window stops starting them then
Tell = Callable[[str, int, str], None]
MakeProfile = Callable[[str], Profile]


@dataclass
class Victim:
    """A library that is killed again and again, and what came of it so far."""

    profile: Profile
    photos: Photos
    most_lost: float = 0.0
    kills: int = 0
    labels: dict[str, int] = field(default_factory=dict)

    def index(self, moment: Callable[[], Moment]) -> bool:
        """Start to index, kill at a moment, and check; False: it was done before."""
        process = self.profile.start("index", self.photos.folder, "--json")
        killed = kill_at(moment(), process)
        if killed:
            self.note(killed)
        else:
            assert process.returncode == 0
        self.check()
        return killed is not None

    def note(self, killed: Kill) -> None:
        """Note what a kill cost."""
        self.kills += 1
        lost = killed.seconds_lost(self.profile)
        print(f"kill {self.kills}: {lost:.2f} s lost, {killed}")
        self.most_lost = max(self.most_lost, lost)

    def check(self) -> None:
        """Check that the library is whole and nothing that was committed is gone."""
        assert_sound(self.profile)
        labels = _labels(paths_of(self.profile).catalog)
        assert labels.items() >= self.labels.items(), "what had been committed stays"
        self.labels = labels
        assert self.most_lost <= MOST_SECONDS_REDONE

    def finish(self, ordinary_files: set[str]) -> None:
        """Let the work be done in peace; nothing may be missing, twice or left over."""
        summary = self.profile.index(self.photos.folder)
        assert summary["problems"] == []
        assert summary["photos"] == self.photos.count
        self.check()
        assert committed(self.profile) == self.photos.count
        assert embedded_again(paths_of(self.profile).catalog) == 0
        assert self.profile.faults() == []
        assert_nothing_stays_behind(self.profile, ordinary_files)

    def outcome(self) -> str:
        """Say it in the table's words."""
        return f"catalog whole, nothing embedded twice, at most {self.most_lost:.1f} s redone"


def _labels(catalog: Path) -> dict[str, int]:
    with closing(sqlite3.connect(catalog, timeout=30)) as connection:
        query = "SELECT content_hash || space, label FROM embedding"
        labels: dict[str, int] = dict(connection.execute(query))
    assert len(set(labels.values())) == len(labels)
    return labels


@pytest.fixture
def victim(make_profile: MakeProfile, tmp_path: Path) -> Victim:
    """A library with one photo, to which the tests add."""
    return new_victim(make_profile("victim"), tmp_path / "photos")


def new_victim(profile: Profile, folder: Path, most_lost: float = 0.0) -> Victim:
    """Begin a library with one photo; what kills of earlier ones cost may be carried on."""
    victim = Victim(profile, Photos(folder), most_lost)
    victim.photos.add(1)
    victim.profile.index(victim.photos.folder)
    count_repetitions(paths_of(victim.profile).catalog)
    return victim


@rounds(3, 120)
@pytest.mark.slow("Each kill waits for its moment in a run of 400 photos.")
def test_while_indexing(
    make_profile: MakeProfile,
    tmp_path: Path,
    ordinary_files: set[str],
    chance: random.Random,
    tally: Tell,
    rounds: int,
) -> None:
    most_lost = 0.0
    for number, kills in enumerate(_shares(rounds, _KILLS_OF_ONE_LIBRARY)):
        victim = new_victim(make_profile(f"{number}"), tmp_path / f"photos{number}", most_lost)
        killed = kill_while_indexing(victim, chance, kills)
        victim.finish(ordinary_files)
        most_lost = victim.most_lost
        for name, count in killed.items():
            tally(f"kill -9 {name}", count, victim.outcome())


def kill_while_indexing(victim: Victim, chance: random.Random, kills: int) -> Counter[str]:
    """Kill runs of one library at moments of three kinds; return how many of each."""
    (index,) = paths_of(victim.profile).index_dir.iterdir()
    thumbnails = paths_of(victim.profile).thumbnails
    moments: dict[str, Callable[[], Moment]] = {
        "while indexing": lambda: after(chance.uniform(0.2, 2.5)),
        "while the vector index is saved": lambda: when_new(
            index,
            chance.choice(("*.labels.npy", "*.vectors.npy", "index.json*new")),
            few_milliseconds(chance),
        ),
        "while thumbnails are written": lambda: when_written(
            thumbnails.with_name(f"{thumbnails.name}-wal"),
            few_milliseconds(chance),
            chance.randrange(3),
        ),
    }
    killed: Counter[str] = Counter()
    while killed.total() < kills:
        name = min(moments, key=lambda moment: killed[moment])
        # With little to do the run comes to its end, where the index is saved.
        victim.photos.add(chance.choice((1, 100)) if "saved" in name else 400)
        killed[name] += victim.index(moments[name])
    return killed


# ---- another encoder ------------------------------------------------------------------------


@rounds(1, 15)
def test_while_the_encoder_is_changed(
    victim: Victim, ordinary_files: set[str], chance: random.Random, tally: Tell, rounds: int
) -> None:
    victim.photos.add(150)
    victim.profile.index(victim.photos.folder)
    number = 0
    while victim.kills < rounds:
        number += 1
        use_encoder(victim.profile, f"other{number}")
        while victim.index(lambda: after(chance.uniform(0.3, 2.0))) and victim.kills < rounds:
            pass
    victim.finish(ordinary_files)
    assert victim.profile.found() == set(victim.photos.folder.iterdir())
    tally("kill -9 while another encoder takes over", victim.kills, victim.outcome())


def use_encoder(profile: Profile, name: str) -> None:
    """Let the settings name an encoder that is the built-in one under another name."""
    paths = paths_of(profile)
    built_in = bundled("starter", "encoder")
    pack = paths.packs / name
    if not pack.exists():
        shutil.copytree(built_in, pack)
        described = json.loads((built_in / FILE_NAME).read_text())
        (pack / FILE_NAME).write_text(json.dumps({**described, "name": name}))
    digest = read_pack(pack).digest
    export = paths.compiled / f"{name}-{digest}"
    if not export.exists():
        shutil.copytree(paths.compiled / f"{described['name']}-{digest}", export)
    settings.save(paths.settings, replace(settings.load(paths.settings), encoder=name))


# ---- a new catalog, and one of an earlier program -------------------------------------------


@rounds(1, 20)
def test_while_the_catalog_is_made(
    make_profile: MakeProfile, tmp_path: Path, chance: random.Random, tally: Tell, rounds: int
) -> None:
    photos = Photos(tmp_path / "photos")
    photos.add(3)
    for number in range(rounds):
        profile = make_profile(f"new{number}")
        process = profile.start("index", photos.folder, "--json")
        data = paths_of(profile).data
        kill_at(when_new(data, "catalog.db*", chance.uniform(0, 0.05)), process)
        assert profile.index(photos.folder)["photos"] == 3
        assert_sound(profile)
    tally("kill -9 while a catalog is made", rounds, "the next run makes it")


@rounds(1, 20)
def test_while_the_catalog_is_migrated(
    victim: Victim, ordinary_files: set[str], chance: random.Random, tally: Tell, rounds: int
) -> None:
    paths = paths_of(victim.profile)
    before = paths.catalog.read_bytes()
    steps = 0
    while victim.kills < rounds:
        process = start_newer(victim.profile, "search", "a bird", "--json")
        moments = (
            after(chance.uniform(0.3, 2.5)),
            when_new(paths.data / "backups", "before-*", chance.uniform(0, 0.5)),
            when_written(paths.catalog.with_name("catalog.db-wal"), chance.uniform(0, 0.5)),
        )
        is_killed = kill_at(chance.choice(moments), process) is not None
        victim.kills += is_killed
        names = list(steps_of(paths.catalog))
        if "step_of_a_later_version" in names:
            steps += is_killed
            assert list((paths.data / "backups").glob("before-*.db"))
            ended(start_newer(victim.profile, "doctor", "--check", "--json"))
            for file in (*paths.data.glob("catalog.db*"), *paths.data.glob("backups/before-*")):
                file.unlink()
            paths.catalog.write_bytes(before)
        victim.check()  # as the program of before: nothing has changed
    ended(start_newer(victim.profile, "index", "--json"))
    assert "step_of_a_later_version" in steps_of(paths.catalog)
    assert_nothing_stays_behind(victim.profile, ordinary_files)
    outcome = f"as before {victim.kills - steps} times, as after it {steps} times; never between"
    tally("kill -9 while a catalog is migrated", victim.kills, outcome)


# ---- model packs ----------------------------------------------------------------------------


@rounds(2, 30)
def test_while_a_pack_is_installed(
    make_profile: MakeProfile,
    served: Hub,  # noqa: F811
    chance: random.Random,
    tally: Tell,
    rounds: int,
) -> None:
    profile = make_profile("packs")
    paths, kills = paths_of(profile), 0
    settings.save(paths.settings, replace(Settings(), hub_endpoint=served.address))
    incoming = paths.packs / ".incoming" / PACK
    while kills < rounds:
        moments: tuple[Moment, ...] = (
            after(chance.uniform(0.3, 1.5)),
            when_new(incoming / "files", "*", chance.uniform(0, 0.2)),
            when_new(incoming / "files", "manifest.json*", few_milliseconds(chance)),
            when_new(paths.packs, "[a-z]*", few_milliseconds(chance)),
        )
        is_killed = kill_at(chance.choice(moments), install_served(profile)) is not None
        kills += is_killed
        assert_sound(profile)  # what counts as a pack is whole, byte by byte
        if not is_killed:
            assert paths.packs.joinpath(PACK).is_dir()
            profile.json("packs", "remove", PACK)
    out, err = install_served(profile).communicate(timeout=60)
    assert json.loads(out)["installed"][0]["name"] == PACK, err
    assert_sound(profile)
    left = [path.name for path in (paths.packs / ".incoming").iterdir()]
    assert left == [f"{PACK}.lock"]
    profile.json("packs", "remove", PACK)
    tally("kill -9 while a model pack is installed", kills, "no partial pack counts as installed")


# ---- window and engine ----------------------------------------------------------------------


@rounds(1, 30)
def test_the_engine_of_a_window(
    victim: Victim, ordinary_files: set[str], chance: random.Random, tally: Tell, rounds: int
) -> None:
    victim.photos.add(200)
    for kills in _shares(rounds, _DEATHS_UNTIL_GIVEN_UP):
        with opened(victim) as window:
            for _ in range(kills):
                victim.photos.add(300)
                engine = engine_of(window)
                wait_until(moment_of_indexing(victim, chance), window)
                victim.note(kill(engine))
                engine.wait(30)
            wait_until(lambda: committed(victim.profile) == victim.photos.count, window)
            assert kill_at(after(0), window, group=False)
        victim.check()
    victim.finish(ordinary_files)
    tally("kill -9 of the window's engine", rounds, f"it starts again; {victim.outcome()}")


def _shares(total: int, most: int) -> Iterator[int]:
    """Yield shares of at most `most` that add up to `total`."""
    while total > 0:
        yield min(total, most)
        total -= most


@rounds(1, 30)
def test_the_window(
    victim: Victim, ordinary_files: set[str], chance: random.Random, tally: Tell, rounds: int
) -> None:
    for _ in range(rounds):
        victim.photos.add(400)
        with opened(victim) as window:
            engine = engine_of(window)
            assert kill_at(moment_of_indexing(victim, chance), window, group=False)
            engine.wait(30)  # it notices by itself that nobody is there
        victim.check()
    victim.finish(ordinary_files)
    outcome = "its engine ends too, in order; catalog whole, nothing embedded twice"
    tally("kill -9 of the window", rounds, outcome)


def moment_of_indexing(victim: Victim, chance: random.Random) -> Moment:
    """Soon, when it may only begin, or while it commits: also on a machine that is busy."""
    thumbnails = paths_of(victim.profile).thumbnails
    wal = thumbnails.with_name(f"{thumbnails.name}-wal")
    if chance.random() < 1 / 3:
        return after(chance.uniform(0, 2.5))
    return when_written(wal, chance.uniform(0, 1.0), chance.randrange(2))


@contextmanager
def opened(victim: Victim) -> "Iterator[Popen[str]]":
    """Open a window that indexes; it is gone at the end, whatever happens."""
    with victim.profile.start("gui", victim.photos.folder) as window:
        try:
            yield window
        finally:
            window.kill()


def engine_of(window: "Popen[str]") -> psutil.Process:
    """Return the window's child, once there is one."""
    found: list[psutil.Process] = []

    def is_there() -> bool:
        children = psutil.Process(window.pid).children()
        found[:] = [child for child in children if "engine" in child.cmdline()]
        return bool(found)

    wait_until(is_there, window)
    return found[0]
