"""Indexing into a library on a server while actors, machines and the command are killed.

When and what is drawn by a seed: each kill comes when so many photos are written. At the end each
photo has to be there once, with its own content. An actor logs each batch that it takes in hand: a
photo that is taken a second time was in hand at a kill, in two batches of each actor at most: one
that was read and one that was written.
"""

import json
import os
import re
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import psycopg

from bench.institution.copied_photos import write_copies
from bench.institution.raylets import Raylets, raylets
from bench.speed.first_indexing import NotIndexed
from visret_desktop import file_changes
from visret_desktop.institution.index_run import BATCH_PHOTOS
from visret_desktop.institution.postgres_store import PostgresStore
from visret_desktop.institution.store_errors import LibraryMissing
from visret_desktop.paths import default_paths
from visret_desktop.processes import own_python

Json = dict[str, Any]
_MACHINES = 3  # of one processor; one is left to Ray, so there are two actors
_WHAT = {"actor": 6, "machine": 2, "command": 2}  # is killed, of ten kills
_AT_ONCE = {"actor": 1, "machine": 1, "command": 2}  # actors that go with it
_BATCHES = 2  # that an actor has in hand at most
_IN_HAND = re.compile(r"(\d+) files in hand$", re.MULTILINE)
_LAST = 0.95  # of the photos are written at most when the last one comes
_LOOK_SECONDS = 0.3
_WRITTEN_AGAIN = "SELECT n_tup_upd FROM pg_stat_user_tables WHERE relname = 'photo'"


class _Run:
    """The command that indexes, which is begun again when it was killed."""

    def __init__(self, folder: Path, address: str, cluster: Raylets, log: Path) -> None:
        self._log, self._cluster = log, cluster
        places = ("--library", address, "--ray", cluster.address)
        self._command = own_python.program("institution", "index", str(folder), *places, "--json")
        self.begin()

    def begin(self) -> None:
        with file_changes.new_file(self._log) as file:
            self.process = subprocess.Popen(
                self._command,
                stdout=file,
                stderr=subprocess.DEVNULL,
                env=self._cluster.environment,
                start_new_session=True,
            )

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def summary(self) -> Json:
        """Wait for its end and return what it says."""
        if self.process.wait():
            raise NotIndexed(reason=self._log.read_text("utf-8")[-500:])
        body: Json = json.loads(self._log.read_text("utf-8"))
        return body


def measured(pictures: Path, address: str, count: int, kills: int, seed: int) -> Json:
    """Return what became of so many copies of real photos through so many kills.

    Raises:
        NoPhotosToCopy, RayNotStarted, NotIndexed: it cannot be measured.
    """
    chance = Random(seed)
    moments = sorted(chance.choices(range(1, int(_LAST * count)), k=kills))
    kinds = chance.choices([*_WHAT], [*_WHAT.values()], k=kills)
    done: list[str] = []
    taken = _taken_in_hand()
    with file_changes.temporary_folder() as scratch, raylets(_MACHINES) as cluster:
        hashes = write_copies(pictures, scratch / "photos", count)
        began = time.monotonic()
        run = _Run(scratch / "photos", address, cluster, scratch / "run.json")
        try:
            for moment, kind in zip(moments, kinds, strict=True):
                _wait(run, lambda least=moment: _stored(address) >= least)
                _kill(kind, run, cluster, chance)
                done.append(kind)
            summary = run.summary()
        finally:
            if run.process.poll() is None:
                run.kill()
        seconds = time.monotonic() - began
        with PostgresStore(address) as store:
            there = {one.path: one.content_hash for one in store.files_below(str(scratch))}
            contents = store.counts().contents
    with psycopg.connect(address) as db:
        row = db.execute(_WRITTEN_AGAIN).fetchone()
    return {
        "photos": count,
        "seed": seed,
        "kills": dict(Counter(done)),
        "seconds": seconds,
        "right": sum(there.get(path) == content for path, content in hashes.items()),
        "files": len(there),
        "contents": contents,
        "written_again": row[0] if row else None,
        "taken_again": _taken_in_hand() - taken - count,
        "in_hand": _BATCHES * BATCH_PHOTOS * sum(_AT_ONCE[kind] for kind in done),
        "problems": len(summary["problems"]),
    }


def _kill(kind: str, run: _Run, cluster: Raylets, chance: Random) -> None:
    if kind == "command":
        run.kill()
        run.begin()
        return
    # The head stays, without which there is no cluster; the command would have to be begun anew.
    where = cluster.numbers() if kind == "actor" else cluster.numbers()[1:]
    _wait(run, lambda: any(map(cluster.actors, where)))
    number = chance.choice([one for one in where if cluster.actors(one)])
    if kind == "actor":
        chance.choice(cluster.actors(number)).kill()
    else:
        cluster.kill(number)
        cluster.start(number)


def _wait(run: _Run, is_so: Any) -> None:
    while not is_so():
        if run.process.poll() is not None:
            run.summary()
            raise NotIndexed(reason="the run ended before all kills came")
        time.sleep(_LOOK_SECONDS)


def _taken_in_hand() -> int:
    """Return how many photos actors have taken in hand so far, as their logs say."""
    logs = default_paths().logs.glob("institution.log*")
    return sum(int(one) for log in logs for one in _IN_HAND.findall(log.read_text("utf-8")))


def _stored(address: str) -> int:
    try:
        with PostgresStore(address) as store:
            return store.count()
    except LibraryMissing:
        return 0


def lines(body: Json) -> Sequence[str]:
    """Return what was measured, for people."""
    kills = ", ".join(f"{count} of {kind}" for kind, count in sorted(body["kills"].items()))
    return [
        f"{body['photos']:,} photos, killed: {kills or 'nothing'} (seed {body['seed']}); "
        f"{body['seconds']:,.0f} s.",
        f"There are {body['files']:,} files of {body['contents']:,} contents, of which "
        f"{body['right']:,} are as they should be; {body['problems']} problems; "
        f"{body['taken_again']:,} photos were taken in hand again, of at most {body['in_hand']:,} "
        f"that were; {body['written_again']} were written twice.",
    ]
