"""Tags, ratings and names by keyboard: added, removed, undone; suggestions that are accepted."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog, QLabel
from pytestqt.qtbot import QtBot

from tests.gui.driver import WindowDriver
from visret_desktop.fieldbook.world import SPECIES
from visret_desktop.gui.facts.facet_panel import FacetPanel
from visret_desktop.gui.facts.facet_rows import FacetRow
from visret_desktop.gui.photo.photo_rows import shared
from visret_desktop.gui.tagging.note_chips import NoteChips
from visret_desktop.gui.tagging.notes_section import NotesSection, SuggestionList, Suggestions
from visret_desktop.gui.tagging.panel_notes import NameDetails
from visret_desktop.gui.tagging.tag_input import KnownNames, KnownTags, Shared
from visret_desktop.gui.tagging.tagging_bar import TaggingBar
from visret_desktop.gui.tagging.tagging_controller import TaggingController
from visret_desktop.interchange.species.name_lists import ListedName, NameList, NameLists
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.records import AcceptedName, Fingerprint, Notes, Photo
from visret_desktop.library.writer_lock import WriterLock
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

KEY = Qt.Key
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Tagger:
    """A person with the tagging bar."""

    def __init__(self, window: WindowDriver) -> None:
        self.window, self.bar = window, window.child(TaggingBar)
        self.work = window.child(TaggingController)

    def open(self, rows: range, key: Qt.Key = KEY.Key_K) -> None:
        view = self.window.view
        view.select_row(rows[0])
        for _ in rows[1:]:
            QTest.keyClick(view, KEY.Key_Right, SHIFT)
        view.setFocus()
        QTest.keyClick(view, key)
        self.rest(len(rows))

    def type(self, text: str) -> None:
        QTest.keyClicks(self.bar.line, text)

    def enter(self, text: str = "") -> None:
        self.type(text)
        self.press(KEY.Key_Return)

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier | None = None) -> None:
        QTest.keyClick(self.bar.line, key, modifier or Qt.KeyboardModifier.NoModifier)

    def rest(self, contents: int | None = None) -> None:
        """Wait until nothing is written or read any more."""
        background = self.work._background
        self.window.until(
            lambda: (
                not self.window.history.is_busy
                and not background._slots
                and not self.work._waiting
                and contents in (None, self.bar.shared.contents)
            )
        )

    def notes(self, row: int) -> Notes:
        content = self.window.entry(row).content_hash
        reader = self.window.library.view.reader
        assert reader is not None
        return reader.notes.of([content]).get(content, Notes())


@pytest.fixture(scope="module")
def window(open_on_library: Callable[[Settings], WindowDriver]) -> WindowDriver:
    return open_on_library(Settings(observer="Ada", pictures_enabled=False))


@pytest.fixture
def tagger(window: WindowDriver) -> Iterator[Tagger]:
    made = Tagger(window)
    yield made
    made.rest()
    while window.history.undo():
        made.rest()
    window.history.clear()
    made.bar.next.setChecked(False)
    made.bar.line.clear()
    made.press(KEY.Key_Escape)
    assert not made.bar.isVisible()


def test_enter_adds_and_again_removes_and_all_is_undone(tagger: Tagger) -> None:
    tagger.open(range(1))
    tagger.type("Animals/Birds/Grey heron")
    assert "adds the new tag “Animals › Birds › Grey heron”" in tagger.bar.sign.text()
    tagger.enter()
    tagger.rest()
    assert tagger.notes(0).tags == ("Animals|Birds|Grey heron",)
    tagger.type("HERON")
    assert tagger.bar.list.item(0).text() == "Animals › Birds › Grey heron"
    tagger.press(KEY.Key_Down)
    assert tagger.bar.sign.text().startswith("− Enter removes “Animals › Birds › Grey heron”")
    tagger.press(KEY.Key_Tab)
    assert tagger.bar.line.text() == "Animals/Birds/Grey heron"
    assert tagger.bar.sign.text().startswith("− Enter removes “Animals › Birds › Grey heron”")
    tagger.enter()
    tagger.rest()
    assert tagger.notes(0) == Notes()
    tagger.press(KEY.Key_Z, CONTROL)
    tagger.rest()
    assert tagger.notes(0).tags == ("Animals|Birds|Grey heron",)
    tagger.press(KEY.Key_Z, CONTROL)
    tagger.press(KEY.Key_Y, CONTROL)
    tagger.press(KEY.Key_Y, CONTROL)
    tagger.rest()
    assert tagger.notes(0) == Notes()


def test_what_could_not_be_undone_or_done_again_can_be_tried_once_more(
    tagger: Tagger, drawn_library: Paths
) -> None:
    tagger.open(range(1))
    tagger.enter("one")
    tagger.enter("two")
    tagger.rest()
    another = WriterLock(drawn_library.writer_lock)
    for step, tags in ((tagger.window.history.undo, ("one",)), (tagger.window.history.redo, ())):
        before = tagger.notes(0).tags
        another.acquire_soon(0)
        assert step()
        tagger.rest()
        another.release()
        assert tagger.notes(0).tags == before, "another process writes"
        assert "Another visret process" in tagger.window.banner.text()
        assert step()
        tagger.rest()
        assert tagger.notes(0).tags == (tags or ("one", "two"))
    tagger.window.banner.clear("notes")


def test_nothing_is_lost_or_mixed_up_when_it_is_typed_fast(tagger: Tagger) -> None:
    tagger.open(range(1))
    tagger.bar.next.setChecked(True)
    for stars in (KEY.Key_3, KEY.Key_3, KEY.Key_3):
        tagger.press(stars)
    tagger.rest(1)
    assert [tagger.notes(row).rating for row in range(4)] == [3, 3, 3, None]
    tagger.bar.next.setChecked(False)
    tagger.open(range(1))
    for word in ("pond", "owl", "pond"):
        tagger.enter(word)
    tagger.rest()
    assert tagger.notes(0).tags == ("owl",)


def test_a_selection_shows_what_only_some_have(tagger: Tagger) -> None:
    tagger.open(range(1))
    tagger.enter("pond")
    tagger.rest()
    tagger.open(range(3))
    (chip,) = tagger.bar.chips.buttons()
    assert chip.text() == "pond (1 of 3)"
    tagger.type("pond")
    assert tagger.bar.sign.text().startswith("+ Enter adds “pond” to the 2 photo")
    tagger.enter()
    tagger.rest()
    assert [tagger.notes(row).tags for row in range(4)] == [("pond",)] * 3 + [()]
    (chip,) = tagger.bar.chips.buttons()
    QTest.keyClick(chip, KEY.Key_Delete)
    tagger.rest()
    assert [tagger.notes(row) for row in range(3)] == [Notes()] * 3
    tagger.window.undo()
    tagger.rest()
    assert [tagger.notes(row).tags for row in range(3)] == [("pond",)] * 3


def test_digits_rate_and_the_next_photo_comes_by_itself(tagger: Tagger) -> None:
    tagger.open(range(1))
    tagger.bar.next.setChecked(True)
    tagger.press(KEY.Key_4)
    tagger.press(KEY.Key_2)
    tagger.rest(1)
    assert [tagger.notes(row).rating for row in range(3)] == [4, 2, None]
    assert tagger.window.view.current_row() == 2
    tagger.press(KEY.Key_Left)
    tagger.rest(1)
    assert tagger.window.view.current_row() == 1
    tagger.press(KEY.Key_2)  # the same again leaves it to the file
    tagger.rest()
    assert tagger.notes(1) == Notes()
    tagger.type("2 herons")
    assert tagger.bar.line.text() == " herons"


def test_it_works_in_the_viewer_too(tagger: Tagger) -> None:
    window = tagger.window
    window.look_at(2)
    QTest.keyClick(window.viewer, KEY.Key_K)
    tagger.rest(1)
    tagger.enter("in the viewer")
    tagger.rest()
    tagger.press(KEY.Key_Return)  # an empty line: the next photo
    tagger.rest(1)
    QTest.keyClick(window.viewer, KEY.Key_5, CONTROL)
    tagger.rest()
    assert tagger.notes(2).tags == ("in the viewer",)
    assert tagger.notes(3).rating == 5
    tagger.press(KEY.Key_Escape)
    assert window.viewer.hasFocus()
    window.press(window.viewer, KEY.Key_Escape)


def test_who_accepts_a_name_is_asked_once(tagger: Tagger, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answer(question: QInputDialog) -> int:
        question.show()
        (label,) = question.findChildren(QLabel)
        assert question.width() < 480, "longer than a line is more than one"
        assert label.height() >= label.heightForWidth(label.width())
        asked.append(question.windowTitle())
        question.setTextValue(" ")
        return QInputDialog.DialogCode.Accepted

    monkeypatch.setattr(QInputDialog, "exec", answer)
    monkeypatch.setattr(tagger.work, "observer", "")
    monkeypatch.setattr(tagger.work, "_has_asked", False)
    tagger.open(range(1), KEY.Key_N)
    tagger.enter("Bufo bufo")
    tagger.rest()
    monkeypatch.setattr(tagger.work, "observer", "Ada")
    tagger.enter("Rana arvalis")
    tagger.rest()
    toad, frog = tagger.notes(0).names
    assert (toad.name, toad.by, toad.source, toad.at[-1]) == ("Bufo bufo", "", "typed", "Z")
    assert frog.by == "Ada"
    assert asked == ["Who names this?"]
    window = tagger.window
    window.until(lambda: "Rana arvalis" in window.photo_panel.text())
    assert "Ada · " in window.photo_panel.text()


def test_who_cancels_the_question_for_a_name_accepts_nothing(
    tagger: Tagger, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [QInputDialog.DialogCode.Accepted, QInputDialog.DialogCode.Rejected]

    def answer(question: QInputDialog) -> int:
        question.setTextValue("Ada")
        return answers.pop()

    monkeypatch.setattr(QInputDialog, "exec", answer)
    monkeypatch.setattr(tagger.work, "observer", "")
    monkeypatch.setattr(tagger.work, "_has_asked", False)
    tagger.open(range(2, 3), KEY.Key_N)
    tagger.enter("Bufo bufo")
    tagger.rest()
    assert not tagger.notes(2).names
    tagger.enter("Bufo bufo")  # it is asked again
    tagger.rest()
    assert [(name.name, name.by) for name in tagger.notes(2).names] == [("Bufo bufo", "Ada")]


def test_a_suggestion_is_accepted_once_it_is_selected(tagger: Tagger, drawn_library: Paths) -> None:
    window, row = tagger.window, 1
    names = tuple(ListedName(f"Genus {number}", name) for number, name in enumerate(SPECIES))
    NameLists(drawn_library.name_lists).put(NameList("drawn", "drawn.txt", "", names))
    window.view.select_row(row)
    window.until(lambda: bool(window.photo_panel.findChildren(NotesSection)))
    window.choose("Suggest names")
    window.until(lambda: bool(window.photo_panel.findChildren(SuggestionList)))
    shown = window.photo_panel.findChildren(SuggestionList)[0]
    assert shown.count() == 5
    assert tagger.notes(row) == Notes()  # nothing is noted by a suggestion
    for key in (KEY.Key_1, KEY.Key_Return):  # numbers rate elsewhere, and none is selected yet
        QTest.keyClick(shown, key)
    tagger.rest()
    assert tagger.notes(row) == Notes()
    QTest.keyClick(shown, KEY.Key_Down)
    assert shown.selectedItems() == [shown.item(0)]
    QTest.keyClick(shown, KEY.Key_Return)
    tagger.rest()
    (accepted,) = tagger.notes(row).names
    assert accepted.source.startswith("suggested by starter-")
    assert accepted.source.endswith(", drawn")
    assert accepted.common in window.entry(row).path or accepted.common in SPECIES
    assert accepted.by == "Ada"
    tagger.open(range(row, row + 1), KEY.Key_N)
    tagger.type(accepted.common)
    assert tagger.bar.sign.text().startswith(f"− Enter removes “{accepted.name}”")


def test_tags_are_a_tree_to_narrow_by_and_known_to_the_query(tagger: Tagger) -> None:
    window = tagger.window
    tagger.open(range(2))
    tagger.enter("Zoo/Aviary")
    tagger.rest()
    window.choose("Narrow the photos")
    panel = window.child(FacetPanel)

    def zoo() -> FacetRow | None:
        rows = [row for row in panel.rows() if row.key == ("keyword", "Zoo")]
        return rows[0] if rows else None

    more = next((row for row in panel.rows() if row.opens == "keyword"), None)
    window.until(lambda: zoo() is not None or any(r.opens == "keyword" for r in panel.rows()))
    more = next((row for row in panel.rows() if row.opens == "keyword"), None)
    if more is not None:
        panel.tree.chosen.emit(more, False)
    window.until(lambda: zoo() is not None)
    found = zoo()
    assert found is not None
    assert (found.count, [row.words for row in found.rows]) == ("2", ["Aviary"])
    window.until(lambda: "Zoo|Aviary" in window.library.view.snapshot.known.keywords())
    window.ask("keyword:zoo")
    window.until(lambda: window.model.rowCount() == 2)
    window.escape()
    window.until(lambda: window.model.rowCount() > 2)
    window.choose("Library")


def test_several_photos_show_what_all_have_and_what_some_have(qtbot: QtBot) -> None:
    names = (AcceptedName("Bufo bufo"),)
    both = (Notes(("pond", "lake"), 4, names), Notes(("pond",), 4, names))
    photos = [
        Photo(n, 1, Path(f"/x/{n}.jpg"), "", f"{n:032}", Fingerprint(1, 1), True, notes=notes)
        for n, notes in enumerate(both)
    ]
    section = NotesSection(photos, Suggestions())
    qtbot.addWidget(section)
    chips = [chip.text() for one in section.findChildren(NoteChips) for chip in one.buttons()]
    assert chips == ["pond", "lake (1 of 2)", "Bufo bufo"]
    assert dict(shared(photos))["Rating"] == "★★★★"
    assert "Rating" not in dict(shared([photos[0], replace(photos[1], notes=Notes(rating=2))]))
    dated = replace(photos[0], metadata=replace(photos[0].metadata, taken_at="2017-07-13T09:00:00"))
    assert dict(shared([dated, photos[1]]))["Taken"] == "13 July 2017\n1 without a date"
    alone = NotesSection(photos[:1], Suggestions())
    qtbot.addWidget(alone)
    (tags,) = alone.findChildren(NoteChips)
    assert [chip.text() for chip in tags.buttons()] == ["pond", "lake"]


def test_more_can_be_said_of_a_name(qtbot: object) -> None:
    form = NameDetails(AcceptedName("Bufo bufo", count=2, sex="herself"))
    assert (form.count.value(), form.sex.currentText()) == (2, "herself")
    form.count.setValue(0)
    form.sex.setCurrentText("female")
    form.stage.setCurrentText(" sub  adult ")
    form.behavior.setText("calling")
    said = form.accepted_name()
    assert (said.count, said.sex, said.life_stage, said.behavior) == (
        None, "female", "sub adult", "calling",
    )  # fmt: skip
    form.deleteLater()


def test_what_is_typed_is_understood() -> None:
    tags = KnownTags({"A|x": 1, "B|x": 1, "A|y": 2, "y": 2, "pond": 1})
    said = {text: tags.meant(text) for text in ("x", "Y", "POND", "a/X", "A", "new/one", " | ")}
    assert {text: meant and (meant.value, meant.is_new) for text, meant in said.items()} == {
        "x": ("x", True), "Y": ("A|y", False), "POND": ("pond", False), "a/X": ("A|x", False),
        "A": ("A", False), "new/one": ("new|one", True), " | ": None,
    }  # fmt: skip
    names = KnownNames((ListedName("Ardea cinerea", "Grey heron"),), ("Bufo bufo",))
    assert names.completions("her") == ["Grey heron – Ardea cinerea"]
    for text in ("grey HERON", "Ardea cinerea", "Grey heron – Ardea cinerea"):
        meant = names.meant(text)
        assert meant is not None
        assert (meant.value, meant.is_new) == ("Ardea cinerea", False)
    other = names.meant("Rana  arvalis")
    assert other is not None
    assert (other.value, other.is_new) == ("Rana arvalis", True)
    shared = Shared.of(3, [Notes(("a",), 2), Notes(("a", "b"))])
    assert (shared.tags, shared.ratings, shared.lacking("a", is_name=False)) == (
        {"a": 2, "b": 1}, {2: 1}, 1,
    )  # fmt: skip
    assert not shared.has_all("a", is_name=False)
    assert not Shared().has_all("a", is_name=False)


def test_a_tag_just_added_is_found_at_once(tagger: Tagger) -> None:
    tagger.open(range(1))
    tagger.enter("pondlife")
    tagger.press(KEY.Key_Escape)
    tagger.window.begin("keyword:pondlife")
    tagger.window.until(lambda: tagger.window.model.rowCount() == 1)
    assert [fact.text for fact in tagger.window.bar.facts.facts()] == ['keyword:"pondlife"']
    assert "no keyword" not in tagger.window.banner.text()
    tagger.window.escape()


def test_with_each_event_once_a_rating_and_a_place_go_to_the_whole_event(
    tagger: Tagger, window: WindowDriver, drawn_library: Paths
) -> None:
    reader, work = window.library.view.reader, tagger.work
    assert reader is not None
    entries = [window.entry(row) for row in range(window.model.rowCount())]
    own = reader.placing.with_own_place([entry.content_hash for entry in entries])
    first, second, apart = [entry for entry in entries if entry.content_hash not in own][:3]
    with closing(Catalog.open(drawn_library.catalog)) as catalog, catalog.batch():
        catalog.put_groups([(one.photo_id, None, first.photo_id) for one in (first, second)])
    event = {first.content_hash, second.content_hash}
    for is_once, noted in ((False, {first.content_hash}), (True, event)):
        work.take_settings(Settings(observer="Ada", events_as_one=is_once))
        work.set_entries([first])
        assert not tagger.bar.isVisible()
        for note in (partial(work.rate, 5), partial(work.place_at, 45.9, 15.5)):
            note()
            work.set_entries([apart])  # whoever goes on soon changes nothing
            tagger.rest()
            assert set(reader.notes.of([*event, apart.content_hash])) == noted
            assert window.history.undo()
            tagger.rest()
            assert not reader.notes.of(event)
            work.set_entries([first])
    work.take_settings(Settings(observer="Ada"))


def test_a_place_is_taken_from_another_photo_or_from_the_map_and_undone(
    tagger: Tagger, window: WindowDriver
) -> None:
    """Only for photos that do not know their own, and never in them."""
    reader = window.library.view.reader
    assert reader is not None
    entries = [window.entry(row) for row in range(window.model.rowCount())]
    placed = {photo.id: photo.metadata for photo in reader.photos([e.photo_id for e in entries])}
    one = next(e for e in entries if placed[e.photo_id].latitude is not None)
    other = next((e for e in entries if placed[e.photo_id].latitude is None), None)
    work = tagger.work
    work.set_entries([one])
    work._copy.trigger()
    tagger.rest()
    assert work._copied is not None
    assert work._copied[1].latitude == placed[one.photo_id].latitude
    targets = [one, *([other] if other else [])]
    work.set_entries(targets)
    assert one.name in work._paste.text()
    for place in (work._paste.trigger, lambda: work.place_at(45.9, 15.5)):
        place()
        tagger.rest()
        noted = reader.notes.of([e.content_hash for e in targets])
        assert one.content_hash not in noted, "it knows its own"
        assert len(noted) == len(targets) - 1
    while window.history.undo():
        tagger.rest()
    assert not reader.notes.of([e.content_hash for e in targets])
