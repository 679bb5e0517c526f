"""Run a command of the program itself in a process of its own, which can be ended at once.

A command may wait long, for a hub say, and a process can be killed. And what the window does this
way is the same as what the command line does.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

from visret_desktop.paths import Paths
from visret_desktop.processes import own_python


@dataclass(frozen=True)
class CommandAnswer:
    """What the command printed; nothing went wrong if `sentence` is empty."""

    body: dict[str, Any] = field(default_factory=dict)
    code: str = ""
    sentence: str = ""


class OwnCommand(QObject):
    """One command at a time. `ended` carries a `CommandAnswer`, unless it was given up."""

    ended = Signal(object)

    def __init__(self, parent: QObject | None = None, paths: Paths | None = None) -> None:
        """Run commands on the profile at `paths`, or the one that the environment names."""
        super().__init__(parent)
        self._process: QProcess | None = None
        self._environment = QProcessEnvironment.systemEnvironment()
        if paths is not None:
            for name in ("data", "cache", "config"):
                self._environment.insert(f"VISRET_{name.upper()}_DIR", str(getattr(paths, name)))

    @property
    def is_running(self) -> bool:
        """Whether a command runs."""
        return self._process is not None

    def start(self, *words: str, line: str = "") -> None:
        """Run `visret WORDS --json` with one line on its standard input; end what still runs."""
        self.give_up()
        self._process = process = QProcess(self)
        process.setProcessEnvironment(self._environment)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(self._on_error)
        executable, *arguments = own_python.program(*words, "--json")
        process.start(executable, arguments)
        process.write(f"{line}\n".encode())
        process.closeWriteChannel()

    def wait(self, seconds: float) -> None:
        """Wait for what runs, as `ended` tells; give it up after `seconds`."""
        if self._process is not None:
            self._process.waitForFinished(int(seconds * 1000))
            self.give_up()

    def give_up(self) -> None:
        """End what runs; `ended` is not emitted."""
        if (process := self._process) is not None:
            self._process = None
            process.blockSignals(True)
            process.kill()
            process.waitForFinished(3000)

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._end(_failed(self.tr("The command could not be started.")))

    def _on_finished(self, code: int) -> None:
        assert self._process is not None
        output = self._process.readAllStandardOutput().data()
        self._end(_answer(bytes(output), self.tr("The command ended with code {0}.").format(code)))

    def _end(self, answer: CommandAnswer) -> None:
        if (process := self._process) is not None:
            self._process = None
            process.deleteLater()
        self.ended.emit(answer)


def _answer(output: bytes, otherwise: str) -> CommandAnswer:
    """Read what the command printed."""
    try:
        body = json.loads(output)
        error = body.get("error")
        return (
            CommandAnswer(body, error["code"], error["sentence"]) if error else CommandAnswer(body)
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return _failed(otherwise)


def _failed(sentence: str) -> CommandAnswer:
    return CommandAnswer(code="process", sentence=sentence)
