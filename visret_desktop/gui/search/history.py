"""Where the window has been: the searches one after the other, as values that never change."""

from dataclasses import dataclass, field, replace

from PySide6.QtGui import QImage

from visret_desktop.engine.messages import QueryTerm
from visret_desktop.facts.fact import Fact
from visret_desktop.gui.search.answer_view_model import AnswerState
from visret_desktop.gui.search.search_query import SearchQuery
from visret_desktop.gui.sketches.sketch_view_model import BoardState
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter

_MOST = 100  # places that are kept
_NO_ANSWER = AnswerState()


@dataclass(frozen=True)
class ChipState:
    """A term beside the line, with what is shown of it."""

    term: QueryTerm
    label: str
    picture: QImage | None = field(default=None, compare=False)


@dataclass(frozen=True)
class SearchState:
    """A search as it stands, or, without a query, what is browsed.

    `only` is what is chosen in the library, `facts` what photos are to have beside. `board` has
    strategy, instructions and sketches as the person left them, `answer` what was answered.
    `formula`: the words are one.
    """

    text: str = ""
    terms: tuple[QueryTerm, ...] = ()
    chips: tuple[ChipState, ...] = ()
    only: Filter = ALL_PHOTOS
    facts: tuple[Fact, ...] = ()
    formula: str = ""
    board: BoardState = field(default_factory=BoardState, compare=False)
    answer: AnswerState = field(default_factory=AnswerState, compare=False)

    @property
    def query(self) -> SearchQuery:
        """What is asked for, without what is shown of it."""
        return SearchQuery(self.terms, self.only, self.facts, self.formula)


class History:
    """The places visited, and which of them is shown."""

    def __init__(self) -> None:
        self._places = [SearchState()]
        self._at = 0

    @property
    def here(self) -> SearchState:
        """The place that is shown."""
        return self._places[self._at]

    @property
    def can_go_back(self) -> bool:
        """Whether there is a place before this one."""
        return self._at > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether one has gone back from a place."""
        return self._at + 1 < len(self._places)

    def leave(self, board: BoardState, answer: AnswerState = _NO_ANSWER) -> None:
        """Keep sketches and answer of the place that is shown as they are now."""
        self._places[self._at] = replace(self._places[self._at], board=board, answer=answer)

    def visit(self, place: SearchState, *, is_instead: bool = False) -> None:
        """Go to another place; those one has gone back from are forgotten.

        `is_instead`: it takes the place of the one that is shown.
        """
        if place != self._places[self._at]:
            kept = self._places[: self._at + (not is_instead)]
            self._places = [*kept, place][-_MOST:]
            self._at = len(self._places) - 1

    def forget_answers(self) -> None:
        """Keep no answers, for what they are from is gone; closed ones stay closed."""
        self._places = [
            replace(place, answer=AnswerState(is_dismissed=place.answer.is_dismissed))
            for place in self._places
        ]

    def back(self) -> SearchState:
        """Go to the place before, if there is one."""
        self._at = max(0, self._at - 1)
        return self._places[self._at]

    def forward(self) -> SearchState:
        """Go to the place one has gone back from, if there is one."""
        self._at = min(self._at + 1, len(self._places) - 1)
        return self._places[self._at]
