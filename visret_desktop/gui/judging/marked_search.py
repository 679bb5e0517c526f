"""Searching with the marks: photos like the right ones come up, wrong ones leave.

It is a change of the search like that of a sketch, so undo, and back and forward, know it. The
marks themselves stay as they are.
"""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence

from visret_desktop.gui.judging.judgment_model import JudgmentModel
from visret_desktop.gui.languages.figures import count
from visret_desktop.gui.sketches.sketch_view_model import SketchViewModel
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.undo_history import UndoHistory

_LINE = "marks"  # its key in the banner
Marked = tuple[tuple[str, ...], tuple[str, ...]]  # content hashes: right, wrong


class MarkedSearch(QObject):
    """The entry of the menu, and the line above the photos that says what was done."""

    def __init__(
        self,
        marks: JudgmentModel,
        board: SketchViewModel,
        history: UndoHistory,
        banner: Banner,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._marks, self._board, self._banner = marks, board, banner
        self._history, self._index = history, -1  # how many changes could be undone at the search
        self._said: Marked = ((), ())
        self.action = QAction(self.tr("Search with your marks"), self)
        self.action.setShortcut(QKeySequence("Ctrl+J"))
        self.action.triggered.connect(self.search)
        marks.changed.connect(self._offer)
        board.changed.connect(self._say)
        self._offer()

    @property
    def is_newest(self) -> bool:
        """Whether the photos were searched with the marks as they are now, and that came last."""
        is_last = self._index == self._history.index
        return is_last and any(self._used()) and self._used() == self._marked()

    def search(self) -> None:
        """Search again with what is marked now."""
        self._index = self._history.index
        self._board.use_marks(*self._marked())

    def _marked(self) -> Marked:
        return self._marks.hashes(True), self._marks.hashes(False)

    def _used(self) -> Marked:
        return self._board.plan.right, self._board.plan.wrong

    def _offer(self) -> None:
        self.action.setEnabled(any(self._marked()))

    def _say(self) -> None:
        if self._used() == self._said:
            return
        self._said = right, wrong = self._used()
        if not (right or wrong):
            self._banner.clear(_LINE)
            return
        words = self.tr("With your marks: {0} right, {1} wrong")
        self._banner.say(
            _LINE,
            words.format(count(len(right)), count(len(wrong))),
            button=self.tr("Undo"),
            action=self._board.use_marks,
        )
