"""Judgments in the window: keys, marks on photos, undo, files, and what survives."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from tests.gui.driver import WindowDriver
from tests.gui.entries import entry
from visret_desktop.gui.judging.comparison_dialog import ComparisonDialog, _sentence
from visret_desktop.gui.judging.judging_controller import JudgingController
from visret_desktop.gui.judging.judgment_model import JudgmentModel
from visret_desktop.gui.judging.trial_dialog import PrecisionDialog, TrialDialog, TrialRun
from visret_desktop.gui.widgets.undo_history import UndoHistory
from visret_desktop.judgments import Judgments
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

QUESTION = "An ember monarch with open wings"


@pytest.fixture
def history(qapp: QApplication) -> UndoHistory:
    return UndoHistory()


@pytest.fixture
def marks(tmp_path: Path, history: UndoHistory) -> JudgmentModel:
    made = JudgmentModel(tmp_path / "own.jsonl", history)
    made.ask("owl")
    return made


def test_a_mark_is_in_the_file_at_once(marks: JudgmentModel) -> None:
    marks.mark([entry(1), entry(2)], True)
    marks.mark([entry(3)], False)
    found = Judgments.open(marks.path).grades("owl")
    assert sorted(found.values()) == [False, True, True]
    assert [marks.grade(entry(n)) for n in (1, 2, 3, 4)] == [True, True, False, None]


def test_the_same_mark_again_takes_it_away_and_undo_goes_back(
    marks: JudgmentModel, history: UndoHistory
) -> None:
    marks.mark([entry(1)], True)
    marks.mark([entry(1), entry(2)], True)  # one of them is not yet: both are now
    assert [marks.grade(entry(n)) for n in (1, 2)] == [True, True]
    marks.mark([entry(1), entry(2)], True)
    assert [marks.grade(entry(n)) for n in (1, 2)] == [None, None]
    assert history.undo()
    assert history.undo()
    assert [marks.grade(entry(n)) for n in (1, 2)] == [True, None]
    assert history.redo()
    assert [marks.grade(entry(n)) for n in (1, 2)] == [True, True]
    assert history.undo()
    assert history.undo()
    assert not history.undo()
    assert Judgments.open(marks.path).entries == []


def test_a_mark_is_undone_for_its_query_and_undo_names_it(
    marks: JudgmentModel, history: UndoHistory
) -> None:
    marks.mark([entry(1)], True)
    marks.ask("jay")
    assert history.undo_action.text() == "Undo: Marks for “owl”"
    assert history.undo()
    assert marks.grade(entry(1)) is None
    assert Judgments.open(marks.path).entries == []
    assert history.redo_action.text() == "Redo: Marks for “owl”"
    assert history.redo()
    assert marks.grade(entry(1)) is None
    marks.ask("owl")
    assert marks.grade(entry(1)) is True


def test_marks_belong_to_a_query(marks: JudgmentModel) -> None:
    marks.mark([entry(1)], True)
    marks.ask("jay")
    assert marks.grade(entry(1)) is None
    marks.ask("")
    marks.mark([entry(1)], True)
    marks.ask("owl")
    assert marks.grade(entry(1)) is True
    assert marks.totals() == (1, 1)


def test_a_file_that_somebody_else_wrote_meanwhile_is_read_first(marks: JudgmentModel) -> None:
    marks.mark([entry(1)], True)
    other = Judgments.open(marks.path)
    other.mark("owl", Path("/elsewhere/x.jpg"), True)
    other.save()
    marks.mark([entry(2)], False)
    assert len(Judgments.open(marks.path).grades("owl")) == 3


def test_what_is_no_file_of_judgments_is_left_alone(marks: JudgmentModel, qtbot: QtBot) -> None:
    marks.path.write_text("my notes")
    with qtbot.waitSignal(marks.failed) as failed:
        marks.mark([entry(1)], True)
    assert "is not a file of judgments" in failed.args[0]
    assert marks.path.read_text() == "my notes"
    assert marks.grade(entry(1)) is None


def test_a_file_that_cannot_be_written_is_said_and_nothing_is_shown(
    someones_home: Path, history: UndoHistory, qtbot: QtBot
) -> None:
    marks = JudgmentModel(someones_home / "gone" / "own.jsonl", history)
    marks.photos = frozenset()
    marks.ask("owl")
    with qtbot.waitSignal(marks.failed) as failed:
        marks.mark([entry(1)], True)
    assert "is not there" in failed.args[-1]
    assert marks.grade(entry(1)) is None
    assert not history.undo()


def test_a_file_elsewhere_is_written_only_where_no_photos_lie(
    someones_home: Path, history: UndoHistory, qtbot: QtBot
) -> None:
    status = someones_home.stat()
    marks = JudgmentModel(someones_home / "own.jsonl", history)
    marks.ask("owl")
    for known, said in ((None, "Try again"), ({(status.st_dev, status.st_ino)}, "among your")):
        marks.photos = None if known is None else frozenset(known)
        with qtbot.waitSignal(marks.failed) as failed:
            marks.mark([entry(1)], True)
        assert said in failed.args[-1]
        assert not list(someones_home.iterdir())
    marks.photos = frozenset()
    marks.mark([entry(1)], True)
    marks.mark([entry(2)], True)
    assert len(Judgments.open(marks.path).grades("owl")) == 2


def test_saved_as_another_file_goes_on_there(marks: JudgmentModel, tmp_path: Path) -> None:
    marks.mark([entry(1)], True)
    assert marks.save_as(tmp_path / "copy.jsonl")
    marks.mark([entry(2)], False)
    assert len(Judgments.open(tmp_path / "copy.jsonl").grades("owl")) == 2
    assert len(Judgments.open(tmp_path / "own.jsonl").grades("owl")) == 1


def test_no_mark_is_lost_when_the_program_is_killed(tmp_path: Path) -> None:
    program = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from PySide6.QtGui import QGuiApplication\n"
        "from tests.gui.entries import entry\n"
        "from visret_desktop.gui.judging.judgment_model import JudgmentModel\n"
        "from visret_desktop.gui.widgets.undo_history import UndoHistory\n"
        "app = QGuiApplication(['', '-platform', 'offscreen'])\n"
        "marks = JudgmentModel(Path(sys.argv[1]), UndoHistory()); marks.ask('owl')\n"
        "for number in range(1, 200):\n"
        "    marks.mark([entry(number)], True)\n"
        "    print(number, flush=True)\n"
    )
    path = tmp_path / "own.jsonl"
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        told = [child.stdout.readline() for _ in range(20)]
        child.kill()
        told += child.stdout.readlines()
    assert len(Judgments.open(path).grades("owl")) >= len(told) >= 20


# ---- in the window ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def driver(
    open_on_library: Callable[[Settings], WindowDriver],
    drawn_library: Paths,
    everyday_paths: Paths,
) -> Iterator[WindowDriver]:
    """A window whose encoders are both ready, as a comparison tries them."""
    compiled = drawn_library.compiled
    places = everyday_paths.compiled, compiled.resolve()  # one may have what the other has, too
    ready = {each.name: each for place in places for each in place.iterdir()}
    compiled.unlink()  # a link to what all tests share
    compiled.mkdir()
    for name, each in ready.items():
        (compiled / name).symlink_to(each)
    yield open_on_library(Settings(strategy="original"))
    drawn_library.judgments.unlink(missing_ok=True)


@pytest.fixture
def judging(driver: WindowDriver) -> Iterator[JudgingController]:
    """What marks photos of a question; the marks of a test go with it."""
    driver.ask(QUESTION)
    assert driver.judging.marks.question == QUESTION
    driver.model.fold(False)  # few are found; all are to be marked
    driver.view.setFocus()
    driver.view.select_row(0)
    yield driver.judging
    while driver.history.undo():
        pass
    driver.escape()


def _grades(driver: WindowDriver, count: int) -> list[bool | None]:
    return [driver.judging.marks.grade(driver.entry(row)) for row in range(count)]


def test_keys_mark_the_selection(driver: WindowDriver, judging: JudgingController) -> None:
    view = driver.view
    plain = view.viewport().grab().toImage()
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert _grades(driver, 2) == [True, None]
    assert view.viewport().grab().toImage() != plain
    assert view.item_text(view.current_row(), QAccessible.Text.Name).endswith("right")
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(view, Qt.Key.Key_X)
    assert _grades(driver, 4) == [True, False, False, None]
    QTest.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert _grades(driver, 4) == [True, None, None, None]
    QTest.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert _grades(driver, 1) == [None]


def test_the_viewer_marks_what_it_shows(
    driver: WindowDriver, judging: JudgingController, qtbot: QtBot
) -> None:
    shown = driver.entry(2)
    driver.look_at(2)
    QTest.keyClick(driver.viewer, Qt.Key.Key_P)
    assert judging.marks.grade(shown) is True
    assert judging.words(shown) == "right"
    zoom = driver.viewer.canvas.scale()
    QTest.keyClick(driver.viewer, Qt.Key.Key_Plus)  # stays what it is there
    assert driver.viewer.canvas.scale() > zoom
    QTest.keyClick(driver.viewer, Qt.Key.Key_P)
    QTest.keyClick(driver.viewer, Qt.Key.Key_Escape)
    assert judging.marks.grade(shown) is None


def test_menus_offer_marks_only_for_a_query_in_words(
    driver: WindowDriver, judging: JudgingController, qtbot: QtBot
) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    driver.view.menu_requested.emit(menu)
    offered = [action.text() for action in menu.actions()]
    assert {"Right for this query", "Wrong for this query"} <= set(offered)
    assert all(action.isEnabled() for action in judging.actions)
    driver.bar.escape()
    driver.until(lambda: judging.marks.question == "")
    assert not any(action.isEnabled() for action in judging.actions)


def test_the_marks_search_and_undo_brings_back_what_was_there(
    driver: WindowDriver, judging: JudgingController
) -> None:
    marks, search = judging.marks, judging.marked_search
    before = [entry.photo_id for entry in driver.model.entries()]
    assert not search.action.isEnabled()
    wrong = driver.entry(0)
    marks.mark([driver.entry(2), driver.entry(4)], True)
    marks.mark([wrong], False)
    right = {driver.entry(2).photo_id, driver.entry(4).photo_id}
    judged = Judgments.open(marks.path).entries
    driver.forget()
    driver.press(driver.view, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    driver.settle()
    shown = [entry.photo_id for entry in driver.model.entries()]
    assert wrong.photo_id not in shown
    assert right <= set(shown[:5])
    assert driver.banner.text() == "With your marks: 2 right, 1 wrong"
    driver.forget()
    driver.press(driver.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    driver.settle()
    assert [entry.photo_id for entry in driver.model.entries()] == before
    assert driver.banner.text() == ""
    assert Judgments.open(marks.path).entries == judged
    search.search()
    driver.settle()
    driver.forget()
    driver.click("Undo")
    driver.settle()
    assert [entry.photo_id for entry in driver.model.entries()] == before
    search.search()
    driver.ask("another question")
    assert driver.banner.text() == ""
    assert not search.action.isEnabled()
    driver.ask(QUESTION)
    assert driver.history.undo()
    assert driver.history.undo()
    assert Judgments.open(marks.path).entries == []


def test_judgments_are_saved_elsewhere_but_not_among_photos(
    judging: JudgingController,
    drawn_library: Paths,
    someones_home: Path,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    photos = someones_home / "photos"
    photos.mkdir()
    with closing(Catalog.open(tmp_path / "catalog.db")) as catalog:
        catalog.roots.add(photos)
    monkeypatch.setattr(judging._places, "_catalog", tmp_path / "catalog.db")
    with qtbot.waitSignal(judging.marks.failed) as failed:
        judging.save_as(str(photos / "own.jsonl"))
    assert "is among your photos" in failed.args[-1]
    assert not list(photos.iterdir())
    with qtbot.waitSignal(judging.file_chosen) as chosen:
        judging.save_as(str(someones_home / "own.jsonl"))
    assert chosen.args == [str(someones_home / "own.jsonl")]
    assert (someones_home / "own.jsonl").exists()
    judging.file_chosen.emit("")  # as before, in the settings' file too
    assert judging.marks.path == drawn_library.judgments


@pytest.mark.slow("Searches are made in every way that two encoders and a visualizer allow.")
def test_the_comparison_ends_with_what_to_set(
    driver: WindowDriver, judging: JudgingController, qtbot: QtBot
) -> None:
    for row, is_right in ((0, True), (1, True), (2, False), (3, False)):
        judging.marks.mark([driver.entry(row)], is_right)
    judging.compare()
    dialog, examination = driver.child(ComparisonDialog), driver.child(TrialRun)
    assert "4 marks in 1 search" in dialog.intro.text()
    with qtbot.waitSignal(examination.progressed, timeout=120_000):
        dialog.begin.click()
    dialog.stop.click()
    driver.until(lambda: not examination.is_running)
    assert "Stopped" in dialog.status.text()
    with qtbot.waitSignal(examination.finished, timeout=240_000):
        dialog.begin.click()
    assert "The best of" in dialog.verdict.text()
    assert "These are too few searches" in dialog.verdict.text()
    names = [dialog.table.item(row, 0).text() for row in range(dialog.table.rowCount())]
    assert "words only, starter (now)" in names
    for encoder in ("starter", "everyday"):  # both are here, and each is tried
        assert {f"instruction only, {encoder}", f"sketches only, {encoder}"} < set(names)
    if dialog.use.isVisible():
        with qtbot.waitSignal(dialog.use_requested):
            dialog.use.click()
    dialog.close()


@pytest.mark.parametrize("is_in_vain", [True, False])
def test_that_sketches_did_not_help_is_said_beside_the_offer(is_in_vain: bool) -> None:
    best = {"strategy": "rephrase", "weight": 0.3, "title": "", "is_current": False}
    best |= {"difference": 0.1}
    now = best | {"strategy": "hybrid", "is_current": True}
    body = {"best": best, "rows": [best, now], "queries": 12, "fewest_queries": 6}
    body |= {"is_beyond_chance": True, "is_drawing_in_vain": is_in_vain}
    said = "Sketches did not help here: with these settings they are switched off."
    assert (said in _sentence(body)) is is_in_vain


def test_fewer_bits_are_refused_with_the_reason_where_they_cannot_be_tried(
    driver: WindowDriver, judging: JudgingController, qtbot: QtBot
) -> None:
    driver.until(lambda: not driver.window.findChildren(TrialDialog))
    judging.check_precision()
    dialog, examination = driver.child(PrecisionDialog), driver.child(TrialRun)
    with qtbot.waitSignal(examination.failed, timeout=120_000):
        dialog.begin.click()
    assert "The check needs 100 photos" in dialog.status.text()  # there are fifty
    assert not dialog.use.isVisible()
    body = {"agreement": 0.99, "needed": 0.98, "speed": 1.4, "photos": 300, "queries": 20}
    chosen = {"encoder_precision": "int8"}
    dialog.show_outcome({**body, "precision": "int8", "is_allowed": True, "settings": chosen})
    assert "990 stay the same, 980 have to. It is 1.40 times as fast." in dialog.verdict.text()
    with qtbot.waitSignal(dialog.use_requested) as used:
        dialog.use.click()
    assert used.args == [chosen]
    driver.keeper.change(encoder_precision="automatic")
