"""The engine process: jobs come in on stdin, events go out on stdout, one JSON object per line.

Threads: one reads what comes (`incoming`), the main thread puts each job into its queue, and each
queue has a thread that does its jobs (`jobs`). So a query is answered while indexing runs; the
indexing workers make way for it. Another thread loads what the first query needs, and, when nothing
has been asked for a while, what its sketches need; one unloads models that are not used, and the
last one looks for what other processes write.
Native libraries like to write to descriptor 1, so the first thing to do is to keep a private copy
of it and point 1 at stderr.
"""

import logging
import os
import queue
import sqlite3
import sys
import threading
import time
import weakref
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import Any, TextIO

from visret_desktop import __version__, logs, settings
from visret_desktop.engine.control import Control
from visret_desktop.engine.incoming import SECONDS_ALONE, Incoming, end_within
from visret_desktop.engine.jobs import JOBS, Job, JobQueue
from visret_desktop.engine.message_lines import ProtocolError, parse_job
from visret_desktop.engine.messages import (
    Cancel,
    CancelledJob,
    CatalogRestored,
    EncoderState,
    Failed,
    Finished,
    Hello,
    LibraryChanged,
    Message,
    Request,
    SetIndexing,
    Shutdown,
)
from visret_desktop.engine.models.loaded_models import is_loading
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import Cancelled, CatalogDamaged, CatalogLost, CatalogTooNew, VisretError
from visret_desktop.file_changes import private
from visret_desktop.paths import default_paths
from visret_desktop.processes import library_environment, malloc_tuning
from visret_desktop.processes.child_process import private_stdout
from visret_desktop.roles import Role, function_at
from visret_desktop.sentences import sentence
from visret_desktop.strategies import STRATEGIES
from visret_desktop.system_errors import not_loading, of_system

_IDLE_SECONDS = 3.0
_IDLE_CHECK_SECONDS = 0.5
_UNLOAD_CHECK_SECONDS = 20.0
_OTHERS_CHECK_SECONDS = 2.0
_MOST_SECONDS_TO_END = 30.0  # while somebody waits for it
_MOST_OPEN = 200
_ON_SERVER = "visret_desktop.institution.searching.server_library:opened"

_log = logging.getLogger(__name__)


def main(jobs: Sequence[Job[Any]] = JOBS, place: Sequence[str] = ()) -> int:
    """Serve one window until stdin closes or `Shutdown` comes. `place`: see `_ON_SERVER`."""
    malloc_tuning.share_heaps()
    with private():
        return _serve(jobs, place)


def _serve(jobs: Sequence[Job[Any]], place: Sequence[str]) -> int:
    out = os.fdopen(private_stdout(), "w", encoding="utf-8", buffering=1)
    lines = Incoming(sys.stdin.fileno())
    library_environment.fetch_nothing()
    paths = default_paths()
    logs.set_up(paths.logs, "engine")
    chosen = settings.load(paths.settings)
    try:
        opened = function_at(_ON_SERVER) if place else Library.open
        with opened(paths, chosen, *place) as library:
            server = Server(library, out, jobs)
            server.serve(lines)
    except (CatalogTooNew, CatalogLost) as error:
        return _refuse(error, lines, out)
    except ImportError as error:
        _log.exception("a part does not load")
        return _refuse(not_loading(error), lines, out)
    except (VisretError, OSError, sqlite3.Error) as error:
        known = error if isinstance(error, VisretError) else of_system(error, paths.data)
        if known is None:
            raise
        _log.exception("the library cannot be opened")
        # A wrong address, password or encoder stays wrong; else the next start may go well.
        stays_wrong = bool(place) and known.code != "server-unreachable"
        return _refuse(known, lines if stays_wrong else (), out)
    if server.is_warming_up:
        # The interpreter cannot end in order while a thread is inside a native library.
        logging.shutdown()
        os._exit(0)
    return 0


def _refuse(error: VisretError, lines: Iterable[bytes], out: TextIO) -> int:
    """Answer every job with why nothing can be done: starting again would not help."""
    _log.error("%s", error)
    out.write(Hello(version=__version__, pid=os.getpid()).to_line())
    out.write(_failed(0, error).to_line())
    for line in lines:
        with suppress(ProtocolError):
            message = parse_job(line)
            if isinstance(message, Shutdown):
                break
            number = message.job if isinstance(message, Request) else 0
            out.write(_failed(number, error).to_line())
    return error.exit_code


def _failed(number: int, error: VisretError) -> Failed:
    parameters = {name: str(value) for name, value in error.parameters.items()}
    return Failed(number, error.code, error.message, parameters)


class Server:
    """Puts jobs into their queues, runs them there, and ends them."""

    def __init__(self, library: Library, out: TextIO, jobs: Sequence[Job[Any]]) -> None:
        self._library = library
        self._out = out
        self._out_lock = threading.Lock()
        cores = os.cpu_count() or 1
        self._paused = False
        self._workers = max(1, cores - library.settings.free_cores)
        self._jobs: dict[type[Message], Job[Any]] = {job.request: job for job in jobs}
        self._queues: dict[JobQueue, queue.Queue[Request | None]] = {
            name: queue.Queue() for name in JobQueue
        }
        self._open: dict[int, Control] = {}  # of jobs that were taken and have not ended
        self._idle: weakref.WeakSet[Control] = weakref.WeakSet()  # of jobs nobody waits for
        self._lock = threading.Lock()
        self._is_ending = threading.Event()
        self._last_job = time.monotonic()
        self._jobs_running = 0
        self._encoder_state = EncoderState(library.settings.encoder)  # that was sent last
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
            threading.Thread(target=self._run_lane, args=(queue,), name=queue.value)
            for queue in JobQueue
        ]
        for thread in threads:
            thread.start()
        self._warming_up.start()
        threading.Thread(target=self._unload_unused, name="unloading", daemon=True).start()
        following = threading.Thread(target=self._follow_others, name="following")
        following.start()
        try:
            for line in lines:
                if not self._accept(line):
                    break
        finally:
            end_within(_MOST_SECONDS_TO_END)
            self._stop()
            for waiting in self._queues.values():
                waiting.put(None)
            for thread in (*threads, following):
                thread.join()

    def _stop(self) -> None:
        """Let what runs stop at its next photo or step."""
        self._is_ending.set()
        with self._lock:
            for control in self._open.values():
                control.cancel()

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
        """Let a job wait in its queue.

        Raises:
            ProtocolError: it is no job, its number is taken, or there are too many.
        """
        job = self._jobs.get(type(message))
        if job is None or not isinstance(message, Request):
            raise ProtocolError(f"{message.kind} is no job", line)
        if not message.job:  # events of no job have it
            raise ProtocolError("a job has no number", line)
        with self._lock:
            if message.job in self._open:
                raise ProtocolError(f"there is a job {message.job} already", line)
            if len(self._open) == _MOST_OPEN:
                raise ProtocolError(f"more than {_MOST_OPEN} jobs at once", line)
            control = self._open[message.job] = Control(self._workers)
            if job.queue is JobQueue.IDLE:
                self._idle.add(control)
            control.set_paused(self._paused)
            if self._is_ending.is_set():
                control.cancel()
        self._queues[job.queue].put(message)

    def _cancel(self, target: int) -> None:
        with self._lock:
            if target in self._open:
                self._open[target].cancel()

    def _set_indexing(self, wanted: SetIndexing) -> None:
        with self._lock:
            self._paused = wanted.paused
            self._workers = max(1, (os.cpu_count() or 1) - wanted.free_cores)
            for control in self._open.values():
                control.set_paused(self._paused)
                control.set_workers(self._workers)

    # ---- queues ------------------------------------------------------------------------------

    def _run_lane(self, queue: JobQueue) -> None:
        while (request := self._queues[queue].get()) is not None:
            counts = queue is not JobQueue.IDLE
            with self._lock:
                self._jobs_running += counts
            self._run(request)
            if queue is JobQueue.INDEXING and self._library.suspicion is not None:
                self._is_mended(self._library.suspicion)
            with self._lock:
                self._jobs_running -= counts
                self._last_job = time.monotonic()

    def _run(self, request: Request, *, is_again: bool = False) -> None:
        job, control = self._jobs[type(request)], self._open[request.job]
        restorations = self._library.restorations
        try:
            # At the end it is not skipped: it stops by itself, or is too short to be stopped.
            if control.is_cancelled() and not self._is_ending.is_set():
                raise Cancelled
            with self._making_way_for(job.queue):
                for event in job.run(self._library, self._library.adapted(request), control):
                    self._send(event)
            if job.queue is JobQueue.SEARCHING:
                self._send_text_seconds()
        except Cancelled:
            self._send(CancelledJob(request.job))
        except Exception as error:  # noqa: BLE001 - the job's edge: one bad job is not the end
            if not is_again and (
                self._is_mended(error)
                or self._library.restorations > restorations  # another thread was quicker
            ):
                self._run(request, is_again=True)
            else:
                self._send(self._failure(request, error))

    def _making_way_for(self, queue: JobQueue) -> ExitStack:
        """Hold the workers of what is less urgent for the length of a `with` block."""
        stack = ExitStack()
        if queue is not JobQueue.IDLE:
            with self._lock:
                controls = list(self._open.values() if queue.is_waited_for else self._idle)
            for control in controls:
                stack.enter_context(control.making_way())
        return stack

    def _is_mended(self, error: Exception) -> bool:
        """Restore the catalog if `error` came of damage in it; return whether it did."""
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

    def _failure(self, request: Request, error: Exception) -> Failed:
        known = error if isinstance(error, VisretError) else None
        if known is None:
            _log.exception("%s failed", request.kind)  # not what was asked
            known = of_system(error, self._library.paths.data)
        if known is None:
            message = sentence("The program made a mistake: {error}", error=repr(error))
            return Failed(request.job, "bug", message)
        return _failed(request.job, known)

    def _warm_up(self) -> None:
        """Load what the first query needs, and say whether there is an encoder."""
        try:
            _ = self._library.encoder
            state = EncoderState(self._library.pack(Role.ENCODER).name, ready=True)
            self._send(state)
            sides = self._library.sides
            seconds = self._library.caches.text_times.measured([side.encoder for side in sides])
            for side in sides:
                side.indexes.vectors()
            self._encoder_state = replace(state, text_seconds=seconds)
            self._send(self._encoder_state)
            self._warm_up_second()
        except sqlite3.DatabaseError as error:
            self._is_mended(error)
        except (VisretError, ImportError) as error:
            known = error if isinstance(error, VisretError) else not_loading(error)
            name = self._library.settings.encoder
            self._send(EncoderState(name, False, known.code, known.message))
            return
        self._warm_up_for_sketches()

    def _send_text_seconds(self) -> None:
        """Say that words take less time than the engine found when it started, if they do."""
        if (seconds := self._library.caches.text_times.news()) is not None:
            self._encoder_state = replace(self._encoder_state, text_seconds=seconds)
            self._send(self._encoder_state)

    def _warm_up_second(self) -> None:
        """Load the second encoder, if there is one; the first search says what is wrong with it."""
        second = self._library.second
        try:
            if second is not None and second.is_whole():
                second.encoder.embed_texts(["warm up"])
                self._library.second_index()
        except (VisretError, ImportError) as error:
            _log.info("not warming up the second encoder: %s", error)

    def _warm_up_for_sketches(self) -> None:
        """Load what draws, which takes seconds, when nothing else needs the processor."""
        chosen = self._library.settings
        if not STRATEGIES[chosen.strategy].rewrites or not self._wait_until_idle():
            return
        try:
            _ = self._library.rewriter
            if chosen.pictures_enabled and self._wait_until_idle():
                _ = self._library.visualizer
        except (VisretError, ImportError) as error:  # the first search says so where it matters
            _log.info("not warming up: %s", error)

    def _unload_unused(self) -> None:
        """Look now and then for models that nobody uses any more."""
        seconds = 60.0 * self._library.settings.unload_minutes
        while seconds and not self._is_ending.wait(_UNLOAD_CHECK_SECONDS):
            self._library.models.unload_unused(seconds)

    def _follow_others(self) -> None:
        """Say when another process, such as the command line, has written the catalog."""
        self._library.writers.have_others_written()
        while not self._is_ending.wait(_OTHERS_CHECK_SECONDS):
            if self._library.writers.have_others_written():
                try:
                    self._library.divide()
                except (VisretError, sqlite3.Error) as error:  # the next search says it
                    _log.warning("the folders were not divided anew: %s", error)
                self._send(LibraryChanged(is_by_others=True))

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
                self._open.pop(message.job, None)
        try:
            with self._out_lock:
                self._out.write(message.to_line())
        except OSError as error:
            if not self._is_ending.is_set():
                _log.warning("nobody reads what is said any more: %s", error)
                end_within(SECONDS_ALONE)
            self._stop()
