"""What was found in plain words, before it is known to be meant."""

from dataclasses import dataclass


@dataclass(frozen=True)
class TextSpan:
    """Words from `start` to before `end` that mean conditions, as operators.

    Facts hold together; where they are not certain, each of them is offered. `needs` says what must
    be around for them to be certain: 'end', that no noun follows, or 'photos', that a word for
    photos or a comma is before; 'start', that a part of the text begins there; 'part', that it is
    one. `seasonal`: the hemisphere makes a
    difference.
    """

    start: int
    end: int
    operators: tuple[str, ...]
    certain: bool = True
    needs: str = ""
    seasonal: bool = False
