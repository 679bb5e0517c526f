"""Has the demonstration library drawn by a process of its own."""

import json
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, Signal

from visret_desktop import demonstration
from visret_desktop.errors import NotOurs
from visret_desktop.gui.languages.sentences import translated

_PATIENCE_MS = 3000


class DemoLibrary(QObject):
    """`progressed` carries how many pictures are drawn and how many there will be."""

    progressed = Signal(int, int)
    ready = Signal(object)
    failed = Signal(str)

    def __init__(
        self, folder: Path, parent: QObject | None = None, *, photos: int = demonstration.PHOTOS
    ) -> None:
        super().__init__(parent)
        self._folder, self._photos = folder, photos
        self._process = QProcess(self)
        self._process.readyReadStandardOutput.connect(self._on_output)
        self._process.finished.connect(self._on_finished)
        self._process.errorOccurred.connect(self._on_error)

    @property
    def is_drawing(self) -> bool:
        """Whether it is being drawn."""
        return self._process.state() != QProcess.ProcessState.NotRunning

    def start(self) -> None:
        """Draw it, unless it is being drawn or complete."""
        if demonstration.is_drawn(self._folder):
            self.ready.emit(self._folder)
        elif not self.is_drawing:
            try:
                command = demonstration.clear_for_drawing(self._folder, self._photos)
            except (OSError, NotOurs) as error:
                self._say_why(translated(error))
                return
            self._process.start(command[0], command[1:])

    def stop(self) -> None:
        """Stop drawing; what is half done is drawn anew another time."""
        self._process.blockSignals(True)
        self._process.terminate()  # lets it end its helpers
        if not self._process.waitForFinished(_PATIENCE_MS):
            self._process.kill()
            self._process.waitForFinished(_PATIENCE_MS)
        self._process.blockSignals(False)

    def cancel(self) -> None:
        """Stop drawing and remove what was drawn; what is complete already stays."""
        if self._process.state() == QProcess.ProcessState.NotRunning:
            return
        self.stop()
        if demonstration.is_drawn(self._folder):
            return
        try:
            demonstration.clear(self._folder)
        except (OSError, NotOurs) as error:
            words = self.tr("What was drawn of the demonstration could not be removed: {0}.")
            self.failed.emit(words.format(translated(error).rstrip(".")))

    def _on_output(self) -> None:
        while self._process.canReadLine():
            figures = json.loads(bytes(self._process.readLine().data()))
            self.progressed.emit(figures["done"], figures["total"])

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self.failed.emit(self.tr("The demonstration could not be started."))

    def _on_finished(self, code: int) -> None:
        if demonstration.is_drawn(self._folder):
            self.ready.emit(self._folder)
            return
        errors = bytes(self._process.readAllStandardError().data()).decode(errors="replace")
        reason = (errors.strip().splitlines() or [self.tr("code {0}").format(code)])[-1]
        self._say_why(translated(reason))

    def _say_why(self, reason: str) -> None:
        words = self.tr("The demonstration could not be drawn: {0}.")
        self.failed.emit(words.format(reason.rstrip(".")))
