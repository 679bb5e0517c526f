"""What rankings are kept as: one per vector, those of one instruction together, and fused ones."""

from dataclasses import dataclass, field
from functools import cached_property

from visret_desktop.models.interfaces import Vectors

Scored = list[tuple[int, float]]  # labels with their scores, the best first


@dataclass(frozen=True)
class Words:
    """Words, and their vector float32 (d,) by one encoder.

    `text` is "" if the vector is of several texts with their weights.
    """

    text: str
    vector: Vectors


@dataclass
class RankedList:
    """The library, or the part of it that was asked for, ranked by one vector."""

    vector: Vectors  # float32 (d,), of unit length
    labels: list[int]  # the best first
    similarities: dict[int, float]  # of those labels and of others that were asked for

    @cached_property
    def ranks(self) -> dict[int, int]:
        """Ranks from 1 by label."""
        return {label: rank for rank, label in enumerate(self.labels, start=1)}

    def scored(self) -> Scored:
        """Return the labels with their similarities."""
        return [(label, self.similarities[label]) for label in self.labels]


@dataclass
class ResultColumn:
    """What is known so far of one instruction: its own list and one for each sketch by name."""

    words: RankedList | None = None  # by the instruction; judged by it in any strategy
    subject: RankedList | None = None  # by the thing alone of which the instruction shows a part
    ranks_words: bool = True  # whether it has a part in the ranking
    pictures: dict[str, RankedList] = field(default_factory=dict)
    # What hits are compared with: the instruction itself and the sketches, float32 (d,).
    # Lists are made by vectors that also say what the photos should not show.
    meant: Words | None = None
    looks: dict[str, Vectors] = field(default_factory=dict)

    @property
    def instruction(self) -> RankedList | None:
        """The instruction's list, if it has a part in the ranking."""
        return self.words if self.ranks_words else None

    def others(self, name: str) -> list[RankedList]:
        """Return the lists of all sketches but one; "": of all."""
        return [ranked_list for each, ranked_list in self.pictures.items() if each != name]

    def lists(self) -> dict[str, RankedList]:
        """Return all lists by name."""
        own = {"instruction": self.instruction, "subject": self.subject}
        return {
            name: ranked_list for name, ranked_list in own.items() if ranked_list
        } | self.pictures


@dataclass(frozen=True)
class Fused:
    """A ranking made of lists."""

    scored: Scored
    whole: RankedList | None = None  # the one list that has this order, if there is one
