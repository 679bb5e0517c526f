"""Back and forward: each search that was shown, to be shown again as it was left."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, Signal

from visret_desktop.gui.search.answer_view_model import AnswerViewModel
from visret_desktop.gui.search.history import History, SearchState
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.search.search_flow import SearchFlow
from visret_desktop.gui.search.search_query import SearchQuery
from visret_desktop.gui.sketches.sketch_view_model import SketchViewModel


class HistoryController(QObject):
    """Joins the history, the buttons of the bar and what is shown of a search.

    `flow` returns how far the search is that is shown, `visit` shows one again.
    """

    arrived = Signal()  # another search is shown, or other photos are

    def __init__(
        self,
        bar: QueryBar,
        board: SketchViewModel,
        answers: AnswerViewModel,
        flow: Callable[[], SearchFlow],
        visit: Callable[[SearchQuery], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._bar, self._board, self._answers = bar, board, answers
        self._flow, self._visit = flow, visit
        self._history, self._is_moving = History(), False
        self._is_instead = False  # what is asked takes the place of the question before
        bar.back_requested.connect(self.go_back)
        bar.forward_requested.connect(self.go_forward)

    @property
    def here(self) -> SearchState:
        """The search that is shown, but for its sketches and answer."""
        return self._history.here

    def place(self) -> SearchState:
        """Return the search that is shown, as it stands; what is only typed is searched now."""
        if self._flow().is_typed:
            self._bar.ask()
        self.leave()
        return self._history.here

    def open(self, place: SearchState) -> None:
        """Show a search as it was left."""
        self.leave()
        self._history.visit(place)
        self._go_to(place)

    def go_back(self) -> None:
        """Show the search before this one as it was left."""
        self.leave()
        if self._flow().is_typed and self._flow().query != self.here.query:
            self._go_to(self.here)
        elif self._history.can_go_back:
            self._go_to(self._history.back())

    def go_forward(self) -> None:
        """Show the search that one has gone back from."""
        self.leave()
        if self._history.can_go_forward:
            self._go_to(self._history.forward())

    def leave(self) -> None:
        """Keep what was made of the search that is shown."""
        if not self._flow().is_typed:
            self._history.leave(self._board.state(), self._answers.state)

    def arrive(self) -> None:
        """Note that another search is shown, or another part of the library."""
        if not self._is_moving:
            query, text, chips = self._flow().query, self._bar.words, self._bar.chips.states()
            place = SearchState(text, query.terms, chips, query.only, query.facts, query.formula)
            self._history.visit(place, is_instead=self._is_instead)
            self.show_ways()
            self.arrived.emit()

    def restore(self) -> None:
        """Show the sketches and the answer that were left."""
        self._board.restore(self.here.board)
        self._answers.restore(self.here.answer)

    def show_ways(self) -> None:
        """Let the bar offer the ways that there are."""
        can_go_back = self._history.can_go_back or self._flow().is_typed
        self._bar.show_ways(can_go_back, self._history.can_go_forward)

    def forget_answers(self) -> None:
        """Keep no answers, for what they are from is gone."""
        self._history.forget_answers()

    @contextmanager
    def replacing(self) -> Iterator[None]:
        """Let what is asked meanwhile take the place of the question before."""
        self._is_instead = True
        try:
            yield
        finally:
            self._is_instead = False

    def _go_to(self, place: SearchState) -> None:
        self._is_moving = True
        self._bar.show_query(place.text, place.chips, place.facts)
        self.show_ways()
        self._visit(place.query)
        self._is_moving = False
        self.arrived.emit()
