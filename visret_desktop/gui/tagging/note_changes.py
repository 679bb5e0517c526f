"""Changes of notes, by the engine, each of which can be undone and done again."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from visret_desktop.engine.field_messages import ChangeNotes, NotesChanged, PutNotes
from visret_desktop.engine.messages import Failed, Finished, Request
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.engine.job_handle import JobHandle
from visret_desktop.library.records import Notes

_AT_ONCE = 5_000  # contents in a request
_MOST_KEPT = 200  # changes that can be undone
Before = dict[str, Notes]


class NoteChanges(QObject):
    """`changed` after each change, undone ones too; `failed` carries a sentence."""

    changed = Signal()
    failed = Signal(str)

    def __init__(self, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._open_jobs = 0
        self._wanted: list[Callable[[], None]] = []  # while a change is in work
        self.stack = QUndoStack(self)
        self.stack.setUndoLimit(_MOST_KEPT)

    @property
    def is_busy(self) -> bool:
        """Whether a change is in work."""
        return self._open_jobs > 0

    def change(self, words: str, hashes: Sequence[str], **changes: Any) -> None:
        """Change the notes of contents as `ChangeNotes` says; `words` name the change."""
        requests = [
            ChangeNotes(hashes=tuple(part), **changes) for part in _parts(dict.fromkeys(hashes))
        ]
        self._when_free(partial(self._send, requests, partial(self._on_changed, words)))

    def undo(self) -> bool:
        """Undo the last change; return whether there is one."""
        if not (self.stack.canUndo() or self.is_busy):
            return False
        self._when_free(self.stack.undo)
        return True

    def redo(self) -> bool:
        """Do again what was undone; return whether there is something."""
        if not (self.stack.canRedo() or self.is_busy):
            return False
        self._when_free(self.stack.redo)
        return True

    def put(self, notes: Mapping[str, Notes], taken: Callable[[Before], None]) -> None:
        """Put notes in place of those there are; `taken` gets what was there."""
        requests = [PutNotes(notes={name: notes[name] for name in part}) for part in _parts(notes)]
        self._send(requests, taken)

    def _when_free(self, deed: Callable[[], None]) -> None:
        if self.is_busy:
            self._wanted.append(deed)
        else:
            deed()

    def _send(self, requests: Iterable[Request], taken: Callable[[Before], None]) -> None:
        before: Before = {}
        for request in requests:
            job = self._client.run(request)
            self._open_jobs += 1
            job.said.connect(partial(_take, before))
            job.ended.connect(partial(self._on_ended, before, taken))

    def _on_ended(self, before: Before, taken: Callable[[Before], None], job: JobHandle) -> None:
        self._open_jobs -= 1
        if not isinstance(job.ending, Finished):
            lost = self.tr("The change could not be kept. Try again.")
            self._wanted.clear()
            self.stack.clear()  # what is noted now is not known
            self.failed.emit(job.ending.sentence if isinstance(job.ending, Failed) else lost)
        elif not self._open_jobs:
            taken(before)
            self.changed.emit()
            if self._wanted:
                self._wanted.pop(0)()

    def _on_changed(self, words: str, before: Before) -> None:
        if before:
            self.stack.push(_Change(words, before, self))


class _Change(QUndoCommand):
    """Notes to put back; when that is done, those that were there then."""

    def __init__(self, words: str, before: Before, changes: NoteChanges) -> None:
        super().__init__(words)
        self._notes, self._changes = before, changes
        self._is_new = True  # it is done already when it comes to the stack

    def undo(self) -> None:
        self._changes.put(self._notes, self._take)

    def redo(self) -> None:
        if self._is_new:
            self._is_new = False
        else:
            self._changes.put(self._notes, self._take)

    def _take(self, before: Before) -> None:
        self._notes = before


def _take(before: Before, event: object) -> None:
    if isinstance(event, NotesChanged):
        before |= event.before


def _parts(names: Iterable[str]) -> Iterator[tuple[str, ...]]:
    left = iter(names)
    while part := tuple(islice(left, _AT_ONCE)):
        yield part
