"""The engine process itself, over its pipes."""

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.unit.engine.conftest import write_photo
from tests.unit.models.inscriptions.lettering import write_lettered
from visret_desktop import settings as settings_file
from visret_desktop.engine.message_lines import parse_line
from visret_desktop.engine.messages import (
    PROTOCOL,
    AddFolders,
    Answered,
    Ask,
    AskedPhoto,
    Cancel,
    CancelledJob,
    EncoderState,
    Failed,
    Finished,
    FolderAdded,
    Hello,
    IndexFolders,
    LookWhenIdle,
    Message,
    Planned,
    Progress,
    QueryTerm,
    Ranked,
    Search,
    SetIndexing,
    Shutdown,
    SketchProgress,
    SketchReady,
)
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role
from visret_desktop.settings import Settings

_SECONDS_TO_LOAD = 200  # torch and diffusers, on a busy computer


class Engine:
    """A running engine process."""

    def __init__(
        self, paths: Paths, program: Sequence[str] = ("-m", "visret_desktop", "engine")
    ) -> None:
        directories = {"DATA": paths.data, "CACHE": paths.cache, "CONFIG": paths.config}
        overrides = {f"VISRET_{name}_DIR": str(path) for name, path in directories.items()}
        self.process = subprocess.Popen(
            [sys.executable, *program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **overrides},
        )
        self.messages: queue.Queue[Message] = queue.Queue()
        self.reader = threading.Thread(target=self._read)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.messages.put(parse_line(line))

    def send(self, message: Message) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(message.to_line())
        self.process.stdin.flush()

    def until(self, wanted: Callable[[Message], bool], seconds: float = 60) -> list[Message]:
        """Return the messages up to the first wanted one."""
        seen = []
        deadline = time.monotonic() + seconds
        while True:
            seen.append(self.messages.get(timeout=max(0.01, deadline - time.monotonic())))
            if wanted(seen[-1]):
                return seen

    def ending(self, job: int) -> Message:
        """Return how a job ended."""
        endings = (Finished, CancelledJob, Failed)
        return self.until(lambda m: isinstance(m, endings) and m.job == job)[-1]

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.reader.join()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()


@pytest.fixture
def start(paths: Paths) -> Iterator[Callable[[], Engine]]:
    engines: list[Engine] = []

    # Before many photos a precision is chosen, which is not what is asked about here.
    settings_file.save(paths.settings, Settings(encoder_precision="fp32"))

    def make() -> Engine:
        engines.append(Engine(paths))
        return engines[-1]

    yield make
    for engine in engines:
        engine.close()


def test_hello_comes_first_and_the_encoder_is_announced(start: Callable[[], Engine]) -> None:
    engine = start()
    hello, *_, state = engine.until(lambda m: isinstance(m, EncoderState))
    assert isinstance(hello, Hello)
    assert hello.protocol == PROTOCOL
    assert state == EncoderState("starter", ready=True)


def test_a_folder_is_stored_while_another_is_indexed_whatever_happens_then(
    start: Callable[[], Engine], photos: Path, tmp_path: Path
) -> None:
    engine = start()
    write_photo(tmp_path / "second" / "a.jpg", 1)
    engine.send(SetIndexing(paused=True))
    engine.send(IndexFolders(1, (str(photos),)))
    engine.until(lambda m: isinstance(m, Progress) and m.paused)
    wanted = {
        tmp_path / "second" / "a.jpg": "file",
        tmp_path / "nowhere": "missing",
        tmp_path / "second": "added",
        photos: "known",
        photos / "spring": "inside",
    }
    engine.send(AddFolders(2, tuple(map(str, wanted))))
    seen = engine.until(lambda m: isinstance(m, Finished) and m.job == 2)
    added = [message for message in seen if isinstance(message, FolderAdded)]
    assert {Path(one.path): one.outcome for one in added} == wanted
    assert added[-1].others == (str(photos),)
    engine.process.kill()
    engine.process.wait()
    again = start()
    again.send(IndexFolders(1))
    ending = again.ending(1)
    assert isinstance(ending, Finished)
    assert ending.summary["photos"] == 13


def test_a_folder_around_one_that_is_being_indexed_takes_it_in_afterwards(
    start: Callable[[], Engine], photos: Path
) -> None:
    engine, inner = start(), photos / "spring"
    engine.send(SetIndexing(paused=True))
    engine.send(IndexFolders(1, (str(inner),)))
    engine.until(lambda m: isinstance(m, Progress) and m.paused)
    engine.send(AddFolders(2, (str(photos),)))
    seen = engine.until(lambda m: isinstance(m, Finished) and m.job == 2)
    (added,) = [message for message in seen if isinstance(message, FolderAdded)]
    assert (added.outcome, added.others) == ("added", (str(inner),))
    engine.send(SetIndexing(paused=False))
    engine.send(IndexFolders(3, (str(photos), str(inner))))
    ending = engine.ending(3)
    assert isinstance(ending, Finished)
    assert (ending.summary["unchanged"], ending.summary["indexed"]) == (6, 6)
    assert ending.summary["photos"] == 12


def test_index_search_shutdown(start: Callable[[], Engine], photos: Path) -> None:
    engine = start()
    engine.send(IndexFolders(1, (str(photos),)))
    ending = engine.ending(1)
    assert isinstance(ending, Finished)
    assert ending.summary["indexed"] == 12
    engine.send(Search(2, (QueryTerm("red"),)))
    seen = engine.until(lambda m: isinstance(m, Finished) and m.job == 2)
    (ranked,) = [message for message in seen if isinstance(message, Ranked)]
    assert len(ranked.hits) == 12
    engine.send(Shutdown())
    assert engine.process.wait(20) == 0


def test_words_are_read_by_a_job_of_its_own(
    start: Callable[[], Engine], tmp_path: Path, paths: Paths
) -> None:
    write_lettered(tmp_path / "photos" / "sign.jpg", "ENTRANCE")
    engine = start()
    engine.send(IndexFolders(1, (str(tmp_path / "photos"),)))
    assert isinstance(engine.ending(1), Finished)
    engine.send(LookWhenIdle(2))
    assert engine.ending(2) == Finished(2, {"looked_at": 1})
    with closing(Catalog.open_readonly(paths.catalog)) as reader:
        assert len(reader.contents(Filter.of(text=["entrance"]))) == 1


def test_idle_work_makes_way_for_indexing(paths: Paths) -> None:
    engine = Engine(paths, ["-m", "tests.unit.engine.idle_and_indexing"])
    try:
        engine.send(LookWhenIdle(1))
        engine.until(lambda m: isinstance(m, Progress))
        engine.send(IndexFolders(2))
        assert engine.ending(2) == Finished(2, {"idle work went on": False})
        assert engine.ending(1) == Finished(1)
    finally:
        engine.close()


def test_a_new_query_ends_the_drawing_of_the_old(
    start: Callable[[], Engine],
    paths: Paths,
    photos: Path,
    starter_pack: Callable[[Role], Pack],
) -> None:
    engine = start()
    engine.send(IndexFolders(1, (str(photos),)))
    assert isinstance(engine.ending(1), Finished)
    terms = (QueryTerm("What do the feet of a tarn heron look like?"),)
    engine.send(Search(2, terms, strategy="hybrid", m=26))
    seen = engine.until(lambda m: isinstance(m, SketchProgress), _SECONDS_TO_LOAD)
    assert [type(m) for m in seen if getattr(m, "job", 0) == 2][:3] == [Ranked, Planned, Ranked]
    engine.send(Cancel(3, target=2))
    engine.send(Search(4, (QueryTerm("a moss owl"),), strategy="hybrid", m=1))
    seen = engine.until(lambda m: isinstance(m, Finished) and m.job == 4)
    jobs = [getattr(m, "job", 0) for m in seen]
    ended = jobs.index(4)
    assert CancelledJob(2) in seen[:ended]
    assert set(jobs[ended:]) == {4}, "nothing of the first query comes after the second began"
    assert sum(isinstance(m, SketchReady) for m in seen[:ended]) < 26
    engine.send(Shutdown())
    assert engine.process.wait(20) == 0


def test_questions_are_answered_beside_searches(
    start: Callable[[], Engine], tmp_path: Path
) -> None:
    write_photo(tmp_path / "photos" / "a.jpg", 1)
    engine = start()
    engine.send(IndexFolders(1, (str(tmp_path / "photos"),)))
    assert isinstance(engine.ending(1), Finished)
    engine.send(Search(2, (QueryTerm("what is this?"),)))
    seen = engine.until(lambda m: isinstance(m, Finished) and m.job == 2)
    ranked = next(message for message in seen if isinstance(message, Ranked))
    photos = tuple(AskedPhoto(hit.content_hash) for hit in ranked.hits)
    engine.send(Ask(3, "what is this?", photos))
    seen = engine.until(lambda m: isinstance(m, Finished) and m.job == 3, _SECONDS_TO_LOAD)
    answered = [message for message in seen if isinstance(message, Answered)]
    assert answered[-1].is_settled
    assert answered[-1].verdict in ("answer", "not-shown")
    engine.send(Ask(4))
    ending = engine.ending(4)
    assert isinstance(ending, Failed)
    assert ending.code == "usage"


def test_a_search_does_not_wait_for_an_answer_that_takes_long(paths: Paths) -> None:
    engine = Engine(paths, ["-m", "tests.unit.engine.slow_answers"])
    try:
        engine.send(Ask(1, "what is this?"))
        engine.until(lambda m: isinstance(m, Answered))
        engine.send(Cancel(2, target=1))
        engine.send(Search(3, (QueryTerm("red"),)))
        seen = engine.until(lambda m: isinstance(m, Finished) and m.job == 1, 120)
    finally:
        engine.close()
    endings = [message for message in seen if isinstance(message, Finished)]
    assert endings == [Finished(3), Finished(1, {"waited for a search": True, "cancelled": True})]


def test_a_job_goes_on_if_another_thread_restored_the_catalog_first(
    start: Callable[[], Engine], paths: Paths, photos: Path
) -> None:
    before = start()
    before.send(IndexFolders(1, (str(photos),)))
    assert isinstance(before.ending(1), Finished)
    before.send(Shutdown())
    assert before.process.wait(30) == 0
    engine = Engine(paths, ["-m", "tests.unit.engine.losing_catalog"])
    try:
        engine.send(Search(1, (QueryTerm("red"),)))
        assert engine.ending(1) == Finished(1, {"restorations": 1})
    finally:
        engine.close()


def test_errors_end_their_job_only(start: Callable[[], Engine], tmp_path: Path) -> None:
    engine = start()
    engine.send(IndexFolders(1, (str(tmp_path / "nowhere"),)))
    ending = engine.ending(1)
    assert isinstance(ending, Failed)
    assert ending.code == "folder-missing"
    engine.send(Search(2, (QueryTerm("red"),)))
    assert isinstance(engine.ending(2), Finished)


def test_nonsense_on_the_pipe_is_answered(start: Callable[[], Engine]) -> None:
    engine = start()
    assert engine.process.stdin is not None
    engine.process.stdin.write("nonsense\n")
    engine.process.stdin.flush()
    engine.until(lambda m: isinstance(m, Failed) and m.code == "protocol")


@pytest.fixture(scope="module")
def many_photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three hundred photos, eighty of which are in a folder of their own."""
    folder = tmp_path_factory.mktemp("many")
    (folder / "eighty").mkdir()
    for number in range(300):
        inside = folder / "eighty" if number < 80 else folder
        write_photo(inside / f"{number:03}.jpg", number, (900, 700))
    return folder


def test_paused_run_waits_and_cancel_ends_it(
    start: Callable[[], Engine], many_photos: Path
) -> None:
    engine = start()
    engine.send(SetIndexing(paused=True))
    engine.send(IndexFolders(1, (str(many_photos),)))
    engine.until(lambda m: isinstance(m, Progress) and m.stage == "embed" and m.paused)
    engine.send(Search(2, (QueryTerm("red"),)))
    assert isinstance(engine.ending(2), Finished)
    engine.send(Cancel(3, target=1))
    assert isinstance(engine.ending(1), CancelledJob)


def test_the_end_does_not_wait_for_runs_that_have_not_begun(
    start: Callable[[], Engine], many_photos: Path, photos: Path
) -> None:
    engine = start()
    engine.send(SetIndexing(paused=True))
    engine.send(IndexFolders(1, (str(many_photos),)))
    engine.send(IndexFolders(2, (str(photos),)))
    engine.until(lambda m: isinstance(m, Progress) and m.stage == "embed" and m.paused)
    engine.send(Shutdown())
    assert engine.process.wait(30) == 0


def test_query_is_answered_while_indexing(start: Callable[[], Engine], many_photos: Path) -> None:
    engine = start()
    engine.send(IndexFolders(1, (str(many_photos),)))
    engine.until(lambda m: isinstance(m, Progress) and m.done > 0)
    engine.send(Search(2, (QueryTerm("red"),)))
    seen = engine.until(lambda m: isinstance(m, Ranked))
    assert not any(isinstance(m, Finished) and m.job == 1 for m in seen)


def test_killed_engine_loses_seconds_not_photos(
    start: Callable[[], Engine], many_photos: Path
) -> None:
    photos = str(many_photos / "eighty")
    engine = start()
    engine.send(IndexFolders(1, (photos,)))
    seen = engine.until(lambda m: isinstance(m, Progress) and m.stage == "embed" and m.done > 0)
    engine.process.send_signal(signal.SIGKILL)
    done = seen[-1].done if isinstance(seen[-1], Progress) else 0
    second = start()
    second.send(IndexFolders(1, (photos,)))
    ending = second.ending(1)
    assert isinstance(ending, Finished)
    assert ending.summary["photos"] == 80
    assert ending.summary["unchanged"] >= done
