"""The photos of an answer in grid and viewer: numbered, with boxes, and found from the line."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from visret_desktop.engine.messages import Evidence
from visret_desktop.gui.answers.answer_line import AnswerLine
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.photo.viewer import PhotoViewer
from visret_desktop.gui.search.answer_view_model import AnswerViewModel
from visret_desktop.gui.widgets.photo_boxes import Boxes

_NOT_READ = ("waiting", "not-needed")


class AnswerPhotos(QObject):
    """Follows the board, and what is done with the photos of the line."""

    view_requested = Signal(object)  # a photo of the grid

    def __init__(
        self,
        board: AnswerViewModel,
        line: AnswerLine,
        model: ResultsModel,
        grid: GridPage,
        viewer: PhotoViewer,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._board, self._line, self._model = board, line, model
        self._grid, self._viewer = grid, viewer
        self._by_hash: dict[str, Evidence] = {}
        viewer.boxes_of, viewer.reading_of = self._boxes_of, self._reading_of
        board.changed.connect(self._show_evidence)
        line.chosen.connect(self._choose)
        line.opened.connect(self._open)
        line.pointed.connect(self._point_at)

    def _choose(self, evidence: Evidence) -> None:
        row = self._row_of(evidence)
        if row >= 0:
            self._grid.show_photos()
            self._grid.view.select_row(row)

    def _open(self, evidence: Evidence) -> None:
        self._choose(evidence)
        entry = self._model.entry(self._row_of(evidence))
        if entry is not None:
            self.view_requested.emit(entry)

    def _row_of(self, evidence: Evidence) -> int:
        """Return the row of a photo, which comes out if it is folded away; -1 if there is none."""
        if evidence.is_sketch:
            return -1
        self._model.unfold_for(evidence.photo_id)
        return self._model.row_of(evidence.photo_id)

    def _point_at(self, evidence: Evidence | None) -> None:
        self._grid.view.point_at(evidence.content_hash if evidence is not None else "")

    # ---- grid and viewer --------------------------------------------------------------------

    def _show_evidence(self) -> None:
        state = self._board.state
        read = state.answered.evidence if state.answered and state.is_shown else ()
        self._by_hash = {one.content_hash: one for one in read if not one.is_sketch}
        approximate = self.tr("approximate")
        shown = {
            name: _boxes(one, approximate if one.boxes_kind == "approximate" else "")
            for name, one in self._by_hash.items()
            if one.state not in _NOT_READ
        }
        self._grid.view.show_read(shown)
        self._viewer.show_words()

    def _boxes_of(self, entry: GridEntry) -> Boxes | None:
        evidence = self._by_hash.get(entry.content_hash)
        if evidence is None or not evidence.boxes:
            return None
        near = self.tr("{0} · approximate").format(evidence.n)
        return _boxes(evidence, near if evidence.boxes_kind == "approximate" else str(evidence.n))

    def _reading_of(self, entry: GridEntry) -> str:
        evidence = self._by_hash.get(entry.content_hash)
        if evidence is None or evidence.state in _NOT_READ:
            return ""
        words = self.tr("Photo {0} {1}")
        return words.format(evidence.n, self._line.words_of(replace(evidence, decides=False)))


def _boxes(evidence: Evidence, label: str) -> Boxes:
    is_near = evidence.boxes_kind == "approximate"
    return Boxes(str(evidence.n), label, evidence.boxes, is_near)
