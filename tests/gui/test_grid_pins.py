"""Photos that are looked at keep their places while a new ranking flows around them."""

import random
from collections.abc import Sequence

import pytest
from PySide6.QtCore import QPoint, QRect

from tests.gui.entries import entry
from visret_desktop.gui.grid.grid_layout import Block, GridLayout, Section, aspect_of
from visret_desktop.gui.grid.grid_pins import Arrangement, Pin, arrange
from visret_desktop.gui.grid.results_model import GridEntry, Shown

WIDTH, LINE = 720, 100
SHAPES = [(400, 300), (300, 400), (600, 300), (300, 300)]


def _ranking(ids: Sequence[int], confident: int = 0, *, is_mixed: bool = False) -> Shown:
    """Return photos with the first ones under a heading; the same number has the same shape."""
    entries = []
    for number in ids:
        width, height = SHAPES[number % 4] if is_mixed else SHAPES[0]
        entries.append(entry(number, width=width, height=height))
    sections = [Section("Confident", 0, confident), Section("", confident, len(ids) - confident)]
    return entries, [[[section for section in sections if section.count]]]


def _lay_out(entries: Sequence[GridEntry], blocks: Sequence[Block]) -> GridLayout:
    return GridLayout(blocks, [aspect_of(e.width, e.height) for e in entries], WIDTH, LINE)


def _place(shown: Shown, photo_id: int, scroll: int) -> QRect:
    row = [e.photo_id for e in shown[0]].index(photo_id)
    return _lay_out(*shown).rect(row).translated(0, -scroll)


def _off(placed: Arrangement, pin: Pin) -> QPoint:
    place = _place(placed.shown, pin.photo_id, placed.scroll)
    return place.topLeft() - pin.place.topLeft()


def _ids(placed: Arrangement) -> list[int]:
    return [e.photo_id for e in placed.shown[0]]


def test_without_pins_the_order_is_the_rankings_own() -> None:
    ranking = _ranking(range(1, 31), 4)
    placed = arrange(ranking, (), 70, _lay_out)
    assert (placed.shown, placed.scroll, placed.is_bent) == (ranking, 70, False)


def test_a_pin_that_is_gone_is_forgotten() -> None:
    ranking = _ranking(range(1, 11))
    assert arrange(ranking, [Pin(99, QRect(8, 8, 100, 88))], 0, _lay_out).shown == ranking


def test_columns_are_left_as_they_are() -> None:
    entries, _ = _ranking(range(1, 11))
    columns: Shown = (entries, [[[Section("a", 0, 5)], [Section("b", 5, 5)]]])
    assert arrange(columns, [Pin(9, QRect(12, 12, 100, 88))], 0, _lay_out).shown == columns


@pytest.mark.parametrize("is_mixed", [False, True])
def test_a_pinned_photo_stays_where_it_is(is_mixed: bool) -> None:
    """To some pixels among photos of one shape; otherwise it still covers where it was."""
    chance = random.Random(7)
    for _ in range(60):
        placed, pin = _pinned(chance, is_mixed=is_mixed)
        off = _off(placed, pin)
        assert abs(off.x()) <= (pin.place.width() / 2 if is_mixed else 6)
        assert abs(off.y()) <= 10


def _pinned(chance: random.Random, *, is_mixed: bool) -> tuple[Arrangement, Pin]:
    """Arrange a ranking around a photo of another one, and check that the others keep theirs."""
    ids = list(range(1, 61))
    before, after = (chance.sample(ids, 60) for _ in range(2))
    old = _ranking(before, chance.randrange(20), is_mixed=is_mixed)
    row = chance.randrange(60)
    scroll = max(0, _lay_out(*old).rect(row).top() - chance.randrange(400))
    pin = Pin(before[row], _place(old, before[row], scroll))
    new = _ranking(after, chance.randrange(20), is_mixed=is_mixed)
    placed = arrange(new, [pin], scroll, _lay_out)
    assert [n for n in _ids(placed) if n != pin.photo_id] == [n for n in after if n != pin.photo_id]
    (sections,) = placed.shown[1][0]
    starts = [sum(s.count for s in sections[:n]) for n in range(len(sections))]
    assert [s.start for s in sections] == starts
    assert sum(s.count for s in sections) == 60
    return placed, pin


def test_two_pins_never_share_a_place() -> None:
    old = _ranking(range(1, 31))
    pins = [Pin(n, _place(old, n, 0)) for n in (7, 8)]
    placed = arrange(_ranking([8, 7, *range(9, 31), *range(1, 7)], 2), pins, 0, _lay_out)
    assert [_off(placed, pin).x() for pin in pins] == [0, 0]
    assert sorted(_ids(placed)) == list(range(1, 31))


def test_better_scrolled_than_moved_where_short_sections_stand_above() -> None:
    old = _ranking(range(1, 41))
    pin = Pin(8, _place(old, 8, 0))
    entries, _ = _ranking([8, *range(1, 8), *range(9, 41)])
    sections = [Section("Confident", 0, 2), Section("Maybe", 2, 1), Section("Less likely", 3, 37)]
    placed = arrange((entries, [[sections]]), [pin], 0, _lay_out)
    assert _off(placed, pin) == QPoint()
