"""Have the command line draw the demonstration library, in a process of its own."""

import json
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, Signal

from visret_desktop import own_python


class DemoLibrary(QObject):
    """`ready` carries its folder."""

    ready = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process = QProcess(self)
        self._process.finished.connect(self._on_finished)
        self._process.errorOccurred.connect(self._on_error)

    def start(self) -> None:
        """Draw, unless it is being drawn."""
        if self._process.state() == QProcess.ProcessState.NotRunning:
            executable, *arguments = own_python.program("demo", "--prepare-only", "--json")
            self._process.start(executable, arguments)

    def stop(self) -> None:
        """Give up drawing."""
        self._process.blockSignals(True)
        self._process.kill()
        self._process.waitForFinished(3000)

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self.failed.emit(self.tr("The demonstration could not be started."))

    def _on_finished(self, code: int) -> None:
        output = bytes(self._process.readAllStandardOutput().data())
        try:
            folder = Path(json.loads(output)["library"])
        except (ValueError, KeyError):
            self.failed.emit(
                self.tr("The demonstration could not be drawn (code {0}).").format(code)
            )
            return
        self.ready.emit(folder)
