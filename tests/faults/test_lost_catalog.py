"""The catalog deleted, emptied or cut: whoever comes first restores it or refuses."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.end_to_end.conftest import Profile, fill
from tests.faults.engine_talk import engine_of
from tests.faults.soundness import paths_of
from visret_desktop.engine.indexing.add_folders_job import add_folders
from visret_desktop.engine.messages import AddFolders
from visret_desktop.engine.repair.catalog_recovery import mend
from visret_desktop.engine.runtime import Library
from visret_desktop.gui.library.library_view import LibraryView
from visret_desktop.settings import Settings

TallyUp = Callable[[str, int, str], None]
_PHOTOS = 4


@pytest.fixture(scope="module")
def indexed(make_home: Callable[[str], Profile]) -> Profile:
    """A profile with photos and a backup."""
    profile = make_home("indexed")
    profile.index(fill(profile.home.with_name("photos"), _PHOTOS))
    return profile


@pytest.fixture
def copy(indexed: Profile, tmp_path: Path) -> Profile:
    """A copy of it; its photos stay where they are."""
    shutil.copytree(indexed.home, tmp_path / "copy", symlinks=True)
    return Profile(tmp_path / "copy")


def _delete(catalog: Path) -> None:
    for file in catalog.parent.glob("catalog.db*"):
        file.unlink()


def _empty(catalog: Path) -> None:
    _delete(catalog)
    catalog.touch()


def _cut(catalog: Path) -> None:
    os.truncate(catalog, catalog.stat().st_size // 2)


def _photos_listed(profile: Profile) -> int:
    return sum(folder["photos"] for folder in profile.json("folders", "list")["folders"])


def _backups(profile: Profile) -> dict[str, bytes]:
    folder = profile.home / "data" / "backups"
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("lose", [_delete, _empty, _cut])
def test_listing_folders_restores_and_looking_changes_nothing(
    copy: Profile, lose: Callable[[Path], None], tally: TallyUp
) -> None:
    catalog, backups = paths_of(copy).catalog, _backups(copy)
    lose(catalog)
    left = catalog.read_bytes() if catalog.exists() else None
    assert "catalog" in [fault.partition(":")[0] for fault in copy.faults()]
    assert '"ok": false' in copy.run("doctor", "--json").stdout
    assert (catalog.read_bytes() if catalog.exists() else None) == left
    assert _photos_listed(copy) == _PHOTOS
    assert _backups(copy) == backups
    tally("catalog deleted, emptied, cut, then `doctor`, `folders list`", 1, "told, restored")


@pytest.mark.parametrize("arguments", [["doctor", "--repair"], ["search", "a bird"], ["index"]])
def test_commands_restore(copy: Profile, arguments: list[str]) -> None:
    _empty(paths_of(copy).catalog)
    told = copy.run(*arguments)
    assert told.returncode == 0, told.stderr
    assert "put in its place" in told.stdout + told.stderr
    assert _photos_listed(copy) == _PHOTOS


def test_the_window_makes_none_and_shows_what_is_restored(copy: Profile, qtbot: QtBot) -> None:
    paths = paths_of(copy)
    _empty(paths.catalog)
    view = LibraryView(paths)
    try:
        with qtbot.waitSignal(view.failed, timeout=30_000) as failed:
            view.open()
        assert "it is empty" in failed.args[0]
        assert paths.catalog.stat().st_size == 0
        with engine_of(copy) as engine:
            engine.hello()
            assert "put in its place" in getattr(engine.next(), "sentence", "")
            with qtbot.waitSignal(view.changed, timeout=30_000):
                view.open()
            engine.quit()
        assert view.snapshot.photos == _PHOTOS
    finally:
        view.close()


def test_one_that_goes_away_under_a_running_engine_comes_back(copy: Profile) -> None:
    with engine_of(copy) as engine:
        engine.hello()
        assert engine.search().hits
        _delete(paths_of(copy).catalog)
        assert engine.search().hits
        engine.quit()
    assert mend(paths_of(copy)) is None


def test_without_a_backup_it_is_refused_until_a_new_one_is_asked_for(copy: Profile) -> None:
    paths = paths_of(copy)
    shutil.rmtree(paths.data / "backups")
    _delete(paths.catalog)
    for arguments in (["folders", "list"], ["index"]):
        told = copy.run(*arguments)
        assert told.returncode == 3
        assert "doctor --repair" in told.stderr
        assert not paths.catalog.exists()
    assert "begins anew" in copy.run("doctor", "--repair").stderr
    assert copy.json("folders", "list")["folders"] == []


def test_adding_a_folder_begins_no_new_one_beside_backups(copy: Profile, tmp_path: Path) -> None:
    paths = paths_of(copy)
    library = Library(paths, Settings())
    _delete(paths.catalog)
    with pytest.raises(sqlite3.DatabaseError):
        list(add_folders(library, AddFolders(folders=(str(tmp_path),))))
    assert not paths.catalog.exists()
    assert library.mend_after(sqlite3.DatabaseError("lost")) is not None
    assert _photos_listed(copy) == _PHOTOS
