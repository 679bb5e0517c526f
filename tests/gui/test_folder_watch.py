"""Nothing that happens to a folder goes unseen, whenever it happens."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from visret_desktop.gui.library.folder_watch import FolderWatch
from visret_desktop.library.folders import volumes
from visret_desktop.library.records import Folder, FolderState


def folder(path: Path, state: FolderState = FolderState.ONLINE) -> Folder:
    return Folder(1, path, state, 3, volumes.volume_of(path).uid, 0.0)


@pytest.fixture
def watch(qtbot: QtBot) -> FolderWatch:
    made = FolderWatch()
    yield made
    made.close()


def test_folder_is_reported_when_its_watch_begins(
    watch: FolderWatch, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(watch.changed) as changed:
        watch.follow([folder(tmp_path)], {}, watch=True)
    assert changed.args == [[tmp_path]]
    with qtbot.waitSignal(watch.changed) as changed:
        (tmp_path / "new.jpg").write_bytes(b"x")
    assert changed.args == [[tmp_path]]


def test_missing_folder_is_reported_too(watch: FolderWatch, qtbot: QtBot, tmp_path: Path) -> None:
    with qtbot.waitSignal(watch.changed) as changed:
        watch.follow([folder(tmp_path / "gone")], {}, watch=True)
    assert changed.args == [[tmp_path / "gone"]]


def test_drive_that_is_back_in_its_place(watch: FolderWatch, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"x")
    with qtbot.waitSignal(watch.returned) as returned:
        watch.follow([folder(tmp_path, FolderState.OFFLINE)], {}, watch=False)
        watch.look_for_drives()
    assert returned.args == [[tmp_path]]


def test_drive_that_is_back_in_another_place(
    watch: FolderWatch, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "a.jpg").write_bytes(b"x")
    volume = volumes.volume_of(tmp_path)
    away = folder(Path("/media/gone/trap 7"), FolderState.OFFLINE)
    inside = tmp_path.relative_to(volume.mount_point).as_posix()
    with qtbot.waitSignal(watch.returned) as returned:
        watch.follow([away], {1: (volume.uid, inside)}, watch=False)
        watch.look_for_drives()
    assert returned.args == [[tmp_path]]


def test_drive_that_stays_away_is_no_news(watch: FolderWatch, qtbot: QtBot, tmp_path: Path) -> None:
    away = folder(tmp_path / "gone", FolderState.OFFLINE)
    with qtbot.assertNotEmitted(watch.returned, wait=500):
        watch.follow([away], {}, watch=False)
        watch.look_for_drives()
