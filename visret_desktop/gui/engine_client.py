"""The engine process as an object: messages in, typed signals out, restart after a death."""

import logging
import sys
from collections.abc import Sequence

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from visret_desktop.engine.messages import (
    PROTOCOL,
    CancelledJob,
    EngineLost,
    Failed,
    Finished,
    Hello,
    Message,
    ProtocolError,
    Shutdown,
    parse_line,
)

_MOST_QUICK_DEATHS = 5
_FIRST_DELAY_MS = 500
_PATIENCE_MS = 3000
_log = logging.getLogger(__name__)


class EngineClient(QObject):
    """Runs the engine as a child; jobs that are open when it dies end as `EngineLost`."""

    message_received = Signal(object)
    ready = Signal()
    lost = Signal(str)
    restarted = Signal()
    state_changed = Signal(str)  # 'starting', 'ready', 'lost', 'stopped'

    def __init__(self, parent: QObject | None = None, command: Sequence[str] | None = None) -> None:
        super().__init__(parent)
        self._command = list(command or (sys.executable, "-m", "visret_desktop", "engine"))
        self._jobs = 0
        self._open_jobs: dict[int, Message] = {}
        self._waiting: list[Message] = []
        self._is_ready = False
        self._stopping = False
        self._quick_deaths = 0
        self._buffer = b""
        self._process: QProcess | None = None

    def start(self) -> None:
        """Start the child; `ready` follows its hello."""
        self._stopping = False
        self._buffer = b""
        process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("PYTHONUNBUFFERED", "1")
        process.setProcessEnvironment(environment)
        process.readyReadStandardOutput.connect(self._on_output)
        process.readyReadStandardError.connect(self._on_stderr)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(self._on_error)
        self._process = process
        self.state_changed.emit("starting")
        process.start(self._command[0], self._command[1:])

    def new_job(self) -> int:
        """Return a number for the next job."""
        self._jobs += 1
        return self._jobs

    def send(self, message: Message) -> None:
        """Send a message now, or after the hello."""
        job = getattr(message, "job", 0)
        if job and message.kind in ("index", "search", "remove-folder"):
            self._open_jobs[job] = message
        if self._is_ready and self._process is not None:
            self._process.write(message.to_line().encode("ascii"))
        else:
            self._waiting.append(message)

    def shutdown(self) -> None:
        """End the engine in order; kill it if it takes too long."""
        self._stopping = True
        process = self._process
        if process is None or process.state() == QProcess.ProcessState.NotRunning:
            return
        process.write(Shutdown().to_line().encode("ascii"))
        process.closeWriteChannel()
        if not process.waitForFinished(_PATIENCE_MS):
            process.kill()
            process.waitForFinished(_PATIENCE_MS)

    @property
    def pid(self) -> int:
        """Process id of the child, 0 while there is none."""
        return self._process.processId() if self._process is not None else 0

    # ---- what the child says ----------------------------------------------------------------

    def _on_output(self) -> None:
        if self._process is None:
            return
        self._buffer += bytes(self._process.readAllStandardOutput().data())
        *lines, self._buffer = self._buffer.split(b"\n")
        for line in lines:
            try:
                self._receive(parse_line(line.decode("utf-8", errors="replace")))
            except ProtocolError as error:
                _log.error("%s", error)

    def _receive(self, message: Message) -> None:
        if isinstance(message, Hello):
            self._on_hello(message)
            return
        if isinstance(message, Finished | CancelledJob | Failed):
            self._open_jobs.pop(message.job, None)
        self.message_received.emit(message)

    def _on_hello(self, hello: Hello) -> None:
        if hello.protocol != PROTOCOL:
            self._stopping = True
            if self._process is not None:
                self._process.kill()
            self.lost.emit(self.tr("The parts of this program are of different versions."))
            return
        self._is_ready = True
        waiting, self._waiting = self._waiting, []
        for message in waiting:
            self.send(message)
        self.state_changed.emit("ready")
        self.ready.emit()

    def _on_stderr(self) -> None:
        if self._process is not None:
            text = bytes(self._process.readAllStandardError().data()).decode(errors="replace")
            _log.info("engine: %s", text.rstrip())

    # ---- death ------------------------------------------------------------------------------

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self.state_changed.emit("lost")
            self.lost.emit(self.tr("The search engine could not be started."))

    def _on_finished(self) -> None:
        was_ready, self._is_ready = self._is_ready, False
        if self._process is not None:
            self._process.deleteLater()
            self._process = None
        open_jobs, self._open_jobs = self._open_jobs, {}
        for job in open_jobs:
            self.message_received.emit(EngineLost(job))
        if self._stopping:
            self.state_changed.emit("stopped")
            return
        self._quick_deaths = 1 if was_ready and not open_jobs else self._quick_deaths + 1
        self.state_changed.emit("lost")
        if self._quick_deaths > _MOST_QUICK_DEATHS:
            self.lost.emit(self.tr("The search engine keeps ending. Its log tells more."))
            return
        QTimer.singleShot(_FIRST_DELAY_MS * self._quick_deaths, self, self._restart)

    def _restart(self) -> None:
        if self._process is None and not self._stopping:
            self.start()
            self.restarted.emit()
