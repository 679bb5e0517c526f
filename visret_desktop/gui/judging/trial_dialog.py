"""A trial run of the engine on someone's photos: its progress, and the dialog that shows it.

The dialog has three parts: purpose, progress, outcome.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from visret_desktop.engine.messages import CancelledJob, Examine, Failed, Finished, Notice, Progress
from visret_desktop.gui.engine.engine_client import EngineClient, JobHandle
from visret_desktop.gui.languages.figures import count, decimal
from visret_desktop.gui.widgets.dialog import Dialog
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.status_line import duration
from visret_desktop.gui.widgets.window_layout import Part, fill

Subject = Literal["settings", "precision"]


class TrialRun(QObject):
    """One examination at a time; it ends with `finished`, `failed` or `stopped`."""

    progressed = Signal(object)
    noticed = Signal(str)
    finished = Signal(dict)
    failed = Signal(str)
    stopped = Signal()

    def __init__(self, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._job: JobHandle | None = None

    @property
    def is_running(self) -> bool:
        """Whether one is open."""
        return self._job is not None and self._job.is_open

    def start(self, subject: Subject) -> None:
        """Examine a subject of `engine.messages.Examine`."""
        if not self.is_running:
            self._job = self._client.run(Examine(subject=subject))
            self._job.said.connect(self._on_said)
            self._job.ended.connect(self._on_ended)

    def stop(self) -> None:
        """Ask it to stop; what it found so far is kept for the next time."""
        if self._job is not None:
            self._job.cancel()

    def _on_said(self, event: object) -> None:
        if isinstance(event, Progress):
            self.progressed.emit(event)
        elif isinstance(event, Notice):
            self.noticed.emit(event.sentence)

    def _on_ended(self, job: JobHandle) -> None:
        ending = job.ending
        if isinstance(ending, Finished):
            self.finished.emit(ending.summary)
        elif isinstance(ending, CancelledJob):
            self.stopped.emit()
        elif isinstance(ending, Failed):
            self.failed.emit(ending.sentence)
        else:
            self.failed.emit(self.tr("The search engine ended. Start again: it goes on from here."))


Json = Mapping[str, Any]


class TrialDialog(Dialog):
    """Starts on a click, can be stopped, and offers settings that came out."""

    use_requested = Signal(dict)

    def __init__(
        self, examination: TrialRun, subject: Subject, intro: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._examination, self._subject = examination, subject
        self._settings: dict[str, Any] = {}
        self._noticed = ""
        self.intro = _wrapped(intro)
        self.status = _wrapped("")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Progress"))
        self.verdict = _wrapped("")
        self.begin = self.button(self.tr("Start"), self._start, is_primary=True)
        self.stop = self.button(self.tr("Stop"), examination.stop)
        self.use = self.button(self.tr("Use these settings"), self._use, is_primary=True)
        self.shut = self.button(self.tr("Close"), self.close)
        self.buttons = QHBoxLayout()
        fill(self.buttons, self.begin, self.stop, None, self.use, self.shut, spacing=8)
        self._hide_outcome()
        self._show_running(False)
        examination.progressed.connect(self._on_progress)
        examination.noticed.connect(self._on_notice)
        examination.finished.connect(self._on_finished)
        examination.failed.connect(self._on_ended)
        examination.stopped.connect(self._on_stopped)

    def _on_stopped(self) -> None:
        self._on_ended(self.tr("Stopped. It can go on later."))

    def lay_out(self, below: Sequence[QWidget] = ()) -> None:
        """Put the parts and then `below` under each other; those below grow."""
        above = (self.intro, self.status, self.progress, self.verdict)
        growing = [(widget, 100) for widget in below]
        parts: list[Part | tuple[Part, int]] = [*above, *growing, (None, 1), self.buttons]
        fill(QVBoxLayout(self), *parts, margins=(24, 24, 24, 16), spacing=16)

    def show_outcome(self, body: Json) -> None:
        """Show what came out; its `settings` can be used."""
        self._settings = dict(body.get("settings", {}))
        self.verdict.show()
        self.begin.setText(self.tr("Start again"))
        self.begin.setObjectName("")  # what one does next is another button's
        self.begin.style().unpolish(self.begin)

    def _hide_outcome(self) -> None:
        self.verdict.hide()
        self.use.hide()

    # ---- running ----------------------------------------------------------------------------

    def _start(self) -> None:
        self._hide_outcome()
        self._noticed = ""
        self.status.setText(self.tr("Preparing …"))
        self.progress.setRange(0, 0)
        self._show_running(True)
        self._examination.start(self._subject)

    def _show_running(self, is_running: bool) -> None:
        self.progress.setVisible(is_running)
        self.stop.setVisible(is_running)
        self.begin.setVisible(not is_running)
        self.status.setVisible(is_running or bool(self.status.text()))

    def _on_notice(self, words: str) -> None:
        self._noticed = words
        self.status.setText(words)

    def _on_progress(self, progress: Progress) -> None:
        stages = {
            "read": self.tr("reading photos"),
            "embed": self.tr("looking at photos"),
            "rewrite": self.tr("writing instructions"),
            "ask": self.tr("searching, and drawing sketches"),
            "measure": self.tr("looking at photos both ways"),
        }
        self.progress.setRange(0, progress.total)
        self.progress.setValue(progress.done)
        so_far = self.tr("{0} of {1}").format(count(progress.done), count(progress.total))
        parts = [stages.get(progress.stage, ""), so_far if progress.total else ""]
        if progress.seconds_left > 0:
            parts.append(self.tr("{0} left").format(duration(progress.seconds_left)))
        words = " · ".join(part for part in (self._noticed, *parts) if part)
        self.status.setText(words[:1].upper() + words[1:])

    def _on_finished(self, body: Json) -> None:
        self._on_ended("")
        self.show_outcome(body)

    def _on_ended(self, words: str) -> None:
        self.status.setText(words)
        self._show_running(False)

    def _use(self) -> None:
        self.use_requested.emit(self._settings)
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop; the engine keeps what it found for the next time."""
        self._examination.stop()
        super().closeEvent(event)


def _wrapped(text: str) -> PlainLabel:
    label = PlainLabel(text, is_wrapped=True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


_SIZE = (560, 260)
_WORTH_IT = 1.05  # times as fast


class PrecisionDialog(TrialDialog):
    """Checks that on someone's own photos; offers it only if the ranking stays the same."""

    def __init__(
        self, examination: TrialRun, precision: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(examination, "precision", "", parent)
        self._precision = precision
        self.setWindowTitle(self.tr("Index photos faster"))
        self.intro.setText(
            self.tr(
                "Without a graphics card, photos can be indexed with coarser arithmetic: 8 or 16 "
                "bits instead of 32. That is faster on many computers, but may change what you "
                "find. So it is tried on 300 of your photos first, and offered only if 98 of 100 "
                "photos found stay the same. Then all photos are indexed again, in the background."
            )
        )
        self.begin.setText(self.tr("Try it"))
        self.use.setText(self.tr("Use it"))
        self.back = self.button(self.tr("Go back to 32 bits"), self._go_back)
        self.back.setVisible(precision != "fp32")
        self.buttons.insertWidget(1, self.back)
        self.lay_out()
        self.resize(*_SIZE)

    def show_outcome(self, body: Json) -> None:
        """Show how many nearest photos stay the same, and how much faster it is."""
        super().show_outcome(body)
        self.verdict.setText(self._sentence(body))
        is_worth_it = body["is_allowed"] and body["speed"] >= _WORTH_IT
        self.use.setVisible(is_worth_it and body["precision"] != self._precision)

    def _sentence(self, body: Json) -> str:
        found = self.tr(
            "Of 1,000 photos found {0} stay the same, {1} have to. It is {2} times as "
            "fast. Tried with {3} photos and {4} searches."
        ).format(
            count(round(1000 * body["agreement"])),
            count(round(1000 * body["needed"])),
            decimal(body["speed"], 2),
            count(body["photos"]),
            count(body["photos"] + body["queries"]),
        )
        verdict = self.tr("You can use it.")
        if not body["is_allowed"]:
            verdict = self.tr("It is not offered: you would find other photos.")
        elif body["speed"] < _WORTH_IT:
            verdict = self.tr("It finds the same photos, but is no faster on this computer.")
        return f"{found} {verdict}"

    def _go_back(self) -> None:
        self.use_requested.emit({"encoder_precision": "fp32"})
        self.close()
