"""Justified lines: every photo has a place of its own, in order, and lines fill the width."""

import random
import time
from array import array
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect

from visret_desktop.gui.grid.grid_layout import (
    CAPTION_HEIGHT,
    GAP,
    HEADING_HEIGHT,
    MARGIN,
    Block,
    GridLayout,
    Section,
    aspect_of,
)

ASPECTS = st.lists(st.floats(0.5, 3.0), min_size=1, max_size=60)
WIDTHS, LINES = st.integers(120, 2_000), st.integers(72, 360)


def _rects(layout: GridLayout, rows: int) -> list[QRect]:
    return [layout.rect(row) for row in range(rows)]


def _one(count: int, title: str = "") -> list[Block]:
    return [[[Section(title, 0, count, count)]]]


@given(ASPECTS, WIDTHS, LINES)
def test_lines_are_in_order_apart_and_full(aspects: list[float], width: int, line: int) -> None:
    layout = GridLayout(_one(len(aspects)), aspects, width, line)
    rects = _rects(layout, len(aspects))
    for before, after in pairwise(rects):
        if after.top() == before.top():
            assert after.left() == before.right() + 1 + GAP
        else:  # a new line, so the one before is full
            assert after.left() == MARGIN
            assert after.top() == before.bottom() + 1 + GAP
            assert abs(before.right() + 1 - (width - MARGIN)) <= 1
    assert rects[0].topLeft() == QPoint(MARGIN, MARGIN)
    assert layout.height == rects[-1].bottom() + 1 + MARGIN
    assert all(rect.right() < width - MARGIN + 1 for rect in rects)


@given(ASPECTS, WIDTHS, LINES)
def test_photos_keep_their_aspects(aspects: list[float], width: int, line: int) -> None:
    layout = GridLayout(_one(len(aspects)), aspects, width, line)
    for aspect, rect in zip(aspects, _rects(layout, len(aspects)), strict=True):
        assert abs(rect.width() - aspect * rect.height()) <= 1 + aspect


@given(ASPECTS, WIDTHS, LINES)
def test_every_photo_is_found_where_it_is(aspects: list[float], width: int, line: int) -> None:
    layout = GridLayout(_one(len(aspects), "Confident"), aspects, width, line, CAPTION_HEIGHT)
    for row, rect in enumerate(_rects(layout, len(aspects))):
        assert layout.row_at(rect.center()) == row
        assert layout.row_at(QPoint(rect.center().x(), rect.bottom() + CAPTION_HEIGHT)) == row
        assert row in list(layout.rows_between(rect.top(), rect.top() + 1))
    assert layout.row_at(QPoint(MARGIN, layout.height)) == -1
    assert layout.row_at(QPoint(MARGIN, MARGIN)) == -1  # the heading
    assert layout.rect(len(aspects)).isNull()


def test_the_last_line_of_a_section_is_not_stretched() -> None:
    layout = GridLayout(_one(6), [1.5] * 6, 1_000, 176)  # three would be 264 high
    heights = [rect.height() for rect in _rects(layout, 6)]
    assert len(set(heights[:4])) == 1
    assert heights[0] != 176
    assert heights[4:] == [176, 176]


def test_headings_stand_above_their_photos_also_above_folded_ones() -> None:
    sections = [Section("Confident", 0, 3, 3), Section("Less likely", 3, 0, 90, folds=True)]
    layout = GridLayout([[sections]], [1.5] * 3, 1_000, 176)
    (confident, first), (weak, second) = layout.headings
    assert (confident.title, weak.title) == ("Confident", "Less likely")
    assert layout.rect(0).top() == first.top() + HEADING_HEIGHT
    assert second.top() == layout.rect(2).bottom() + 1 + GAP
    assert layout.height >= second.bottom()


def test_columns_stand_side_by_side_and_blocks_below() -> None:
    heron = [Section("heron", 2, 0, 5, is_subject=True), Section("", 2, 5, 5)]
    goose = [Section("goose", 7, 0, 3, is_subject=True), Section("", 7, 3, 3)]
    blocks = [[[Section("Named", 0, 2, 2)]], [heron, goose], [[Section("Less likely", 10, 4, 4)]]]
    layout = GridLayout(blocks, [1.5] * 14, 900, 120)
    rects = _rects(layout, 14)
    assert max(rect.right() for rect in rects[2:7]) < min(rect.left() for rect in rects[7:10])
    assert max(rect.bottom() for rect in rects[:2]) < rects[2].top() == rects[7].top()
    assert max(rect.bottom() for rect in rects[2:10]) < min(rect.top() for rect in rects[10:])
    assert layout.step(0, 1, rects[0].center().x()) == 2
    assert layout.step(7, -1, rects[7].center().x()) in (0, 1)
    assert layout.step(9, 1, rects[9].center().x()) >= 10


def test_up_and_down_lead_to_what_is_above_and_below() -> None:
    aspects = [random.Random(3).choice([0.7, 1.0, 1.5, 2.4]) for _ in range(80)]
    layout = GridLayout(_one(80), aspects, 1_000, 150)
    rects = _rects(layout, 80)
    row, x = 2, rects[2].center().x()
    while (below := layout.step(row, 1, x)) != row:
        assert rects[below].top() > rects[row].top()
        if rects[below].top() != rects[-1].top():
            assert rects[below].left() - GAP <= x <= rects[below].right() + GAP
        row = below
    assert rects[row].top() == rects[-1].top()


def test_shapes_that_are_unknown_or_extreme_are_bounded() -> None:
    sizes = [(0, 0), (400, 0), (9_000, 100), (100, 9_000), (300, 200)]
    assert [aspect_of(*size) for size in sizes] == [1.5, 1.5, 3.0, 0.5, 1.5]


@pytest.mark.parametrize(("width", "line"), [(1280, 176), (2560, 176), (1280, 96)])
def test_two_hundred_thousand_photos_cost_few_additions_each(width: int, line: int) -> None:
    """In processor time beside plain additions, of which a busy machine spoils a round or two."""
    chance = random.Random(1)
    aspects = array(
        "d", (chance.choice([0.67, 0.75, 1.0, 1.33, 1.5, 1.78]) for _ in range(200_000))
    )
    additions, layouts = [], []
    for _ in range(5):
        start = time.thread_time()
        total = 0.0
        for aspect in aspects:
            total += aspect
        middle = time.thread_time()
        layout = GridLayout(_one(200_000), aspects, width, line)
        additions.append(middle - start)
        layouts.append(time.thread_time() - middle)
    assert min(layouts) < 30 * min(additions)
    assert layout.row_at(layout.rect(199_999).center()) == 199_999
