"""kill -9 at random moments: what was committed stays, nothing is done twice, nothing stays behind.

One library is killed and taken up again many times in a row; each run begins with what the kill
before it left.
"""

import json
import random
import shutil
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from subprocess import PIPE, Popen

import psutil
import pytest

from tests.end_to_end.conftest import Profile, committed, wait_until
from tests.faults.killing import (
    Moment,
    Photos,
    after,
    few_milliseconds,
    kill_at,
    seconds_lost,
    when_new,
    when_written,
)
from tests.faults.rounds import rounds
from tests.faults.soundness import (
    assert_sound,
    count_repetitions,
    embedded_again,
    kinds_of_files,
    paths_of,
)
from tests.hub.server import Fault, Hub
from visret_desktop import settings
from visret_desktop.assets import bundled
from visret_desktop.packs.manifest import FILE_NAME, read_pack
from visret_desktop.settings import Settings

MOST_SECONDS_REDONE = 5.0
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
        is_killed = kill_at(moment(), process)
        if is_killed:
            self.kills += 1
            self.most_lost = max(self.most_lost, seconds_lost(self.profile, time.time()))
        else:
            assert process.returncode == 0, process.stderr
        self.check()
        return is_killed

    def check(self) -> None:
        """Check that the library is whole and nothing that was committed is gone."""
        assert_sound(self.profile)
        labels = _labels(paths_of(self.profile).catalog)
        assert labels.items() >= self.labels.items(), "what had been committed stays"
        self.labels = labels
        assert self.most_lost <= MOST_SECONDS_REDONE

    def finish(self, control: Profile) -> None:
        """Let the work be done in peace; nothing may be missing, twice or left over."""
        summary = self.profile.index(self.photos.folder)
        assert summary["problems"] == []
        assert summary["photos"] == self.photos.count
        self.check()
        assert committed(self.profile) == self.photos.count
        assert embedded_again(paths_of(self.profile).catalog) == 0
        assert self.profile.json("doctor", "--check")["ok"]
        control.index(self.photos.folder)
        assert kinds_of_files(self.profile) == kinds_of_files(control)

    def outcome(self) -> str:
        """Say it in the table's words."""
        return f"catalog whole, nothing embedded twice, at most {self.most_lost:.1f} s redone"


def _labels(catalog: Path) -> dict[str, int]:
    with closing(sqlite3.connect(catalog, timeout=30)) as connection:
        query = "SELECT content_hash || encoder, label FROM embedding"
        labels: dict[str, int] = dict(connection.execute(query))
    assert len(set(labels.values())) == len(labels)
    return labels


@pytest.fixture
def victim(make_profile: MakeProfile, tmp_path: Path) -> Victim:
    """A library with one photo, to which the tests add."""
    victim = Victim(make_profile("victim"), Photos(tmp_path / "photos"))
    victim.photos.add(1)
    victim.profile.index(victim.photos.folder)
    count_repetitions(paths_of(victim.profile).catalog)
    return victim


@rounds(6, 70)
def test_while_indexing(
    victim: Victim, make_profile: MakeProfile, chance: random.Random, tally: Tell, rounds: int
) -> None:
    while victim.kills < rounds:
        if not victim.index(lambda: after(chance.uniform(0.2, 2.5))):
            victim.photos.add(1500)
    victim.finish(make_profile("control"))
    tally("kill -9 while indexing", victim.kills, victim.outcome())


@rounds(4, 30)
def test_while_the_index_is_saved(
    victim: Victim, make_profile: MakeProfile, chance: random.Random, tally: Tell, rounds: int
) -> None:
    (folder,) = paths_of(victim.profile).index_dir.iterdir()
    while victim.kills < rounds:
        victim.photos.add(chance.choice((1, 100)))
        written = chance.choice(("*.labels.npy", "*.vectors.npy", "index.json*new"))
        victim.index(lambda name=written: when_new(folder, name, few_milliseconds(chance)))
    victim.finish(make_profile("control"))
    tally("kill -9 while the vector index is saved", victim.kills, victim.outcome())


@rounds(3, 20)
def test_while_thumbnails_are_written(
    victim: Victim, make_profile: MakeProfile, chance: random.Random, tally: Tell, rounds: int
) -> None:
    store = paths_of(victim.profile).thumbnails
    wal = store.with_name(f"{store.name}-wal")
    while victim.kills < rounds:
        victim.photos.add(600)
        skip = chance.randrange(3)  # the first writes are of the process that opens the file
        victim.index(lambda n=skip: when_written(wal, few_milliseconds(chance), n))
    victim.finish(make_profile("control"))
    tally("kill -9 while thumbnails are written", victim.kills, victim.outcome())


# ---- another encoder ------------------------------------------------------------------------


@rounds(3, 15)
def test_while_the_encoder_is_changed(
    victim: Victim, make_profile: MakeProfile, chance: random.Random, tally: Tell, rounds: int
) -> None:
    victim.photos.add(700)
    victim.profile.index(victim.photos.folder)
    number = 0
    while victim.kills < rounds:
        number += 1
        use_encoder(victim.profile, f"other{number}")
        while victim.index(lambda: after(chance.uniform(0.3, 2.0))) and victim.kills < rounds:
            pass
    control = make_profile("control")
    control.index(victim.photos.folder)
    for before in range(1, number + 1):
        use_encoder(control, f"other{before}")
        control.index(victim.photos.folder)
    victim.finish(control)
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
    export = paths.exports / f"{name}-{digest}"
    if not export.exists():
        shutil.copytree(paths.exports / f"{described['name']}-{digest}", export)
    settings.save(paths.settings, replace(settings.load(paths.settings), encoder=name))


# ---- a new catalog, and one of an earlier program -------------------------------------------


@rounds(3, 20)
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


# ---- model packs ----------------------------------------------------------------------------

_PACK = "starter-encoder-own"  # the name that such an address gets


@pytest.fixture
def served() -> Iterator[Hub]:
    """A hub that serves the built-in encoder, slowly enough to be in the middle of it."""
    hub = Hub()
    built_in = bundled("starter", "encoder")
    files = {path.name: path.read_bytes() for path in built_in.iterdir() if path.name != FILE_NAME}
    hub.add("fieldbook/starter-encoder", files)
    hub.always["open_clip_model.safetensors"] = Fault(seconds_per_piece=0.003)
    try:
        yield hub
    finally:
        hub.close()


@rounds(5, 30)
def test_while_a_pack_is_installed(
    make_profile: MakeProfile, served: Hub, chance: random.Random, tally: Tell, rounds: int
) -> None:
    profile = make_profile("packs")
    paths, kills = paths_of(profile), 0
    settings.save(paths.settings, replace(Settings(), hub_endpoint=served.address))
    install = ("packs", "install", "hf:fieldbook/starter-encoder", "--json")
    incoming = paths.packs / ".incoming" / _PACK
    while kills < rounds:
        moments: tuple[Moment, ...] = (
            after(chance.uniform(0.3, 1.5)),
            when_new(incoming / "files", "*", chance.uniform(0, 0.2)),
            when_new(incoming / "files", "manifest.json*", few_milliseconds(chance)),
            when_new(paths.packs, "[a-z]*", few_milliseconds(chance)),
        )
        is_killed = kill_at(chance.choice(moments), start_online(profile, *install))
        kills += is_killed
        assert_sound(profile)  # what counts as a pack is whole, byte by byte
        if not is_killed:
            assert paths.packs.joinpath(_PACK).is_dir()
            profile.json("packs", "remove", _PACK)
    out, err = start_online(profile, *install).communicate(timeout=60)
    assert json.loads(out)["installed"][0]["name"] == _PACK, err
    assert_sound(profile)
    left = [path.name for path in (paths.packs / ".incoming").iterdir()]
    assert left == [f"{_PACK}.lock"]
    profile.json("packs", "remove", _PACK)
    tally("kill -9 while a model pack is installed", kills, "no partial pack counts as installed")


def start_online(profile: Profile, *arguments: str) -> "Popen[str]":
    """Start a command that may ask the hub on loopback."""
    online = {key: v for key, v in profile.environment.items() if not key.startswith("HF_")}
    own = {"HF_HOME": str(profile.home / "cache" / "hf"), "NO_PROXY": "127.0.0.1"}
    return Popen(
        [sys.executable, "-m", "visret_desktop", *arguments],
        env={**online, **own},
        stdout=PIPE,
        stderr=PIPE,
        text=True,
        start_new_session=True,
    )


# ---- window and engine ----------------------------------------------------------------------


@rounds(2, 12)
def test_the_window(
    victim: Victim, make_profile: MakeProfile, chance: random.Random, tally: Tell, rounds: int
) -> None:
    while victim.kills < rounds:
        victim.photos.add(600)
        process = victim.profile.start("gui", victim.photos.folder)
        engine = engine_of(process)
        assert kill_at(after(chance.uniform(0, 2.5)), process, group=False)
        engine.wait(30)  # it notices by itself that nobody is there
        victim.kills += 1
        victim.check()
    victim.finish(make_profile("control"))
    tally("kill -9 of the window", victim.kills, f"its engine ends too; {victim.outcome()}")


@rounds(3, 15)
def test_the_engine(
    victim: Victim, make_profile: MakeProfile, chance: random.Random, tally: Tell, rounds: int
) -> None:
    paths = paths_of(victim.profile)
    with victim.profile.start("gui", victim.photos.folder) as window:
        for _ in range(rounds):
            victim.photos.add(500)
            engine = engine_of(window)
            time.sleep(chance.uniform(0, 2.5))
            engine.kill()
            victim.kills += 1
            victim.most_lost = max(victim.most_lost, seconds_lost(victim.profile, time.time()))
            engine.wait(30)
        wait_until(lambda: committed(victim.profile) == victim.photos.count, window)
        window.terminate()
        window.communicate(timeout=60)
    victim.check()
    assert embedded_again(paths.catalog) == 0
    victim.finish(make_profile("control"))
    tally("kill -9 of the window's engine", victim.kills, f"it starts again; {victim.outcome()}")


def engine_of(window: "Popen[str]") -> psutil.Process:
    """Return the window's child, once there is one."""
    found: list[psutil.Process] = []

    def is_there() -> bool:
        children = psutil.Process(window.pid).children()
        found[:] = [child for child in children if "engine" in child.cmdline()]
        return bool(found)

    wait_until(is_there, window)
    return found[0]
