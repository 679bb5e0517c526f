"""What the program is opened with reaches the one window of its profile, and nothing else does."""

import json
import os
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from visret_desktop.errors import Cancelled, FolderSilent
from visret_desktop.gui.opening import one_window, open_paths
from visret_desktop.gui.opening.one_window import OneWindow, socket_of
from visret_desktop.gui.opening.open_paths import PathSorting
from visret_desktop.gui.opening.open_request import (
    MOST_BYTES,
    OpenRequest,
    as_line,
    of_line,
    opened,
)
from visret_desktop.gui.widgets.background import close_all
from visret_desktop.library.folders.folder_probe import FolderProbe
from visret_desktop.library.writer_lock import WriterLock
from visret_desktop.paths import Paths, claim

TELLING = Path(__file__).with_name("telling_window.py")
ROOT = Path(__file__).parents[2]
PATIENCE = 60


class Person:
    """Somebody with a profile, who starts the program again and again."""

    def __init__(self, home: Path, runtime: Path) -> None:
        self.paths = Paths(home / "data", home / "cache", home / "config")
        own = {f"VISRET_{n.upper()}_DIR": str(home / n) for n in ("data", "cache", "config")}
        path = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
        own |= {"XDG_RUNTIME_DIR": str(runtime), "PYTHONPATH": path}
        self.environment = {**os.environ, **own}

    def show(self, *paths: str | Path) -> "Shown":
        """Open a window that tells."""
        command = [sys.executable, str(TELLING), *map(str, paths)]
        pipe = subprocess.PIPE
        environment = self.environment
        return Shown(subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True))

    def start(self, *paths: str | Path) -> int:
        """Start the program as it is, and return how it ended."""
        command = [sys.executable, "-m", "visret_desktop", "gui", *map(str, paths)]
        return subprocess.run(
            command, env=self.environment, check=False, timeout=PATIENCE
        ).returncode


class Shown:
    """A window in a process of its own."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def tells(self, kind: str) -> list[str]:
        """Wait for the next line of a kind and return the rest of it."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            first, *rest = line.rstrip("\n").split("\t")
            if first == kind:
                return rest
        raise AssertionError(f"it ended before it told {kind}")

    def gets(self, *files: Path) -> None:
        """Have the desktop open files with it."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{file}\n" for file in files))
        self.process.stdin.flush()

    def close(self) -> None:
        """Close the window, or wait for one that is ending."""
        try:
            self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


@pytest.fixture(scope="module")
def runtime() -> Iterator[Path]:
    """A private folder with a path that is short enough for sockets."""
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.setenv("XDG_RUNTIME_DIR", folder)
        yield Path(folder)


@pytest.fixture(scope="module")
def person(tmp_path_factory: pytest.TempPathFactory, runtime: Path, compiled: Path) -> Person:
    made = Person(tmp_path_factory.mktemp("person"), runtime)
    made.paths.data.mkdir()
    made.paths.compiled.symlink_to(compiled)
    return made


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("pictures with ä space")
    made = [folder / f"{number}%41.png" for number in range(7)]
    for path in made:
        Image.new("RGB", (40, 30), "purple").save(path)
    return made


@pytest.fixture(scope="module")
def window(person: Person, pictures: list[Path]) -> Iterator[Shown]:
    """A window that was opened with a picture."""
    shown = person.show(pictures[0])
    assert shown.tells("asked") == [str(pictures[0])]
    yield shown
    shown.close()


def test_a_second_start_hands_its_pictures_over_and_ends(
    window: Shown, person: Person, pictures: list[Path]
) -> None:
    assert person.start(pictures[1].as_uri(), pictures[2], "--query", "at night") == 0
    assert window.tells("shown") == ["True"]
    assert window.tells("asked") == ["at night", *map(str, pictures[1:3])]


def test_what_is_neither_photo_nor_folder_is_said(
    window: Shown, person: Person, pictures: list[Path], tmp_path: Path
) -> None:
    (tmp_path / "letter.txt").write_text("no photo")
    assert person.start(tmp_path / "letter.txt", pictures[0]) == 0
    assert window.tells("asked") == [str(pictures[0])]
    assert window.tells("said") == ["“letter.txt” is neither a photo nor a folder of photos."]
    assert person.start(tmp_path / "nowhere.jpg", tmp_path / "letter.txt") == 0
    words = f"There is no file or folder {tmp_path / 'nowhere.jpg'}. (and 1 more)"
    assert window.tells("said") == [words]


def test_folders_are_told_from_photos_by_what_is_there(qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "called.jpg"
    folder.mkdir()
    parent = QObject()
    sorting = PathSorting(parent)
    with qtbot.waitSignal(sorting.folders_found) as found:
        sorting.sort(opened([str(folder)]))
    close_all(parent)
    assert found.args == [[folder]]


def test_a_disk_that_is_silent_is_asked_once(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def is_silent(_scout: FolderProbe, path: str) -> bool:
        asked.append(path)
        raise FolderSilent(path=path, seconds=2)

    monkeypatch.setattr(FolderProbe, "is_file", is_silent)
    parent = QObject()
    sorting = PathSorting(parent)
    with qtbot.waitSignal(sorting.refused) as refused:
        sorting.sort(opened([f"/photos/{number}.jpg" for number in range(50)]))
    close_all(parent)
    assert asked == ["/photos/0.jpg"]
    assert "/photos/0.jpg" in refused.args[0]


def test_closing_calls_the_scout_back() -> None:
    with pytest.raises(Cancelled):
        open_paths._sorted(["/photos/1.jpg"], lambda: True)


def test_very_many_pictures_become_a_query_of_a_few(
    window: Shown, person: Person, pictures: list[Path]
) -> None:
    assert person.start(*pictures) == 0
    assert window.tells("asked") == list(map(str, pictures[:5]))
    assert "the first 5" in window.tells("said")[0]


def test_files_that_macos_opens_one_by_one_are_one_query(
    window: Shown, pictures: list[Path]
) -> None:
    window.gets(*pictures[3:5])
    assert window.tells("asked") == list(map(str, pictures[3:5]))


@pytest.mark.parametrize(
    "words",
    [
        b"\n",
        b"[[[[\n",
        b"[" * 100_000 + b"\n",
        b'{"paths": ["relative.jpg"]}\n',
        b'{"paths": ["/a\\u0000b.jpg"]}\n',
        b'{"paths": [], "query": 7}\n',
        b'{"command": "quit"}\n',
        b'{"activation": "a b"}\n',
        b"\xff\xfe\n",
        b"x" * (MOST_BYTES + 2),
    ],
)
def test_whoever_says_anything_else_is_sent_away(
    window: Shown, person: Person, words: bytes
) -> None:
    with socket.socket(socket.AF_UNIX) as visitor:
        visitor.settimeout(PATIENCE)
        visitor.connect(socket_of(person.paths))
        answer = b""
        try:
            visitor.sendall(words)
            answer = visitor.recv(100)
        except ConnectionError:
            pass
    assert answer == b""
    assert window.process.poll() is None


def test_only_this_user_may_come(window: Shown, person: Person) -> None:
    place = Path(socket_of(person.paths))
    assert stat.S_IMODE(place.stat().st_mode) & 0o077 == 0
    assert stat.S_IMODE(place.parent.stat().st_mode) & 0o077 == 0


def test_other_profiles_have_windows_of_their_own(
    person: Person, runtime: Path, tmp_path: Path
) -> None:
    other = Person(tmp_path, runtime)
    assert Path(socket_of(other.paths)).parent == runtime
    assert socket_of(other.paths) != socket_of(person.paths)
    assert other.paths.window_lock != person.paths.window_lock


@pytest.mark.slow("Three windows begin, one after the other, each in a process.")
def test_a_window_that_was_killed_is_replaced(
    runtime: Path, pictures: list[Path], tmp_path: Path
) -> None:
    person = Person(tmp_path, runtime)
    first = person.show(pictures[0])
    assert first.tells("asked") == [str(pictures[0])]
    first.process.kill()
    first.close()
    assert Path(socket_of(person.paths)).exists()
    second = person.show(pictures[6])
    assert second.tells("asked") == [str(pictures[6])]
    assert person.start(pictures[5]) == 0
    assert second.tells("asked") == [str(pictures[5])]
    second.close()


def test_a_window_that_is_silent_is_told_once(
    person: Person, runtime: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy = Person(tmp_path, runtime)
    claim(busy.paths)
    monkeypatch.setattr(one_window, "_ANSWER_MS", 100)
    visitors = []
    with WriterLock(busy.paths.window_lock), socket.socket(socket.AF_UNIX) as door:
        door.bind(socket_of(busy.paths))
        door.listen()
        assert not OneWindow(busy.paths).hands_over(opened([], "a fox"))
        door.settimeout(0)
        with suppress(BlockingIOError):
            while True:
                visitors.append(door.accept()[0])
        assert [of_line(visitor.recv(1000)) for visitor in visitors] == [OpenRequest((), "a fox")]
    for visitor in visitors:
        visitor.close()


def test_who_comes_next_finds_the_place_free(runtime: Path, tmp_path: Path, qtbot: QtBot) -> None:
    person, parent = Person(tmp_path, runtime), QObject()
    claim(person.paths)
    ending = OneWindow(person.paths)
    assert not ending.hands_over(opened([]))
    assert ending.listen(parent) is not None
    place = Path(socket_of(person.paths))
    assert place.exists()
    ending.end()
    assert not place.exists()


def test_a_maximized_window_comes_forward_as_it_was(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.showMaximized()
    window.setWindowState(window.windowState() | Qt.WindowState.WindowMinimized)
    one_window.bring_forward(window, "")
    assert (window.isMinimized(), window.isMaximized()) == (False, True)


# ---- what is handed over ----------------------------------------------------------------------


def test_paths_that_are_no_text_arrive_as_they_are() -> None:
    odd = os.fsdecode(b"/photos/\xff\n.jpg")
    assert of_line(as_line(opened([odd], "what", "token"))) == OpenRequest((odd,), "what", "token")


def test_a_message_never_grows_beyond_what_is_taken() -> None:
    many = opened([f"/{number:04}" + "ä" * 2_000 for number in range(2_000)], "query")
    line = as_line(many)
    assert len(line) <= MOST_BYTES
    told = of_line(line)
    assert told is not None
    assert (told.query, told.paths[0]) == ("query", many.paths[0])


def test_whatever_somebody_is_called_with_is_taken() -> None:
    cut = opened(["/a.jpg"], "long " * 3_000, "a token with spaces")
    assert of_line(as_line(cut)) == OpenRequest(("/a.jpg",), ("long " * 3_000)[:10_000], "")
    assert opened([], activation="x" * 201).activation == ""


def test_addresses_and_relative_paths(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    named = ["a.jpg", "", "file:///photos/a%20b%2541.jpg", "file:"]
    assert opened(named).paths == (str(tmp_path / "a.jpg"), "/photos/a b%41.jpg")


@settings(max_examples=40)
@given(st.recursive(st.none() | st.integers() | st.text(), st.lists) | st.binary())
def test_anything_else_is_refused(said: object) -> None:
    line = said if isinstance(said, bytes) else json.dumps(said).encode("utf-8", "replace")
    assert of_line(line) is None


def test_without_the_systems_private_place_we_make_our_own(
    tmp_path: Path, runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    paths.cache.mkdir(mode=0o755)
    paths.cache.chmod(0o755)
    for nowhere in (str(tmp_path / "nowhere"), ""):
        monkeypatch.setenv("XDG_RUNTIME_DIR", nowhere)
        place = Path(socket_of(paths)).parent
        assert stat.S_IMODE(place.stat().st_mode) == 0o700
        assert place.stat().st_uid == os.getuid()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    assert Path(socket_of(paths)).parent == runtime
    deep = runtime / ("x" * 100)
    deep.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(deep))
    assert Path(socket_of(paths)).parent not in (deep, runtime)


def test_one_window_where_the_system_gives_no_private_place(
    tmp_path: Path, pictures: list[Path]
) -> None:
    person = Person(tmp_path, Path())
    del person.environment["XDG_RUNTIME_DIR"]
    shown = person.show(pictures[0])
    assert shown.tells("asked") == [str(pictures[0])]
    assert person.start(pictures[1]) == 0
    assert shown.tells("asked") == [str(pictures[1])]
    shown.close()


def test_a_window_that_cannot_be_reached_is_still_the_only_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_window, "_LONGEST", 0)  # no place is good enough
    paths = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    claim(paths)
    assert socket_of(paths) == ""
    with WriterLock(paths.window_lock):
        assert OneWindow(paths).hands_over(opened([]))
