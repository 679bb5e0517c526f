"""The ways to search, and what each does with a query.

`original`, `rephrase`, `visret` and `visret-single` are the paper's: the query itself, the
instruction, many sketches, one sketch. `hybrid` is ours: the sketches' scores added to the
instruction's.
"""

from dataclasses import dataclass
from typing import Literal

_MANY = 1_000_000


@dataclass(frozen=True)
class Strategy:
    """What a way to search does with a query.

    `fusion` says how rankings become one: "none" takes that of the words, "ranks" fuses those of
    the sketches alone, "scores" adds the sketches' scores to those of the words.
    """

    rewrites: bool = True
    most_sketches: int = 0  # of one instruction
    fusion: Literal["none", "ranks", "scores"] = "none"

    @property
    def draws(self) -> bool:
        """Whether sketches are drawn."""
        return self.most_sketches > 0

    @property
    def ranks_words(self) -> bool:
        """Whether the instruction has a part in the ranking."""
        return self.fusion != "ranks"

    @property
    def needs_rewriter(self) -> bool:
        """Whether this is nothing without a rewriter; others take the query as it is."""
        return self.rewrites and not self.draws

    @property
    def needs_visualizer(self) -> bool:
        """Whether this is nothing without sketches."""
        return not self.ranks_words


STRATEGIES = {
    "original": Strategy(rewrites=False),
    "rephrase": Strategy(),
    "visret": Strategy(most_sketches=_MANY, fusion="ranks"),
    "visret-single": Strategy(most_sketches=1, fusion="ranks"),
    "hybrid": Strategy(most_sketches=_MANY, fusion="scores"),
}
