"""Exports photos: what would be written and what is missing is seen before a place is chosen."""

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from PySide6.QtCore import QRect, QSize, QStandardPaths, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QProgressBar,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from visret_desktop.engine.field_messages import ExportPhotos
from visret_desktop.engine.messages import Finished, Progress, Request
from visret_desktop.exporters.exporter import FORMATS
from visret_desktop.gui.engine.engine_client import JobHandle
from visret_desktop.gui.engine.job_dialog import JobDialog
from visret_desktop.gui.interchange.export_form import SIDECARS, ExportForm, Photos
from visret_desktop.gui.languages.figures import count, size
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.widgets.window_layout import fill, room_on
from visret_desktop.sentence_json import from_body

_LOWEST = 120  # pixels
_AROUND = 8  # a sentence, above and below together


class RemarkTree(QTreeWidget):
    """Sentences take as many lines as they need; names are shortened in their middle."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHeaderHidden(True)
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumHeight(_LOWEST)

    def addTopLevelItem(self, item: QTreeWidgetItem) -> None:
        """Add a sentence."""
        super().addTopLevelItem(item)
        self._give_room(item)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the sentences anew."""
        super().resizeEvent(event)
        for row in range(self.topLevelItemCount()):
            if (item := self.topLevelItem(row)) is not None:
                self._give_room(item)

    def _give_room(self, item: QTreeWidgetItem) -> None:
        margin = 2 * self.style().pixelMetric(self.style().PixelMetric.PM_FocusFrameHMargin) + 4
        width = max(1, self.viewport().width() - self.indentation() - margin)
        room = QRect(0, 0, width, 1 << 16)
        words = self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, item.text(0))
        item.setSizeHint(0, QSize(width, words.height() + _AROUND))


_SIZE = (640, 360)
_HEIGHT_WITH_REMARKS = 520
_SOON_MS = 200  # after a change, until it is tried
_NO_TITLE = "visret"
_OF_DEPLOYMENTS = ("camtrap-dp", "darwin-core")


class ExportDialog(JobDialog):
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
        super().__init__(run, parent)
        self.setWindowTitle(self.tr("Export"))
        self._is_writing, self._can_write = False, True
        self._written = ""  # where to
        self.form = ExportForm(photos)
        self.remarks = RemarkTree()
        self.remarks.setAccessibleName(self.tr("What is missing, and what is left out"))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.reveal = self.button(self.tr("Show in folder"), self._reveal)
        self.deployments = self.button(
            self.tr("Deployments …"), lambda: self.deployments_requested.emit()
        )
        self.stop = self.button(self.tr("Stop"), self.stop_job)
        self.write = self.button("", self._write, is_primary=True)
        self.shut = self.button(self.tr("Close"), self.reject)
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
        self.lay_out(parts, _SIZE)
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
        self._say("")

    def plan(self) -> None:
        """Have the engine say what would be written."""
        self._forget()
        if self.form.name == SIDECARS:
            self._say(self.tr("The next step shows what changes in each file."))
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

    def _begin(self, request: ExportPhotos, done: Callable[[Finished], None]) -> None:
        self._is_writing, self._can_write = not request.is_dry_run, True
        self.remarks.clear()
        self.remarks.hide()
        self.bar.setRange(0, 0)
        self.status.setText(self.tr("Looking at the photos …"))
        self.begin(request, done)

    def take(self, event: object) -> None:
        """Show how far it is."""
        if not isinstance(event, Progress):
            return
        self.bar.setRange(0, event.total)
        self.bar.setValue(event.done)
        words = self.tr("Exporting: {0} of {1}") if self._is_writing else self.tr("{0} of {1}")
        self.status.setText(words.format(count(event.done), count(event.total)))

    def stopped(self) -> str:
        """Return what is said of a job that was stopped."""
        return self.tr("Stopped. Nothing was written.")

    def _on_planned(self, ended: Finished) -> None:
        photos = ended.summary["counts"]["photos"]
        words = self.tr("%Ln photo(s) would be written.", "", photos)
        if not photos:
            words = self.tr("Nothing would be written.")
        self._can_write = photos > 0
        self._show_summary(words, ended.summary)

    def _on_written(self, ended: Finished) -> None:
        self._written = ended.summary["path"]
        photos = ended.summary["counts"]["photos"]
        words = self.tr("%Ln photo(s) were written to {0}.", "", photos).format(self._written)
        self._show_summary(words, ended.summary)

    def _show_summary(self, words: str, summary: dict[str, Any]) -> None:
        if in_bytes := summary["counts"].get("bytes", 0):
            in_all = self.tr("{0} in all.").format(size(in_bytes))
            words = f"{words} {in_all}"
        self.status.setText(words)
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
        path, _ = QFileDialog.getSaveFileName(
            self, self.tr("Export to"), start, f"*{chosen.suffix}"
        )
        if path and not Path(path).suffix:
            path += chosen.suffix
            return path, False
        return path, True  # the system's dialog has asked

    def _reveal(self) -> None:
        self.reveal_requested.emit(self._written)

    # ---- end --------------------------------------------------------------------------------

    def _forget(self) -> None:
        """Pass over what the engine still says of what was tried before."""
        self.forget_job()
        self.remarks.clear()
        self.remarks.hide()

    def _end(self) -> None:
        self._soon.stop()
        self._forget()

    def _say(self, words: str) -> None:
        self._can_write = True
        self.status.setText(words)
        self.show_buttons()

    def show_buttons(self) -> None:
        """Show what can be done now."""
        is_running = self._job is not None
        is_writing = is_running and self._is_writing
        is_sidecars = self.form.name == SIDECARS
        was_writing = self.stop.isVisibleTo(self)
        self.bar.setVisible(is_running)
        self.stop.setVisible(is_writing)
        self.form.setEnabled(not is_writing)
        self.reveal.setVisible(bool(self._written))
        self.deployments.setVisible(self.form.name in _OF_DEPLOYMENTS and not is_writing)
        self.write.setVisible(not is_writing)
        self.write.setEnabled(self._can_write)
        self.write.setText(self.tr("Next …") if is_sidecars else self.tr("Export …"))
        if was_writing and not is_writing and not self._written:
            self.write.setFocus()  # hidden while it wrote; Enter tries again


def _free(around: Path, name: str) -> Path:
    """Return the path of a folder that is not there yet."""
    path, number = around / name, 1
    while path.exists():
        number += 1
        path = around / f"{name} ({number})"
    return path
