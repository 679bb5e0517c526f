"""What is typed, dropped, pasted and weighed becomes the terms of one query."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QToolButton, QWidget
from pytestqt.qtbot import QtBot

from visret_desktop.engine.messages import QueryTerm
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.widgets.incoming_pictures import DropTarget
from visret_desktop.recent_queries import RecentQueries

Asked = list[tuple[QueryTerm, ...]]


@pytest.fixture
def bar(qtbot: QtBot, tmp_path: Path) -> QueryBar:
    made = QueryBar(tmp_path / "pasted", RecentQueries(tmp_path / "queries.json"))
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def asked(bar: QueryBar) -> Asked:
    heard: Asked = []
    bar.asked.connect(lambda terms, text: heard.append(terms))
    return heard


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "pool.jpg"
    Image.new("RGB", (40, 30), "navy").save(path)
    return path


def type_and_ask(qtbot: QtBot, bar: QueryBar, text: str) -> None:
    bar.line.setText(text)
    qtbot.keyClick(bar.line, Qt.Key.Key_Return)


def mime_of(paths: Sequence[Path]) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return mime


def test_plain_words_stay_in_the_line(bar: QueryBar, asked: Asked, qtbot: QtBot) -> None:
    type_and_ask(qtbot, bar, "  a long-eared owl ")
    assert asked == [(QueryTerm("a long-eared owl"),)]
    assert bar.chips.chips() == []


def test_further_terms_become_chips(
    bar: QueryBar, asked: Asked, qtbot: QtBot, picture: Path
) -> None:
    type_and_ask(qtbot, bar, f"2:golden retriever + {picture} - fruit + beach")
    expected = {
        QueryTerm("golden retriever", weight=2.0),
        QueryTerm(image=str(picture)),
        QueryTerm("fruit", weight=-1.0),
        QueryTerm("beach"),
    }
    assert set(asked[0]) == expected
    assert bar.line.text() == "beach"
    assert [chip.text() for chip in bar.chips.chips()] == [
        "+ 2 × golden retriever",
        "+ pool.jpg",
        "− fruit",
    ]
    qtbot.keyClick(bar.line, Qt.Key.Key_Return)
    assert set(asked[1]) == expected


@pytest.mark.parametrize(
    ("text", "left", "chips"),
    [
        ("tarn heron without snow", "tarn heron", ["− snow"]),
        ("Strand -Menschen", "Strand", ["− Menschen"]),
        ("no people or cars", "", ["− people", "− cars"]),
    ],
)
def test_what_words_exclude_becomes_chips(
    bar: QueryBar, asked: Asked, qtbot: QtBot, text: str, left: str, chips: list[str]
) -> None:
    type_and_ask(qtbot, bar, text)
    assert bar.line.text() == left
    assert [chip.text() for chip in bar.chips.chips()] == chips
    assert [term.text for term in asked[0] if term.weight < 0] == [one[2:] for one in chips]
    qtbot.keyClick(bar.line, Qt.Key.Key_Return)
    assert set(asked[1]) == set(asked[0])


def test_quoted_signs_are_kept_whole(bar: QueryBar, asked: Asked, qtbot: QtBot) -> None:
    type_and_ask(qtbot, bar, '"salt + pepper" + table')
    assert set(asked[0]) == {QueryTerm("salt + pepper", is_quoted=True), QueryTerm("table")}
    qtbot.keyClick(bar.line, Qt.Key.Key_Return)
    assert set(asked[1]) == set(asked[0])


def test_what_cannot_be_read_is_said_and_nothing_is_asked(
    bar: QueryBar, asked: Asked, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(bar.refused) as refusal:
        type_and_ask(qtbot, bar, "owl + ./there is no such.jpg")
    assert "no such.jpg" in refusal.args[0]
    assert asked == []


def test_chip_is_turned_weighed_and_removed(bar: QueryBar, asked: Asked, qtbot: QtBot) -> None:
    bar.add_example(QueryTerm(image="hash:ab"), "owl.jpg")
    chip = bar.chips.chips()[0]
    sign, _, close = (button for button in chip.buttons if button is not chip.pin)
    qtbot.mouseClick(sign, Qt.MouseButton.LeftButton)
    chip.weigh(2.0)
    assert chip.text() == "− 2 × owl.jpg"
    assert asked[-1] == (QueryTerm(image="hash:ab", weight=-2.0),)
    assert all(button.accessibleName() for button in chip.findChildren(QToolButton))
    qtbot.mouseClick(close, Qt.MouseButton.LeftButton)
    assert asked[-1] == ()
    assert bar.chips.isHidden()


def test_a_quoted_term_of_another_weight_stays_quoted(bar: QueryBar, asked: Asked) -> None:
    bar.add_example(QueryTerm("barn owl", is_quoted=True), "barn owl")
    bar.chips.chips()[0].weigh(2.0)
    assert asked[-1] == (QueryTerm("barn owl", weight=2.0, is_quoted=True),)


def test_same_photo_twice_is_one_chip(bar: QueryBar) -> None:
    bar.add_example(QueryTerm(image="hash:ab"), "owl.jpg")
    bar.add_example(QueryTerm(image="hash:ab", weight=3.0), "owl.jpg")
    assert bar.chips.terms() == (QueryTerm(image="hash:ab", weight=3.0),)


def test_escape_stops_before_it_clears(bar: QueryBar, asked: Asked, qtbot: QtBot) -> None:
    type_and_ask(qtbot, bar, "owl")
    bar.set_busy(True)
    with qtbot.waitSignal(bar.stopped):
        qtbot.keyClick(bar.line, Qt.Key.Key_Escape)
    assert bar.line.text() == "owl"
    bar.set_busy(False)
    qtbot.keyClick(bar.line, Qt.Key.Key_Escape)
    assert bar.line.text() == ""
    assert asked[-1] == ()


def test_dropped_file_is_searched_by_and_not_typed(
    bar: QueryBar, asked: Asked, picture: Path
) -> None:
    assert not bar.line.acceptDrops()
    mime = mime_of([picture])
    bar.dropEvent(
        QDropEvent(
            QPointF(5, 5),
            Qt.DropAction.CopyAction,
            mime,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
    )
    assert asked == [(QueryTerm(image=str(picture)),)]
    assert bar.line.text() == ""


def test_what_is_dropped_is_never_moved_away(bar: QueryBar, picture: Path, qtbot: QtBot) -> None:
    """A file manager that proposed to move a photo was told that it was moved: it may delete it."""
    window = QWidget()
    qtbot.addWidget(window)
    target = DropTarget(window)
    mime = mime_of([picture])
    actions = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction
    still = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    events = [
        QDragEnterEvent(QPoint(5, 5), actions, mime, *still),
        QDropEvent(QPointF(5, 5), actions, mime, *still),
    ]
    for event in events:
        event.setDropAction(Qt.DropAction.MoveAction)
    bar.dragEnterEvent(events[0])
    bar.dropEvent(events[1])
    taken = [(event.dropAction(), event.isAccepted()) for event in events]
    assert taken == [(Qt.DropAction.CopyAction, True)] * 2
    for event in events:
        event.setDropAction(Qt.DropAction.MoveAction)
        target.eventFilter(window, event)
    taken = [(event.dropAction(), event.isAccepted()) for event in events]
    assert taken == [(Qt.DropAction.CopyAction, True)] * 2


def test_pasted_picture_is_kept_and_searched_by(
    bar: QueryBar, asked: Asked, qtbot: QtBot, tmp_path: Path
) -> None:
    image = QImage(30, 20, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.darkGreen)
    QGuiApplication.clipboard().setImage(image)
    qtbot.keyClick(bar.line, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    (term,) = asked[0]
    assert Path(term.image).parent == tmp_path / "pasted"
    with Image.open(term.image) as kept:
        assert kept.size == (30, 20)


def test_pasted_words_are_typed(bar: QueryBar, asked: Asked, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("tawny owl")
    qtbot.keyClick(bar.line, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert bar.line.text() == "tawny owl"
    assert asked == []


def test_recent_queries_are_offered_newest_first(bar: QueryBar, qtbot: QtBot) -> None:
    for text in ("owl", "heron", "owl"):
        type_and_ask(qtbot, bar, text)
    assert bar.line.earlier == ["owl", "heron"]
    bar.line.clear()
    qtbot.keyClick(bar.line, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    popup = bar.line.completer().popup()
    assert popup.isVisible()
    assert popup.model().rowCount() == 2
    popup.hide()


@pytest.mark.parametrize(
    ("typed", "question", "remembered"),
    [
        ("and foxes?", "how many foxes?", "how many foxes?"),
        ("where was that?", "where was the owl?", "where was the owl?"),
        ("what was on our last trip?", "what was?", "what was on our last trip?"),
    ],
)
def test_what_follows_is_remembered_in_full_and_a_visit_as_it_was_typed(
    bar: QueryBar, qtbot: QtBot, typed: str, question: str, remembered: str
) -> None:
    type_and_ask(qtbot, bar, typed)
    bar.ask_instead(question, ())
    assert bar.line.earlier == [remembered]


def test_escape_closes_the_list_before_it_clears(bar: QueryBar, asked: Asked, qtbot: QtBot) -> None:
    type_and_ask(qtbot, bar, "owl")
    bar.line.clear()
    qtbot.keyClicks(bar.line, "o")
    popup = bar.line.completer().popup()
    assert popup.isVisible()
    qtbot.keyClick(popup, Qt.Key.Key_Escape)
    assert not popup.isVisible()
    assert bar.line.text() == "o"
    qtbot.keyClick(bar.line, Qt.Key.Key_Escape)
    assert bar.line.text() == ""
    assert asked[-1] == ()


def test_down_leaves_the_line_unless_the_list_is_open(bar: QueryBar, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bar.line.left_down):
        qtbot.keyClick(bar.line, Qt.Key.Key_Down)
    assert not bar.line.completer().popup().isVisible()


def test_words_of_the_buttons_give_way_to_the_line(bar: QueryBar) -> None:
    beside = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
    bar.resize(1200, 44)
    assert bar.add_button.toolButtonStyle() == beside
    assert bar.height() == 44
    bar.resize(700, 44)
    assert bar.add_button.toolButtonStyle() != beside
    assert bar.line.width() > 350


def test_the_tools_are_one_stop_of_the_tab_key(bar: QueryBar, qtbot: QtBot) -> None:
    tools = (bar.add_button, *bar.controls.buttons)
    with qtbot.waitActive(bar):
        bar.activateWindow()
    bar.add_button.setFocus()
    qtbot.keyClick(bar.add_button, Qt.Key.Key_Right)
    stops = [tool for tool in tools if tool.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert stops == [bar.controls.sketches]
    bar.controls.sketches.setEnabled(False)
    assert bar.add_button.focusPolicy() & Qt.FocusPolicy.TabFocus


def texts(bar: QueryBar) -> list[str]:
    return [*(fact.text for fact in bar.facts.facts()), *(term.text for term in bar.chips.terms())]


def type_over(qtbot: QtBot, bar: QueryBar, text: str) -> None:
    """Do as Ctrl+F does, type and press Enter."""
    bar.line.selectAll()
    qtbot.keyClicks(bar.line, text)
    qtbot.keyClick(bar.line, Qt.Key.Key_Return)


def test_a_line_typed_over_is_a_new_search(bar: QueryBar, asked: Asked, qtbot: QtBot) -> None:
    type_over(qtbot, bar, "heron -snow")
    assert asked[-1] == (QueryTerm("heron"), QueryTerm("snow", weight=-1.0))
    type_over(qtbot, bar, "moss owl")
    assert asked[-1] == (QueryTerm("moss owl"),)
    type_over(qtbot, bar, "in spring 2024")
    assert (bar.line.text(), texts(bar)) == ("", ["taken:2024-03..2024-05"])
    type_over(qtbot, bar, "owl in 2021")  # the line was empty: nothing was left to type over
    assert (asked[-1], texts(bar)) == ((QueryTerm("owl"),), ["taken:2021"])
    bar.add_example(QueryTerm(image="hash:ab"), "owl.jpg")
    type_over(qtbot, bar, "heron")
    assert (asked[-1], texts(bar)) == ((QueryTerm("heron"),), [])


def test_a_line_that_is_changed_is_the_same_search(
    bar: QueryBar, asked: Asked, qtbot: QtBot
) -> None:
    type_over(qtbot, bar, "heron in 2021 - snow")
    bar.line.end(False)
    qtbot.keyClicks(bar.line, " flying")
    qtbot.keyClick(bar.line, Qt.Key.Key_Return)
    assert asked[-1] == (QueryTerm("heron flying"), QueryTerm("snow", weight=-1.0))
    assert texts(bar) == ["taken:2021", "snow"]
    bar.line.selectAll()
    qtbot.keyClick(bar.line, Qt.Key.Key_Delete)
    qtbot.keyClick(bar.line, Qt.Key.Key_Return)
    assert texts(bar) == ["taken:2021", "snow"], "no new line was typed"


def test_pinned_chips_stay(bar: QueryBar, asked: Asked, qtbot: QtBot) -> None:
    type_over(qtbot, bar, "heron in 2021 rated 4 or more - snow - ice")
    facts, terms = bar.facts.chips(), bar.chips.chips()
    for chip in (facts[0], terms[0]):
        name = chip.pin.accessibleName()
        assert name.startswith("keep ")
        assert name.endswith(" for a new line")
        chip.pin.setFocus()
        qtbot.keyClick(chip.pin, Qt.Key.Key_Space)
    type_over(qtbot, bar, "owl")
    assert asked[-1] == (QueryTerm("owl"), QueryTerm("snow", weight=-1.0))
    assert texts(bar) == ["taken:2021", "snow"]
    qtbot.keyClick(bar.line, Qt.Key.Key_Escape)  # which clears all
    assert texts(bar) == []
    type_over(qtbot, bar, "heron in 2021")
    type_over(qtbot, bar, "owl")
    assert texts(bar) == [], "it is not pinned any more"


def test_what_goes_with_the_line_is_shown_while_it_is_typed(bar: QueryBar, qtbot: QtBot) -> None:
    type_over(qtbot, bar, "heron in 2021 - snow")
    (fact,), (term,) = bar.facts.chips(), bar.chips.chips()
    fact.pin.click()
    assert not any(chip.property("leaving") for chip in (fact, term))
    bar.line.selectAll()
    qtbot.keyClicks(bar.line, "ow")
    assert (bool(fact.property("leaving")), term.property("leaving")) == (False, True)
    assert "goes when" in term.accessibleDescription()
    bar.facts.changed.emit()  # a click at the left joins what is typed
    assert not term.property("leaving")
    assert texts(bar) == ["taken:2021", "snow"]


def test_a_fact_that_is_edited_takes_no_other_with_it(bar: QueryBar, qtbot: QtBot) -> None:
    type_over(qtbot, bar, "in 2021 rated 4 or more")
    bar.facts.chips()[0].buttons[0].click()
    qtbot.keyClicks(bar.line, "in 2022")  # over what is selected, which is all there is
    qtbot.keyClick(bar.line, Qt.Key.Key_Return)
    assert sorted(texts(bar)) == ["rating:>=4", "taken:2022"]


def test_the_cross_clears_all(bar: QueryBar, asked: Asked, qtbot: QtBot) -> None:
    assert not bar.line.clear_all.isVisible()
    type_over(qtbot, bar, "in 2021 - snow")
    assert bar.line.text() == ""
    assert bar.line.clear_all.isVisible()
    bar.chips.chips()[0].pin.click()
    bar.line.clear_all.trigger()
    assert (bar.line.text(), texts(bar), asked[-1]) == ("", [], ())
    assert not bar.line.clear_all.isVisible()


def test_history_has_the_chips_that_were_used(bar: QueryBar, asked: Asked, qtbot: QtBot) -> None:
    type_over(qtbot, bar, "in spring 2024 rated 4 or more - 2:snow")
    for chip in (*bar.facts.chips(), *bar.chips.chips()):
        chip.pin.click()
    type_over(qtbot, bar, "heron")
    before, chips = asked[-1], sorted(texts(bar))
    assert bar.line.earlier[0] == "in spring 2024, rated 4 or more, heron - 2:snow"
    bar.ask_text(bar.line.earlier[0])
    assert bar.line.earlier[0] == "in spring 2024, rated 4 or more, heron - 2:snow", "each once"
    bar.line.clear_all.trigger()
    bar.ask_text(bar.line.earlier[0])
    assert (asked[-1], sorted(texts(bar))) == (before, chips)
    bar.line.clear_all.trigger()
    type_over(qtbot, bar, "heron, not in spring 2024")
    bar.facts.chips()[0].pin.click()
    type_over(qtbot, bar, "owl")
    assert bar.line.earlier[0] == "not in spring 2024, owl"


def test_facts_that_exclude_each_other_are_pointed_out(bar: QueryBar, qtbot: QtBot) -> None:
    type_over(qtbot, bar, "in spring 2024")
    bar.facts.chips()[0].pin.click()
    with qtbot.waitSignal(bar.noted) as noted:
        type_over(qtbot, bar, "heron in 2021")
    assert "exclude each other" in noted.args[0]


def test_what_the_library_lacks_stays_in_the_line_and_is_not_asked(
    bar: QueryBar, asked: Asked, qtbot: QtBot
) -> None:
    noted: list[str] = []
    bar.noted.connect(noted.append)
    type_and_ask(qtbot, bar, "an owl keyword:unknown rating:3")
    assert asked == [(QueryTerm("an owl"),)]
    assert [fact.text for fact in bar.facts.facts()] == ["rating:3"]
    assert (bar.line.text(), bar.words) == ("keyword:unknown an owl", "an owl")
    assert noted[-1].startswith("“keyword:unknown” is left out. The library has no keyword")
    bar.facts.clear()
    bar.refine()
    assert asked[-1] == (QueryTerm("an owl"),)
    assert bar.line.text() == "keyword:unknown an owl"
    type_and_ask(qtbot, bar, "an owl")
    assert (bar.line.text(), noted[-1]) == ("an owl", "")
    type_and_ask(qtbot, bar, "keyword:unknown")
    assert noted[-1]
    qtbot.keyClick(bar.line, Qt.Key.Key_Escape)
    assert noted[-1] == "", "what was left out of a line that is gone says nothing"
