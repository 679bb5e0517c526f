"""The window opens on what an older program kept, and loses nothing of it.

The three files are as the program of 22 November 2026, before the rooms, wrote them.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QSplitter
from pytestqt.qtbot import QtBot

from visret_desktop import settings as settings_file
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.library.library_panel import LibraryPanel
from visret_desktop.gui.photo.photo_panel import PhotoPanel
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.window.main_window import MainWindow
from visret_desktop.gui.window.settings_controller import SettingsController
from visret_desktop.gui.window.window_state import WindowState
from visret_desktop.paths import Paths, default_paths

SIZE = (780, 602)  # pixels
LEFT = 200  # pixels of the library panel
WINDOW = r"""[General]
cell=240
geometry=@ByteArray(\x1\xd9\xd0\xcb\0\x3\0\0\0\0\0\0\0\0\0\0\0\0\x3\v\0\0\x2Y\0\0\0\0\0\0\0\0\0\0\x3\v\0\0\x2Y\0\0\0\0\0\0\0\0\x6@\0\0\0\0\0\0\0\0\0\0\x3\v\0\0\x2Y)
splitter=@ByteArray(\0\0\0\xff\0\0\0\x1\0\0\0\x3\0\0\0\xc8\0\0\x2\x18\0\0\0\0\x1\xff\xff\xff\xff\x1\0\0\0\x1\0)

[dismissed]
starter=true

[hidden]
library=false
photo=true
"""
SETTINGS = """{
  "version": 1,
  "encoder": "mine",
  "encoder_precision": "fp32",
  "second_encoder": "",
  "free_cores": 0,
  "max_megapixels": 250,
  "decode_seconds": 30,
  "folder_seconds": 30,
  "excluded": [
    "raw",
    "*.tmp"
  ],
  "watch_folders": false,
  "top_k": 1000,
  "thumbnail_pixels": 384,
  "rrf_k": 1.0,
  "rewriter": "starter-rewriter",
  "visualizer": "starter-visualizer",
  "encoder_device": "auto",
  "rewriter_device": "auto",
  "visualizer_device": "auto",
  "unload_minutes": 15,
  "pictures_enabled": false,
  "strategy": "visret",
  "m": 5,
  "hybrid_weight": 0.5,
  "sketch_cache_mb": 200,
  "judgments": "/photos/own.jsonl",
  "hub_endpoint": "",
  "hub_proxy": ""
}"""
QUERIES = '[\n"2:golden retriever + pool - fruit",\n"a heron \\u201con\\u201d a post"\n]'
ASKED = ["2:golden retriever + pool - fruit", "a heron “on” a post"]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> Paths:
    """A profile with the files as they were written."""
    for name in ("data", "cache", "config"):
        monkeypatch.setenv(f"VISRET_{name.upper()}_DIR", str(tmp_path / name))
    paths = default_paths()
    paths.config.mkdir(exist_ok=True)
    # Qt takes a size only where the screen is about as wide as the one it was kept on.
    width = qapp.primaryScreen().size().width()
    window = WINDOW.replace(r"\x6@", rf"\x{width >> 8:x}\x{width & 255:x}")
    (paths.config / "window.ini").write_text(window, encoding="utf-8")
    paths.settings.write_text(SETTINGS, encoding="utf-8")
    paths.recent_queries.write_text(QUERIES, encoding="utf-8")
    return paths


@pytest.fixture
def open_window(kept: Paths, qtbot: QtBot) -> Iterator[Callable[[], MainWindow]]:
    opened: list[MainWindow] = []

    def make() -> MainWindow:
        window = MainWindow(kept, settings_file.load(kept.settings), EngineClient())
        opened.append(window)
        return window

    yield make
    for window in opened:
        window.deleteLater()


def _assert_as_kept(window: MainWindow, kept: Paths) -> None:
    assert window.size().toTuple() == SIZE
    assert not window.findChild(LibraryPanel).isHidden()
    assert window.findChild(PhotoPanel).isHidden()
    assert window.findChild(GridPage).size_slider.value() == 240
    assert window.findChild(QueryBar).line.earlier == ASKED
    assert WindowState(kept.config / "window.ini").is_dismissed("starter")
    window.show()
    assert window.findChild(QSplitter).sizes()[0] == LEFT


def test_the_window_is_as_it_was_and_stays_so(
    open_window: Callable[[], MainWindow], kept: Paths
) -> None:
    for _ in range(2):  # what the first one kept is read by the second
        window = open_window()
        _assert_as_kept(window, kept)
        window.close()


def test_settings_are_as_they_were_and_a_change_keeps_the_others(
    open_window: Callable[[], MainWindow], kept: Paths
) -> None:
    window = open_window()
    window.findChild(SettingsController).change(m=7)
    window.close()
    newer = {"appearance": "system", "answers_enabled": True, "answer_images": 5}
    newer |= {"reader": "starter-reader", "reader_device": "auto"}
    newer |= {"draw_all": False, "add_details": False, "drawing": "automatic", "sketch_pixels": []}
    newer |= {"bursts_as_one": True, "burst_seconds": 10, "burst_likeness": 0.6}
    newer |= {
        "event_seconds": 1800,
        "events_as_one": False,
        "read_words": True,
        "language": "system",
    }
    newer |= {"write_sidecars": False, "observer": "", "search_as_typed": True}
    newer |= {"version": settings_file.VERSION}
    assert json.loads(kept.settings.read_text()) == json.loads(SETTINGS) | {"m": 7} | newer


def test_a_new_query_comes_before_those_of_before(
    open_window: Callable[[], MainWindow], kept: Paths
) -> None:
    window = open_window()
    window.findChild(QueryBar).ask_text("a third one")
    window.close()
    assert json.loads(kept.recent_queries.read_text()) == ["a third one", *ASKED]
