"""Ours is what carries the mark; nothing else is changed, whatever leads there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from visret_desktop import file_changes
from visret_desktop.errors import AlreadyThere, AmongPhotos, FolderOfOthers, NotOurs
from visret_desktop.file_changes import open_folders

Identity = tuple[int, int]


@pytest.fixture
def ours(someones_home: Path) -> Path:
    folder = someones_home / "ours"
    file_changes.claim(folder)
    return folder


@pytest.fixture
def theirs(someones_home: Path) -> Path:
    folder = someones_home / "theirs"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "thesis.txt").write_text("years of work")
    return folder


def identity(folder: Path) -> Identity:
    status = folder.stat()
    return status.st_dev, status.st_ino


def thesis_is_whole(theirs: Path) -> bool:
    return (theirs / "deep" / "thesis.txt").read_text() == "years of work"


# ---- marks ---------------------------------------------------------------------------------


def test_a_new_and_an_empty_folder_can_be_claimed(someones_home: Path) -> None:
    (someones_home / "empty").mkdir()
    (someones_home / "empty" / ".DS_Store").touch()
    for name in ("new/deeper", "empty"):
        file_changes.claim(someones_home / name)
        assert file_changes.is_own(someones_home / name / "anything")


def test_a_folder_with_other_things_is_not_claimed(theirs: Path) -> None:
    with pytest.raises(FolderOfOthers, match="holds files that are not"):
        file_changes.claim(theirs, known=("catalog.db*",))
    assert not file_changes.is_own(theirs)


def test_a_folder_of_an_older_version_is_claimed(someones_home: Path) -> None:
    old = someones_home / "data"
    old.mkdir()
    for name in ("catalog.db", "catalog.db-wal", "what somebody put here"):
        (old / name).touch()
    with pytest.raises(FolderOfOthers):
        file_changes.claim(old, known=("catalog.db*",))
    file_changes.claim(old, known=("catalog.db*",), signs=("catalog.db",))
    assert file_changes.is_own(old)


# ---- our own places ----------------------------------------------------------------------------


def test_files_of_ours_are_written_moved_and_removed(ours: Path) -> None:
    file_changes.write(ours / "a" / "b.json", b"1")
    file_changes.write(ours / "a" / "b.json", b"2")
    file_changes.move(ours / "a", ours / "c")
    assert (ours / "c" / "b.json").read_bytes() == b"2"
    with file_changes.appending(ours / "c" / "b.json") as file:
        file.write(b"3")
    file_changes.copy(ours / "c" / "b.json", ours / "d")
    assert (ours / "d").read_bytes() == b"23"
    file_changes.remove(ours / "d")
    file_changes.remove(ours / "d")
    file_changes.remove_tree(ours / "c")
    assert sorted(path.name for path in ours.iterdir()) == [file_changes.MARK]


def test_what_fails_in_the_middle_leaves_what_was_there(ours: Path) -> None:
    file_changes.write(ours / "list", b"before")

    def half_write() -> None:
        with file_changes.new_file(ours / "list") as file:
            file.write(b"half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        half_write()
    assert (ours / "list").read_bytes() == b"before"
    assert sorted(path.name for path in ours.iterdir()) == [file_changes.MARK, "list"]


def test_nothing_is_moved_over_something(ours: Path) -> None:
    file_changes.write(ours / "a", b"a")
    file_changes.write(ours / "b", b"b")
    with pytest.raises(FileExistsError):
        file_changes.move(ours / "a", ours / "b")
    file_changes.move(ours / "a", ours / "b", is_replacing=True)
    assert (ours / "b").read_bytes() == b"a"


@pytest.mark.parametrize("way", ["direct", "link to a folder", "link above", "dots"])
def test_other_places_stay_as_they_are(ours: Path, theirs: Path, way: str) -> None:
    (ours / "link").symlink_to(theirs / "deep")
    (ours / "above").symlink_to(theirs)
    folder = {
        "direct": theirs / "deep",
        "link to a folder": ours / "link",
        "link above": ours / "above" / "deep",
        "dots": ours / ".." / "theirs" / "deep",
    }[way]
    target = folder / "thesis.txt"
    mine = ours / "mine"
    file_changes.write(mine, b"m")
    for change in (
        lambda: file_changes.write(target, b""),
        lambda: file_changes.remove(target),
        lambda: file_changes.remove_tree(target),
        lambda: file_changes.move(target, ours / "taken"),
        lambda: file_changes.move(mine, target, is_replacing=True),
        lambda: file_changes.copy(mine, target),
        lambda: file_changes.appending(target).__enter__(),
        lambda: file_changes.link(mine, folder / "new"),
        lambda: file_changes.open_lock(target),
    ):
        with pytest.raises(NotOurs):
            change()
    assert thesis_is_whole(theirs)
    assert sorted(path.name for path in (theirs / "deep").iterdir()) == ["thesis.txt"]


def test_a_tree_is_removed_without_what_its_links_lead_to(ours: Path, theirs: Path) -> None:
    file_changes.write(ours / "tree" / "file", b"1")
    (ours / "tree" / "link").symlink_to(theirs)
    (ours / "tree" / "hard").hardlink_to(theirs / "deep" / "thesis.txt")
    file_changes.remove_tree(ours / "tree")
    (ours / "only a link").symlink_to(theirs)
    file_changes.remove_tree(ours / "only a link")
    assert thesis_is_whole(theirs)
    assert not (ours / "tree").exists()
    assert not (ours / "only a link").is_symlink()


def test_names_that_lead_elsewhere_are_refused(ours: Path, theirs: Path) -> None:
    for name in ("..", "../theirs"):
        with pytest.raises(NotOurs):
            file_changes.remove_tree(ours / name)
    assert thesis_is_whole(theirs)


def test_a_file_that_has_another_name_elsewhere_is_not_written_into(
    ours: Path, theirs: Path
) -> None:
    (ours / "log").hardlink_to(theirs / "deep" / "thesis.txt")
    with pytest.raises(NotOurs), file_changes.appending(ours / "log"):
        pass
    file_changes.write(ours / "log", b"ours")  # a new file takes the name
    assert thesis_is_whole(theirs)


def test_what_is_mounted_in_a_tree_is_not_removed(ours: Path, theirs: Path) -> None:
    """In a mount namespace of its own, where the system allows one."""
    (ours / "tree" / "mounted").mkdir(parents=True)
    script = (
        f"mount --bind '{theirs}' '{ours}/tree/mounted' || exit 77\n"
        'exec "$0" -c \'import sys; from pathlib import Path\n'
        "from visret_desktop import file_changes\n"
        "file_changes.remove_tree(Path(sys.argv[1]))' " + f"'{ours}/tree'"
    )
    command = ["unshare", "--map-root-user", "--mount", "sh", "-c", script, sys.executable]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert thesis_is_whole(theirs)
    if done.returncode != 77 and "unshare" not in done.stderr:
        assert "NotOurs" in done.stderr


def test_left_over_temporary_files_are_swept(ours: Path) -> None:
    ended = subprocess.Popen(["true"])
    ended.wait()
    dead = ours / f"list.{ended.pid}-{'0' * 16}.new"
    alive = ours / f"list.{os.getpid()}-{'0' * 16}.new"
    for path in (dead, alive, ours / "somebody's.new"):
        path.touch()
    file_changes.sweep([ours])
    assert sorted(path.name for path in ours.glob("*.new")) == [alive.name, "somebody's.new"]


# ---- places that a person asked for ----------------------------------------------------------


def test_a_file_that_was_asked_for_is_written_once(theirs: Path) -> None:
    sheet = theirs / "sheet.png"
    with file_changes.asked_file(sheet, ()) as file:
        file.write(b"1")
    with pytest.raises(AlreadyThere), file_changes.asked_file(sheet, ()) as file:
        file.write(b"2")
    assert sheet.read_bytes() == b"1"
    with file_changes.asked_file(sheet, (), is_replacing=True) as file:
        file.write(b"3")
    assert sheet.read_bytes() == b"3"
    assert sorted(path.name for path in theirs.iterdir()) == ["deep", "sheet.png"]


def test_whoever_takes_the_name_first_keeps_it(theirs: Path) -> None:
    sheet = theirs / "sheet.png"
    with pytest.raises(AlreadyThere), file_changes.asked_file(sheet, ()):
        sheet.write_bytes(b"faster")
    assert sheet.read_bytes() == b"faster"


def test_a_link_or_a_folder_is_never_replaced(theirs: Path) -> None:
    (theirs / "sheet.png").symlink_to(theirs / "deep" / "thesis.txt")
    for path in (theirs / "sheet.png", theirs / "deep"):
        with (
            pytest.raises(AlreadyThere),
            file_changes.asked_file(path, (), is_replacing=True) as file,
        ):
            file.write(b"x")
    assert thesis_is_whole(theirs)


@pytest.mark.parametrize("way", ["direct", "deeper", "link into", "link out of", "linked folder"])
def test_nothing_is_written_among_photos(someones_home: Path, theirs: Path, way: str) -> None:
    elsewhere = someones_home / "elsewhere"
    elsewhere.mkdir()
    (theirs / "2020").symlink_to(elsewhere)
    (someones_home / "link").symlink_to(theirs / "deep")
    photos = {identity(theirs)} | ({identity(elsewhere)} if way == "linked folder" else set())
    folder = {
        "direct": theirs,
        "deeper": theirs / "deep",
        "link into": someones_home / "link",
        "link out of": theirs / "2020",
        "linked folder": elsewhere,
    }[way]
    before = sorted(someones_home.rglob("*"))
    with pytest.raises(AmongPhotos), file_changes.asked_file(folder / "sheet.png", photos):
        pass
    with pytest.raises(AmongPhotos):
        file_changes.make_asked_folder(folder / "new" / "newer", photos)
    with pytest.raises(AmongPhotos):
        file_changes.refuse_among_photos(folder / "new" / "newer", photos)
    assert sorted(someones_home.rglob("*")) == before


def test_a_folder_of_ours_gets_a_new_name_where_it_was_asked_for(
    someones_home: Path, theirs: Path
) -> None:
    made = theirs / ".staging"
    file_changes.claim(made)
    file_changes.write(made / "pack" / "weights", b"w")
    with pytest.raises(AlreadyThere):
        file_changes.move_out(made / "pack", theirs / "deep", ())
    with pytest.raises(AmongPhotos):
        file_changes.move_out(made / "pack", theirs / "pack", {identity(theirs)})
    file_changes.move_out(made / "pack", theirs / "pack", ())
    assert (theirs / "pack" / "weights").read_bytes() == b"w"
    assert thesis_is_whole(theirs)


def test_a_marked_folder_may_be_removed_wherever_it_lies(theirs: Path) -> None:
    pack = theirs / "pack"
    file_changes.claim(pack)
    file_changes.write(pack / "weights", b"w")
    file_changes.remove_tree(pack)
    assert not pack.exists()
    assert thesis_is_whole(theirs)


# ---- Windows -------------------------------------------------------------------------------


def test_what_somebody_looks_at_is_replaced_a_moment_later(
    ours: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusals = [PermissionError(), PermissionError()]
    replace = os.replace

    def refused_at_first(*names: str, **folders: int) -> None:
        if refusals:
            raise refusals.pop()
        replace(*names, **folders)

    monkeypatch.setattr(os, "replace", refused_at_first)
    with pytest.raises(PermissionError):
        file_changes.write(ours / "settings", b"first")
    monkeypatch.setattr(open_folders, "_PATIENCE", 30.0)
    file_changes.write(ours / "settings", b"second")
    assert (ours / "settings").read_bytes() == b"second"
    assert refusals == []
