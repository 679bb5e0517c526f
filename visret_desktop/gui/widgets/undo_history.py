"""What was changed in the window, each of which can be undone and done again.

Tags, ratings, identifications, judgments, locations from tracks, imported packages and saved
searches are all in one stack, in the order in which they were changed. The sketches of a query
have plans of their own, which go and come with the query (`SketchViewModel`).
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence, QUndoCommand, QUndoStack

_MOST_KEPT = 200  # changes that can be undone


class UndoHistory(QObject):
    """A stack of changes, and the actions Undo and Redo, which name the change.

    A change that the engine has in work is finished before the next is undone.
    """

    moved = Signal()  # something was changed, undone or done again
    undone = Signal(str)  # the words of the change

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open_jobs = 0
        self._is_failure = False
        # From what was undone or done again last; None: another change came on top.
        self._way_back: Callable[[], None] | None = None
        self._waiting: list[Callable[[], None]] = []  # while a change is in work
        self._stack = QUndoStack(self)
        self._stack.setUndoLimit(_MOST_KEPT)
        self._stack.indexChanged.connect(self._on_index)
        self.undo_action = QAction(self.tr("Undo"), self)
        self.undo_action.setShortcut(QKeySequence("Ctrl+Z"))
        self.redo_action = QAction(self.tr("Redo"), self)
        self.redo_action.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        self.redo_action.triggered.connect(lambda: self.redo())
        self.redo_action.setEnabled(False)

    @property
    def index(self) -> int:
        """How many changes can be undone."""
        return self._stack.index()

    def push(
        self, words: str, undo: Callable[[], object], redo: Callable[[], object] | None = None
    ) -> None:
        """Note a change that was made. Without `redo` it cannot be done again once undone."""
        self._way_back = None
        self._stack.push(_Change(words, partial(self._do, undo), redo and partial(self._do, redo)))

    def undo(self) -> bool:
        """Undo the last change; return whether there is one."""
        if not (self._stack.canUndo() or self.is_busy):
            return False
        self.when_free(self._undo)
        return True

    def redo(self) -> bool:
        """Do again what was undone; return whether there is something."""
        if not (self._stack.canRedo() or self.is_busy):
            return False
        self.when_free(self._redo)
        return True

    def put_back(self) -> None:
        """Take note that what was undone or done again last failed, so it can be tried again."""
        if self._way_back is not None:
            self._is_failure = True
            self._way_back()
            self._is_failure = False

    def clear(self) -> None:
        """Forget all changes: what they would bring back may be gone."""
        self._waiting.clear()
        self._stack.clear()

    def close(self) -> None:
        """Report nothing more: a stack reports its own end, too."""
        self._stack.blockSignals(True)

    def _do(self, deed: Callable[[], object]) -> None:
        if not self._is_failure:
            deed()

    # ---- changes in work --------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """Whether a change is in work."""
        return self._open_jobs > 0

    def when_free(self, deed: Callable[[], None]) -> None:
        """Call `deed` once no change is in work."""
        if self.is_busy:
            self._waiting.append(deed)
        else:
            deed()

    def begin(self) -> None:
        """Note that the engine has a job of a change in work."""
        self._open_jobs += 1

    def end(self) -> None:
        """Note that a job of a change ended; the next change is begun if it was the last one."""
        self._open_jobs -= 1
        if not self._open_jobs and self._waiting:
            self._waiting.pop(0)()

    def _redo(self) -> None:
        self._way_back = self._stack.undo
        self._stack.redo()

    def _undo(self) -> None:
        self._way_back, words = self._stack.redo, self._stack.undoText()
        self._stack.undo()
        self.undone.emit(words)

    def _on_index(self) -> None:
        undo, redo = self._stack.undoText(), self._stack.redoText()
        self.undo_action.setText(self.tr("Undo: {0}").format(undo) if undo else self.tr("Undo"))
        self.redo_action.setText(self.tr("Redo: {0}").format(redo) if redo else self.tr("Redo"))
        self.redo_action.setEnabled(self._stack.canRedo())
        self.moved.emit()


class _Change(QUndoCommand):
    """A change that is made already when it comes to the stack."""

    def __init__(
        self, words: str, undo: Callable[[], object], redo: Callable[[], object] | None
    ) -> None:
        super().__init__(words)
        self._undo, self._redo = undo, redo
        self._is_new = True

    def undo(self) -> None:
        self._undo()
        self.setObsolete(self._redo is None)

    def redo(self) -> None:
        if self._redo is not None and not self._is_new:
            self._redo()
        self._is_new = False
