"""What killed commands leave is listed, can be removed, and never takes another pack along."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import weights
from visret_desktop import file_changes
from visret_desktop.cli.packs.listing import state_of
from visret_desktop.errors import PackDamaged, PackMissing
from visret_desktop.packs.events import PackReady
from visret_desktop.packs.fetching.importing import take_in
from visret_desktop.packs.fetching.staging import INCOMING, settle, staging, unfinished
from visret_desktop.packs.manifest import FILE_NAME, Pack, read_pack, verify
from visret_desktop.packs.pack_list import choices
from visret_desktop.packs.registry import find, installed, leftovers, remove
from visret_desktop.packs.sources import sources_in
from visret_desktop.paths import Paths, claim
from visret_desktop.roles import Role

SIZE = 9 * 2**20  # more than two of the blocks in which files are copied
KILLED = """
import os, signal, sys
from pathlib import Path
from visret_desktop.packs.fetching.importing import take_in
from visret_desktop.packs.sources import sources_in
(source,) = sources_in(Path(sys.argv[2]))
for number, _ in enumerate(take_in(Path(sys.argv[1]), source, lambda: False)):
    if number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    paths = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    claim(paths)
    return paths


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "removed-talk.gguf"  # as earlier versions named what they took away
    path.write_bytes(weights.gguf(bytes(SIZE)))
    return path


def kill_an_import(paths: Paths, model: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(paths.packs), str(model)]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL


def take(paths: Paths, model: Path) -> Pack:
    (source,) = sources_in(model)
    *_, last = take_in(paths.packs, source, lambda: False)
    assert isinstance(last, PackReady)
    return last.pack


def state(paths: Paths, name: str) -> str:
    return next((state_of(each) for each in choices(paths) if each.name == name), "")


def test_a_killed_import_is_listed_with_its_size_and_removed_by_its_name(
    paths: Paths, model: Path
) -> None:
    kill_an_import(paths, model)
    assert state(paths, model.stem) == (
        "unfinished: 8.4 MB of 9.4 MB; import it again, or remove it"
    )
    (choice,) = [each for each in choices(paths) if each.state == "unfinished"]
    assert (choice.role, choice.size_bytes) == (Role.REWRITER, model.stat().st_size)
    assert leftovers(paths) == {model.stem: choice.gathered_bytes}
    assert remove(paths, model.stem).freed_bytes > 2**23
    assert (leftovers(paths), state(paths, model.stem)) == ({}, "")
    with pytest.raises(PackMissing):
        remove(paths, model.stem)


def test_the_next_import_makes_an_end_of_it(paths: Paths, model: Path) -> None:
    kill_an_import(paths, model)
    assert verify(take(paths, model)) == []
    assert leftovers(paths) == {}


def test_what_is_left_of_another_try_is_told_of_a_pack_that_is_there(
    paths: Paths, model: Path
) -> None:
    take(paths, model)
    kill_an_import(paths, model)
    assert state(paths, model.stem) == "ready; 8.4 MB of another try are left"
    remove(paths, model.stem)
    assert leftovers(paths) == {}


def test_an_import_that_an_earlier_version_left_is_listed_too(paths: Paths, model: Path) -> None:
    kill_an_import(paths, model)
    (paths.packs / INCOMING / model.stem / "plan.json").unlink()
    assert state(paths, model.stem).startswith("unfinished: 8.4 MB")


def test_a_stopped_or_refused_import_leaves_nothing(paths: Paths, model: Path) -> None:
    (source,) = sources_in(model)
    events = take_in(paths.packs, source, lambda: False)
    next(events)
    events.close()
    assert leftovers(paths) == {}
    assert [path.name for path in (paths.packs / INCOMING).iterdir()] == [f"{model.stem}.lock"]


def test_another_import_does_not_touch_it(paths: Paths, model: Path, tmp_path: Path) -> None:
    """Its name is one that meant rubbish to earlier versions."""
    rubbish = model.rename(tmp_path / "removed-12345678.gguf")
    kill_an_import(paths, rubbish)
    before = leftovers(paths)
    (tmp_path / "other.gguf").write_bytes(weights.gguf())
    take(paths, tmp_path / "other.gguf")
    settle(paths.packs)
    assert leftovers(paths) == before
    assert before["removed-12345678"] >= 2**23


def test_a_pack_named_as_an_old_version_of_another_is_not_taken_for_it(
    paths: Paths, model: Path, tmp_path: Path
) -> None:
    odd = model.rename(tmp_path / "talk.old-12345678.gguf")
    kill_an_import(paths, odd)
    installed(paths)
    assert not (paths.packs / "talk").exists()
    assert "talk.old-12345678" in leftovers(paths)


def test_a_killed_removal_is_finished_by_the_next_work(paths: Paths, model: Path) -> None:
    pack = take(paths, model)
    aside = paths.packs / INCOMING / ".removed-12345678"
    pack.directory.rename(aside)
    assert leftovers(paths) == {aside.name: pack.size_bytes + (aside / FILE_NAME).stat().st_size}
    with staging(paths.packs, "other"):
        pass
    assert leftovers(paths) == {}


@pytest.mark.parametrize("name", ["{}.old-12345678", ".old-12345678-{}"])
def test_a_death_between_the_two_renames_on_a_drive(
    paths: Paths, model: Path, someones_home: Path, name: str
) -> None:
    (source,) = sources_in(model)
    *_, last = take_in(someones_home, source, lambda: False)
    assert isinstance(last, PackReady)
    old = someones_home / INCOMING / name.format(model.stem)
    old.parent.mkdir()
    last.pack.directory.rename(old)
    settle(someones_home)
    assert read_pack(last.pack.directory) == last.pack
    shutil.copytree(last.pack.directory, old)  # makes `.incoming` anew, too
    with staging(someones_home, model.stem):
        assert not old.exists()
    assert list(unfinished(someones_home)) == []


# ---- what was made of a pack -----------------------------------------------------------------


def test_removing_takes_exports_along_and_those_of_no_other(paths: Paths, model: Path) -> None:
    pack = take(paths, model)
    kept = ["removed-talk-2-12345678", "removed-12345678", "removed-talk-xyz", "talk-12345678"]
    variants = ("", "-drawing", ".new-ab", "-drawing.new-ab")
    gone = [f"{pack.name}-{pack.digest}", *(f"{pack.name}-12345678{end}" for end in variants)]
    for name in (*kept, *gone):
        file_changes.write(paths.compiled / name / "visual.onnx", bytes(10**6))
        file_changes.write(paths.beginnings / name / "a.state", bytes(10**6))
    assert remove(paths, pack.name).freed_bytes > 10 * 10**6
    assert sorted(path.name for path in paths.compiled.iterdir()) == sorted(kept)
    assert sorted(path.name for path in paths.beginnings.iterdir()) == sorted(kept)
    file_changes.write(paths.compiled / gone[0] / "visual.onnx", bytes(10**6))
    assert remove(paths, pack.name).freed_bytes == 10**6, "they alone can be removed, too"


# ---- links in packs --------------------------------------------------------------------------


@pytest.mark.parametrize("loop", ["itself", "each other", "through its folder", "the manifest"])
def test_a_circle_of_links_breaks_one_pack_and_nothing_else(
    paths: Paths, starter_pack: Callable[[Role], Pack], loop: str
) -> None:
    directory = paths.packs / "round"
    shutil.copytree(starter_pack(Role.ENCODER).directory, directory)
    manifest = directory / FILE_NAME
    manifest.write_text(manifest.read_text().replace('"name": "starter"', '"name": "round"'))
    name = FILE_NAME if loop == "the manifest" else "tokenizer.json"
    (directory / name).unlink()
    if loop == "each other":
        (directory / name).symlink_to("other.json")
        (directory / "other.json").symlink_to(name)
    elif loop == "through its folder":
        (directory / "folder").symlink_to(directory)
        (directory / name).symlink_to(f"folder/folder/{name}")
    else:
        (directory / name).symlink_to(name)
    (broken,) = [each for each in installed(paths) if each.name == "round"]
    assert not isinstance(broken, Pack)
    assert "symbolic links" in broken.reason
    with pytest.raises(PackDamaged):
        find(paths, "round")
    if name != FILE_NAME:
        with pytest.raises(PackDamaged, match=r"tokenizer\.json is missing"):
            list(sources_in(directory))
    assert state(paths, "round").startswith("damaged")
    assert os.path.lexists(directory)
    remove(paths, "round")
    assert not os.path.lexists(directory)
