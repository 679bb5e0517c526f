"""Have the command line log in to the hub or out, in a process of its own.

A hub may be silent for long. A process can be ended at once, and then nothing was kept.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QProcess, Signal

from visret_desktop import own_python


@dataclass(frozen=True)
class LoginAnswer:
    """What came of it: nothing went wrong if `sentence` is empty."""

    code: str = ""
    sentence: str = ""


class HubLogin(QObject):
    """`ended` carries a `LoginAnswer`, unless it was given up."""

    ended = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None

    @property
    def is_running(self) -> bool:
        """Whether the hub is being asked."""
        return self._process is not None

    def log_in(self, token: str) -> None:
        """Check a token with the hub and keep it."""
        self._start(["packs", "login", "--json"], token)

    def log_out(self) -> None:
        """Forget the token; nobody is asked."""
        self._start(["packs", "logout", "--json"])

    def give_up(self) -> None:
        """End what runs; it tells nothing more."""
        if (process := self._process) is not None:
            self._process = None
            process.blockSignals(True)
            process.kill()
            process.waitForFinished(3000)

    def _start(self, words: Sequence[str], token: str = "") -> None:
        self.give_up()
        self._process = process = QProcess(self)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(self._on_error)
        executable, *arguments = own_python.program(*words)
        process.start(executable, arguments)
        process.write(f"{token}\n".encode())
        process.closeWriteChannel()

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._end(LoginAnswer("process", self.tr("The login could not be started.")))

    def _on_finished(self, code: int) -> None:
        assert self._process is not None
        output = self._process.readAllStandardOutput().data()
        self._end(_answer(bytes(output), self.tr("The login ended with code {0}.").format(code)))

    def _end(self, answer: LoginAnswer) -> None:
        if (process := self._process) is not None:
            self._process = None
            process.deleteLater()
        self.ended.emit(answer)


def _answer(output: bytes, otherwise: str) -> LoginAnswer:
    """Read what the command line told."""
    try:
        body = json.loads(output)
        error = body.get("error")
        return LoginAnswer(error["code"], error["sentence"]) if error else LoginAnswer()
    except (ValueError, KeyError, TypeError, AttributeError):
        return LoginAnswer("process", otherwise)
