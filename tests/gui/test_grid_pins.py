"""Photos that are looked at keep their places while a new ranking flows around them."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect

from tests.gui.entries import entry
from visret_desktop.gui.grid.grid_layout import GridLayout
from visret_desktop.gui.grid.grid_pins import Arrangement, Pin, arrange
from visret_desktop.gui.grid.results_model import GridEntry

ROOM = (516, 100)  # five columns


def _ranking(ids: Sequence[int], confident: int) -> tuple[list[GridEntry], list[str]]:
    titles = ["confident" if place < confident else "weak" for place in range(len(ids))]
    return [entry(number) for number in ids], titles


def _cell(entries: Sequence[GridEntry], layout: GridLayout, photo_id: int, scroll: int) -> QRect:
    row = [e.photo_id for e in entries].index(photo_id)
    return layout.rect(row).translated(0, -scroll)


def _shown(placed: Arrangement, photo_id: int) -> QRect:
    layout = GridLayout(placed.sections, *ROOM)
    return _cell(placed.entries, layout, photo_id, placed.scroll)


def test_without_pins_the_order_is_the_rankings_own() -> None:
    entries, titles = _ranking(range(1, 31), 4)
    placed = arrange(entries, titles, (), 70, ROOM)
    assert placed.entries == entries
    assert placed.scroll == 70
    assert [(s.title, s.count) for s in placed.sections] == [("confident", 4), ("weak", 26)]


def test_a_pin_that_is_gone_is_forgotten() -> None:
    entries, titles = _ranking(range(1, 11), 0)
    placed = arrange(entries, titles, [Pin(99, QRect(8, 8, 100, 88))], 0, ROOM)
    assert placed.entries == entries


@given(st.data())
def test_the_photo_under_the_cursor_stays_to_the_pixel(data: st.DataObject) -> None:
    ids = list(range(1, 61))
    before = data.draw(st.permutations(ids))
    after = data.draw(st.permutations(ids))
    old, titles = _ranking(before, data.draw(st.integers(0, 20)))
    layout = GridLayout(arrange(old, titles, (), 0, ROOM).sections, *ROOM)
    row = data.draw(st.integers(0, 59))
    scroll = max(0, layout.rect(row).top() - data.draw(st.integers(0, 400)))
    pin = Pin(before[row], _cell(old, layout, before[row], scroll))
    new, new_titles = _ranking(after, data.draw(st.integers(0, 20)))
    placed = arrange(new, new_titles, [pin], scroll, ROOM)
    assert _shown(placed, pin.photo_id).topLeft() == pin.cell.topLeft()
    assert sorted(e.photo_id for e in placed.entries) == ids
    others = [e.photo_id for e in placed.entries if e.photo_id != pin.photo_id]
    assert others == [number for number in after if number != pin.photo_id]


def test_two_pins_never_share_a_cell() -> None:
    old, titles = _ranking(range(1, 31), 0)
    layout = GridLayout(arrange(old, titles, (), 0, ROOM).sections, *ROOM)
    pins = [Pin(n, _cell(old, layout, n, 0)) for n in (7, 8)]
    new, new_titles = _ranking([8, 7, *range(9, 31), *range(1, 7)], 2)
    placed = arrange(new, new_titles, pins, 0, ROOM)
    assert [_shown(placed, n).left() for n in (7, 8)] == [p.cell.left() for p in pins]
    assert len({e.photo_id for e in placed.entries}) == 30


def test_sections_take_in_the_pinned_photo() -> None:
    old, titles = _ranking(range(1, 31), 0)
    layout = GridLayout(arrange(old, titles, (), 0, ROOM).sections, *ROOM)
    pin = Pin(2, _cell(old, layout, 2, 0))
    new, new_titles = _ranking([*range(3, 31), 1, 2], 6)
    placed = arrange(new, new_titles, [pin], 0, ROOM)
    assert sum(section.count for section in placed.sections) == 30
    assert _shown(placed, 2).topLeft() == pin.cell.topLeft()


def test_better_scrolled_than_moved_where_short_sections_stand_above() -> None:
    old, titles = _ranking(range(1, 41), 0)
    layout = GridLayout(arrange(old, titles, (), 0, ROOM).sections, *ROOM)
    pin = Pin(8, _cell(old, layout, 8, 0))
    new, _ = _ranking([8, *range(1, 8), *range(9, 41)], 0)
    bands = ["confident"] * 2 + ["maybe"] + ["weak"] * 37
    placed = arrange(new, bands, [pin], 0, ROOM)
    assert _shown(placed, 8).topLeft() == pin.cell.topLeft()
