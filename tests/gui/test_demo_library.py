"""The demonstration, drawn for the window."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from visret_desktop.gui.library.demo_library import DemoLibrary

PHOTOS = 40
PATIENCE_MS = 90_000


@pytest.fixture
def demo(qtbot: QtBot, tmp_path: Path) -> DemoLibrary:
    return DemoLibrary(tmp_path / "demonstration", photos=PHOTOS)


def test_it_tells_how_far_it_is_and_is_drawn_once(demo: DemoLibrary, qtbot: QtBot) -> None:
    told: list[tuple[int, int]] = []
    demo.progressed.connect(lambda done, total: told.append((done, total)))
    with qtbot.waitSignal(demo.ready, timeout=PATIENCE_MS) as drawn:
        demo.start()
        assert demo.is_drawing
    assert told[-1] == (PHOTOS, PHOTOS)
    assert len(told) > 1
    folder: Path = drawn.args[0]
    assert len(list(folder.rglob("*.jpg"))) >= PHOTOS
    with qtbot.waitSignal(demo.ready, timeout=0):
        demo.start()
    assert not demo.is_drawing


def test_what_is_in_the_way_is_said(demo: DemoLibrary, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "demonstration").write_text("not a folder")
    with qtbot.waitSignal(demo.failed, timeout=PATIENCE_MS) as failed:
        demo.start()
    assert "could not be drawn" in failed.args[0]
    assert "demonstration" in failed.args[0].partition(": ")[2]


def test_stopped_it_says_nothing_more_and_can_go_on(demo: DemoLibrary, qtbot: QtBot) -> None:
    with qtbot.waitSignal(demo.progressed, timeout=PATIENCE_MS):
        demo.start()
    demo.stop()
    assert not demo.is_drawing
    (demo._folder / "of another size.jpg").write_bytes(b"left over")
    again = DemoLibrary(demo._folder, photos=PHOTOS)
    with qtbot.waitSignal(again.ready, timeout=PATIENCE_MS):
        again.start()
    assert not (demo._folder / "of another size.jpg").exists()
