"""From Enter to the last picture, and what the person makes of it, with the real models."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QAccessible, QDrag, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QToolButton

from tests.gui.conftest import SKETCHES
from tests.gui.driver import WindowDriver
from tests.gui.sketch_desk import SketchDesk
from visret_desktop.engine.messages import (
    CancelledJob,
    Message,
    Planned,
    Ranked,
    SketchProgress,
    SketchReady,
)
from visret_desktop.gui.photo.photo_panel import PhotoPanel
from visret_desktop.gui.sketches.sketch_preview import SketchPreview
from visret_desktop.gui.sketches.sketch_view_model import READY, STOPPED

HERON = "What colour are the feet of the tarn heron?"
COMPARISON = "Which has the longer beak, a tarn heron or a clay toad?"
CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def desk(drawing_window: WindowDriver) -> Iterator[SketchDesk]:
    made = SketchDesk(drawing_window)
    yield made
    made.leave()


# ---- as it comes --------------------------------------------------------------------------------


def test_words_first_then_a_better_ranking_with_every_picture(desk: SketchDesk) -> None:
    desk.ask("A queen discus swimming")
    told = [m for m in desk.driver.said if isinstance(m, (Ranked, Planned, SketchReady))]
    kinds = [type(message) for message in told]
    picture = [SketchReady, Ranked]
    expected = [Ranked, Planned, Ranked, *picture * SKETCHES]
    verdict = [Ranked] * (len(kinds) - len(expected))  # later, where it takes time to come to one
    assert kinds == [*expected, *verdict]
    assert [ranked.is_settled for ranked in desk.of(Ranked)][-2:] == [False, True]
    assert desk.rankings()[0] == ("text",)
    assert desk.rankings()[-1] == ("text", "instruction", "A", "B")
    assert desk.ready() == ["A", "B"]
    assert desk.states() == {"A": READY, "B": READY}
    (planned,) = desk.of(Planned)
    assert [group.line.edit.text() for group in desk.strip.groups] == list(planned.instructions)
    shown = [(entry.photo_id, entry.ranks) for entry in desk.entries()]
    best = desk.of(Ranked)[-1]
    assert sorted(shown) == sorted((hit.photo_id, hit.ranks) for hit in best.hits)


def test_a_preview_grows_and_says_that_it_is_a_sketch(desk: SketchDesk) -> None:
    desk.begin("A tiger loach swimming")
    desk.driver.until(lambda: any(step.preview for step in desk.of(SketchProgress)))
    drawing = desk.board.drawing()
    assert drawing is not None
    card = desk.card(drawing.sketch.name)
    assert card.words().startswith("step ")
    assert card.label() == "sketch, not a record"
    assert card.image is not None
    assert not desk.strip.stop.isHidden()
    desk.settle()
    assert card.words() == ""
    assert desk.strip.stop.isHidden()


def test_escape_keeps_what_is_there_and_nothing_is_drawn_for_it_later(desk: SketchDesk) -> None:
    desk.begin("A rosy ibis standing")
    drawn = desk.driver.session.query
    assert drawn is not None
    desk.driver.until_said(SketchReady)
    QTest.keyClick(desk.driver.bar.line, Qt.Key.Key_Escape)
    assert not desk.driver.session.searching
    assert desk.states() == {"A": READY, "B": STOPPED}
    assert desk.driver.bar.line.text() == "A rosy ibis standing"
    # Other jobs may have been cancelled before, as what was typed is by the next key.
    desk.driver.until(lambda: drawn.request.job in [one.job for one in desk.of(CancelledJob)])
    desk.forget()
    desk.driver.view.select_row(3)
    desk.driver.choose("Not like this")
    desk.settle()
    assert desk.states() == {"A": READY, "B": STOPPED}
    assert desk.of(SketchProgress) == []
    desk.press("B", "reroll")
    assert desk.made() == 1
    assert desk.states() == {"A": READY, "B": READY}


def test_a_new_query_leaves_nothing_of_the_old(desk: SketchDesk) -> None:
    late: list[Message] = []
    desk.begin("An ember monarch with open wings at dusk")
    job = desk.driver.session.query
    assert job is not None
    desk.driver.until_said(SketchProgress)
    job.said.connect(late.append)
    desk.begin(HERON)
    assert desk.driver.session.query is not job
    assert desk.states() == {}
    desk.settle()
    assert late == []
    old = job.request.job
    assert old in [message.job for message in desk.of(CancelledJob)]
    assert [m.job for m in desk.of(SketchReady) if m.job == old] == []
    (planned,) = [message for message in desk.of(Planned) if message.job != old]
    assert desk.board.plan.instructions == planned.instructions


def test_what_was_drawn_once_is_not_drawn_again(desk: SketchDesk) -> None:
    desk.ask(HERON)
    desk.ask("A glass tetra swimming")
    desk.ask(HERON)
    assert desk.made() == 0
    assert desk.states() == {"A": READY, "B": READY}
    assert "Sketch A had been drawn earlier" in desk.driver.status.explanation()


def test_the_strip_is_as_high_before_the_plan_as_after_it(desk: SketchDesk) -> None:
    desk.begin("The face of a parrot wrasse from the front")
    assert desk.board.is_awaited
    assert desk.strip.isVisible()
    heights = {desk.strip.height()}
    desk.driver.until_said(SketchProgress)
    heights.add(desk.strip.height())
    desk.settle()
    assert heights | {desk.strip.height()} == {64}
    desk.strip.fold.click()
    assert desk.strip.height() < 40
    assert not desk.card("A").isVisible()
    desk.strip.fold.click()
    assert desk.card("A").isVisible()


# ---- under the hand -----------------------------------------------------------------------------


def test_dropping_and_bringing_back_draw_nothing(desk: SketchDesk) -> None:
    desk.ask(HERON)
    desk.press("A", "drop")
    assert desk.made() == 0
    assert desk.lists() == {"text", "instruction", "B"}
    assert desk.states() == {"B": READY}
    desk.forget()
    QTest.keyClick(desk.driver.window, Qt.Key.Key_Z, CONTROL)
    desk.settle()
    assert desk.made() == 0
    assert desk.lists() == {"text", "instruction", "A", "B"}


def test_dropping_all_goes_on_by_the_instruction(desk: SketchDesk) -> None:
    desk.ask(HERON)
    desk.press("A", "drop")
    desk.press("B", "drop")
    assert desk.lists() == {"text", "instruction"}
    assert desk.of(SketchProgress) == []
    assert not desk.strip.add.isHidden()


def test_other_words_are_drawn_instead(desk: SketchDesk) -> None:
    desk.ask(HERON)
    desk.forget()
    edit = desk.strip.groups[0].line.edit
    edit.setFocus()
    edit.selectAll()
    QTest.keyClicks(edit, "a tarn heron in flight")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    desk.settle()
    assert desk.made() == SKETCHES
    told = {message.instruction for message in desk.of(SketchReady)}
    assert told == {"a tarn heron in flight"}
    assert desk.driver.bar.line.text() == HERON


def test_a_locked_sketch_stays_while_all_are_drawn_anew(desk: SketchDesk) -> None:
    desk.ask(HERON)
    desk.press("A", "lock")
    assert desk.of(Ranked) == []
    desk.strip.reroll_all.click()
    desk.settle()
    assert desk.made() == 1
    assert [(m.name, m.is_cached) for m in desk.of(SketchReady)] == [("A", True), ("B", False)]


def test_more_like_one_is_by_it_alone(desk: SketchDesk) -> None:
    desk.ask(HERON)
    desk.press("B", "only")
    assert desk.made() == 0
    assert desk.states() == {"B": READY}
    ranks = [entry.ranks["B"] for entry in desk.entries()]
    assert ranks == sorted(ranks)
    assert desk.driver.bar.controls.strategy.text() == "Sketches only"


def test_a_photo_takes_the_place_of_a_sketch(desk: SketchDesk, own_photo: Path) -> None:
    desk.ask(HERON)
    desk.forget()
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(own_photo))])
    desk.card("A").picture_given.emit("A", mime)
    desk.settle()
    assert desk.made() == 0
    assert desk.card("A").label() == "your photo"
    assert not desk.card("A").commands["reroll"].isEnabled()
    first = next(entry for entry in desk.entries() if entry.ranks["A"] == 1)
    assert own_photo.name in (first.name, *(Path(copy).name for copy in first.copies))


def test_a_hit_becomes_a_picture_or_what_is_not_meant(desk: SketchDesk) -> None:
    desk.ask(HERON)
    used = desk.entries()[2]
    desk.driver.view.select_row(2)
    desk.driver.choose("Use as sketch")
    desk.settle()
    assert desk.states() == {"A": READY, "B": READY, "C": READY}
    assert next(e for e in desk.entries() if e.ranks["C"] == 1).photo_id == used.photo_id
    desk.driver.view.select_row(0)
    avoided = desk.entries()[0]
    desk.driver.choose("Not like this")
    desk.settle()
    assert avoided.photo_id not in [entry.photo_id for entry in desk.entries()]
    assert desk.made() == 0


def test_a_sketch_is_made_large_and_its_actions_are_pressed_there(desk: SketchDesk) -> None:
    desk.ask(HERON)
    card, preview = desk.card("A"), desk.driver.child(SketchPreview)
    card.setFocus(Qt.FocusReason.TabFocusReason)
    assert preview.isVisible()
    assert card.hasFocus()
    heard = QAccessible.queryAccessibleInterface(card)
    assert heard.role() == QAccessible.Role.CheckBox
    assert heard.text(QAccessible.Text.Name) == "Sketch A, ready, sketch, not a record"
    buttons = {button.text(): button for button in preview.findChildren(QToolButton)}
    assert all(button.accessibleName() or text for text, button in buttons.items())
    QTest.keyClick(card, Qt.Key.Key_Right)
    assert desk.card("B").hasFocus()
    QTest.keyClick(desk.card("B"), Qt.Key.Key_L)
    assert desk.board.plan.locked == {"B"}
    QTest.keyClick(desk.card("B"), Qt.Key.Key_Escape)
    assert not preview.isVisible()
    assert desk.driver.line.text() == HERON


def test_back_and_forward_bring_searches_as_they_were_left(desk: SketchDesk) -> None:
    desk.ask(HERON)
    desk.press("A", "drop")
    edit = desk.strip.groups[0].line.edit
    edit.setText("a tarn heron at the water")
    edit.setModified(True)
    QTest.keyClick(edit, Qt.Key.Key_Return)
    desk.settle()
    shown = [entry.photo_id for entry in desk.entries()]
    desk.ask("A glass tetra swimming - snow")
    QTest.keyClick(desk.driver.window, Qt.Key.Key_Left, ALT)
    assert desk.states() == {"B": READY}
    desk.forget()
    desk.settle()
    assert desk.driver.line.text() == HERON
    assert desk.driver.bar.chips.chips() == []
    assert desk.board.plan.instructions == ("a tarn heron at the water",)
    assert [entry.photo_id for entry in desk.entries()] == shown
    assert desk.made() == 0
    desk.driver.undo()
    desk.settle()
    assert desk.board.plan.instructions != ("a tarn heron at the water",)
    QTest.keyClick(desk.driver.window, Qt.Key.Key_Right, ALT)
    desk.settle()
    assert desk.driver.line.text() == "A glass tetra swimming"
    assert [chip.text() for chip in desk.driver.bar.chips.chips()] == ["− snow"]
    assert not desk.driver.bar.forward.isEnabled()


def test_browsing_is_a_place_to_go_back_to(desk: SketchDesk) -> None:
    desk.leave()
    desk.ask("A glass tetra swimming")
    QTest.mouseClick(desk.driver.window, Qt.MouseButton.BackButton)
    assert desk.driver.line.text() == ""
    assert desk.driver.entry(0).rank is None
    assert desk.strip.isHidden()


# ---- in the grid --------------------------------------------------------------------------------


def test_a_selected_photo_stays_where_it_is(desk: SketchDesk) -> None:
    desk.begin("Three ember monarchs with open wings by day")
    desk.driver.until_said(SketchProgress)
    first = desk.driver.view._cell_of(6)
    desk.driver.view.select_row(6)
    desk.driver.until(desk.driver.child(PhotoPanel).isVisible)  # the grid is narrower now
    chosen, place = desk.entries()[6].photo_id, desk.driver.view._cell_of(6)
    assert place.top() == first.top()
    before = desk.of(Ranked)[-1]
    desk.settle()
    assert [hit.photo_id for hit in desk.of(Ranked)[-1].hits] != [h.photo_id for h in before.hits]
    assert desk.driver.view.selected_entries()[0].photo_id == chosen
    row = desk.driver.model.row_of(chosen)
    now = desk.driver.view._cell_of(row)
    assert now.top() == place.top()
    assert abs(now.left() - place.left()) < place.width() / 2


def test_a_new_query_lets_go_of_the_selection(desk: SketchDesk) -> None:
    desk.ask(HERON)
    desk.driver.view.select_row(1)
    desk.ask("A glass tetra swimming")
    assert desk.driver.view.selected_entries() == []


def test_why_a_photo_is_here(desk: SketchDesk) -> None:
    desk.ask(HERON)
    desk.driver.view.select_row(0)
    entry = desk.entries()[0]
    panel = desk.driver.photo_panel
    lines = [b for b in panel.findChildren(QPushButton) if b.objectName() == "why"]
    assert len(lines) == len(entry.ranks) == 4
    for name in ("A", "B"):
        assert f"by sketch {name}" in panel.text()
    by_text = next(line for line in lines if line.text().endswith("by text"))
    by_text.click()
    ranks = [shown.ranks["text"] for shown in desk.entries()]
    assert ranks == sorted(ranks)


def test_things_compared_are_labelled_columns(desk: SketchDesk) -> None:
    model = desk.driver.model
    desk.begin(COMPARISON)
    desk.driver.until(lambda: any(len(block) == 2 for block in model.blocks))
    (compared,) = [block for block in model.blocks if len(block) == 2]
    titles = [column[0].title for column in compared]
    assert len(set(titles)) == 2
    first = next(entry for entry in model.entries() if entry.column == 0)
    assert model.spoken(first).endswith(titles[0])
    desk.settle()
    assert len(desk.strip.groups) == 2
    assert [len(group.cards) for group in desk.strip.groups] == [SKETCHES, SKETCHES]


# ---- without pictures ---------------------------------------------------------------------------


def test_sketches_switched_off_and_on(desk: SketchDesk) -> None:
    pid = desk.driver.client.pid
    desk.driver.bar.controls.sketches.click()
    desk.ask("An orchid birdwing with closed wings")
    assert desk.lists() == {"text", "instruction"}
    assert desk.of(SketchProgress) == []
    assert desk.states() == {}
    assert desk.board.note == ""
    assert desk.driver.bar.controls.strategy.text() == "Instruction only"
    desk.forget()
    desk.driver.bar.controls.sketches.click()
    desk.settle()
    assert desk.states() == {"A": READY, "B": READY}
    assert desk.driver.client.pid == pid


# ---- no record ----------------------------------------------------------------------------------


def test_a_sketch_cannot_be_taken_among_photos(
    desk: SketchDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    dragged: list[QDrag] = []
    monkeypatch.setattr(QDrag, "exec", lambda drag, *_: dragged.append(drag))
    desk.ask(HERON)
    desk.driver.view.select_none()
    card = desk.card("A")
    QGuiApplication.clipboard().setText("before")
    card.setFocus()
    QTest.keyClick(card, Qt.Key.Key_C, CONTROL)
    start = card.rect().center()
    QTest.mousePress(card, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(card, start * 2)
    QTest.mouseRelease(card, Qt.MouseButton.LeftButton, pos=start * 2)
    assert dragged == []
    assert QGuiApplication.clipboard().text() == "before"
    sketches = {message.path for message in desk.of(SketchReady)}
    assert sketches
    assert not sketches & {entry.path for entry in desk.entries()}
