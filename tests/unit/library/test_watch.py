"""Watching real folders."""

import queue
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from watchfiles import Change

from visret_desktop.library.folders import volumes
from visret_desktop.library.folders.watch import FolderWatcher, Interest

DEBOUNCE = 0.1
SOON = 15.0  # how long a change may take to be told on a busy machine


class Desk:
    """A watcher whose reports can be waited for."""

    def __init__(self) -> None:
        self.reports: queue.SimpleQueue[set[Path]] = queue.SimpleQueue()
        self.is_live = threading.Event()
        self.watcher = FolderWatcher(self.reports.put, DEBOUNCE, self.is_live.set)

    def start(self, *roots: Path) -> None:
        """Watch, and wait until changes are noticed: the system takes a moment to arm."""
        self.is_live.clear()
        self.watcher.start(roots)
        assert self.is_live.wait(SOON)

    def next(self) -> set[Path]:
        return self.reports.get(timeout=SOON)

    def assert_quiet_until_a_photo_in(self, root: Path) -> None:
        """Check that nothing was told up to now: what happens first is told first."""
        (root / "mark.jpg").touch()
        assert self.next() == {root}


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk()
    yield made
    made.watcher.stop()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "root" / "inside").mkdir(parents=True)
    return tmp_path / "root"


@pytest.fixture
def other(tmp_path: Path) -> Path:
    (tmp_path / "other").mkdir()
    return tmp_path / "other"


def test_a_new_a_changed_and_a_deleted_photo_are_told(desk: Desk, root: Path) -> None:
    desk.start(root)
    photo = root / "inside" / "a.JPG"
    for change in (photo.touch, lambda: photo.write_bytes(b"more"), photo.unlink):
        change()
        assert desk.next() == {root}


def test_a_drive_that_is_unmounted_is_told(
    desk: Desk, root: Path, other: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its folder stayed "online" until somebody pressed F5: nothing in it had changed."""
    table = tmp_path / "mounts"
    line = "42 27 7:0 / {} rw,relatime - ext4 /dev/loop0 rw\n"
    table.write_text(line.format("/") + line.format(root))
    monkeypatch.setattr(volumes, "_MOUNTS", table)
    desk.start(root, other)
    without = tmp_path / "without"
    without.write_text(line.format("/"))
    without.replace(table)
    assert desk.next() == {root}
    desk.assert_quiet_until_a_photo_in(other)


def test_sidecars_and_folders_are_told(desk: Desk, root: Path, tmp_path: Path) -> None:
    desk.start(root)
    (root / "a.xmp").touch()
    assert desk.next() == {root}
    (tmp_path / "2024.05 trip").mkdir()
    (tmp_path / "2024.05 trip").rename(root / "2024.05 trip")
    assert desk.next() == {root}
    (root / "2024.05 trip").rename(tmp_path / "away")
    assert desk.next() == {root}


def test_other_files_are_not(desk: Desk, root: Path, other: Path) -> None:
    desk.start(root, other)
    (root / ".hidden").mkdir()
    for name in ("notes.txt", "movie.mp4", "catalog.db-journal", ".hidden/a.jpg", ".b.jpg"):
        (root / name).touch()
    (root / "notes.txt").unlink()
    (root / "catalog.db-journal").unlink()
    desk.assert_quiet_until_a_photo_in(other)


def test_many_changes_are_told_together(desk: Desk, root: Path, other: Path) -> None:
    desk.start(root, other)
    for number in range(5):
        (root / f"{number}.jpg").touch()
        time.sleep(DEBOUNCE / 5)
    assert desk.next() == {root}
    desk.assert_quiet_until_a_photo_in(other)


def test_changes_that_never_cease_are_told_all_the_same(desk: Desk, root: Path) -> None:
    desk.start(root)
    done = threading.Event()

    def pour() -> None:
        number = 0
        while not done.wait(DEBOUNCE / 6):
            (root / f"{(number := number + 1)}.jpg").touch()

    pouring = threading.Thread(target=pour)
    pouring.start()
    try:
        assert desk.next() == {root}
        assert pouring.is_alive()
    finally:
        done.set()
        pouring.join()


def test_only_the_root_that_changed_is_told(desk: Desk, root: Path, other: Path) -> None:
    desk.start(root, other)
    (other / "a.jpg").touch()
    assert desk.next() == {other}


def test_missing_roots_are_left_out(desk: Desk, root: Path, tmp_path: Path) -> None:
    desk.watcher.start([tmp_path / "missing"])
    desk.start(root, tmp_path / "missing")
    (root / "a.jpg").touch()
    assert desk.next() == {root}


def test_starting_again_watches_other_roots(desk: Desk, root: Path, other: Path) -> None:
    desk.start(root)
    desk.start(other)
    (root / "a.jpg").touch()
    desk.assert_quiet_until_a_photo_in(other)


def test_a_root_that_vanishes_ends_nothing(desk: Desk, root: Path, other: Path) -> None:
    desk.start(other, root)
    shutil.rmtree(root)
    time.sleep(3 * DEBOUNCE)
    (other / "a.jpg").touch()
    told = desk.next()
    while other not in told:
        told |= desk.next()


def test_stopping_is_quick_and_final(desk: Desk, root: Path) -> None:
    desk.start(root)
    (root / "late.jpg").touch()
    before = time.monotonic()
    desk.watcher.stop()
    assert time.monotonic() - before < 2.0
    # Without its thread nothing can be told later.
    assert not [thread for thread in threading.enumerate() if thread.name == "watch"]
    assert desk.reports.empty()
    desk.watcher.stop()


def test_the_callback_may_stop_the_watcher(root: Path) -> None:
    stopped = threading.Event()

    def stop(_: set[Path]) -> None:
        watcher.stop()
        stopped.set()

    watcher = FolderWatcher(stop, DEBOUNCE)
    watcher.start([root])
    deadline = time.monotonic() + SOON
    while not stopped.wait(3 * DEBOUNCE) and time.monotonic() < deadline:
        (root / "a.jpg").write_bytes(bytes(str(time.monotonic()), "ascii"))
    assert stopped.is_set()


def test_a_path_behind_a_link_belongs_to_the_root_that_is_the_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    interest = Interest([tmp_path / "link"])
    for place in ("real", "link"):
        path = str(tmp_path / place / "a.jpg")
        assert interest.roots(Change.modified, path) == {tmp_path / "link"}
    assert interest.roots(Change.modified, str(tmp_path / "a.jpg")) == set()
