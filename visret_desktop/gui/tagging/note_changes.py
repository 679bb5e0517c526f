"""Changes of annotations, by the engine, each of which can be undone and done again."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any

from PySide6.QtCore import QObject, Signal

from visret_desktop.engine.field_messages import (
    ChangeNotes,
    DeploymentsChanged,
    JoinNotes,
    KeepDeployments,
    KeepPlaces,
    NotesChanged,
    PutNotes,
)
from visret_desktop.engine.messages import Failed, Finished, Request
from visret_desktop.gui.engine.engine_client import EngineClient, JobHandle
from visret_desktop.gui.widgets.undo_history import UndoHistory
from visret_desktop.library.records import Notes, OwnPlace

_AT_ONCE = 5_000  # contents in a request


@dataclass
class NoteJobs:
    """The jobs of one change: the notes from before, and what failed, "" if nothing did."""

    before: dict[str, Notes] = field(default_factory=dict)
    failure: str = ""
    open_jobs: int = 0


class NoteChanges(QObject):
    """`changed` after each change, undone ones too; `failed` carries a sentence."""

    changed = Signal()
    failed = Signal(str)

    def __init__(
        self, client: EngineClient, history: UndoHistory, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._client, self.history = client, history

    def change(self, words: str, hashes: Sequence[str], **changes: Any) -> None:
        """Change the notes of contents as `ChangeNotes` says; `words` name the change."""
        parts = _parts(dict.fromkeys(hashes))
        requests = [ChangeNotes(hashes=part, **changes) for part in parts]
        ended = partial(self._on_changed, words)
        self.history.when_free(partial(self._send, requests, ended))

    def place(
        self, words: str, places: Mapping[str, OwnPlace], ended: Callable[[NoteJobs], None]
    ) -> None:
        """Give contents locations, then call `ended`; `words` name the change.

        If a part of the locations could not be kept, the other parts can still be undone.
        """

        def placed(jobs: NoteJobs) -> None:
            self._push(words, jobs)
            ended(jobs)

        parts = _parts(places)
        requests = [KeepPlaces(places={name: places[name] for name in part}) for part in parts]
        self.history.when_free(partial(self._send, requests, placed))

    def join(self, words: str, path: str, ended: Callable[[NoteJobs], None]) -> None:
        """Join a file of notes with those here, then call `ended`; `words` name the change."""

        def joined(jobs: NoteJobs) -> None:
            self._push(words, jobs)
            self.changed.emit()
            ended(jobs)

        request = JoinNotes(path=path, is_dry_run=False)
        self.history.when_free(partial(self._send, [request], joined))

    def _put(self, earlier: NoteJobs) -> None:
        """Put notes back, and take those that were there then in their place."""
        notes = earlier.before
        requests = [PutNotes(notes={name: notes[name] for name in part}) for part in _parts(notes)]
        self._send(requests, partial(self._on_put, earlier))

    def _send(self, requests: Iterable[Request], ended: Callable[[NoteJobs], None]) -> None:
        jobs = NoteJobs()
        for request in requests:
            job = self._client.run(request)
            jobs.open_jobs += 1
            self.history.begin()
            job.said.connect(partial(_take, jobs))
            job.ended.connect(partial(self._on_ended, jobs, ended))

    def _on_ended(self, jobs: NoteJobs, ended: Callable[[NoteJobs], None], job: JobHandle) -> None:
        jobs.open_jobs -= 1
        if not isinstance(job.ending, Finished):
            lost = self.tr("The change could not be kept. Try again.")
            jobs.failure = job.ending.sentence if isinstance(job.ending, Failed) else lost
        if not jobs.open_jobs:
            ended(jobs)
        self.history.end()

    def _on_changed(self, words: str, jobs: NoteJobs) -> None:
        if not self._has_failed(jobs):
            self._push(words, jobs)
            self.changed.emit()

    def _on_put(self, earlier: NoteJobs, jobs: NoteJobs) -> None:
        if not self._has_failed(jobs):
            earlier.before = jobs.before
            self.changed.emit()
        elif not jobs.before:
            self.history.put_back()

    def _has_failed(self, jobs: NoteJobs) -> bool:
        if jobs.failure:
            if jobs.before:
                self.history.clear()  # a part was changed: what is noted now is not known
            self.failed.emit(jobs.failure)
        return bool(jobs.failure)

    def _push(self, words: str, jobs: NoteJobs) -> None:
        if jobs.before:
            put = partial(self._put, jobs)
            self.history.push(words, undo=put, redo=put)


class DeploymentChanges(QObject):
    """Changes of what is said of deployments; `failed` carries why one was not undone.

    What another program said since stays.
    """

    failed = Signal(str)

    def __init__(self, client: EngineClient, history: UndoHistory, parent: QObject) -> None:
        super().__init__(parent)
        self._client, self._history = client, history

    def run(self, request: KeepDeployments) -> JobHandle:
        """Keep what is said of deployments, so that it can be undone."""
        return self._run(request, partial(self._push, request))

    def _run(
        self, request: KeepDeployments, changed: Callable[[DeploymentsChanged], None]
    ) -> JobHandle:
        self._history.begin()
        job = self._client.run(request)
        job.said.connect(partial(_take_change, changed))
        job.ended.connect(lambda _: self._history.end())
        return job

    def _push(self, change: KeepDeployments, before: DeploymentsChanged) -> None:
        old, new = (before.deployments, before.package), (change.said, change.package)
        undo = partial(self._put, KeepDeployments(0, *old, *new))
        redo = partial(self._put, KeepDeployments(0, *new, *old))
        self._history.push(self.tr("What is said of deployments"), undo=undo, redo=redo)

    def _put(self, request: KeepDeployments) -> None:
        self._run(request, self._say_what_stayed).ended.connect(self._on_put)

    def _say_what_stayed(self, change: DeploymentsChanged) -> None:
        if change.stayed:
            words = self.tr("It was changed again since, and that stays.")
            self.failed.emit(words)

    def _on_put(self, job: JobHandle) -> None:
        if not isinstance(job.ending, Finished):
            self._history.put_back()
            lost = self.tr("The change could not be kept. Try again.")
            self.failed.emit(job.ending.sentence if isinstance(job.ending, Failed) else lost)


def _take_change(changed: Callable[[DeploymentsChanged], None], event: object) -> None:
    if isinstance(event, DeploymentsChanged):
        changed(event)


def _take(jobs: NoteJobs, event: object) -> None:
    if isinstance(event, NotesChanged):
        jobs.before |= event.before


def _parts(names: Iterable[str]) -> Iterator[tuple[str, ...]]:
    left = iter(names)
    while part := tuple(islice(left, _AT_ONCE)):
        yield part
