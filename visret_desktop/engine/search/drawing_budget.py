"""Which sketches of a plan are drawn: no more of an instruction than it takes.

The sketches of an instruction differ by their seed alone. So what the next one would change is
judged by what each of them changed: the first page is made again without it, and the two are
compared. Each instruction is judged by itself.
"""

from collections.abc import Sequence

from visret_desktop.engine.messages import Sketch
from visret_desktop.engine.search.encoder_search import EncoderSearch, fuse_views
from visret_desktop.engine.search.sketching import DrawingSession
from visret_desktop.retrieval.rank_fusion import agreement

FIRST_PAGE = 10  # photos of an instruction
# Chosen on validation queries (`python -m training.studies.enough_sketches`).
LEAST_AGREEMENT = 0.8
_FEWEST = 2  # one alone does not tell how much sketches differ


class DrawingBudget:
    """The sketches of a plan that are still to come. For one search; not thread-safe."""

    def __init__(
        self, sketches: Sequence[Sketch], searches: Sequence[EncoderSearch], rrf_k: float
    ) -> None:
        self.to_come = list(sketches)
        self.left_out = 0
        self._searches = searches
        self._rrf_k = rrf_k
        self._ordered: set[str] = set()
        self._news: tuple[str, ...] = ()

    def names(self) -> set[str]:
        """Return the names of the sketches to come."""
        return {sketch.name for sketch in self.to_come}

    def order(self, session: DrawingSession) -> None:
        """Let be drawn what is wanted in any case, and what may be needed one by one."""
        for sketch in self.to_come:
            if sketch.name in self._ordered:
                continue
            if sketch.if_needed and session.is_busy:
                return
            self._ordered.add(sketch.name)
            session.order(sketch)

    def note(self, sketch: Sketch) -> None:
        """Note that photos are ranked by a sketch; leave out what is not needed any more."""
        self.to_come.remove(sketch)
        rest = [one for one in self.to_come if one.if_needed and one.column == sketch.column]
        if rest and page_agreement(self._searches, sketch.column, self._rrf_k) >= LEAST_AGREEMENT:
            self.to_come = [one for one in self.to_come if one not in rest]
            self.left_out += len(rest)
            self._news += tuple(one.name for one in rest)

    def newly_left_out(self) -> tuple[str, ...]:
        """Return the names of sketches that were left out since this was last asked."""
        names, self._news = self._news, ()
        return names


def page_agreement(searches: Sequence[EncoderSearch], number: int, rrf_k: float) -> float:
    """Return how much of a column's first page stays without one of its sketches, 0 to 1.

    It is the mean over the sketches, and 0 for fewer than two.
    """
    column = searches[0].column(number)
    if len(column.pictures) < _FEWEST:
        return 0.0
    page = _page(searches, number, rrf_k)
    shares = [agreement(page, _page(searches, number, rrf_k, name)) for name in column.pictures]
    return sum(shares) / len(shares)


def _page(
    searches: Sequence[EncoderSearch], number: int, rrf_k: float, without: str = ""
) -> list[int]:
    fused = fuse_views(searches, number, rrf_k, without)
    return [label for label, _ in fused.scored[:FIRST_PAGE]]
