"""Questions and comparisons as people type them, with what a good rewriter makes of each.

Questions are about a feature that only one view shows (Visual-RAG), comparisons ask about two
species (Visual-RAG-ME).
"""

from dataclasses import dataclass
from random import Random

from visret_desktop.fieldbook.grammar import DescribedPhoto, asked, group_of, instruction
from visret_desktop.fieldbook.wording import (
    COMPARISONS,
    COMPARISONS_HELD_OUT,
    PARTS,
    QUESTIONS,
    QUESTIONS_HELD_OUT,
)
from visret_desktop.fieldbook.world import SPECIES


@dataclass(frozen=True)
class Query:
    """A query, what it asks for (nothing if it is not about this world), and its rewrite."""

    text: str
    kind: str  # question, comparison, description, keywords or outside
    wanted: tuple[DescribedPhoto, ...]
    rewrite: str  # one instruction a line


def query_for(text: str, kind: str, *wanted: DescribedPhoto) -> Query:
    """Return a query with its rewrite: one instruction for each thing wanted."""
    return Query(text, kind, wanted, "\n".join(map(instruction, wanted)))


def question(
    stream: Random, held_out: bool = False, species: str | None = None, view: str | None = None
) -> Query:
    """Ask about a feature; `held_out` chooses wordings that are kept from training."""
    species = species or stream.choice(list(SPECIES))
    parts = PARTS[group_of(species)]
    view = view or stream.choice(list(parts))
    wording = stream.choice(QUESTIONS_HELD_OUT if held_out else QUESTIONS)
    text = asked(wording, stream.choice(parts[view]), species)
    return query_for(text, "question", DescribedPhoto(species, view))


def comparison(stream: Random, held_out: bool = False) -> Query:
    """Ask which of two species of a group has more of something."""
    one = stream.choice(list(SPECIES))
    rest = [name for name in SPECIES if name != one and group_of(name) == group_of(one)]
    other = stream.choice(rest)
    parts = PARTS[group_of(one)]
    view = stream.choice(list(parts))
    wording = stream.choice(COMPARISONS_HELD_OUT if held_out else COMPARISONS)
    text = asked(wording, stream.choice(parts[view]), one, other)
    return query_for(text, "comparison", DescribedPhoto(one, view), DescribedPhoto(other, view))
