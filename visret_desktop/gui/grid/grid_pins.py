"""Fit a new ranking into the grid so that pinned photos stay where they are on the screen.

The others flow around the pinned ones: the photo under the cursor and the current one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from PySide6.QtCore import QRect

from visret_desktop.gui.grid.grid_layout import MARGIN, GridLayout, Section, sections_of
from visret_desktop.gui.grid.results_model import GridEntry

_MOVED = 1000  # how much worse a pixel of the first pin is than one of scrolling


@dataclass(frozen=True)
class Pin:
    """A photo and the cell in the viewport that it should keep."""

    photo_id: int
    cell: QRect


@dataclass(frozen=True)
class Arrangement:
    """Entries and sections to show, and the scroll position."""

    entries: list[GridEntry]
    sections: list[Section]
    scroll: int


@dataclass(frozen=True)
class _Try:
    cost: float
    rows: tuple[int, ...]
    sections: list[Section]
    scroll: int


def arrange(
    entries: Sequence[GridEntry],
    titles: Sequence[str],
    pins: Sequence[Pin],
    scroll: int,
    room: tuple[int, int],
) -> Arrangement:
    """Return how to show `entries`, each under its title; `room` is the grid's width and cell size.

    The first pin keeps its place to the pixel where scrolling allows; further ones keep their
    column and, apart from the height of section titles, their line.
    """
    by_id = {entry.photo_id: entry for entry in entries}
    pins = [pin for pin in pins if pin.photo_id in by_id]
    ids = {pin.photo_id for pin in pins}
    kept = [
        (entry, title)
        for entry, title in zip(entries, titles, strict=True)
        if entry.photo_id not in ids
    ]
    natural = sections_of([title for _, title in kept])
    tries = [
        tried
        for chosen in product(range(len(natural)), repeat=len(pins))
        if (tried := _try(natural, chosen, pins, scroll, room)) is not None
    ]
    if not pins or not tries:
        return Arrangement(list(entries), sections_of(list(titles)), scroll)
    best = min(tries, key=lambda tried: tried.cost)
    shown = [entry for entry, _ in kept]
    for row, pin in sorted(zip(best.rows, pins, strict=True), key=lambda pair: pair[0]):
        shown.insert(row, by_id[pin.photo_id])
    return Arrangement(shown, best.sections, best.scroll)


def _try(
    natural: Sequence[Section],
    chosen: Sequence[int],
    pins: Sequence[Pin],
    scroll: int,
    room: tuple[int, int],
) -> _Try | None:
    """Put each pin into the section chosen for it; None if two would share a cell."""
    sections, start = [], 0
    for number, section in enumerate(natural):
        count = section.count + chosen.count(number)
        sections.append(Section(section.title, start, count))
        start += count
    layout = GridLayout(sections, *room)
    rows: list[int] = []
    cost = 0.0
    for pin, number in zip(pins, chosen, strict=True):
        row = _row_for(layout, sections[number], pin.cell, scroll, is_first=not rows)
        off = layout.rect(row).topLeft() - pin.cell.topLeft()
        if not rows:
            above = max(0, -off.y())  # the grid cannot be scrolled above its beginning
            cost += abs(off.y() - scroll) + _MOVED * (above + abs(off.x()))
            scroll = off.y() + above
        else:
            cost += abs(off.y() - scroll) + 4 * abs(off.x())  # leaving a column is worse
        rows.append(row)
    return _Try(cost, tuple(rows), sections, scroll) if len(set(rows)) == len(rows) else None


def _row_for(layout: GridLayout, section: Section, cell: QRect, scroll: int, is_first: bool) -> int:
    """Return the row of a section nearest to a cell of the viewport, in its column if possible."""
    column = min(max(0, (cell.center().x() - MARGIN) // layout.cell), layout.columns - 1)
    top = layout.rect(section.start).top()
    line = max(0, round((cell.top() + scroll - top) / layout.line))
    if is_first and top + line * layout.line < cell.top():
        line += 1  # the grid cannot be scrolled above its beginning
    last_line = (section.count - 1) // layout.columns
    line = min(line, last_line)
    place = line * layout.columns + column
    if place >= section.count:
        place = place - layout.columns if line > 0 else section.count - 1
    return section.start + place
