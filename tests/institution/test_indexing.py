"""Indexing by a real Ray into a real server, with what kills a run in the middle of it."""

import ftplib
import logging
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import fsspec
import psutil
import pyarrow
import pytest
from fsspec.implementations.memory import MemoryFileSystem

from tests.end_to_end.conftest import Profile, fill, make_profile, wait_until, write_photo
from tests.institution.conftest import Server
from tests.left_logs import no_log_is_left
from visret_desktop import __version__
from visret_desktop.institution import ray_cluster
from visret_desktop.institution.index_actor import PhotoIndexer
from visret_desktop.institution.index_order import BatchOutcome, IndexOrder, OrderedFile
from visret_desktop.institution.library_address import opened_library
from visret_desktop.institution.library_encoder import space_of_settings
from visret_desktop.institution.photo_sources import BucketMissing, open_source
from visret_desktop.institution.postgres_store import PostgresStore
from visret_desktop.institution.ray_cluster import ActorPlan, ClusterTooSmall, plan_actors
from visret_desktop.institution.store import StoredContent, StoredFile, StoredProblem
from visret_desktop.institution.thumbnail_folder import ThumbnailFolder
from visret_desktop.library.folders.scan import FoundFile
from visret_desktop.paths import default_paths
from visret_desktop.processes import own_python
from visret_desktop.settings import Settings

__all__ = ["make_profile"]  # a fixture of the commands' tests


_PATIENCE = 60.0  # seconds
NAMES = ["photo000.jpg", "photo002.jpg", "trip/photo001.jpg", "trip/photo003.jpg"]


class OwnProcess(Profile):
    """Ray stays with a process as long as it lives, so each command has its own."""

    is_called = False


@pytest.fixture
def visret(make_profile: Callable[[str], Profile]) -> Profile:
    return OwnProcess(make_profile("profile").home)


def index(photos: Path, address: str, *more: str | Path) -> tuple[str | Path, ...]:
    return "institution", "index", photos, "--library", address, *more


def files_of(address: str, photos: Path) -> list[str]:
    with PostgresStore(address) as store:
        return [one.path for one in store.files_below(str(photos))]


@pytest.mark.slow("Ray starts, and nine commands have processes of their own")
def test_photos_are_indexed_once_and_a_hostile_one_is_listed(
    visret: Profile, server: Server, tmp_path: Path
) -> None:
    address, photos = server.database(), fill(tmp_path / "photos", 8)
    copy = photos / "trip" / "copy.jpg"
    copy.write_bytes((photos / "photo000.jpg").read_bytes())
    hostile = photos / "hostile.jpg"
    hostile.write_bytes(b"\xff\xd8\xff\xe0" + os.urandom(4000))
    for path in photos.rglob("*.jpg"):
        os.utime(path, (1e9, 1e9))
    thumbnails = tmp_path / "thumbnails"

    body = visret.json(*index(photos, address, "--thumbnails", thumbnails))

    assert (body["indexed"], body["same"], body["unchanged"]) == (8, 1, 0)
    assert [one["path"] for one in body["problems"]] == [str(hostile)]
    assert len(body["machines"]) == 1
    there = sorted(str(path) for path in photos.rglob("*.jpg") if path != hostile)
    assert files_of(address, photos) == there
    assert len(list(thumbnails.rglob("*.jpg"))) == 8

    copy.unlink()
    body = visret.json(*index(photos, address))  # which starts no Ray
    assert (body["indexed"], body["same"], body["unchanged"], body["unseen"]) == (0, 0, 9, 1)
    body = visret.json("institution", "problems", photos, "--library", address)
    assert [one["path"] for one in body["problems"]] == [str(hostile)]
    assert files_of(address, photos) == there  # what was not seen stays

    forget = ("institution", "forget", photos, "--library", address)
    assert visret.json(*forget, "--gone")["forgotten"] == 1
    assert len(files_of(address, photos)) == 8
    photos.rename(tmp_path / "away")
    assert visret.run(*forget, "--gone").returncode == 3
    photos.mkdir()  # as the place of a file server that is away
    assert visret.run(*forget, "--gone").returncode == 1
    assert len(files_of(address, photos)) == 8
    assert visret.json(*forget)["forgotten"] == 8
    with PostgresStore(address) as store:
        assert (store.counts().contents, store.problems_below(str(photos))) == (0, [])


@pytest.mark.slow("Ray starts twice, and a worker of it once more")
def test_a_run_that_is_killed_goes_on(visret: Profile, server: Server, tmp_path: Path) -> None:
    address, photos = server.database(), tmp_path / "photos"
    for number in range(320):
        write_photo(photos / f"{number % 7}" / f"{number}.jpg", number, (800, 600))
    arguments = index(photos, address)

    with visret.start(*arguments) as run:
        tree = psutil.Process(run.pid)
        wait_until(lambda: bool(stored(address)), run)
        worker = next(one for one in tree.children(recursive=True) if is_actor(one))
        worker.kill()
        at_kill = stored(address)
        wait_until(lambda: stored(address) > at_kill, run)
        left = tree.children(recursive=True)
        os.killpg(run.pid, signal.SIGKILL)
    psutil.wait_procs(left, timeout=60)
    assert not any(one.is_running() for one in left)  # Ray goes with whoever started it

    before = stored(address)
    assert 0 < before < 320
    body = visret.json(*arguments)
    assert body["indexed"] == 320 - before
    assert body["problems"] == []
    assert files_of(address, photos) == sorted(map(str, photos.rglob("*.jpg")))
    with PostgresStore(address) as store:
        assert store.counts().contents == 320


@dataclass(frozen=True)
class Batch:
    """A batch of all photos of a source, and what an actor is told; both without Ray."""

    order: IndexOrder
    table: pyarrow.Table


@pytest.fixture
def make_batch(
    visret: Profile, server: Server, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], Batch]:
    for name, value in visret.environment.items():
        monkeypatch.setenv(name, value)

    def make(source: str) -> Batch:
        address = server.database()
        with opened_library(address, lambda: space_of_settings(default_paths(), Settings())):
            pass
        listed = open_source(source, Settings()).survey()
        rows = [OrderedFile(0, one).to_json() for one in listed if isinstance(one, FoundFile)]
        order = IndexOrder(address, (source,), "", Settings(), __version__, 2, time.time_ns())
        return Batch(order, pyarrow.table({"file": pyarrow.array(rows, pyarrow.binary())}))

    return make


def test_a_source_that_is_away_is_waited_for(
    make_batch: Callable[[str], Batch], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    photos, away = fill(tmp_path / "photos", 6), tmp_path / "away"
    batch = make_batch(str(photos))
    with (
        no_log_is_left(),
        ThreadPoolExecutor() as threads,
        closing(PhotoIndexer(batch.order)) as indexer,
    ):
        photos.rename(away)
        answer = threads.submit(indexer, batch.table)
        while "does not answer" not in caplog.text:
            wait([answer], timeout=0.02)
            assert not answer.done()
        away.rename(photos)
        (row,) = answer.result()["outcome"]
    outcome = BatchOutcome.from_json(row)
    assert (outcome.indexed, outcome.vanished, outcome.problems) == (6, 0, 0)
    assert len(files_of(batch.order.library, photos)) == 6


class ForgettingStore(PostgresStore):
    """A library in which somebody forgets a photo just before a copy of it is written."""

    forgotten = ""

    def upsert(
        self,
        contents: Sequence[StoredContent],
        files: Sequence[StoredFile],
        problems: Sequence[StoredProblem] = (),
    ) -> None:
        """As `Store` says."""
        self.delete([self.forgotten])
        super().upsert(contents, files, problems)


def test_a_copy_whose_content_is_forgotten_meanwhile_is_computed(
    make_batch: Callable[[str], Batch], tmp_path: Path
) -> None:
    photos = fill(tmp_path / "photos", 1)
    batch = make_batch(str(photos))
    with (
        no_log_is_left(),
        ForgettingStore(batch.order.library) as store,
        closing(PhotoIndexer(batch.order)) as indexer,
    ):
        indexer(batch.table)
        (there,) = store.files_below(str(photos))
        store.forgotten = str(photos / "first.jpg")
        store.upsert([], [StoredFile(store.forgotten, there.fingerprint, there.content_hash)])
        indexer._store.delete([there.path])  # whose content is that of `first.jpg` now
        indexer._store = store
        (row,) = indexer(batch.table)["outcome"]
    outcome = BatchOutcome.from_json(row)
    assert (outcome.indexed, outcome.same, str(outcome.refusal)) == (1, 0, "")
    assert files_of(batch.order.library, photos) == [there.path]


class WaitingStore(PostgresStore):
    """A library that writes when it is told to."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.is_reached, self.may_write = threading.Event(), threading.Event()

    def upsert(
        self,
        contents: Sequence[StoredContent],
        files: Sequence[StoredFile],
        problems: Sequence[StoredProblem] = (),
    ) -> None:
        """As `Store` says."""
        self.is_reached.set()
        assert self.may_write.wait(_PATIENCE)
        super().upsert(contents, files, problems)


def test_a_batch_is_read_while_the_one_before_is_written(
    make_batch: Callable[[str], Batch], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    photos = fill(tmp_path / "photos", 4)
    batch = make_batch(str(photos))
    caplog.set_level(logging.INFO)
    with (
        no_log_is_left(),
        WaitingStore(batch.order.library) as store,
        ThreadPoolExecutor() as threads,
        closing(PhotoIndexer(batch.order)) as indexer,
    ):
        indexer._store = store
        answers = [threads.submit(indexer, batch.table.slice(0, 2))]
        assert store.is_reached.wait(_PATIENCE)
        answers.append(threads.submit(indexer, batch.table.slice(2)))
        given_up = time.monotonic() + _PATIENCE
        while caplog.text.count("photos were read") < 2 and time.monotonic() < given_up:
            wait(answers, timeout=0.02)
        assert not any(one.done() for one in answers)
        store.may_write.set()
        outcomes = [BatchOutcome.from_json(one.result()["outcome"][0]) for one in answers]
    assert time.monotonic() < given_up
    assert [one.indexed for one in outcomes] == [2, 2]
    assert len(files_of(batch.order.library, photos)) == 4


# Begins a Ray and has an actor of it answer once it is called a second time.
_CALLED_TWICE = """
from threading import Barrier
from visret_desktop.institution.ray_cluster import connected

class Pair:
    def __init__(self):
        self.both = Barrier(2)
    def __call__(self, batch):
        self.both.wait(60)
        return {"outcome": batch.column("file").to_pylist()}

with connected() as cluster:
    for word in (b"one", b"two"):
        cluster.add([word])
    print(sorted(cluster.outcomes(Pair)))
"""


@pytest.mark.slow("Ray starts")
def test_an_actor_is_called_by_two_threads(visret: Profile) -> None:
    command = own_python.statements(_CALLED_TWICE)
    ended = subprocess.run(command, env=visret.environment, capture_output=True, text=True)
    assert ended.stdout.strip() == "[b'one', b'two']", ended.stderr


def test_photos_of_a_bucket_are_fetched_one_by_one(
    make_batch: Callable[[str], Batch], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    bucket = f"file://{fill(tmp_path / 'photos', 4)}"
    (tmp_path / "photos" / "broken.png").write_bytes(b"no picture")
    batch = make_batch(bucket)
    with no_log_is_left(), closing(PhotoIndexer(batch.order)) as indexer:
        (row,) = indexer(batch.table)["outcome"]
        assert list(scratch.iterdir()) == []  # as Ray may end it without a word
    outcome = BatchOutcome.from_json(row)
    assert (outcome.indexed, outcome.problems) == (4, 1)
    with PostgresStore(batch.order.library) as store:
        paths = [one.path for one in store.files_below(bucket)]
        assert [one.path for one in store.problems_below(bucket)] == [f"{bucket}/broken.png"]
    assert paths == [f"{bucket}/{name}" for name in NAMES]


def test_what_a_killed_process_had_fetched_goes_when_the_next_opens_a_bucket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bucket = f"file://{fill(tmp_path / 'photos', 1)}"
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    (scratch / "visret-photo-album").mkdir()  # somebody's
    statements = (
        "import os, signal, sys",
        "from visret_desktop.institution.photo_sources import open_source",
        "from visret_desktop.settings import Settings",
        "source = open_source(sys.argv[1], Settings())",
        "with source.fetched(next(source.survey())) as root:",
        "    print(root)",
        "    sys.stdout.flush()",
        "    os.kill(os.getpid(), signal.SIGKILL)",
    )
    command = [sys.executable, "-c", "\n".join(statements), bucket]
    killed = subprocess.run(
        command, env={**os.environ, "TMPDIR": str(scratch)}, capture_output=True, text=True
    )
    left = Path(killed.stdout.strip())
    assert [path.name for path in left.rglob("*.jpg")] == ["photo000.jpg"]
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(socket, "gethostname", lambda: "another")  # with the same scratch
        open_source(bucket, Settings())
    assert left.is_dir()
    source = open_source(bucket, Settings())
    (found,) = (one for one in source.survey() if isinstance(one, FoundFile))
    with source.fetched(found) as in_hand:
        open_source(bucket, Settings())
        assert sorted(scratch.iterdir()) == sorted([in_hand, scratch / "visret-photo-album"])


def test_a_place_for_thumbnails_that_refuses_is_said(tmp_path: Path) -> None:
    with pytest.raises(BucketMissing, match="Protocol not known"):
        ThumbnailFolder("gopher://thumbnails")
    bucket = ThumbnailFolder(f"file://{tmp_path}")
    bucket.put("cd" * 16, b"a thumbnail")
    assert bucket.get("cd" * 16) == b"a thumbnail"
    (tmp_path / "ab").write_bytes(b"a file where a folder is to be")
    with pytest.raises(BucketMissing, match=str(tmp_path)):
        bucket.put("ab" * 16, b"a thumbnail")


def test_a_bucket_is_asked_for_no_folders() -> None:
    bucket = ThumbnailFolder("memory://bucket/thumbnails")
    made = fsspec.filesystem("memory")
    before = list(made.pseudo_dirs)
    bucket.put("cd" * 16, b"a thumbnail")
    assert bucket.get("cd" * 16) == b"a thumbnail"
    assert made.pseudo_dirs == before


def test_thumbnails_go_where_a_folder_that_is_not_there_has_an_error_of_its_own() -> None:
    fsspec.register_implementation("refusing", RefusingServer, clobber=True)
    bucket = ThumbnailFolder("refusing://thumbnails")
    bucket.put("cd" * 16, b"a thumbnail")
    assert bucket.get("cd" * 16) == b"a thumbnail"


@pytest.mark.slow("four commands have processes of their own, beside a server")
def test_a_desktop_library_is_taken_over(visret: Profile, server: Server, tmp_path: Path) -> None:
    address, photos, thumbnails = (
        server.database(),
        fill(tmp_path / "photos", 4),
        tmp_path / "small",
    )
    for path in photos.rglob("*.jpg"):
        os.utime(path, (1e9, 1e9))
    visret.index(photos)
    visret.json("tag", photos / "photo000.jpg", "--add", "mine", "--rate", "4")
    adopt = ("institution", "adopt", "--library", address, "--thumbnails", thumbnails)
    body = visret.json(*adopt)
    assert {name: count for name, count in body.items() if count} == {"adopted": 4, "noted": 1}
    assert len(list(thumbnails.rglob("*.jpg"))) == 4
    body = visret.json(*index(photos, address))
    assert (body["indexed"], body["unchanged"]) == (0, 4)
    moved = (*adopt, "--moved", photos, "/mnt/photos")
    assert visret.json(*moved)["adopted"] == 4
    assert files_of(address, Path("/mnt/photos")) == [f"/mnt/photos/{name}" for name in NAMES]
    with PostgresStore(address) as store:
        assert store.counts().contents == 4


@pytest.mark.slow("the command has a process of its own, beside a server")
def test_a_ray_that_does_not_start_is_said(
    visret: Profile, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path / ("deep" * 20)))  # too deep for a socket
    address, photos = server.database(), fill(tmp_path / "photos", 1)
    ended = visret.run(*index(photos, address))
    assert ended.returncode == 3
    assert "Ray does not start on this machine: " in ended.stderr
    assert "path length" in ended.stderr


def test_a_ray_that_takes_long_to_start_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    late = "The current node timed out during startup. This could happen because …"
    found = find_spec("ray")  # not imported, as it changes the environment
    assert found is not None
    assert found.origin is not None
    says = Path(found.origin).with_name("_private") / "node.py"
    assert ray_cluster._TOO_LONG in says.read_text("utf-8")
    words = [late, late, "", "something else", "never reached"]

    def start(**_options: object) -> None:
        if word := words.pop(0):
            raise RuntimeError(word)

    late_ray = SimpleNamespace(init=start, shutdown=lambda: None)
    monkeypatch.setitem(sys.modules, "ray", late_ray)
    ray_cluster._begin({})
    with pytest.raises(RuntimeError, match="something else"):
        ray_cluster._begin({})
    assert words == ["never reached"]


class RefusingServer(MemoryFileSystem):  # type: ignore[misc]
    """Takes files into folders that are there, and else refuses as servers of FTP do."""

    protocol = "refusing"
    store: ClassVar[dict[str, object]] = {}
    pseudo_dirs: ClassVar[list[str]] = [""]

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        return str(super()._strip_protocol(path.replace("refusing://", "memory://")))

    def pipe_file(self, path: str, value: bytes, mode: str = "overwrite", **kwargs: object) -> None:
        if not self.isdir(self._parent(path)):
            raise ftplib.error_perm("553 Could not create file.")
        super().pipe_file(path, value, mode, **kwargs)


def stored(address: str) -> int:
    try:
        with PostgresStore(address) as store:
            return store.counts().contents
    except Exception:  # noqa: BLE001 - not made yet
        return 0


def is_actor(process: psutil.Process) -> bool:
    try:
        return "MapWorker" in " ".join(process.cmdline())
    except psutil.Error:
        return False


@pytest.mark.parametrize(
    ("machines", "plan"),
    [
        ([{"CPU": 3}], ActorPlan(1, 2)),
        ([{"CPU": 2}], ActorPlan(1, 1)),
        ([{"CPU": 16}, {"CPU": 16}], ActorPlan(4, 7)),
        ([{"CPU": 64}], ActorPlan(9, 7)),
        ([{"CPU": 1}, {"CPU": 1}], ActorPlan(1, 1)),
        ([{"CPU": 32, "GPU": 4}, {"CPU": 8}], ActorPlan(4, 7, 1)),
        ([{"CPU": 2, "GPU": 2}], ActorPlan(1, 1, 1)),
    ],
)
def test_actors_leave_a_processor_free(machines: list[dict[str, float]], plan: ActorPlan) -> None:
    assert plan_actors(machines) == plan
    assert plan.actors * plan.processors < sum(one["CPU"] for one in machines)


def test_one_processor_is_too_few() -> None:
    with pytest.raises(ClusterTooSmall):
        plan_actors([{"CPU": 1}])
