"""Exports photos: what would be written and what is missing is seen before a place is chosen."""

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, QStandardPaths, QTimer, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.engine.field_messages import ExportPhotos
from visret_desktop.engine.messages import Failed, Finished, Progress, Request
from visret_desktop.exporters.exporter import FORMATS
from visret_desktop.gui.engine.job_handle import JobHandle
from visret_desktop.gui.exports.export_form import SIDECARS, ExportForm, Photos
from visret_desktop.gui.exports.export_remarks import RemarkTree
from visret_desktop.gui.languages.figures import count, size
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.widgets.dialog import Dialog
from visret_desktop.gui.widgets.lifetimes import while_there
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import fill, room_on
from visret_desktop.sentence_json import from_body

_SIZE = (640, 360)
_HEIGHT_WITH_REMARKS = 520
_SOON_MS = 200  # after a change, until it is tried
_NO_TITLE = "visret"
_OF_DEPLOYMENTS = ("camtrap-dp", "darwin-core")


class ExportDialog(Dialog):
    """Tries what is chosen at once, and writes on a click.

    `sidecars_requested`: the format is that of sidecars, which have a dialog of their own.
    `deployments_requested`: what a package says of where cameras stood is to be filled in.
    `reveal_requested`: the path that was written is to be shown.
    """

    sidecars_requested = Signal()
    deployments_requested = Signal()
    reveal_requested = Signal(str)

    def __init__(
        self,
        run: Callable[[Request], JobHandle],
        photos: Sequence[Photos],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export"))
        self._run = run
        self._job: JobHandle | None = None
        self._is_writing = False
        self._written = ""  # where to
        self.form = ExportForm(photos)
        self.status = PlainLabel(is_wrapped=True)
        self.remarks = RemarkTree()
        self.remarks.setAccessibleName(self.tr("What is missing, and what is left out"))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.reveal = self._button(self.tr("Show in folder"), self._reveal)
        self.deployments = self._button(
            self.tr("Deployments …"), lambda: self.deployments_requested.emit()
        )
        self.stop = self._button(self.tr("Stop"), self._stop)
        self.write = self._button("", self._write)
        self.write.setObjectName("primary")
        self.shut = self._button(self.tr("Close"), self.reject)
        buttons = QHBoxLayout()
        fill(
            buttons,
            self.deployments,
            self.reveal,
            None,
            self.stop,
            self.write,
            self.shut,
            spacing=8,
        )
        parts = (self.form, self.status, self.bar, (self.remarks, 100), None, buttons)
        fill(QVBoxLayout(self), *parts, margins=(24, 24, 24, 16), spacing=12)
        self.resize(QSize(*_SIZE).boundedTo(room_on(self)))
        self._soon = QTimer(self, singleShot=True, interval=_SOON_MS)
        self._soon.timeout.connect(self.plan)
        self.form.changed.connect(self._on_changed)
        self.finished.connect(lambda _: self._end())
        self._on_changed()

    # ---- find out ---------------------------------------------------------------------------

    def _on_changed(self) -> None:
        self._written = ""
        self._forget()
        self._soon.start()
        self._show("")

    def plan(self) -> None:
        """Have the engine say what would be written."""
        self._forget()
        if self.form.name == SIDECARS:
            self._show(self.tr("The next step shows what changes in each file."))
            return
        self._begin(self._request(), self._on_planned)

    def _request(self, path: str = "", *, is_replacing: bool = False) -> ExportPhotos:
        return ExportPhotos(
            format=self.form.name,
            path=path,
            photos=self.form.ids,
            choices=self.form.choices(),
            is_replacing=is_replacing,
            is_dry_run=not path,
        )

    def _begin(self, request: ExportPhotos, done: Callable[[dict[str, Any]], None]) -> None:
        self._is_writing = not request.is_dry_run
        self.remarks.clear()
        self.remarks.hide()
        job = self._job = self._run(request)
        job.said.connect(while_there(self, partial(self._on_said, job)))
        job.ended.connect(while_there(self, lambda _: self._on_ended(job, done)))
        self.bar.setRange(0, 0)
        self._show(self.tr("Looking at the photos …"))

    def _on_said(self, job: JobHandle, event: object) -> None:
        if job is not self._job or not isinstance(event, Progress):
            return
        self.bar.setRange(0, event.total)
        self.bar.setValue(event.done)
        words = self.tr("Exporting: {0} of {1}") if self._is_writing else self.tr("{0} of {1}")
        self.status.setText(words.format(count(event.done), count(event.total)))

    def _on_ended(self, job: JobHandle, done: Callable[[dict[str, Any]], None]) -> None:
        if job is not self._job:
            return
        self._job = None
        if isinstance(job.ending, Finished):
            done(job.ending.summary)
        elif isinstance(job.ending, Failed):
            self._show(job.ending.sentence)
        else:
            self._show(self.tr("Stopped. Nothing was written."))

    def _on_planned(self, summary: dict[str, Any]) -> None:
        photos = summary["counts"]["photos"]
        words = self.tr("%Ln photo(s) would be written.", "", photos)
        if not photos:
            words = self.tr("Nothing would be written.")
        self._show(self._counted(words, summary))
        self.write.setEnabled(photos > 0)
        self._show_remarks(summary)

    def _on_written(self, summary: dict[str, Any]) -> None:
        self._written = summary["path"]
        photos = summary["counts"]["photos"]
        words = self.tr("%Ln photo(s) were written to {0}.", "", photos).format(self._written)
        self._show(self._counted(words, summary))
        self._show_remarks(summary)

    def _counted(self, words: str, summary: dict[str, Any]) -> str:
        found = summary["counts"].get("bytes", 0)
        in_all = self.tr("{0} in all.").format(size(found))
        return f"{words} {in_all}" if found else words

    def _show_remarks(self, summary: dict[str, Any]) -> None:
        for remark in summary["remarks"]:
            item = QTreeWidgetItem([translated(from_body(remark["sentence"]))])
            item.addChildren([QTreeWidgetItem([name]) for name in remark["names"]])
            rest = remark["count"] - len(remark["names"])
            if remark["names"] and rest > 0:
                item.addChild(QTreeWidgetItem([self.tr("and %Ln more", "", rest)]))
            self.remarks.addTopLevelItem(item)
        self.remarks.setVisible(bool(summary["remarks"]))
        if summary["remarks"]:
            height = max(self.height(), _HEIGHT_WITH_REMARKS)
            self.resize(QSize(self.width(), height).boundedTo(room_on(self)))

    # ---- write ------------------------------------------------------------------------------

    def _write(self) -> None:
        if self.form.name == SIDECARS:
            self.accept()
            self.sidecars_requested.emit()
            return
        path, is_replacing = self._place()
        if path:
            self._begin(self._request(path, is_replacing=is_replacing), self._on_written)

    def _place(self) -> tuple[str, bool]:
        """Ask where to; return the path, and whether the person said that it may be replaced."""
        chosen = FORMATS[self.form.name]
        usual = QStandardPaths.StandardLocation.DocumentsLocation
        documents = QStandardPaths.writableLocation(usual)
        name = f"{_NO_TITLE} {date.today().isoformat()}"
        if chosen.is_folder:
            words = self.tr("Where the new folder “{0}” is to be").format(name)
            around = QFileDialog.getExistingDirectory(self, words, documents)
            return (str(_free(Path(around), name)), False) if around else ("", False)
        start = str(Path(documents, name + chosen.suffix))
        found, _ = QFileDialog.getSaveFileName(
            self, self.tr("Export to"), start, f"*{chosen.suffix}"
        )
        if found and not Path(found).suffix:
            found += chosen.suffix
            return found, False
        return found, True  # the system's dialog has asked

    def _reveal(self) -> None:
        self.reveal_requested.emit(self._written)

    # ---- end --------------------------------------------------------------------------------

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _forget(self) -> None:
        """Pass over what the engine still says of what was tried before."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self.remarks.clear()
        self.remarks.hide()

    def _end(self) -> None:
        self._soon.stop()
        self._forget()

    def _show(self, words: str) -> None:
        self.status.setText(words)
        is_running = self._job is not None
        is_writing = is_running and self._is_writing
        is_sidecars = self.form.name == SIDECARS
        self.bar.setVisible(is_running)
        self.stop.setVisible(is_writing)
        self.form.setEnabled(not is_writing)
        self.reveal.setVisible(bool(self._written))
        self.deployments.setVisible(self.form.name in _OF_DEPLOYMENTS and not is_writing)
        self.write.setVisible(not is_writing)
        self.write.setEnabled(True)
        self.write.setText(self.tr("Next …") if is_sidecars else self.tr("Export …"))

    def _button(self, text: str, slot: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: slot())
        return button


def _free(around: Path, name: str) -> Path:
    """Return the path of a folder that is not there yet."""
    path, number = around / name, 1
    while path.exists():
        number += 1
        path = around / f"{name} ({number})"
    return path
