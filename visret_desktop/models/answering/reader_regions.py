"""Boxes in the numbers that a vision model was trained to write, to shares of a picture.

A box is written as four whole numbers in brackets, boxes as a list of them, `[]` where there is
none. Models differ in what the numbers count and in whether x or y comes first; `BOX_FORMATS` has
what a pack may say. A grammar keeps the model to that.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from visret_desktop.models.interfaces import Box

Size = tuple[int, int]  # width and height in pixels of the picture as it went to the model

MOST_BOXES = 8
_LEAST_SIDE = 1e-3  # share of the picture; what is smaller is no region
_BOX = re.compile(r"\[\s*(\d{1,5})\s*,\s*(\d{1,5})\s*,\s*(\d{1,5})\s*,\s*(\d{1,5})\s*\]")


@dataclass(frozen=True)
class BoxFormat:
    """What four numbers mean; `whole` 0: pixels of the picture."""

    whole: int  # the number at the right or lower side
    is_padded: bool = False  # counted in the square that the picture is centered in
    is_y_first: bool = False

    @property
    def words(self) -> str:
        """What a prompt says about the numbers."""
        order = "top, left, bottom, right" if self.is_y_first else "left, top, right, bottom"
        if not self.whole:
            return f"[[{order}], ...] in pixels of the photo"
        return f"[[{order}], ...] in whole numbers from 0 to {self.whole}"

    @property
    def grammar(self) -> str:
        """GBNF of the lists of at most `MOST_BOXES` boxes."""
        return (
            f'root ::= "[]" | "[" box (comma box){{0,{MOST_BOXES - 1}}} "]"\n'
            'box ::= "[" edge comma edge comma edge comma edge "]"\n'
            'comma ::= "," " "?\n'
            f"edge ::= {_EDGES[self.whole]}\n"
        )

    def read(self, text: str, size: Size) -> tuple[Box, ...]:
        """Return the boxes that a text holds, within the picture; those without area are left out.

        Never raises: a text may be cut off.
        """
        regions = []
        for match in list(_BOX.finditer(text))[:MOST_BOXES]:
            box = self._shares([int(edge) for edge in match.groups()], size)
            if box[2] - box[0] >= _LEAST_SIDE and box[3] - box[1] >= _LEAST_SIDE:
                regions.append(box)
        return tuple(regions)

    def _shares(self, edges: Sequence[int], size: Size) -> Box:
        if self.is_y_first:
            edges = [edges[1], edges[0], edges[3], edges[2]]
        shares = []
        for edge, axis in zip(edges, (0, 1, 0, 1), strict=True):
            share = size[axis] / max(size) if self.is_padded else 1.0  # of what is counted
            shares.append((edge / (self.whole or size[axis]) - (1 - share) / 2) / share)
        left, top, right, bottom = (min(1.0, max(0.0, edge)) for edge in shares)
        # Some models name the corners in another order.
        return min(left, right), min(top, bottom), max(left, right), max(top, bottom)


_EDGES = {
    0: '"0" | [1-9] [0-9]{0,3}',
    100: '"100" | [1-9]? [0-9]',
    1_000: '"1000" | "0" | [1-9] [0-9]{0,2}',
}
_PLAIN = {
    "hundredths of the padded square": BoxFormat(100, is_padded=True),
    "thousandths": BoxFormat(1_000),
    "pixels": BoxFormat(0),
}
BOX_FORMATS = _PLAIN | {
    f"{name} y first": BoxFormat(plain.whole, plain.is_padded, is_y_first=True)
    for name, plain in _PLAIN.items()
}
