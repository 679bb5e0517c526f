"""The engine process as an object: jobs in, their events out, restart after a death."""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QProcess, QTimer, Signal

from visret_desktop.engine import messages
from visret_desktop.engine.message_lines import ProtocolError, parse_line
from visret_desktop.errors import PartNotLoading
from visret_desktop.gui.languages.sentences import message_in_words, translated
from visret_desktop.processes import own_python
from visret_desktop.sentences import verbatim


class JobHandle(QObject):
    """A job that was given to the engine. It ends once, never before the caller has the handle.

    When the engine dies over it, it is sent again, at most `repeats` times; then its ending is
    `EngineLost`.
    """

    said = Signal(object)  # an event of the job, but its ending
    ended = Signal(object)  # this handle, with its `ending`

    def __init__(
        self, send: Callable[[messages.Cancel], None], request: messages.Request, repeats: int
    ) -> None:
        super().__init__()
        self._send = send
        self.request = request  # as it was sent, with its number
        self.repeats_left = repeats
        self.ending: messages.Ending | None = None

    @property
    def is_open(self) -> bool:
        """Whether it has not ended."""
        return self.ending is None

    def cancel(self) -> None:
        """Ask the engine to stop it; its ending follows."""
        self.repeats_left = 0
        if self.is_open:
            self._send(messages.Cancel(target=self.request.job))

    def abandon(self) -> None:
        """End it for the window at once; what the engine still says of it is passed over."""
        self.cancel()
        self.take(messages.CancelledJob(self.request.job))

    def take(self, event: messages.Event) -> None:
        """Pass on what the engine says of this job."""
        if not self.is_open:
            return
        if isinstance(event, messages.Ending):
            self.ending = event
            self.ended.emit(self)
        else:
            self.said.emit(event)


_MOST_QUICK_DEATHS = 5
_QUICK_SECONDS = 20.0  # an engine that lived longer was in order; its death is a single event
_FIRST_DELAY_MS = 500
_PATIENCE_MS = 3000
_log = logging.getLogger(__name__)


class EngineClient(QObject):
    """Runs the engine as a child; jobs that are open when it dies are repeated, or lost.

    After too many deaths in a row it gives up: `lost` says why, and every job ends as `Failed`
    with the same sentence until somebody calls `start` again.
    """

    message_received = Signal(object)  # everything that the engine says, whatever job it is of
    ready = Signal()
    lost = Signal(str)
    restarted = Signal()
    state_changed = Signal(str)  # 'starting', 'ready', 'lost', 'stopped'

    def __init__(self, parent: QObject | None = None, command: Sequence[str] | None = None) -> None:
        super().__init__(parent)
        self._command = list(command or own_python.program("engine"))
        self._first_delay_ms = _FIRST_DELAY_MS
        self._jobs = 0
        self._open_jobs: dict[int, JobHandle] = {}
        self._waiting: list[messages.Request] = []
        self._is_ready = False
        self._stopping = False
        self._gone = ""  # why we gave up
        self._quick_deaths = 0
        self._started_at = 0.0
        self._buffer = b""
        self._process: QProcess | None = None
        self._stderr_rest = ""  # a line that is not complete yet
        self._last_line = ""  # of what the child wrote to its stderr

    def start(self) -> None:
        """Start the child, also after it was given up; `ready` follows its hello."""
        if self._gone:
            self._gone, self._quick_deaths = "", 0
        if self._process is None:
            self._stopping = False
            self._launch()

    def run(self, request: messages.Request, repeats: int = 0) -> JobHandle:
        """Give the engine a job; send it again if the engine dies over it, `repeats` times."""
        handle = JobHandle(self.send, request, repeats)
        self._give(handle)
        return handle

    def _give(self, handle: JobHandle) -> None:
        self._jobs += 1
        handle.request = replace(handle.request, job=self._jobs)
        self._open_jobs[self._jobs] = handle
        if self._gone:  # later, as every ending: the caller does not have the handle yet
            failed = messages.Failed(self._jobs, "engine-gone", verbatim(self._gone))
            QTimer.singleShot(0, self, lambda: self.take(failed))
        else:
            self.send(handle.request)

    def send(self, request: messages.Request) -> None:
        """Send a request that is no job now, or after the hello."""
        if self._is_ready and self._process is not None:
            self._process.write(request.to_line().encode("ascii"))
        else:
            self._waiting.append(request)

    def renew(self) -> None:
        """End the engine in order and start it anew: it reads the settings when it starts."""
        self.send(messages.Shutdown())  # what follows is the restart after any end
        self._is_ready = False  # what is asked now is for the new one

    def shutdown(self) -> None:
        """End the engine in order; kill it if it takes too long."""
        self._stopping = True
        process = self._process
        if process is None:
            self.state_changed.emit("stopped")
            return
        # What somebody has just added is kept although the engine is still starting.
        added = [one for one in self._waiting if isinstance(one, messages.AddFolders)]
        for request in (*added, messages.Shutdown()):
            process.write(request.to_line().encode("ascii"))
        process.closeWriteChannel()
        if not process.waitForFinished(_PATIENCE_MS):
            process.kill()
            process.waitForFinished(_PATIENCE_MS)

    @property
    def pid(self) -> int:
        """Process id of the child, 0 while there is none."""
        return self._process.processId() if self._process is not None else 0

    def _launch(self) -> None:
        self._buffer, self._stderr_rest = b"", ""
        self._started_at = time.monotonic()
        process = QProcess(self)
        process.readyReadStandardOutput.connect(self._on_output)
        process.readyReadStandardError.connect(self._on_stderr)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(self._on_error)
        self._process = process
        self.state_changed.emit("starting")
        process.start(self._command[0], self._command[1:])

    # ---- what the child says ----------------------------------------------------------------

    def _on_output(self) -> None:
        if self._process is None:
            return
        self._buffer += bytes(self._process.readAllStandardOutput().data())
        *lines, self._buffer = self._buffer.split(b"\n")
        for line in lines:
            try:
                self.take(parse_line(line))
            except ProtocolError as error:
                _log.error("not a message: %r (%s)", error.line, error)

    def take(self, message: messages.Message) -> None:
        """Take what the engine says: tell everybody, and the handle of the job that it is of."""
        if isinstance(message, messages.Hello):
            self._on_hello(message)
            return
        message = message_in_words(message)
        job = message.job if isinstance(message, messages.Event) else 0
        handle = self._open_jobs.get(job)
        if handle is not None and isinstance(message, messages.EngineLost) and handle.repeats_left:
            handle.repeats_left -= 1
            self._give(handle)
            handle = None
        if isinstance(message, messages.Ending):
            self._open_jobs.pop(job, None)
        self.message_received.emit(message)
        if handle is not None and isinstance(message, messages.Event):
            handle.take(message)

    def _on_hello(self, hello: messages.Hello) -> None:
        if hello.protocol != messages.PROTOCOL:
            self._give_up(self.tr("The parts of this program are of different versions."))
            if self._process is not None:
                self._process.kill()
            return
        self._is_ready = True
        waiting, self._waiting = self._waiting, []
        for request in waiting:
            self.send(request)
        self.state_changed.emit("ready")
        self.ready.emit()

    def _on_stderr(self) -> None:
        # A traceback arrives in pieces of any size: only a whole line says anything.
        if self._process is not None:
            text = bytes(self._process.readAllStandardError().data()).decode(errors="replace")
            *lines, self._stderr_rest = (self._stderr_rest + text).split("\n")
            self._log_lines(lines)

    def _log_lines(self, lines: Sequence[str]) -> None:
        for line in filter(str.strip, lines):
            _log.info("engine: %s", line.rstrip())
            self._last_line = line.strip()

    # ---- death ------------------------------------------------------------------------------

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._forget_process()
            self._give_up(self.tr("The search engine could not be started."))

    def _on_finished(self) -> None:
        self._log_lines([self._stderr_rest])
        self._forget_process()
        self._waiting = []  # at first: what was never sent must not run beside its repetition
        for job in list(self._open_jobs):
            self.take(messages.EngineLost(job))
        if self._gone:
            return
        if self._stopping:
            self.state_changed.emit("stopped")
            return
        is_quick = time.monotonic() - self._started_at < _QUICK_SECONDS
        self._quick_deaths = self._quick_deaths + 1 if is_quick else 1
        if self._quick_deaths > _MOST_QUICK_DEATHS:
            self._give_up(self._why_it_ends())
            return
        self.state_changed.emit("lost")
        QTimer.singleShot(self._first_delay_ms * self._quick_deaths, self, self._restart)

    def _why_it_ends(self) -> str:
        kind, _, reason = self._last_line.partition(": ")
        if kind in ("ImportError", "ModuleNotFoundError"):
            return translated(PartNotLoading(reason=reason.rstrip(".")))
        return self.tr("The search engine keeps ending. Its log says more.")

    def _forget_process(self) -> None:
        self._is_ready = False
        if self._process is not None:
            self._process.deleteLater()
            self._process = None

    def _restart(self) -> None:
        if self._process is None and not self._stopping and not self._gone:
            self._launch()
            self.restarted.emit()

    def _give_up(self, sentence: str) -> None:
        self._gone = sentence
        self._waiting = []
        self.state_changed.emit("lost")
        self.lost.emit(sentence)
        for job in list(self._open_jobs):
            self.take(messages.Failed(job, "engine-gone", verbatim(sentence)))
