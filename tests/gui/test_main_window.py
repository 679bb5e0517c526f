"""The whole window with its real engine: fill it, ask it, look, lose a drive, close it."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from tests import indexed
from tests.gui.conftest import INDEXED_PHOTOS as PHOTOS
from tests.gui.driver import WindowDriver, confirm
from visret_desktop.engine.messages import Finished
from visret_desktop.gui.window.settings_controller import SettingsController
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings


@pytest.fixture
def photos(tmp_path: Path, indexed_photos: Path) -> Path:
    return Path(shutil.copytree(indexed_photos / indexed.PHOTOS, tmp_path / indexed.PHOTOS))


@pytest.fixture
def open_window(
    qapp: QApplication, tmp_path: Path, compiled: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], WindowDriver]]:
    paths = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    for name, directory in (("DATA", paths.data), ("CACHE", paths.cache), ("CONFIG", paths.config)):
        directory.mkdir()
        monkeypatch.setenv(f"VISRET_{name}_DIR", str(directory))
    paths.compiled.symlink_to(compiled)
    opened: list[WindowDriver] = []

    def make() -> WindowDriver:
        # Nothing is drawn: loading what draws takes seconds.
        opened.append(WindowDriver.open(paths, Settings(strategy="original")))
        return opened[-1]

    yield make
    for driver in opened:
        driver.close()


@pytest.fixture
def filled(
    open_window: Callable[[], WindowDriver], indexed_photos: Path, photos: Path
) -> WindowDriver:
    """The window on a library that has the photos already, after its first look at them."""
    indexed.copy(indexed_photos, photos.parent)
    driver = open_window()
    driver.window.begin([], "")
    driver.until_said(Finished)
    driver.until_indexed(PHOTOS)
    return driver


def test_first_start_offers_the_first_steps(open_window: Callable[[], WindowDriver]) -> None:
    driver = open_window()
    driver.window.begin([], "")
    driver.until(lambda: "Find any photo" in driver.library.empty.title())
    assert driver.page is driver.library.empty


def test_folder_fills_the_grid_and_the_problems(
    open_window: Callable[[], WindowDriver], photos: Path
) -> None:
    driver = open_window()
    driver.window.begin([photos], "")
    driver.until_indexed(PHOTOS)
    assert driver.page is driver.grid
    driver.until(lambda: driver.library.problems.row_count() == 1)


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_folder_added_while_another_is_indexed_waits_and_is_not_lost(
    open_window: Callable[[], WindowDriver], photos: Path, tmp_path: Path, *, is_killed: bool
) -> None:
    second = tmp_path / "second"
    second.mkdir()
    Image.new("RGB", (50, 40), "purple").save(second / "new.jpg")
    driver = open_window()
    driver.session.set_indexing(True, 0)
    driver.window.begin([photos], "")
    driver.session.set_indexing(True, 0)
    driver.until(lambda: "Paused" in driver.status.text())
    driver.library.add([second])
    if is_killed:
        driver.until(lambda: ("second", "0", "waiting") in driver.library.panel.rows())
        os.kill(driver.client.pid, signal.SIGKILL)
    driver.window.close()
    again = open_window()
    again.window.begin([], "")
    again.until_indexed(PHOTOS + 1)
    again.until(lambda: ("second", "1", "") in again.library.panel.rows())


def test_what_becomes_of_an_added_folder_is_said(filled: WindowDriver, photos: Path) -> None:
    def add(folder: Path, words: str) -> None:
        filled.library.add([folder])
        filled.until(lambda: words in filled.banner.text())

    add(photos, "“photos” is in the library already")
    inside = photos / "inside"
    inside.mkdir()
    add(inside, "it is a part of “photos”")
    add(photos / "00.jpg", "is a part of")
    add(photos.parent / "nowhere", "There is no folder")
    empty = photos.parent / "empty"
    empty.mkdir()
    add(empty, "There are no photos in “empty” yet")
    assert ("empty", "0", "no photos") in filled.library.panel.rows()
    broken = photos.parent / "broken"
    broken.mkdir()
    (broken / "letter.jpg").write_text("no picture")
    add(broken, "None of the photos in “broken” could be read")


def test_a_folder_in_the_tree_is_looked_at_and_searched(
    open_window: Callable[[], WindowDriver], photos: Path
) -> None:
    (photos / "deep").mkdir()
    (photos / "00.jpg").rename(photos / "deep" / "00.jpg")
    driver = open_window()
    driver.window.begin([photos], "")
    driver.until_indexed(PHOTOS)
    tree = driver.library.panel.tree
    driver.until(lambda: ("photos", str(PHOTOS), "") in driver.library.panel.rows())
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Right):
        driver.press(tree, key)
    driver.until(lambda: [entry.name for entry in driver.entries()] == ["00.jpg"])
    driver.ask("red")
    assert [entry.name for entry in driver.entries()] == ["00.jpg"]
    assert ("red", "", "") in driver.library.panel.rows()


def test_a_query_without_photos_says_what_to_do(open_window: Callable[[], WindowDriver]) -> None:
    driver = open_window()
    driver.window.begin([], "")
    driver.until(lambda: "Find any photo" in driver.library.empty.title())
    driver.ask("red")
    driver.until(lambda: "no photos to search" in driver.library.empty.title())
    assert "Add a folder" in driver.library.empty.explanation()
    assert driver.buttons("Add a folder")


def test_a_query_before_the_first_photos_is_asked_again_with_all(
    open_window: Callable[[], WindowDriver], photos: Path
) -> None:
    driver = open_window()
    driver.begin("a tarn heron")
    driver.window.begin([photos], "")
    driver.until_indexed(PHOTOS)
    driver.until(lambda: len(driver.entries()) == PHOTOS and driver.page is driver.grid)


def test_a_query_while_photos_come_is_asked_again_when_all_are_there(
    open_window: Callable[[], WindowDriver], photos: Path
) -> None:
    driver = open_window()
    driver.window.begin([photos], "a tarn heron")
    driver.until_indexed(PHOTOS)
    driver.until(lambda: len(driver.entries()) == PHOTOS and driver.page is driver.grid)


def test_new_photos_are_noticed(filled: WindowDriver, photos: Path) -> None:
    Image.new("RGB", (50, 40), "purple").save(photos / "new.jpg")
    filled.until(lambda: filled.model.rowCount() == PHOTOS + 1)


def test_what_the_command_line_adds_is_followed(
    filled: WindowDriver, tmp_path: Path, photos: Path
) -> None:
    filled.ask("red")
    others = tmp_path / "others"
    others.mkdir()
    for color in ("purple", "orange"):
        Image.new("RGB", (50, 40), color).save(others / f"{color}.jpg")
    visret("index", str(others))
    filled.until(lambda: {"purple.jpg", "orange.jpg"} <= {one.name for one in filled.entries()})
    folders = filled.library.view.snapshot.folders
    assert [folder.photo_count for folder in folders] == [PHOTOS, 2]
    filled.until(lambda: not filled.session.indexing)
    visret("tag", str(photos / "00.jpg"), "--add", "pondlife")
    filled.until(lambda: "pondlife" in filled.library.view.snapshot.known.keywords())
    filled.ask("keyword:pondlife")
    filled.until(lambda: [one.name for one in filled.entries()] == ["00.jpg"])


def visret(*words: str) -> None:
    """Run a command of its own process beside the window."""
    command = [sys.executable, "-m", "visret_desktop", *words]
    subprocess.run(command, check=True, capture_output=True)


def test_what_changed_while_the_window_was_closed_is_found(
    open_window: Callable[[], WindowDriver], filled: WindowDriver, photos: Path
) -> None:
    filled.window.close()
    (photos / "03.jpg").unlink()
    Image.new("RGB", (50, 40), "purple").save(photos / "new.jpg")
    again = open_window()
    again.window.begin([], "")

    def names() -> set[str]:
        return {entry.name for entry in again.entries()}

    again.until(lambda: "new.jpg" in names())
    again.until(lambda: "03.jpg" not in names())


def test_drive_goes_and_comes_back(filled: WindowDriver, photos: Path, tmp_path: Path) -> None:
    shutil.move(photos, tmp_path / "away")
    filled.choose("Check for new photos")
    filled.until(lambda: not filled.entry(0).online)
    filled.ask("red")
    assert filled.is_answered()
    filled.escape()
    shutil.move(tmp_path / "away", photos)
    filled.library.watch.look_for_drives()
    filled.until(lambda: filled.entry(0).online)


def test_removed_folder_leaves_the_results(
    filled: WindowDriver, monkeypatch: pytest.MonkeyPatch, photos: Path
) -> None:
    monkeypatch.setattr(QMessageBox, "exec", confirm)
    filled.ask("red")
    assert filled.is_answered()
    filled.library.panel.remove_requested.emit(filled.library.view.snapshot.folders[0].id)
    filled.until(lambda: filled.model.rowCount() == 0)
    assert (photos / "00.jpg").exists()


def test_settings_of_the_engine_start_it_anew(filled: WindowDriver, qtbot: QtBot) -> None:
    before = filled.client.pid
    with qtbot.waitSignal(filled.client.ready):
        keeper = filled.child(SettingsController)
        keeper.apply(replace(filled.settings, excluded=("0*.jpg",), top_k=5))
    assert filled.client.pid != before
    assert "ended" not in filled.banner.text()
    filled.begin("red")
    filled.until(lambda: filled.model.rowCount() <= 5)


def test_window_remembers(open_window: Callable[[], WindowDriver]) -> None:
    first = open_window()
    first.photo_panel.hide()
    first.grid.size_slider.setValue(240)
    first.viewer.bar.filmstrip.setChecked(False)
    for text in ("owl", "a, b"):
        first.begin(text)
    first.window.close()
    second = open_window()
    assert second.photo_panel.isHidden()
    assert not second.library.panel.isHidden()
    assert second.grid.size_slider.value() == 240
    assert not second.viewer.bar.filmstrip.isChecked()
    assert second.bar.line.earlier == ["a, b", "owl"]
