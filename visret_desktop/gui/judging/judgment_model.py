"""Which photos were marked right or wrong for a query, with undo.

Every mark is in the file before the next event is handled, so a crash loses none. The file belongs
to the person: one that cannot be read is left as it is, and what others wrote meanwhile is read
first.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence

from visret_desktop import file_changes
from visret_desktop.errors import UsageError, VisretError
from visret_desktop.file_changes import Identity
from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.languages.figures import count
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.sketches.sketch_view_model import SketchViewModel
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.undo_history import UndoHistory
from visret_desktop.judgments import Judgments


class PlaceUnknown(VisretError):
    """It is not known whether a file of judgments would lie among photos."""

    code = "place-unknown"
    sentence = (
        "It is still being checked whether {path} lies among your photos, where nothing is ever "
        "written. Try again in a moment, or plug in the drives of your folders."
    )


class JudgmentModel(QObject):
    """The marks of one query at a time. `failed` carries a sentence."""

    changed = Signal()
    failed = Signal(str)

    def __init__(self, path: Path, history: UndoHistory, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path, self._history = path, history
        self.photos: frozenset[Identity] | None = None  # where photos lie; None: not known yet
        self._judgments: Judgments | None = None
        self._question = ""
        self._by_path: dict[Path, bool] = {}
        self._by_hash: dict[str, bool] = {}

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    @property
    def question(self) -> str:
        """The words of the query; "" if it has none."""
        return self._question

    def use(self, path: Path) -> None:
        """Use another file from now on."""
        self._path, self._judgments = path, None
        self._history.clear()
        self._read()

    def read_again(self) -> None:
        """Read the file again. Undo is cleared, as it may name photos that were forgotten."""
        self.use(self._path)

    def ask(self, question: str) -> None:
        """Use the marks of this query from now on."""
        if question != self._question:
            self._question = question
            self._read()

    def grade(self, entry: GridEntry) -> bool | None:
        """Return True for right, False for wrong, None for a photo without a mark."""
        if not (self._by_hash or self._by_path):
            return None
        judgment = self._by_hash.get(entry.content_hash)
        return self._by_path.get(Path(entry.path)) if judgment is None else judgment

    def hashes(self, is_right: bool) -> tuple[str, ...]:
        """Return the photos marked so for this query, by content hash where that is known."""
        return tuple(content for content, grade in self._by_hash.items() if grade is is_right)

    def totals(self) -> tuple[int, int]:
        """Return how many queries and photos are judged in the file."""
        judgments = self._open()
        entries = judgments.entries if judgments else []
        return len(entries), sum(len(entry["photos"]) for entry in entries)

    def mark(self, entries: Sequence[GridEntry], is_right: bool) -> None:
        """Mark photos; if all have this mark already, remove it."""
        before = [(entry, self.grade(entry)) for entry in entries]
        is_off = all(grade is is_right for _, grade in before)
        wanted = None if is_off else is_right
        question, after = self._question, [(entry, wanted) for entry in entries]
        if question and entries and self._write(question, after):
            self._history.push(
                self.tr("Marks for “{0}”").format(question),
                undo=partial(self._write, question, before),
                redo=partial(self._write, question, after),
            )

    def save_as(self, path: Path) -> bool:
        """Write the marks to another file and use it from now on; return whether that worked."""
        judgments = self._open()
        if judgments is None:
            return False
        try:
            judgments.saved_as(path, self._photos_around(path))
        except (OSError, VisretError) as error:
            self._say_unwritable(path, error)
            return False
        self.use(path)
        return True

    # ---- the file ---------------------------------------------------------------------------

    def _open(self) -> Judgments | None:
        """Return the file's judgments as they are now; None if it is not a file of judgments."""
        if self._judgments is None or self._judgments.is_outdated:
            try:
                self._judgments = Judgments.open(self._path)
            except UsageError as error:
                self._judgments = None
                self.failed.emit(translated(error))
        return self._judgments

    def _read(self) -> None:
        judgments = self._open() if self._question else None
        self._by_path = judgments.grades(self._question) if judgments else {}
        self._by_hash = judgments.grades_by_hash(self._question) if judgments else {}
        self.changed.emit()

    def _write(self, question: str, graded: Iterable[tuple[GridEntry, bool | None]]) -> bool:
        judgments = self._open()
        if judgments is None:
            return False
        for entry, grade in graded:
            judgments.mark(question, Path(entry.path), grade, entry.content_hash)
        try:
            judgments.save(photos=self._photos_around(self._path))
        except (OSError, VisretError) as error:
            self._judgments = None  # so that what is shown is what is kept
            self._say_unwritable(self._path, error)
        self._read()
        return self._judgments is judgments

    def _photos_around(self, path: Path) -> frozenset[Identity]:
        """Return where photos lie, for a file that is not in a folder of ours.

        Raises:
            PlaceUnknown: that is not known yet.
        """
        if file_changes.is_own(path):
            return frozenset()
        if self.photos is None:
            raise PlaceUnknown(path=path)
        return self.photos

    def _say_unwritable(self, path: Path, error: OSError | VisretError) -> None:
        if isinstance(error, VisretError):
            self.failed.emit(translated(error))
            return
        words = self.tr("The mark could not be kept in {0}: {1}. Choose another file.")
        self.failed.emit(words.format(path, error.strerror or error))


# It is a change of the search like that of a sketch, so undo, and back and forward, know it. The
# marks themselves stay as they are.

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
