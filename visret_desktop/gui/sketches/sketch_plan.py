"""What a search with pictures uses, as values that never change.

Every command makes another plan, so undoing is going back to an earlier one.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count, takewhile

from visret_desktop.engine.messages import Sketch, sketch_name
from visret_desktop.strategies import STRATEGIES

Key = tuple[str, int, str]


@dataclass(frozen=True)
class SketchPlan:
    """Strategy, instructions and sketches of one search; `locked` names the sketches to keep.

    Without sketches the engine plans them, unless `is_bare`: then all were dropped. With `is_anew`,
    instructions and sketches are only shown until the engine has made others. `right` and `wrong`
    are the marked photos, by content hash, that the search is made with.
    """

    strategy: str
    family: str = ""
    instructions: tuple[str, ...] = ()
    sketches: tuple[Sketch, ...] = ()
    locked: frozenset[str] = frozenset()
    is_bare: bool = False
    is_anew: bool = False
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()

    @property
    def draws(self) -> bool:
        """Whether the strategy uses pictures at all."""
        return STRATEGIES[self.strategy].draws

    def sketch(self, name: str) -> Sketch | None:
        """Return a sketch by its letter."""
        return next((sketch for sketch in self.sketches if sketch.name == name), None)

    def names(self) -> list[str]:
        """Return the letters in order."""
        return [sketch.name for sketch in self.sketches]

    def without(self, name: str) -> "SketchPlan":
        """Return the plan without one sketch."""
        kept = tuple(sketch for sketch in self.sketches if sketch.name != name)
        return replace(self, sketches=kept, locked=self.locked - {name}, is_bare=not kept)

    def rerolled(self, names: Iterable[str]) -> "SketchPlan":
        """Return the plan with new seeds for these sketches; locked and own pictures are kept."""
        wanted = set(names) - self.locked
        seeds = self._free_seeds()
        return replace(
            self,
            sketches=tuple(
                replace(sketch, seed=next(seeds))
                if sketch.name in wanted and not sketch.image
                else sketch
                for sketch in self.sketches
            ),
        )

    def needing(self, names: Collection[str]) -> "SketchPlan":
        """Return the plan in which these sketches are drawn, also where fewer are enough."""
        return replace(
            self,
            sketches=tuple(
                replace(sketch, if_needed=sketch.if_needed and sketch.name not in names)
                for sketch in self.sketches
            ),
        )

    def with_lock(self, name: str, locked: bool) -> "SketchPlan":
        """Return the plan with a sketch locked, so that it is never left out, or free."""
        if not locked:
            return replace(self, locked=self.locked - {name})
        return replace(self.needing([name]), locked=self.locked | {name})

    def with_own_picture(self, name: str, image: str) -> "SketchPlan":
        """Return the plan with an own picture instead of a sketch."""
        changed = (
            replace(sketch, image=image, if_needed=False) if sketch.name == name else sketch
            for sketch in self.sketches
        )
        return replace(self, sketches=tuple(changed))

    def with_another(self, image: str, column: int = 0) -> "SketchPlan":
        """Return the plan with an own picture as a further sketch of an instruction."""
        instruction = self.instructions[column] if column < len(self.instructions) else ""
        added = Sketch(self._free_name(), instruction, 0, column, image)
        # After the others of its column, as the strip shows a column together.
        before = [s for s in self.sketches if s.column <= column]
        after = [s for s in self.sketches if s.column > column]
        return replace(self, sketches=(*before, added, *after), is_bare=False)

    def only(self, name: str) -> "SketchPlan":
        """Return the plan that searches by one picture alone, without words."""
        kept = tuple(sketch for sketch in self.sketches if sketch.name == name)
        return replace(self, strategy="visret", sketches=kept)

    def with_instruction(self, column: int, text: str) -> "SketchPlan":
        """Return the plan with another instruction; locked sketches keep the old one."""
        instructions = list(self.instructions)
        instructions[column] = text
        return replace(
            self,
            instructions=tuple(instructions),
            sketches=tuple(
                replace(sketch, instruction=text)
                if sketch.column == column and sketch.name not in self.locked
                else sketch
                for sketch in self.sketches
            ),
        )

    def _free_seeds(self) -> "count[int]":
        return count(max((sketch.seed for sketch in self.sketches), default=-1) + 1)

    def _free_name(self) -> str:
        taken = set(self.names())
        return next(name for name in map(sketch_name, count()) if name not in taken)


def distinct_parts(instructions: Sequence[str]) -> tuple[str, ...]:
    """Return the words of each instruction that differ from the others'.

    'the head of a heron' and 'the head of an owl' are 'a heron' and 'an owl'.
    """
    split = [text.split() for text in instructions]
    ends = [words[_shared_start(split) :] for words in split]
    tail = _shared_start([words[::-1] for words in ends])
    parts = [" ".join(words[: len(words) - tail]) for words in ends]
    return tuple(part or whole for part, whole in zip(parts, instructions, strict=True))


def key_of(sketch: Sketch) -> Key:
    """Return what determines a sketch's picture."""
    return ("", 0, sketch.image) if sketch.image else (sketch.instruction, sketch.seed, "")


def _shared_start(lists: Sequence[Sequence[str]]) -> int:
    """Return with how many equal words all lists begin."""
    places = zip(*lists, strict=False)
    return sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, places))
