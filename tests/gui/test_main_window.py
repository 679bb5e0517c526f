"""The whole window with its real engine: fill it, ask it, look, lose a drive, close it."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QImage
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.window.main_window import MainWindow
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

PATIENCE_MS = 90_000


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    root = tmp_path / "photos"
    root.mkdir()
    for number in range(12):
        coarse = np.random.default_rng(number).integers(0, 256, (4, 5, 3), np.uint8)
        picture = Image.fromarray(coarse).resize((160, 120), Image.Resampling.BICUBIC)
        picture.save(root / f"{number:02}.jpg")
    (root / "letter.jpg").write_text("no picture")
    return root


@pytest.fixture
def open_window(
    qtbot: QtBot, tmp_path: Path, compiled: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], MainWindow]]:
    paths = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    for name, directory in (("DATA", paths.data), ("CACHE", paths.cache), ("CONFIG", paths.config)):
        directory.mkdir()
        monkeypatch.setenv(f"VISRET_{name}_DIR", str(directory))
    paths.compiled.symlink_to(compiled)
    opened: list[MainWindow] = []

    def make() -> MainWindow:
        window = MainWindow(paths, Settings(), EngineClient())
        opened.append(window)
        with qtbot.waitExposed(window):
            window.show()
        window.activateWindow()  # shortcuts reach only the active window
        qtbot.waitUntil(window.isActiveWindow, timeout=PATIENCE_MS)
        return window

    yield make
    for window in opened:
        window.close()
        window.deleteLater()


@pytest.fixture
def filled(open_window: Callable[[], MainWindow], qtbot: QtBot, photos: Path) -> MainWindow:
    window = open_window()
    window.begin([photos], "")
    qtbot.waitUntil(lambda: window._model.rowCount() == 12, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: not window._session.indexing, timeout=PATIENCE_MS)
    return window


def _escape(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not window._session.searching, timeout=PATIENCE_MS)
    qtbot.keyClick(window._query_bar.line, Qt.Key.Key_Escape)


def test_first_start_offers_the_first_steps(
    open_window: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_window()
    window.begin([], "")
    qtbot.waitUntil(lambda: "Find any photo" in window._library.empty.title(), timeout=PATIENCE_MS)
    assert window._pages.currentWidget() is window._library.empty


def test_folder_fills_the_grid_and_the_problems(filled: MainWindow, qtbot: QtBot) -> None:
    assert filled._pages.currentWidget() is filled._grid
    qtbot.waitUntil(lambda: filled._library.problems.row_count() == 1, timeout=PATIENCE_MS)


def test_query_ranks_and_escape_goes_back(filled: MainWindow, qtbot: QtBot) -> None:
    line = filled._query_bar.line
    qtbot.keyClicks(line, "a tarn heron")
    with qtbot.waitSignal(filled._search.answered, timeout=PATIENCE_MS):
        qtbot.keyClick(line, Qt.Key.Key_Return)
    assert [entry.rank for entry in filled._model.entries()] == list(range(1, 13))
    _escape(filled, qtbot)
    assert line.text() == ""
    assert filled._model.entry(0).rank is None


def test_newer_query_wins(filled: MainWindow, qtbot: QtBot) -> None:
    answers = QSignalSpy(filled._search.answered)
    for text in ("red", "green", "blue"):
        filled._query_bar.ask_text(text)
    qtbot.waitUntil(lambda: not filled._session.searching, timeout=PATIENCE_MS)
    assert answers.count() == 1


def test_dropped_and_pasted_pictures_are_searched_by(
    filled: MainWindow, qtbot: QtBot, photos: Path
) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(photos / "03.jpg"))])
    with qtbot.waitSignal(filled._search.answered, timeout=PATIENCE_MS):
        filled._query_bar.accept_mime(mime)
    assert filled._model.entry(0).name == "03.jpg"
    pasted = QMimeData()
    pasted.setImageData(QImage(str(photos / "07.jpg")))
    _escape(filled, qtbot)
    with qtbot.waitSignal(filled._search.answered, timeout=PATIENCE_MS):
        filled._query_bar.accept_mime(pasted)
    assert filled._model.entry(0).name == "07.jpg"


def test_space_opens_the_viewer_and_similar_finds_itself(filled: MainWindow, qtbot: QtBot) -> None:
    view = filled._grid.view
    view.select_row(4)
    name = filled._model.entry(4).name
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert filled._pages.currentWidget() is filled._viewer
    qtbot.waitUntil(lambda: filled._viewer.photo() is not None, timeout=PATIENCE_MS)
    qtbot.keyClick(filled._viewer, Qt.Key.Key_Escape)
    assert filled._pages.currentWidget() is filled._grid
    with qtbot.waitSignal(filled._search.answered, timeout=PATIENCE_MS):
        qtbot.keyClick(view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert filled._model.entry(0).name == name


def test_new_photos_are_noticed(filled: MainWindow, qtbot: QtBot, photos: Path) -> None:
    Image.new("RGB", (50, 40), "purple").save(photos / "new.jpg")
    qtbot.waitUntil(lambda: filled._model.rowCount() == 13, timeout=PATIENCE_MS)


def test_what_changed_while_the_window_was_closed_is_found(
    open_window: Callable[[], MainWindow], filled: MainWindow, qtbot: QtBot, photos: Path
) -> None:
    filled.close()
    (photos / "03.jpg").unlink()
    Image.new("RGB", (50, 40), "purple").save(photos / "new.jpg")
    window = open_window()
    window.begin([], "")

    def names() -> set[str]:
        return {entry.name for entry in window._model.entries()}

    qtbot.waitUntil(lambda: "new.jpg" in names(), timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: "03.jpg" not in names(), timeout=PATIENCE_MS)


def test_drive_goes_and_comes_back(
    filled: MainWindow, qtbot: QtBot, photos: Path, tmp_path: Path
) -> None:
    shutil.move(photos, tmp_path / "away")
    filled._session.index()
    qtbot.waitUntil(lambda: not filled._model.entry(0).online, timeout=PATIENCE_MS)
    filled._query_bar.ask_text("red")
    qtbot.waitUntil(lambda: filled._model.entry(0).rank == 1, timeout=PATIENCE_MS)
    _escape(filled, qtbot)
    shutil.move(tmp_path / "away", photos)
    filled._library.watch.look_for_drives()
    qtbot.waitUntil(lambda: filled._model.entry(0).online, timeout=PATIENCE_MS)


def test_engine_death_is_survived(filled: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(filled._client.restarted, timeout=PATIENCE_MS):
        filled._client._process.kill()
    filled._query_bar.ask_text("red")
    qtbot.waitUntil(lambda: filled._model.entry(0).rank == 1, timeout=PATIENCE_MS)


def test_query_outlives_the_engine(filled: MainWindow, qtbot: QtBot) -> None:
    filled._client._process.kill()
    filled._query_bar.ask_text("red")
    # Until then photos that answer something else are dimmed.
    qtbot.waitUntil(lambda: filled._grid.view._is_outdated, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: filled._model.entry(0).rank == 1, timeout=PATIENCE_MS)
    assert not filled._grid.view._is_outdated


def test_stopping_before_any_answer_says_whose_photos_are_shown(
    filled: MainWindow, qtbot: QtBot
) -> None:
    filled._query_bar.ask_text("red")
    qtbot.keyClick(filled._query_bar.line, Qt.Key.Key_Escape)
    assert "Stopped" in filled._grid.title.text()
    assert not filled._grid.view._is_outdated
    assert filled._model.entry(0).rank is None


def test_only_photos_comes_and_goes_by_the_same_key(filled: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(filled, Qt.Key.Key_F10)
    assert filled._photo.isHidden()
    view = filled._grid.view
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_F11)
    around = (filled._query_bar, filled._library.panel, filled._status, filled.menuBar())
    assert all(widget.isHidden() for widget in around)
    qtbot.keyClick(view, Qt.Key.Key_F11)
    assert not any(widget.isHidden() for widget in around)
    assert filled._photo.isHidden()
    qtbot.keyClick(view, Qt.Key.Key_F11)
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert not filled._query_bar.isHidden()


def test_actions_follow_the_viewer(filled: MainWindow, qtbot: QtBot) -> None:
    filled._grid.view.select_row(2)
    filled._view_entry(filled._model.entry(2))
    qtbot.keyClick(filled._viewer, Qt.Key.Key_Right)
    assert filled._actions._entries == [filled._model.entry(3)]


def test_removed_folder_leaves_the_results(
    filled: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, photos: Path
) -> None:
    yes = QMessageBox.StandardButton.Yes
    monkeypatch.setattr(QMessageBox, "question", lambda *_: yes)
    filled._query_bar.ask_text("red")
    qtbot.waitUntil(lambda: filled._model.entry(0).rank == 1, timeout=PATIENCE_MS)
    filled._library.panel.remove_requested.emit(filled._library.view.snapshot.folders[0].id)
    qtbot.waitUntil(lambda: filled._model.rowCount() == 0, timeout=PATIENCE_MS)
    assert (photos / "00.jpg").exists()


def test_settings_of_the_engine_start_it_anew(filled: MainWindow, qtbot: QtBot) -> None:
    before = filled._client.pid
    with qtbot.waitSignal(filled._client.ready, timeout=PATIENCE_MS):
        filled.apply_settings(replace(filled._settings, excluded=("0*.jpg",), top_k=5))
    assert filled._client.pid != before
    assert "ended" not in filled._banner.text()
    filled._query_bar.ask_text("red")
    qtbot.waitUntil(lambda: filled._model.rowCount() <= 5, timeout=PATIENCE_MS)


def test_given_up_engine_is_started_by_its_button(filled: MainWindow, qtbot: QtBot) -> None:
    filled._client._give_up("The search engine keeps ending.")
    filled._client._process.kill()
    start = next(
        b for b in filled._banner.findChildren(QPushButton) if b.text() == "Start it again"
    )
    qtbot.waitUntil(lambda: filled._client._process is None, timeout=PATIENCE_MS)
    with qtbot.waitSignal(filled._client.ready, timeout=PATIENCE_MS):
        start.click()
    assert filled._banner.text() == "" or "ended" not in filled._banner.text()


def test_window_remembers(
    open_window: Callable[[], MainWindow], qtbot: QtBot, photos: Path
) -> None:
    first = open_window()
    first._photo.hide()
    first._grid.size_slider.setValue(240)
    for text in ("owl", "a, b"):
        first._query_bar.ask_text(text)
    first.close()
    second = open_window()
    assert second._photo.isHidden()
    assert not second._library.panel.isHidden()
    assert second._grid.size_slider.value() == 240
    assert second._query_bar.recent() == ["a, b", "owl"]


def test_every_control_has_a_name(filled: MainWindow) -> None:
    from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QSlider

    for kind in (QAbstractButton, QComboBox, QLineEdit, QSlider):
        for widget in filled.findChildren(kind):
            if widget.isVisible() and not widget.objectName().startswith("qt_"):
                named = widget.accessibleName() or getattr(widget, "text", str)()
                assert named or widget.parent().objectName().startswith("qt_"), widget
