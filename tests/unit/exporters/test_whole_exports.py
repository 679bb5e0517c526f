"""An export is there whole or not at all: on full disks, after kills, and over earlier ones."""

import json
import os
import subprocess
import sys
from pathlib import Path, PurePosixPath

import pytest

from tests.unit.exporters.exported import Shelf
from visret_desktop import file_changes
from visret_desktop.errors import (
    AlreadyThere,
    AmongPhotos,
    ChangedSince,
    NotFromHere,
    NotOurs,
    VisretError,
)
from visret_desktop.exporters.exporter import FORMATS

ROOT = Path(__file__).parents[3]


def put(path: Path, *names: str, content: bytes = b"new", replacing: bool = False) -> None:
    with file_changes.asked_folder(path, (), is_replacing=replacing) as folder:
        for name in names:
            with folder.file(PurePosixPath(name)) as file:
                file.write(content)


def files_of(path: Path) -> dict[str, bytes]:
    return {
        inside.relative_to(path).as_posix(): inside.read_bytes()
        for inside in sorted(path.rglob("*"))
        if inside.is_file() and inside.name != ".visret-export"
    }


# ---- folders ----------------------------------------------------------------------------------


def test_a_folder_is_replaced_only_if_all_in_it_is_ours(out: Path) -> None:
    made = out / "made"
    put(made, "a.txt", "deep/er/b.txt")
    assert files_of(made) == {"a.txt": b"new", "deep/er/b.txt": b"new"}
    with pytest.raises(AlreadyThere):
        put(made, "c.txt")
    put(made, "c.txt", replacing=True)
    assert files_of(made) == {"c.txt": b"new"}
    (made / "mine.txt").write_text("years of work")
    with pytest.raises(NotFromHere):
        put(made, "d.txt", replacing=True)
    (made / "mine.txt").rename(made / "deep")
    with pytest.raises(NotFromHere):
        put(made, "d.txt", replacing=True)
    assert files_of(made) == {"c.txt": b"new", "deep": b"years of work"}
    assert [path.name for path in out.iterdir()] == ["made"]


def test_a_folder_of_others_stays(out: Path) -> None:
    theirs = out / "theirs"
    theirs.mkdir()
    (out / "file").write_text("mine")
    (out / "link").symlink_to(theirs)
    for name in ("theirs", "file", "link"):
        with pytest.raises(AlreadyThere):
            put(out / name, "a.txt", replacing=True)
    forged = out / "forged"
    forged.mkdir()
    (forged / ".visret-export").write_bytes(b"\xff\xfe nothing of ours")
    (forged / "linked").symlink_to(theirs)
    with pytest.raises(NotFromHere):
        put(forged, "a.txt", replacing=True)
    (forged / "linked").unlink()
    (forged / "mine.txt").write_text("mine")
    (forged / ".visret-export").write_text("mine.txt\n")
    with pytest.raises(NotFromHere):
        put(forged, "a.txt", replacing=True)
    assert (forged / "mine.txt").read_text() == "mine"
    with (
        pytest.raises(AmongPhotos),
        file_changes.asked_folder(theirs / "new", [file_changes.identity(theirs) or (0, 0)]),
    ):
        pass
    assert sorted(path.name for path in out.iterdir()) == ["file", "forged", "link", "theirs"]


def test_what_breaks_off_leaves_no_folder(out: Path) -> None:
    with pytest.raises(ValueError, match="broken"):
        _break_off(out / "made")
    assert not list(out.iterdir())
    with file_changes.asked_folder(out / "made", ()) as folder:
        with pytest.raises(ValueError, match="broken"), folder.file(PurePosixPath("a.txt")):
            raise ValueError("broken")
        for name in ("../out.txt", "/etc/x", "a/../../b"):
            with pytest.raises((NotOurs, OSError)), folder.file(PurePosixPath(name)):
                pass
    assert files_of(out) == {}
    assert [path.name for path in out.iterdir()] == ["made"]


def _break_off(path: Path) -> None:
    with file_changes.asked_folder(path, ()) as folder:
        with folder.file(PurePosixPath("a.txt")) as file:
            file.write(b"x")
        raise ValueError("broken")


# ---- kills ------------------------------------------------------------------------------------

_KILLED = """
import os, shutil, signal, sys
from pathlib import Path, PurePosixPath
from visret_desktop import file_changes
path, kind, moment = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
def die(*rest, **named):
    os.kill(os.getpid(), signal.SIGKILL)
def arm():
    setattr(shutil if moment == "rmtree" else os, moment, die)
if kind == "file":
    with file_changes.asked_file(path, (), is_replacing=True) as file:
        file.write(b"new")
        arm()
else:
    with file_changes.asked_folder(path, (), is_replacing=True) as folder:
        with folder.file(PurePosixPath("a.txt")) as file:
            file.write(b"new")
            arm() if moment == "fsync" else None
        arm()
"""


@pytest.mark.parametrize(
    ("kind", "moment", "left"),
    [
        ("file", "fsync", b"old"),
        ("file", "replace", b"old"),
        ("folder", "fsync", b"old"),
        ("folder", "rename", b"old"),
        ("folder", "rmtree", b"new"),  # after the names were swapped
    ],
)
def test_a_kill_leaves_the_old_or_the_new(out: Path, kind: str, moment: str, left: bytes) -> None:
    path = out / "made"
    if kind == "file":
        path.write_bytes(b"old")
    else:
        put(path, "a.txt", content=b"old")
    ran = subprocess.run([sys.executable, "-c", _KILLED, str(path), kind, moment], cwd=ROOT)
    assert ran.returncode == -9
    assert (path if kind == "file" else path / "a.txt").read_bytes() == left
    if kind == "file":
        with file_changes.asked_file(path, (), is_replacing=True) as file:
            file.write(b"new")
    else:
        put(path, "a.txt", replacing=True)
    assert [each.name for each in out.iterdir()] == ["made"]  # what the kill left is swept


# ---- full disks, places that may only be read -------------------------------------------------

_FULL = """
import json, os, resource, signal, sys
from pathlib import Path
root, out, code = Path(sys.argv[1]), Path(sys.argv[2]), {}
for name in ("data", "cache", "config"):
    os.environ[f"VISRET_{name.upper()}_DIR"] = str(root / name)
from tests.unit.exporters.exported import Shelf
from visret_desktop.errors import VisretError
from visret_desktop.exporters.exporter import FORMATS
shelf = Shelf(root)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
for name in FORMATS:
    shelf.write(name, out / name)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50, resource.RLIM_INFINITY))
    try:
        shelf.write(name, out / f"{name}-full")
    except VisretError as error:
        code[name] = error.code
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(json.dumps(code))
"""


def test_a_full_disk_is_a_sentence_and_leaves_nothing(tmp_path: Path, out: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", _FULL, str(tmp_path), str(out)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    assert json.loads(ran.stdout) == dict.fromkeys(FORMATS, "file-too-large")
    assert {path.name for path in out.iterdir()} == set(FORMATS)


def test_a_place_that_may_not_be_written_is_a_sentence(shelf: Shelf, out: Path) -> None:
    with pytest.raises(VisretError) as raised:
        shelf.write("csv", out / "no" / "a.csv")
    assert raised.value.code == "place-missing"
    if os.geteuid():
        out.chmod(0o500)
        for name in FORMATS:
            with pytest.raises(VisretError) as raised:
                shelf.write(name, out / name)
            assert raised.value.code == "no-permission"


def test_a_folder_with_a_file_that_was_edited_since_stays(out: Path) -> None:
    made = out / "made"
    put(made, "a.txt", "deep/b.txt")
    os.utime(made / "a.txt")  # touched, and the same
    put(made, "a.txt", "deep/b.txt", replacing=True)
    (made / "deep" / "b.txt").write_bytes(b"NEW")  # of the same length
    with pytest.raises(ChangedSince, match=r"deep/b\.txt"):
        put(made, "c.txt", replacing=True)
    (made / "deep" / "b.txt").write_bytes(b"new")
    (made / "empty").mkdir()
    with pytest.raises(NotFromHere):
        put(made, "c.txt", replacing=True)
    (made / "empty").rmdir()
    put(made, "c.txt", replacing=True)
    assert files_of(made) == {"c.txt": b"new"}


def test_a_folder_of_an_older_version_is_replaced_as_before(out: Path) -> None:
    made = out / "made"
    (made / "deep").mkdir(parents=True)
    (made / "deep" / "a.txt").write_bytes(b"old")
    text = "visret made this folder and may replace it. It wrote these files:\ndeep/a.txt\n"
    (made / ".visret-export").write_text(text)
    put(made, "b.txt", replacing=True)
    assert files_of(made) == {"b.txt": b"new"}
