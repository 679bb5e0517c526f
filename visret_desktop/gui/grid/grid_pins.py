"""Fit a new ranking into the grid so that pinned photos stay where they are on the screen.

The others flow around the pinned ones: the photo under the cursor and the current one. Photos have
widths of their own, so no line begins a photo exactly where another did: a pinned photo is put
among those neighbors that leave it nearest to its place, and the grid is scrolled for the rest.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QRect

from visret_desktop.gui.grid.grid_layout import Block, GridLayout, Section
from visret_desktop.gui.grid.results_model import GridEntry, Shown

LayOut = Callable[[Sequence[GridEntry], Sequence[Block]], GridLayout]

_NEAR = 4  # lines up and down in which a place is looked for
_AFTER = 100  # photos of a line, at most
_FIRST = 20  # how much worse a pixel of the first pin is than one of scrolling
_BESIDE = 4  # how much worse it is to move the next one sideways than up or down


@dataclass(frozen=True)
class Pin:
    """A photo and the place in the viewport that it should keep."""

    photo_id: int
    place: QRect


@dataclass(frozen=True)
class Arrangement:
    """Rows and their sections, and the scroll position."""

    shown: Shown
    scroll: int
    is_bent: bool = False


def arrange(ranking: Shown, pins: Sequence[Pin], scroll: int, lay_out: LayOut) -> Arrangement:
    """Return how to show a ranking; `lay_out` lays out entries and their sections.

    The first pin keeps its height on the screen wherever scrolling allows. In several columns
    nothing is pinned.
    """
    entries, blocks = ranking
    by_id = {entry.photo_id: entry for entry in entries}
    pins = [pin for pin in pins if pin.photo_id in by_id]
    if not pins or len(blocks) != 1 or len(blocks[0]) != 1:
        return Arrangement(ranking, scroll)
    best = _Try(*_without([pin.photo_id for pin in pins], entries, blocks[0][0]), scroll, 0)
    for number, pin in enumerate(pins, start=1):
        tries = [
            _judged(shown, sections, pins[:number], scroll, lay_out)
            for shown, sections in _insertions(best, by_id[pin.photo_id], pin.place, lay_out)
        ]
        best = min(tries, key=lambda tried: tried.cost)
    return Arrangement((best.shown, [[best.sections]]), best.scroll, best.shown != list(entries))


@dataclass(frozen=True)
class _Try:
    shown: list[GridEntry]
    sections: list[Section]
    scroll: int
    cost: float


def _without(
    ids: Sequence[int], entries: Sequence[GridEntry], sections: Sequence[Section]
) -> tuple[list[GridEntry], list[Section]]:
    shown: list[GridEntry] = []
    left: list[Section] = []
    for section in sections:
        start = len(shown)
        rows = entries[section.start : section.start + section.count]
        shown += [entry for entry in rows if entry.photo_id not in ids]
        count = len(shown) - start
        if count or section.folds:
            left.append(replace(section, start=start, count=count))
    return shown, left if shown else [Section("", 0, 0), *left]


def _insertions(
    best: _Try, entry: GridEntry, place: QRect, lay_out: LayOut
) -> Iterator[tuple[list[GridEntry], list[Section]]]:
    """Yield the ways to put a photo near its place, into each section that begins or ends there."""
    layout, rows = lay_out(best.shown, [[best.sections]]), len(best.shown)
    top = min(place.top() + best.scroll, layout.height - 2 * layout.line)
    span = _NEAR * layout.line
    near = list(layout.rows_between(top - span, top + span)) or [0]
    for row in range(near[0], min(near[-1] + 1, rows) + 1):
        shown = [*best.shown[:row], entry, *best.shown[row:]]
        for number, section in enumerate(best.sections):
            if section.start <= row <= section.start + section.count and _is_open(section):
                yield (
                    shown,
                    [
                        replace(
                            one, start=one.start + (n > number), count=one.count + (n == number)
                        )
                        for n, one in enumerate(best.sections)
                    ],
                )


def _is_open(section: Section) -> bool:
    return section.count > 0 or not section.folds


def _judged(
    shown: list[GridEntry],
    sections: list[Section],
    pins: Sequence[Pin],
    scroll: int,
    lay_out: LayOut,
) -> _Try:
    """Return a way with the scroll position that suits the first pin, and what it costs."""
    rows = {entry.photo_id: row for row, entry in enumerate(shown)}
    end = max(rows[pin.photo_id] for pin in pins) + _AFTER  # what comes later moves no pin
    seen = [replace(one, count=min(one.count, max(0, end - one.start))) for one in sections]
    layout = lay_out(shown[:end], [[seen]])
    cost, chosen = 0.0, scroll
    for number, pin in enumerate(pins):
        off = layout.rect(rows[pin.photo_id]).topLeft() - pin.place.topLeft()
        if number == 0:
            chosen = max(0, off.y())  # the grid cannot be scrolled above its beginning
            cost += abs(chosen - scroll) + _FIRST * (chosen - off.y() + abs(off.x()))
        else:
            cost += abs(off.y() - chosen) + _BESIDE * abs(off.x())
    return _Try(shown, sections, chosen, cost)
