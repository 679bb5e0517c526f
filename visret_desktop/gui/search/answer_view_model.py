"""The answer to the current query, as values that never change: what was said, what was asked how.

There are no widgets here. The line shows the board, the answer controller fills it, and the search
controller keeps what it holds for whoever comes back to a search.
"""

from dataclasses import dataclass, replace
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal

from visret_desktop.engine.asked_photos import MOST
from visret_desktop.engine.messages import Answered, AskedPhoto

ASKING = ("question", "comparison")  # families of queries that have an answer
# Offers: to choose one, to read photos, to read the rest of them.
READER, AGAIN, CLOSEST, GO_ON = "reader", "again", "closest", "go-on"
_MORE = 2  # times as many photos


@dataclass(frozen=True)
class AskOptions:
    """How a question is asked.

    `chosen` photos alone, by content hash, or, without any, those that the search found, but for
    the `dropped` ones. `images`: how many are read at most; 0: as many as the settings say.
    """

    chosen: tuple[str, ...] = ()
    dropped: frozenset[str] = frozenset()
    images: int = 0
    knowledge: Literal["photos", "photos+sketch", "none"] = "photos"
    style: Literal["direct", "steps"] = "direct"

    def without(self, dropped: tuple[str, ...]) -> "AskOptions":
        """Leave photos out, too; once no chosen one is left, those found are asked."""
        left = tuple(name for name in self.chosen if name not in dropped)
        images = 0 if self.chosen and not left else self.images
        return replace(self, chosen=left, dropped=self.dropped | set(dropped), images=images)

    def more(self, images: int) -> "AskOptions":
        """Read more photos than so many."""
        return replace(self, images=min(_MORE * images, MOST))


@dataclass(frozen=True)
class AnswerState:
    """An answer as it stands.

    `family` is that of the query, once it is known. `photos` are those it was asked of. `note` says
    why there is no answer, or why no better one; `offer` is what can be done about it.
    `is_awaited`: the search is not done yet.
    """

    way: AskOptions = AskOptions()
    photos: tuple[AskedPhoto, ...] = ()
    answered: Answered | None = None
    note: str = ""
    offer: str = ""
    is_awaited: bool = False
    is_reading: bool = False
    is_done: bool = False  # all was read, and looked for in the photos
    is_dismissed: bool = False
    family: str = ""

    @property
    def is_answer(self) -> bool:
        """Whether something can be said."""
        return self.answered is not None and self.answered.verdict != "reading"

    @property
    def is_of_catalog(self) -> bool:
        """Whether the catalog says it, and nobody looked at photos."""
        return self.answered is not None and self.answered.source == "catalog"

    @property
    def is_shown(self) -> bool:
        """Whether there is anything to show."""
        is_open = self.is_awaited or self.is_reading
        return not self.is_dismissed and bool(is_open or self.answered or self.note)

    @property
    def is_whole(self) -> bool:
        """Whether all photos that it was asked of were read, as far as they had to be."""
        return self.answered is not None and self.answered.is_settled


class AnswerViewModel(QObject):
    """Holds the state of the answer to what is asked now."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = AnswerState()

    def begin(self, **kept: Any) -> None:
        """Forget everything but what is `kept`, for another query."""
        self._show(AnswerState(**kept))

    def restore(self, state: AnswerState) -> None:
        """Show an answer as it was left."""
        self._show(replace(state, is_awaited=False, is_reading=False))

    def change(self, **values: Any) -> None:
        """Change some fields of the state."""
        self._show(replace(self.state, **values))

    def _show(self, state: AnswerState) -> None:
        if state != self.state:
            self.state = state
            self.changed.emit()
