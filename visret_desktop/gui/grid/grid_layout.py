"""Where each photo of the grid is: arithmetic on aspects, no widgets.

Photos of about one height stand in lines that fill the width, each in its own aspect, which is its
width by its height. Lines form sections under headings, sections a column, and columns side by side
a block: usually there is one of each, and more where subjects are compared. A line costs one
bisection, a photo one addition, so 200,000 photos are laid out in a tenth of a second.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from PySide6.QtCore import QPoint, QRect

MARGIN = 12
GAP = 6
HEADING_HEIGHT = 40
CAPTION_HEIGHT = 38
UNKNOWN_ASPECT = 1.5
NARROWEST, WIDEST = 0.5, 3.0  # beyond, a photo is cropped
_BETWEEN_COLUMNS = 32

Aspects = Sequence[float]
Heading = tuple["Section", QRect]


@dataclass(frozen=True)
class Section:
    """A run of rows under one heading, which an empty title has not.

    `total` counts its photos: more than `count`, the rows, if some are folded away.
    """

    title: str
    start: int
    count: int
    total: int = 0
    is_subject: bool = False  # heads a column, not photos
    folds: bool = False  # there is a button that shows or hides its photos


Block = list[list[Section]]  # columns side by side


@dataclass(frozen=True)
class LayoutLine:
    """Rows side by side; `unit` is the width of a photo of aspect 1."""

    start: int
    end: int
    top: int
    height: int
    unit: float


def aspect_of(width: int, height: int) -> float:
    """Return how wide a photo of these pixels is shown, by its height."""
    if width <= 0 or height <= 0:
        return UNKNOWN_ASPECT
    return min(max(width / height, NARROWEST), WIDEST)


class _Column:
    """The sections of one column, above one another."""

    def __init__(
        self,
        sections: Sequence[Section],
        edges: Sequence[float],
        place: QRect,
        line_height: int,
        caption: int,
    ) -> None:
        """Begin at the top of `place`, and go down as far as it takes."""
        self.left, self.width = place.left(), place.width()
        self.top = top = place.top()
        self._edges, self._gap, self._caption = edges, GAP / line_height, caption
        self._starts, self._ends = array("q"), array("q")
        self._tops, self._heights = array("q"), array("q")
        self._units = array("d")
        self.headings: list[Heading] = []
        for section in sections:
            if section.title:
                self.headings.append((section, QRect(self.left, top, self.width, HEADING_HEIGHT)))
                top += HEADING_HEIGHT
            top = self._add_lines(section.start, section.start + section.count, top, line_height)
        self.bottom = top
        self.first = self._starts[0] if self._starts else 0
        self.end = self._ends[-1] if self._ends else 0

    def _add_lines(self, start: int, last: int, top: int, line_height: int) -> int:
        """Break rows into lines: the one loop that takes as long as the library is large."""
        edges, gap = self._edges, self._gap
        room = self.width / line_height + gap  # in the unit of `edges`
        most = int(room / NARROWEST) + 2  # photos of a line
        below = self._caption + GAP
        starts, units, tops, heights = [], [], [], []
        while start < last:
            left = edges[start]
            end = bisect_right(edges, left + room, start + 1, min(start + most, last + 1)) - 1
            stretch = 1.0
            if end < last:
                # As many photos as fit, made larger, or one more, and all smaller: what changes
                # them less.
                gaps = (end - start) * gap
                smaller = (room - gaps - gap) / (edges[end + 1] - left - gaps - gap)
                stretch = (room - gaps) / (edges[end] - left - gaps) if end > start else 0.0
                if end == start or stretch * smaller > 1:
                    end, stretch = end + 1, max(smaller, gap)
            unit = stretch * line_height
            height = int(unit + 0.5)
            starts.append(start)
            units.append(unit)
            tops.append(top)
            heights.append(height)
            top += height + below
            start = end
        self._starts.extend(starts)
        self._ends.extend([*starts[1:], last] if starts else ())
        self._tops.extend(tops)
        self._heights.extend(heights)
        self._units.extend(units)
        return top

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return len(self._starts)

    def line(self, number: int) -> LayoutLine:
        """Return a line."""
        return LayoutLine(
            self._starts[number],
            self._ends[number],
            self._tops[number],
            self._heights[number],
            self._units[number],
        )

    def line_of(self, row: int) -> int:
        """Return the number of the line that a row is in."""
        return bisect_right(self._starts, row) - 1

    def line_at(self, y: int) -> int:
        """Return the number of the line at a height, or of the one above it; -1: above all."""
        return bisect_right(self._tops, y) - 1

    def rect(self, row: int) -> QRect:
        """Return the place of a row's photo."""
        line = self.line(self.line_of(row))
        left, right = self._left(line, row), self._left(line, row + 1) - GAP
        return QRect(left, line.top, max(1, right - left), line.height)

    def _left(self, line: LayoutLine, row: int) -> int:
        number = row - line.start
        photos = self._edges[row] - self._edges[line.start] - number * self._gap
        return self.left + round(photos * line.unit) + number * GAP

    def row_at(self, point: QPoint) -> int:
        """Return the row whose photo, or the caption below it, is at a point; -1: none."""
        number = self.line_at(point.y())
        if number < 0:
            return -1
        line = self.line(number)
        row = self.nearest(number, point.x())
        place = self.rect(row)
        is_on = place.left() <= point.x() <= place.right()
        return row if is_on and point.y() < line.top + line.height + self._caption else -1

    def nearest(self, number: int, x: int) -> int:
        """Return the row of a line that is nearest to a place from left to right."""
        line = self.line(number)
        edges = (self._left(line, row) - GAP // 2 for row in range(line.start + 1, line.end))
        return line.start + sum(edge <= x for edge in edges)

    def away_from(self, x: int) -> int:
        """Return how far the column is from a place from left to right; 0: it is there."""
        return max(self.left - x, x - self.left - self.width, 0)

    def headings_between(self, top: int, bottom: int) -> list[Heading]:
        """Return the headings that touch a vertical span."""
        first = bisect_right(self.headings, top, key=lambda one: one[1].bottom())
        last = bisect_right(self.headings, bottom, key=lambda one: one[1].top())
        return self.headings[first:last]

    def rows_between(self, top: int, bottom: int) -> range:
        """Return the rows whose photos touch a vertical span."""
        first, last = max(0, self.line_at(top)), self.line_at(bottom)
        if first < self.lines and self._tops[first] + self._heights[first] + self._caption < top:
            first += 1
        return range(self._starts[first], self._ends[last]) if first <= last else range(0)


class GridLayout:
    """Rectangles of rows in content coordinates, for one width and height of lines."""

    def __init__(
        self,
        blocks: Sequence[Block],
        aspects: Aspects,
        width: int,
        line_height: int,
        caption: int = 0,
    ) -> None:
        """Lay out blocks; `caption` is the height of what stands below each photo, in pixels."""
        self.line = line_height + caption + GAP  # from one line to the next, more or less
        gap = GAP / line_height
        edges = array("d", accumulate(map(gap.__add__, aspects), initial=0.0))
        self._columns: list[_Column] = []
        top = MARGIN
        for block in blocks:
            places = _side_by_side(len(block), top, width)
            columns = [
                _Column(sections, edges, place, line_height, caption)
                for sections, place in zip(block, places, strict=True)
            ]
            top = max((column.bottom for column in columns), default=top)
            self._columns += columns
        self.height = top - GAP + MARGIN
        self.headings = [heading for column in self._columns for heading in column.headings]
        self.folding = next((heading for heading in self.headings if heading[0].folds), None)

    def _column_of(self, row: int) -> _Column | None:
        return next((one for one in self._columns if one.first <= row < one.end), None)

    def rect(self, row: int) -> QRect:
        """Return the place of a row's photo; null: there is no such row."""
        column = self._column_of(row)
        return QRect() if column is None else column.rect(row)

    def row_at(self, point: QPoint) -> int:
        """Return the row at a point, or -1."""
        return next((row for one in self._columns if (row := one.row_at(point)) >= 0), -1)

    def rows_between(self, top: int, bottom: int) -> Iterator[int]:
        """Yield the rows whose photos touch a vertical span."""
        for column in self._columns:
            yield from column.rows_between(top, bottom)

    def headings_between(self, top: int, bottom: int) -> Iterator[Heading]:
        """Yield the headings that touch a vertical span: there may be one for each day."""
        for column in self._columns:
            yield from column.headings_between(top, bottom)

    def step(self, row: int, lines: int, x: int) -> int:
        """Return the row `lines` further down (up, if negative) that is nearest to `x`."""
        column = self._column_of(row)
        if column is None:
            return -1
        here = column.line_of(row)
        there = min(max(here + lines, 0), column.lines - 1)
        if there != here:
            return column.nearest(there, x)
        others = [one for one in self._columns if one.lines and _is_beyond(one, column, lines)]
        if not others:
            return row
        near = min(others, key=lambda one: (abs(one.top - column.top), one.away_from(x)))
        return near.nearest(0 if lines > 0 else near.lines - 1, x)

    def beside(self, row: int, step: int) -> int:
        """Return the row to the right (`step` 1) or left (-1), perhaps in the next column."""
        column = self._column_of(row)
        if column is None:
            return -1
        line = column.line(column.line_of(row))
        number = self._columns.index(column) + step
        other = self._columns[number] if 0 <= number < len(self._columns) else column
        is_beside = other is not column and other.top == column.top and other.lines > 0
        if line.start <= row + step < line.end or not is_beside:
            return row + step
        edge = other.left if step > 0 else other.left + other.width
        return other.nearest(max(0, other.line_at(line.top + line.height // 2)), edge)


def _side_by_side(columns: int, top: int, width: int) -> list[QRect]:
    """Return where columns of equal width begin; their height is not known yet."""
    room = max(columns, width - 2 * MARGIN - (columns - 1) * _BETWEEN_COLUMNS)
    edges = [round(number * room / columns) for number in range(columns + 1)]
    return [
        QRect(MARGIN + left + number * _BETWEEN_COLUMNS, top, right - left, 0)
        for number, (left, right) in enumerate(pairwise(edges))
    ]


def _is_beyond(one: _Column, column: _Column, step: int) -> bool:
    return one.top > column.top if step > 0 else one.top < column.top
