"""Lines of words that stand in a picture, and how they are kept."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from visret_desktop import typed_values

_Share = Annotated[float, Meta(ge=0, le=1)]
_Corners = tuple[_Share, _Share, _Share, _Share, _Share, _Share, _Share, _Share]


@dataclass(frozen=True)
class InscribedLine:
    """A line of words in a picture.

    Attributes:
        text: as it was read.
        corners: x and y of each corner of the rectangle around it, clockwise from where the line
            begins, as shares of the width and the height of the upright picture.
    """

    text: str
    corners: tuple[float, ...]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom, as shares of the upright picture."""
        across, down = self.corners[::2], self.corners[1::2]
        return min(across), min(down), max(across), max(down)


def to_json(lines: Sequence[InscribedLine]) -> str | None:
    """Return lines as they are kept; None: there are none."""
    kept = [(line.text, line.corners) for line in lines]
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":")) if kept else None


def from_json(kept: Any) -> list[InscribedLine]:
    """Return the lines that were kept; what makes no sense is none."""
    try:
        rows = typed_values.decode(kept or "[]", list[tuple[str, _Corners]])
    except (msgspec.DecodeError, TypeError):
        return []
    return [InscribedLine(text, corners) for text, corners in rows]
