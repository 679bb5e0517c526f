"""Have the demonstration library drawn, by processes of their own."""

import json
import os
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, Signal

from visret_desktop import own_python

_BOOK = "fieldbook.json"  # written last
_PHOTOS = 1000
_DRAWING = "visret_desktop.fieldbook.demo"


class DemoLibrary(QObject):
    """`progressed` carries pictures drawn and their number, `ready` the folder."""

    progressed = Signal(int, int)
    ready = Signal(object)
    failed = Signal(str)

    def __init__(
        self, folder: Path, parent: QObject | None = None, *, photos: int = _PHOTOS
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
        """Draw, unless it is being drawn or all there."""
        if (self._folder / _BOOK).exists():
            self.ready.emit(self._folder)
        elif not self.is_drawing:
            count, processes = str(self._photos), str(os.cpu_count() or 1)
            options = ("--photos", count, "--processes", processes)
            executable, *arguments = own_python.module(_DRAWING, str(self._folder), *options)
            self._process.start(executable, arguments)

    def stop(self) -> None:
        """Give up drawing."""
        self._process.blockSignals(True)
        self._process.kill()
        self._process.waitForFinished(3000)

    def _on_output(self) -> None:
        while self._process.canReadLine():
            figures = json.loads(bytes(self._process.readLine().data()))
            self.progressed.emit(figures["done"], figures["total"])

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self.failed.emit(self.tr("The demonstration could not be started."))

    def _on_finished(self, code: int) -> None:
        if (self._folder / _BOOK).exists():
            self.ready.emit(self._folder)
            return
        told = bytes(self._process.readAllStandardError().data()).decode(errors="replace")
        reason = (told.strip().splitlines() or [self.tr("code {0}").format(code)])[-1]
        words = self.tr("The demonstration could not be drawn: {0}.")
        self.failed.emit(words.format(reason.rstrip(".")))
