"""The demonstration, drawn for the window."""

import sys
from pathlib import Path

import psutil
import pytest
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication, QProgressBar, QPushButton
from pytestqt.qtbot import QtBot

from visret_desktop.gui.library.demo_library import DemoLibrary
from visret_desktop.gui.library.empty_page import EmptyPage

PHOTOS = 40
PATIENCE_MS = 90_000
Drawn = tuple[DemoLibrary, list[tuple[int, int]]]


@pytest.fixture
def demo(qtbot: QtBot, tmp_path: Path) -> DemoLibrary:
    return DemoLibrary(tmp_path / "demonstration", photos=PHOTOS)


@pytest.fixture(scope="module")
def drawn(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Drawn:
    """A demonstration that was drawn, and how far it said to be meanwhile."""
    made = DemoLibrary(tmp_path_factory.mktemp("drawn") / "demonstration", photos=PHOTOS)
    progress = QSignalSpy(made.progressed)
    ready = QSignalSpy(made.ready)
    made.start()
    assert made.is_drawing
    assert ready.wait(PATIENCE_MS)
    assert ready.at(0) == [made._folder]
    return made, [tuple(progress.at(number)) for number in range(progress.count())]


def test_it_tells_how_far_it_is_and_is_drawn_once(drawn: Drawn, qtbot: QtBot) -> None:
    demo, progress = drawn
    assert progress[-1] == (PHOTOS, PHOTOS)
    assert len(progress) > 1
    assert len(list(demo._folder.rglob("*.jpg"))) >= PHOTOS
    with qtbot.waitSignal(demo.ready, timeout=0):
        demo.start()
    assert not demo.is_drawing


def test_what_is_in_the_way_is_said(demo: DemoLibrary, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "demonstration").write_text("not a folder")
    with qtbot.waitSignal(demo.failed) as failed:
        demo.start()
    assert "could not be drawn" in failed.args[0]
    assert "demonstration" in failed.args[0].partition(": ")[2]


def test_stopped_it_says_nothing_more_and_can_go_on(demo: DemoLibrary, qtbot: QtBot) -> None:
    with qtbot.waitSignal(demo.progressed):
        demo.start()
    demo.stop()
    assert not demo.is_drawing
    (demo._folder / "of another size.jpg").write_bytes(b"left over")
    again = DemoLibrary(demo._folder, photos=PHOTOS)
    with qtbot.waitSignal(again.ready):
        again.start()
    assert not (demo._folder / "of another size.jpg").exists()


def test_cancelled_it_leaves_nothing(demo: DemoLibrary, qtbot: QtBot, tmp_path: Path) -> None:
    with qtbot.waitSignal(demo.progressed):
        demo.start()
    drawing = psutil.Process(demo._process.processId()).children(recursive=True)
    assert drawing
    demo.cancel()
    assert psutil.wait_procs(drawing, timeout=20)[1] == []
    assert not (tmp_path / "demonstration").exists()


def test_cancelled_too_late_it_keeps_what_is_complete(drawn: Drawn, qtbot: QtBot) -> None:
    demo = DemoLibrary(drawn[0]._folder, photos=PHOTOS)
    files = sorted(path.name for path in demo._folder.rglob("*"))
    wait = "import sys; print(flush=True); sys.stdin.read()"  # as one that is about to end
    demo._process.readyReadStandardOutput.disconnect()
    with qtbot.waitSignal(demo._process.readyReadStandardOutput):
        demo._process.start(sys.executable, ["-c", wait])
    demo.cancel()
    assert not demo.is_drawing
    assert sorted(path.name for path in demo._folder.rglob("*")) == files


def test_the_page_says_how_far_and_how_long(qtbot: QtBot) -> None:
    page = EmptyPage()
    qtbot.addWidget(page)
    page.show()
    page.show_drawing()
    assert "some minutes" in page.explanation()
    page.show_drawing(100, 1000)
    assert page.explanation().startswith("100 of 1,000 pictures are drawn · ")
    assert "left" in page.explanation()
    bar = page.findChild(QProgressBar)
    assert bar.isVisible()
    assert (bar.value(), bar.maximum()) == (100, 1000)
    cancel = next(b for b in page.findChildren(QPushButton) if b.text() == "Cancel")
    with qtbot.waitSignal(page.cancel_requested):
        cancel.click()
