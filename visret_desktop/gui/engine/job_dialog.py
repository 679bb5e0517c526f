"""A dialog in which the engine does something: one job at a time, followed, stopped and ended."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QVBoxLayout, QWidget

from visret_desktop.engine.messages import Failed, Finished, Request
from visret_desktop.gui.engine.engine_client import JobHandle
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.widgets.dialog import Dialog
from visret_desktop.gui.widgets.lifetimes import while_there
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import Part, fill, room_on


class JobDialog(Dialog):
    """Imports and exports derive from it: they show what comes of a job before they keep it.

    `status` has the last sentence. `take` gets what the engine says of the job, and `show_buttons`
    is called whenever one begins or ends.
    """

    def __init__(self, run: Callable[[Request], JobHandle], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run = run
        self._job: JobHandle | None = None
        self.status = PlainLabel(is_wrapped=True)
        self.finished.connect(lambda _: self.stop_job())

    def lay_out(self, parts: Sequence[Part | tuple[Part, int]], size: tuple[int, int]) -> None:
        """Put parts under each other in a window of a size, or as large as there is room."""
        fill(QVBoxLayout(self), *parts, margins=(24, 24, 24, 16), spacing=12)
        self.resize(QSize(*size).boundedTo(room_on(self)))

    def begin(self, request: Request, done: Callable[[Finished], None]) -> None:
        """Have the engine do something in place of what it does; `done` gets how it ended well."""
        self.stop_job()
        job = self._job = self._run(request)
        job.said.connect(while_there(self, partial(self._on_said, job)))
        job.ended.connect(while_there(self, lambda _: self._on_ended(job, done)))
        self.show_buttons()

    def stop_job(self) -> None:
        """Ask the engine to stop; how it ended follows."""
        if self._job is not None:
            self._job.cancel()

    def forget_job(self) -> None:
        """Stop, and pass over what the engine still says."""
        self.stop_job()
        self._job = None

    def take(self, event: object) -> None:
        """Show an event of the job."""

    def stopped(self) -> str:
        """Return what is said of a job that was stopped, or lost with the engine."""
        raise NotImplementedError  # each kind of dialog says it; Qt's classes cannot be abstract

    def show_buttons(self) -> None:
        """Show what can be done now."""

    def _on_said(self, job: JobHandle, event: object) -> None:
        if job is self._job:
            self.take(event)

    def _on_ended(self, job: JobHandle, done: Callable[[Finished], None]) -> None:
        if job is not self._job:
            return
        self._job = None
        if isinstance(job.ending, Finished):
            done(job.ending)
        elif isinstance(job.ending, Failed):
            self.status.setText(translated(job.ending.sentence))
        else:
            self.status.setText(self.stopped())
        self.show_buttons()


def count_tree(titles: Sequence[str]) -> QTreeWidget:
    """Return a tree with names in its first column, which grows, and counts in the others."""
    tree = QTreeWidget()
    tree.setHeaderLabels(list(titles))
    tree.setUniformRowHeights(True)
    tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    header = tree.header()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    for column in range(1, len(titles)):
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
    return tree
