"""Where each photo of the grid is: arithmetic on rows and columns, no widgets.

Cells are a little wider than high, as most photos are, and form sections: the bands of a search, or
one for all photos. Nothing is stored per photo, so laying out 100,000 costs as much as ten.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from PySide6.QtCore import QPoint, QRect

HEADER_HEIGHT = 32
MARGIN = 8
_LINE_PER_CELL = 0.88


@dataclass(frozen=True)
class Section:
    """A run of entries under one title; an empty title has no header."""

    title: str
    start: int
    count: int


def sections_of(titles: Sequence[str]) -> list[Section]:
    """Return a section for each run of equal titles."""
    sections = []
    start = 0
    for title, run in groupby(titles):
        count = sum(1 for _ in run)
        sections.append(Section(title, start, count))
        start += count
    return sections


class GridLayout:
    """Rectangles of rows in content coordinates, for one width and cell size."""

    def __init__(self, sections: list[Section], width: int, cell: int) -> None:
        self.sections = [section for section in sections if section.count]
        room = max(1, width - 2 * MARGIN)
        self.columns = max(1, round(room / cell))  # cells change by half at most, to fill lines
        self.cell = room // self.columns if self.columns > 1 else min(room, cell)
        self.line = max(1, round(self.cell * _LINE_PER_CELL))  # height of a line of cells
        self._tops: list[int] = []
        top = MARGIN
        for section in self.sections:
            self._tops.append(top)
            lines = -(-section.count // self.columns)
            top += self._header(section) + lines * self.line
        self.height = top + MARGIN

    @staticmethod
    def _header(section: Section) -> int:
        return HEADER_HEIGHT if section.title else 0

    def rect(self, row: int) -> QRect:
        """Return the cell of a row."""
        for top, section in zip(self._tops, self.sections, strict=True):
            if section.start <= row < section.start + section.count:
                line, column = divmod(row - section.start, self.columns)
                y = top + self._header(section) + line * self.line
                return QRect(MARGIN + column * self.cell, y, self.cell, self.line)
        return QRect()

    def row_at(self, point: QPoint) -> int:
        """Return the row at a point, or -1."""
        for top, section in zip(self._tops, self.sections, strict=True):
            y = point.y() - top - self._header(section)
            lines = -(-section.count // self.columns)
            if 0 <= y < lines * self.line:
                column = (point.x() - MARGIN) // self.cell
                place = y // self.line * self.columns + column
                inside = 0 <= column < self.columns and place < section.count
                return section.start + place if inside else -1
        return -1

    def rows_between(self, top: int, bottom: int) -> Iterator[int]:
        """Yield the rows whose cells touch a vertical span."""
        for section_top, section in zip(self._tops, self.sections, strict=True):
            start = section_top + self._header(section)
            first = max(0, (top - start) // self.line) * self.columns
            last = ((bottom - start) // self.line + 1) * self.columns
            for place in range(min(first, section.count), max(0, min(last, section.count))):
                yield section.start + place

    def headers_between(self, top: int, bottom: int) -> Iterator[tuple[str, QRect]]:
        """Yield the titles that touch a vertical span, and their places."""
        for section_top, section in zip(self._tops, self.sections, strict=True):
            if section.title and section_top < bottom and section_top + HEADER_HEIGHT > top:
                width = self.columns * self.cell
                yield section.title, QRect(MARGIN, section_top, width, HEADER_HEIGHT)

    def step(self, row: int, lines: int) -> int:
        """Return the row `lines` further down, in the nearest column, across sections."""
        total = sum(section.count for section in self.sections)
        if not total:
            return -1
        here = self.rect(row)
        target = here.center() + QPoint(0, lines * self.line)
        target.setY(min(max(target.y(), 0), self.height))
        step = 1 if lines > 0 else -1
        while 0 <= target.y() <= self.height:
            found = self.row_at(target)
            if found >= 0 and (found - row) * step > 0:
                return found
            target.setY(target.y() + step * HEADER_HEIGHT)
        if lines < 0:
            return min(row, here.x() // self.cell)
        # No cell below in this column: the last photo, if its line is further down.
        return row if self.rect(total - 1).top() == here.top() else total - 1
