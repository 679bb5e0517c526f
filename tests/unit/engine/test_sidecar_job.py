"""Sidecars are written only where allowed, kept before, put back, and never over other's work."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.unit.interchange.test_sidecars import LIGHTROOM, NOTES, values
from visret_desktop import file_changes
from visret_desktop.engine.field_messages import SidecarSaid, UndoSidecars, WriteSidecars
from visret_desktop.engine.fieldwork.sidecar_job import (
    SidecarsNotAllowed,
    undo_sidecars,
    write_sidecars,
)
from visret_desktop.engine.messages import Finished
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import NotOurs, SidecarChanged, VisretError
from visret_desktop.interchange.sidecars.sidecar_files import SidecarBackups
from visret_desktop.library.records import Fingerprint, Metadata, Notes
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

HASHES = tuple(f"{number:032x}" for number in range(1, 4))


class Desk:
    """A library of three photos with notes, and its folder."""

    def __init__(self, root: Path, *, allowed: bool = True) -> None:
        self.paths = Paths(root / "data", root / "cache", root / "config")
        for place in (self.paths.data, self.paths.cache, self.paths.config):
            file_changes.claim(place)
        self.folder = root / "photos"
        self.folder.mkdir()
        self._opened = ExitStack()
        self.library = self._opened.enter_context(
            Library.open(self.paths, Settings(write_sidecars=allowed))
        )
        with self.library.writing() as catalog:
            number = catalog.roots.add(self.folder).id
            with catalog.batch():
                for name, content in zip("abc", HASHES, strict=True):
                    (self.folder / f"{name}.jpg").write_bytes(b"photo")
                    catalog.put_photo(
                        number, f"{name}.jpg", Fingerprint(5, 1), content, "uid", Metadata()
                    )
            catalog.annotations.put_notes(dict.fromkeys(HASHES, NOTES))

    def close(self) -> None:
        self._opened.close()

    def write(self, *, is_dry_run: bool = False, preferred: Any = "") -> list[SidecarSaid]:
        photos = tuple(self.library.reader.photo_ids("name").tolist())
        request = WriteSidecars(1, photos, preferred, is_dry_run)
        return self._said(write_sidecars(self.library, request))

    def undo(self) -> list[SidecarSaid]:
        return self._said(undo_sidecars(self.library, UndoSidecars(1)))

    def _said(self, events: Iterator[Any]) -> list[SidecarSaid]:
        told = list(events)
        assert isinstance(told[-1], Finished)
        self.summary = told[-1].summary
        return [event for event in told if isinstance(event, SidecarSaid)]

    def sidecars(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in sorted(self.folder.glob("*.xmp*"))}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


def test_nothing_is_written_unless_it_is_allowed(tmp_path: Path) -> None:
    desk = Desk(tmp_path, allowed=False)
    with pytest.raises(SidecarsNotAllowed):
        desk.write()
    with pytest.raises(SidecarsNotAllowed):
        desk.undo()
    said = desk.write(is_dry_run=True)
    assert [Path(one.sidecar).name for one in said] == ["a.jpg.xmp", "b.jpg.xmp", "c.jpg.xmp"]
    assert desk.sidecars() == {}
    desk.close()


def test_written_read_back_and_undone(desk: Desk) -> None:
    (desk.folder / "b.xmp").write_bytes(LIGHTROOM)
    (desk.folder / "b.xmp").chmod(0o640)
    assert desk.write(is_dry_run=True, preferred="full")
    said = desk.write()
    assert desk.summary == {"written": 3, "unchanged": 0, "refused": 0, "dry_run": False}
    assert [one.is_new for one in said] == [True, False, True]
    assert {label: after for label, _, after in said[1].changes}["xmp:Rating"] == ("4",)
    assert values(desk.sidecars()["b.xmp"])["dc:subject"][:3] == ["theirs", "pond", "Heron"]
    assert (desk.folder / "b.xmp").stat().st_mode & 0o777 == 0o640
    assert desk.write() == []
    with desk.library.adding() as catalog:
        catalog.annotations.put_notes({HASHES[0]: Notes()})
    assert desk.write()[0].changes
    assert values(desk.sidecars()["a.xmp"]) == {}
    assert [Path(one.sidecar).name for one in desk.undo()] == ["a.xmp"]
    assert values(desk.sidecars()["a.xmp"])["xmp:Rating"] == ["4"]
    assert len(desk.undo()) == 3
    assert desk.sidecars() == {"b.xmp": LIGHTROOM}
    assert desk.undo() == []


def test_what_others_changed_since_stays(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.write()
    theirs = desk.folder / "a.jpg.xmp"
    theirs.write_bytes(LIGHTROOM)
    said = desk.undo()
    assert [one.code for one in said if one.refusal] == ["sidecar-changed"]
    assert desk.sidecars() == {"a.jpg.xmp": LIGHTROOM}
    real = file_changes.replace_sidecar

    def meanwhile(path: Path, *rest: Any) -> None:
        if path == theirs:
            path.write_bytes(b"another program's")
        real(path, *rest)

    monkeypatch.setattr(file_changes, "replace_sidecar", meanwhile)
    said = desk.write()
    assert {one.code for one in said} == {"", "sidecar-changed"}
    assert desk.summary["refused"] == 1
    assert theirs.read_bytes() == b"another program's"


def test_one_that_cannot_be_written_ends_no_run(desk: Desk) -> None:
    (desk.folder / "a.jpg.xmp").write_bytes(b"<broken")
    (desk.folder / "b.jpg.xmp").mkdir()
    said = desk.write()
    assert [bool(one.refusal) for one in said] == [True, True, False]
    assert desk.summary["written"] == 1
    assert (desk.folder / "a.jpg.xmp").read_bytes() == b"<broken"
    assert all(str(desk.folder) in one.refusal for one in said[:2])


def test_two_names_are_asked_about(desk: Desk) -> None:
    for name in ("a.xmp", "a.jpg.xmp"):
        (desk.folder / name).write_bytes(LIGHTROOM)
    (refused, *others) = desk.write()
    assert refused.code == "several-sidecars"
    assert len(others) == 2
    (said,) = desk.write(preferred="stem")
    assert said.sidecar.endswith("/a.xmp")


@pytest.mark.parametrize(
    ("preferred", "names"),
    [
        ("", ["a.dng.xmp", "a.jpg.xmp", "b.jpg.xmp", "c.jpg.xmp"]),
        ("stem", ["a.xmp", "b.xmp", "c.xmp"]),
    ],
)
def test_the_raw_beside_a_photo_has_a_sidecar_too(
    desk: Desk, preferred: str, names: list[str]
) -> None:
    (desk.folder / "a.dng").write_bytes(b"raw")
    with desk.library.writing() as catalog, catalog.batch():
        of_photo = ("a.jpg", Fingerprint(5, 1), HASHES[0], "uid", Metadata())
        catalog.put_photo(1, *of_photo, companion="a.dng")
    desk.write(preferred=preferred)
    assert sorted(desk.sidecars()) == names
    assert desk.summary["written"] == len(names)
    desk.write(preferred=preferred)
    assert (desk.summary["written"], desk.summary["unchanged"]) == (0, 3)
    desk.undo()
    assert desk.sidecars() == {}


def test_offline_photos_are_said(desk: Desk) -> None:
    desk.folder.rename(desk.folder.with_name("unplugged"))
    assert {one.code for one in desk.write()} == {"offline"}


def test_forgetting_a_folder_takes_backups_and_what_was_ours(desk: Desk) -> None:
    (desk.folder / "b.xmp").write_bytes(LIGHTROOM)
    desk.write()
    assert list(desk.paths.sidecar_backups.rglob("*.xmp"))
    SidecarBackups(desk.paths.sidecar_backups).forget([desk.folder.with_name("other")])
    assert list(desk.paths.sidecar_backups.rglob("*.xmp"))
    with desk.library.writing() as catalog:
        catalog.roots.remove(1)
        desk.library.remove_traces(catalog)
    assert not list(desk.paths.sidecar_backups.rglob("*"))
    assert desk.library.reader.notes.of_sidecar(1, "b.xmp") == ""


# ---- the door ---------------------------------------------------------------------------------


def test_only_plain_xmp_files_in_the_librarys_folders(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (outside / "real.xmp").write_bytes(b"real")
    (inside / "link.xmp").symlink_to(outside / "real.xmp")
    (inside / "linked").symlink_to(outside)
    for path in (inside / "a.jpg", outside / "a.xmp", inside / "linked" / "a.xmp"):
        with pytest.raises(NotOurs):
            file_changes.replace_sidecar(path, None, b"new", [inside])
    with pytest.raises(NotOurs):
        file_changes.replace_sidecar(inside / "link.xmp", b"real", b"new", [inside])
    os.link(outside / "real.xmp", inside / "twice.xmp")
    with pytest.raises(NotOurs):
        file_changes.replace_sidecar(inside / "twice.xmp", b"real", b"new", [inside])
    assert (outside / "real.xmp").read_bytes() == b"real"
    for before in (b"other", b"rea", None):
        (inside / "own.xmp").write_bytes(b"real")
        with pytest.raises(SidecarChanged):
            file_changes.replace_sidecar(inside / "own.xmp", before, b"new", [inside])
    with pytest.raises(SidecarChanged):
        file_changes.replace_sidecar(inside / "gone.xmp", b"real", b"new", [inside])
    assert sorted(path.name for path in inside.iterdir()) == [
        "link.xmp", "linked", "own.xmp", "twice.xmp",
    ]  # fmt: skip


_KILLED = """
import os, signal, sys
from pathlib import Path
from visret_desktop import file_changes
path, moment = Path(sys.argv[1]), sys.argv[2]
real = getattr(os, moment)
def die(*rest, **named):
    os.kill(os.getpid(), signal.SIGKILL)
setattr(os, moment, die)
file_changes.replace_sidecar(path, path.read_bytes(), b"new" * 1000, [path.parent])
"""


@pytest.mark.parametrize("moment", ["fsync", "replace", "fchmod"])
def test_a_kill_leaves_the_old_file_and_the_next_write_sweeps(tmp_path: Path, moment: str) -> None:
    sidecar = tmp_path / "a.xmp"
    sidecar.write_bytes(b"old")
    command = [sys.executable, "-c", _KILLED, str(sidecar), moment]
    assert subprocess.run(command).returncode == -9
    assert sidecar.read_bytes() == b"old"
    file_changes.replace_sidecar(sidecar, b"old", b"new", [tmp_path])
    assert [path.name for path in tmp_path.iterdir()] == ["a.xmp"]
    assert sidecar.read_bytes() == b"new"


def test_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    sidecar = tmp_path / "a.xmp"
    sidecar.write_bytes(b"old")
    limited = (
        "import resource, signal, sys; from pathlib import Path;"
        "from visret_desktop import file_changes; from visret_desktop.errors import VisretError\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "path = Path(sys.argv[1])\n"
        "try: file_changes.replace_sidecar(path, b'old', b'new' * 100, [path.parent])\n"
        "except VisretError as error: print(error)\n"
    )
    ran = subprocess.run([sys.executable, "-c", limited, str(sidecar)], stdout=subprocess.PIPE)
    assert str(sidecar).encode() in ran.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["a.xmp"]
    assert sidecar.read_bytes() == b"old"


def test_the_sentences_say_what_to_do() -> None:
    for error in (SidecarsNotAllowed(), SidecarChanged(path="x")):
        assert isinstance(error, VisretError)
        assert str(error).endswith(".")


# ---- undoing that fails, and then does not ------------------------------------------------------


def test_what_an_absent_drive_could_not_take_back_is_put_back_later(desk: Desk) -> None:
    (desk.folder / "b.xmp").write_bytes(LIGHTROOM)
    desk.write()
    away = desk.folder.with_name("unplugged")
    desk.folder.rename(away)
    assert {one.code for one in desk.undo()} == {"offline"}
    assert desk.summary == {"written": 0, "unchanged": 0, "refused": 3}
    desk.folder.mkdir()  # an empty mount point of the same disk
    desk.undo()
    desk.folder.rmdir()
    away.rename(desk.folder)
    desk.undo()
    assert desk.sidecars() == {"b.xmp": LIGHTROOM}
    assert desk.undo() == []


def test_one_sidecar_that_is_refused_keeps_its_old_bytes(desk: Desk) -> None:
    for name in "ab":
        (desk.folder / f"{name}.xmp").write_bytes(LIGHTROOM)
    desk.write()
    ours = (desk.folder / "a.xmp").read_bytes()
    (desk.folder / "a.xmp").write_bytes(b"another program's")
    assert [one.code for one in desk.undo() if one.refusal] == ["sidecar-changed"]
    (desk.folder / "a.xmp").write_bytes(ours)
    assert [one.refusal for one in desk.undo()] == [""]
    assert desk.sidecars() == {"a.xmp": LIGHTROOM, "b.xmp": LIGHTROOM}


def test_what_stays_refused_does_not_hide_the_writing_before(desk: Desk) -> None:
    desk.write()
    with desk.library.adding() as catalog:
        catalog.annotations.put_notes({HASHES[0]: Notes()})
    desk.write()
    (desk.folder / "a.jpg.xmp").write_bytes(b"another program's")
    assert [one.code for one in desk.undo()] == ["sidecar-changed"]
    codes = [one.code for one in desk.undo()]
    assert codes == ["sidecar-changed", "", "", "sidecar-changed"]
    assert list(desk.sidecars()) == ["a.jpg.xmp"]


def test_a_writing_of_a_clock_that_was_ahead_is_not_the_last_for_ever(desk: Desk) -> None:
    desk.write()
    (writing,) = desk.paths.sidecar_backups.iterdir()
    for year in range(5):  # as the first version named them, by nanoseconds
        ahead = writing.with_name(f"{(3_345_000_000 + year) * 10**9:020}")
        shutil.copytree(writing, ahead)
    shutil.rmtree(writing)
    for noted in (Notes(("later",)), Notes(("latest",))):
        with desk.library.adding() as catalog:
            catalog.annotations.put_notes({HASHES[0]: noted})
        assert len(desk.write()) == 1
    desk.undo()
    assert values(desk.sidecars()["a.jpg.xmp"])["dc:subject"] == ["later"]
    desk.undo()
    assert "pond" in values(desk.sidecars()["a.jpg.xmp"])["dc:subject"]


def test_a_pipe_by_the_name_of_a_sidecar_is_refused_at_once(desk: Desk) -> None:
    os.mkfifo(desk.folder / "a.jpg.xmp")
    (desk.folder / "b.jpg.xmp").write_bytes(LIGHTROOM)
    (desk.folder / "b.jpg.xmp").chmod(0o444)
    said = desk.write()
    assert [one.code for one in said] == ["not-a-plain-file", "sidecar-protected", ""]
    assert (desk.folder / "b.jpg.xmp").read_bytes() == LIGHTROOM


def test_no_advice_makes_a_photo_folder_ours(desk: Desk) -> None:
    (desk.folder / "real").write_bytes(LIGHTROOM)
    (desk.folder / "a.jpg.xmp").symlink_to(desk.folder / "real")
    os.link(desk.folder / "real", desk.folder / "b.jpg.xmp")
    refused = [one.refusal for one in desk.write() if one.refusal]
    assert len(refused) == 2
    assert not any(file_changes.MARK in sentence for sentence in refused)
    with pytest.raises(NotOurs) as error, file_changes.asked_file(Path("/"), ()):
        pass
    assert file_changes.MARK not in str(error.value)
