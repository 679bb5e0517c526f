"""A folder that was renamed is asked for, known again, and not called an unplugged drive."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from tests.gui.driver import WindowDriver
from visret_desktop.gui.library.library_model import PanelRow
from visret_desktop.gui.tagging.tagging_controller import TaggingController
from visret_desktop.library.records import Folder, FolderState
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings


@pytest.fixture(scope="module")
def window(open_on_library: Callable[[Settings], WindowDriver]) -> WindowDriver:
    return open_on_library(Settings(pictures_enabled=False))


@pytest.fixture
def folder(window: WindowDriver, drawn_library: Paths, tmp_path: Path) -> Path:
    """A folder of the library, one of whose photos has a rating."""
    added = tmp_path / "trip"
    added.mkdir()
    for photo in sorted(drawn_library.demo.rglob("*.jpg"))[:6]:
        # Other bytes than those of the demonstration, whose notes they would share.
        (added / photo.name).write_bytes(photo.read_bytes() + b"\0")
    window.library.add([added])
    window.until(lambda: _known(window, added) is not None and not window.session.indexing)
    window.until(lambda: (one := _known(window, added)) is not None and one.photo_count == 6)
    found = _known(window, added)
    assert found is not None
    window.library.panel.choose(PanelRow("folder", found.id))
    window.until(lambda: window.model.rowCount() == 6)
    window.view.select_row(0)
    tagging = window.child(TaggingController)
    tagging.rate(4)
    window.until(lambda: not window.history.is_busy)
    return added


def test_its_notes_come_along(
    window: WindowDriver, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _known(window, folder)
    assert before is not None
    renamed = folder.with_name("tour")
    folder.rename(renamed)
    window.session.index()
    window.until(lambda: "is not where it was" in window.banner.text())
    states = {row[0]: row[2] for row in window.library.panel.rows()}
    assert states["trip"] == "moved or deleted?"
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(renamed))
    window.click("Where is it now? …")
    window.until(lambda: _known(window, renamed) is not None and not window.session.indexing)
    after = _known(window, renamed)
    assert after is not None
    assert (after.id, after.photo_count) == (before.id, 6)
    window.until(lambda: _state(window, renamed) == FolderState.ONLINE)
    reader = window.library.view.reader
    assert reader is not None
    assert reader.notes.only_in(after.id).ratings == 1
    _remove(window, after, keeps=True)
    window.library.add([renamed])
    window.until(lambda: _known(window, renamed) is not None and not window.session.indexing)
    window.until(lambda: bool(reader.notes.only_in(_number(window, renamed)).ratings))
    again = _known(window, renamed)
    assert again is not None
    _remove(window, again, keeps=False)
    assert not reader.notes.noted()
    shutil.rmtree(renamed)


def _remove(window: WindowDriver, folder: Folder, *, keeps: bool) -> None:
    """Remove a folder; the question says what goes with it."""
    asked: list[str] = []

    def answer() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        asked.append(box.text())
        box.checkBox().setChecked(keeps)
        role = QMessageBox.ButtonRole.AcceptRole
        next(one for one in box.buttons() if box.buttonRole(one) == role).click()

    QTimer.singleShot(0, answer)
    window.library.panel.remove_requested.emit(folder.id)
    assert "ratings of 1 photo." in asked[0]
    window.until(lambda: _known(window, folder.path) is None and not window.session.removing)


def _known(window: WindowDriver, path: Path) -> Folder | None:
    folders = window.library.view.snapshot.folders
    return next((one for one in folders if one.path == path), None)


def _state(window: WindowDriver, path: Path) -> FolderState | None:
    found = _known(window, path)
    return found and found.state


def _number(window: WindowDriver, path: Path) -> int:
    found = _known(window, path)
    return found.id if found else 0
