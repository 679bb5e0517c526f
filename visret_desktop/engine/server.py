"""The engine process: jobs come in on stdin, events go out on stdout, one JSON object per line.

Threads: one reads what comes (`incoming`), the main thread hands it out. One indexes, one searches,
so that a query is answered while indexing runs (the indexing workers make way for it); one waits
for the children that examine settings. Another loads what the first query needs, and once nobody
has asked for anything for a while, what its sketches need; the last unloads models that nobody
uses. Native libraries like to write to descriptor 1, so the first thing to do is to keep a private
copy of it and point 1 at stderr.
"""

import logging
import os
import queue
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TextIO

from visret_desktop import __version__, heap, logs, quiet, settings
from visret_desktop.engine.incoming import SECONDS_ALONE, Incoming, end_within
from visret_desktop.engine.indexing.control import IndexControl
from visret_desktop.engine.indexing.indexing import index_folders
from visret_desktop.engine.message_lines import ProtocolError, parse_job
from visret_desktop.engine.messages import (
    Cancel,
    CancelledJob,
    CatalogRestored,
    DescribeMachine,
    EncoderState,
    Examine,
    Failed,
    Finished,
    Hello,
    IndexFolders,
    Message,
    RemoveFolder,
    Search,
    SetIndexing,
    Shutdown,
)
from visret_desktop.engine.models.loading import is_loading
from visret_desktop.engine.models.machine import describe_machine
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.searching import search
from visret_desktop.engine.upkeep.examination import examine
from visret_desktop.engine.upkeep.forgetting import forget_folder
from visret_desktop.errors import (
    Cancelled,
    CatalogDamaged,
    CatalogLost,
    CatalogTooNew,
    VisretError,
    of_system,
)
from visret_desktop.file_changes import private
from visret_desktop.paths import default_paths

_IDLE_SECONDS = 3.0
_IDLE_CHECK_SECONDS = 0.5
_UNLOAD_CHECK_SECONDS = 20.0
_MOST_SECONDS_TO_END = 30.0  # while somebody waits for it
_MOST_OPEN = 200

RunJob = Callable[[Message], None]
_log = logging.getLogger(__name__)


def main() -> int:
    """Serve one window until stdin closes or `Shutdown` comes."""
    heap.share_heaps()
    with private():
        return _serve()


def _serve() -> int:
    out, lines = _private_stdout(), Incoming(sys.stdin.fileno())
    quiet.fetch_nothing()
    paths = default_paths()
    logs.set_up(paths.logs, "engine")
    chosen = settings.load(paths.settings)
    try:
        with Library.open(paths, chosen) as library:
            server = Server(library, out)
            server.serve(lines)
    except (CatalogTooNew, CatalogLost) as error:
        return _refuse(error, lines, out)
    except (VisretError, OSError, sqlite3.Error) as error:
        known = error if isinstance(error, VisretError) else of_system(error, paths.data)
        if known is None:
            raise
        _log.exception("the library cannot be opened")
        out.write(Hello(version=__version__, pid=os.getpid()).to_line())
        out.write(_failed(0, known).to_line())
        return known.exit_code
    if server.is_warming_up:
        # The interpreter cannot end in order while a thread is inside a native library.
        logging.shutdown()
        os._exit(0)
    return 0


def _refuse(error: VisretError, lines: Iterable[bytes], out: TextIO) -> int:
    """Tell why nothing can be done, to every job anew; that starting again would not help."""
    _log.error("%s", error)
    out.write(Hello(version=__version__, pid=os.getpid()).to_line())
    out.write(_failed(0, error).to_line())
    for line in lines:
        with suppress(ProtocolError):
            message = parse_job(line)
            if isinstance(message, Shutdown):
                break
            out.write(_failed(getattr(message, "job", 0), error).to_line())
    return error.exit_code


def _failed(number: int, error: VisretError) -> Failed:
    parameters = {name: str(value) for name, value in error.parameters.items()}
    return Failed(number, error.code, str(error), parameters)


def _private_stdout() -> TextIO:
    private = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(private, "w", encoding="utf-8", buffering=1)


class Server:
    """Dispatches jobs to the job threads."""

    def __init__(self, library: Library, out: TextIO) -> None:
        self._library = library
        self._out = out
        self._out_lock = threading.Lock()
        cores = os.cpu_count() or 1
        self._paused = False
        self._workers = max(1, cores - library.settings.free_cores)
        self._control = self._new_control()
        self._index_jobs: queue.Queue[Message | None] = queue.Queue()
        self._search_jobs: queue.Queue[Message | None] = queue.Queue()
        self._examinations: queue.Queue[Message | None] = queue.Queue()
        self._lanes = {
            Search: self._search_jobs,
            DescribeMachine: self._search_jobs,
            IndexFolders: self._index_jobs,
            RemoveFolder: self._index_jobs,
            Examine: self._examinations,
        }
        self._open: set[int] = set()  # jobs that were taken and have not ended
        self._cancelled: set[int] = set()  # of these
        self._lock = threading.Lock()
        self._index_job = 0
        self._is_ending = threading.Event()
        self._last_job = time.monotonic()
        self._jobs_running = 0
        self._warming_up = threading.Thread(target=self._warm_up, name="warm-up", daemon=True)

    @property
    def is_warming_up(self) -> bool:
        """Whether a model is being loaded that nobody waits for."""
        return self._warming_up.is_alive() or is_loading()

    def serve(self, lines: Iterable[bytes]) -> None:
        """Run until the lines end; commits before it returns, unless that takes too long."""
        self._send(Hello(version=__version__, pid=os.getpid()))
        if self._library.restored is not None:
            self._send(CatalogRestored(sentence=self._library.restored.sentence))
        threads = [
            threading.Thread(target=self._run_jobs, args=(jobs, run), name=name)
            for name, jobs, run in (
                ("indexing", self._index_jobs, self._run_writer_job),
                ("searching", self._search_jobs, self._run_reader_job),
                ("examining", self._examinations, self._run_examination),
            )
        ]
        for thread in threads:
            thread.start()
        self._warming_up.start()
        threading.Thread(target=self._unload_unused, name="unloading", daemon=True).start()
        try:
            for line in lines:
                if not self._accept(line):
                    break
        finally:
            end_within(_MOST_SECONDS_TO_END)
            self._stop()
            for jobs in (self._index_jobs, self._search_jobs, self._examinations):
                jobs.put(None)
            for thread in threads:
                thread.join()

    def _stop(self) -> None:
        """Let what runs stop at its next photo or step."""
        self._is_ending.set()
        with self._lock:
            self._control.cancel()

    def _accept(self, line: bytes) -> bool:
        """Take one line; False ends the engine."""
        try:
            message = parse_job(line)
            if isinstance(message, Shutdown):
                return False
            if isinstance(message, Cancel):
                self._cancel(message.target)
            elif isinstance(message, SetIndexing):
                self._set_indexing(message)
            else:
                self._take(message, line)
        except ProtocolError as error:
            _log.error("%s %r", error, error.line)
            # The job that has the number already goes on: this is not its end.
            self._send(_failed(0 if error.job in self._open else error.job, error))
        return True

    def _take(self, message: Message, line: bytes) -> None:
        """Let a job wait for its thread.

        Raises:
            ProtocolError: it is no job, its number is taken, or there are too many.
        """
        jobs, number = self._lanes.get(type(message)), getattr(message, "job", 0)
        if jobs is None:
            raise ProtocolError(f"{message.kind} is no job", line)
        with self._lock:
            if number in self._open:
                raise ProtocolError(f"there is a job {number} already", line)
            if len(self._open) == _MOST_OPEN:
                raise ProtocolError(f"more than {_MOST_OPEN} jobs at once", line)
            self._open.add(number)
        jobs.put(message)

    def _cancel(self, target: int) -> None:
        with self._lock:
            if target in self._open:
                self._cancelled.add(target)
            if target == self._index_job:
                self._control.cancel()

    def _set_indexing(self, message: SetIndexing) -> None:
        with self._lock:
            self._paused = message.paused
            self._workers = max(1, (os.cpu_count() or 1) - message.free_cores)
            self._control.set_paused(message.paused)
            self._control.set_workers(self._workers)

    def _take_reins(self, job: int) -> IndexControl:
        """Return the reins of a job that begins; who cancels it, pauses or ends finds them."""
        with self._lock:
            self._control, self._index_job = self._new_control(), job
            if job in self._cancelled or self._is_ending.is_set():
                self._control.cancel()
            return self._control

    def _new_control(self) -> IndexControl:
        control = IndexControl(self._workers)
        control.set_paused(self._paused)
        return control

    # ---- job threads ------------------------------------------------------------------------

    def _run_jobs(self, jobs: "queue.Queue[Message | None]", run: RunJob) -> None:
        while (job := jobs.get()) is not None:
            with self._lock:
                self._jobs_running += 1
            self._run_one(job, run)
            if jobs is self._index_jobs and self._library.suspicion is not None:
                self._is_mended(self._library.suspicion)
            with self._lock:
                self._jobs_running -= 1
                self._last_job = time.monotonic()

    def _run_one(self, job: Message, run: RunJob, *, is_again: bool = False) -> None:
        number = getattr(job, "job", 0)
        try:
            if number in self._cancelled:
                raise Cancelled
            run(job)
        except Cancelled:
            self._send(CancelledJob(number))
        except Exception as error:  # noqa: BLE001 - the job's edge: one bad job is not the end
            if not is_again and self._is_mended(error):
                self._run_one(job, run, is_again=True)
            else:
                self._send(self._failure(number, job, error))

    def _is_mended(self, error: Exception) -> bool:
        """Restore the catalog if `error` came of damage in it; tell whether it did."""
        try:
            restored = self._library.mend_after(error)
        except CatalogDamaged:  # the indexing thread writes it, and looks again when it is done
            return False
        except (VisretError, OSError, sqlite3.Error):
            _log.exception("the catalog cannot be restored")
            return False
        if restored is not None:
            self._send(CatalogRestored(sentence=restored.sentence))
        return restored is not None

    def _failure(self, number: int, job: Message, error: Exception) -> Failed:
        known = error if isinstance(error, VisretError) else None
        if known is None:
            _log.exception("job %s failed", job)
            known = of_system(error, self._library.paths.data)
        if known is None:
            return Failed(number, "bug", f"The program made a mistake: {error!r}")
        return _failed(number, known)

    def _run_writer_job(self, job: Message) -> None:
        if isinstance(job, RemoveFolder):
            self._forward(forget_folder(self._library, job.folder_id, job.job))
            return
        assert isinstance(job, IndexFolders)
        control = self._take_reins(job.job)
        self._forward(index_folders(self._library, job, control))

    def _run_reader_job(self, job: Message) -> None:
        with self._control.making_way():
            if isinstance(job, DescribeMachine):
                self._send(describe_machine(self._library, job.job))
                self._send(Finished(job.job))
                return
            assert isinstance(job, Search)
            self._forward(search(self._library, job, lambda: self._is_unwanted(job)))

    def _run_examination(self, job: Message) -> None:
        assert isinstance(job, Examine)
        self._forward(examine(job, lambda: self._is_unwanted(job)))

    def _is_unwanted(self, job: Search | Examine) -> bool:
        return job.job in self._cancelled or self._is_ending.is_set()

    def _forward(self, events: Iterator[Message]) -> None:
        for event in events:
            self._send(event)

    def _warm_up(self) -> None:
        """Load what the first query needs and tell the window whether there is an encoder."""
        try:
            encoder = self._library.encoder
            self._send(EncoderState(self._library.settings.encoder, ready=True))
            encoder.embed_texts(["warm up"])
            try:
                self._library.index()
                self._warm_up_second()
            except sqlite3.DatabaseError as error:
                self._is_mended(error)
        except VisretError as error:
            name = self._library.settings.encoder
            self._send(EncoderState(name, False, error.code, str(error)))
            return
        self._warm_up_for_sketches()

    def _warm_up_second(self) -> None:
        """Load the second encoder, if there is one; what is wrong with it the first search says."""
        second = self._library.second
        try:
            if second is not None and second.is_whole():
                second.encoder.embed_texts(["warm up"])
                self._library.second_index()
        except VisretError as error:
            _log.info("not warming up the second encoder: %s", error)

    def _warm_up_for_sketches(self) -> None:
        """Load what draws, which takes seconds, when nobody needs the processor for better."""
        chosen = self._library.settings
        if chosen.strategy == "original" or not self._wait_until_idle():
            return
        try:
            _ = self._library.rewriter
            if chosen.pictures_enabled and self._wait_until_idle():
                _ = self._library.visualizer
        except VisretError as error:  # the first search says so where it matters
            _log.info("not warming up: %s", error)

    def _unload_unused(self) -> None:
        """Look now and then for models that nobody uses any more."""
        seconds = 60.0 * self._library.settings.unload_minutes
        while seconds and not self._is_ending.wait(_UNLOAD_CHECK_SECONDS):
            self._library.models.unload_unused(seconds)

    def _wait_until_idle(self) -> bool:
        """Wait until no job ran for a while; False: the engine ends instead."""
        while not self._is_ending.wait(_IDLE_CHECK_SECONDS):
            with self._lock:
                quiet = time.monotonic() - self._last_job
                if not self._jobs_running and quiet >= _IDLE_SECONDS:
                    return True
        return False

    def _send(self, message: Message) -> None:
        if isinstance(message, Finished | CancelledJob | Failed):
            with self._lock:  # before anybody hears of it, and gives the number to another
                self._open.discard(message.job)
                self._cancelled.discard(message.job)
        try:
            with self._out_lock:
                self._out.write(message.to_line())
        except OSError as error:
            if not self._is_ending.is_set():
                _log.warning("nobody hears what is said any more: %s", error)
                end_within(SECONDS_ALONE)
            self._stop()
