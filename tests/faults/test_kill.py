"""kill -9 at random moments: what was committed stays, nothing is done twice, nothing stays behind.

One library is killed and taken up again many times in a row; each run begins with what the kill
before it left.
"""

import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.end_to_end.conftest import Profile, committed
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
        assert summary["photos"] == self.photos.count
        assert summary["problems"] == []
        self.check()
        assert committed(self.profile) == self.photos.count
        assert embedded_again(paths_of(self.profile).catalog) == 0
        assert self.profile.json("doctor", "--check")["ok"]
        control.index(self.photos.folder)
        control.json("doctor", "--check")
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
