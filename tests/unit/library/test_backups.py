"""Backups hold what the library had: none is replaced by a worse one, whatever the clock says."""

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from visret_desktop import file_changes
from visret_desktop.engine.repair.catalog_recovery import mend
from visret_desktop.engine.runtime import Library
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_deployments import PackageFacts
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.records import Fingerprint, Metadata, Notes
from visret_desktop.library.repair.backups import Backups
from visret_desktop.library.repair.restoring import restore, restore_backup
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

_DAY = 24 * 3600.0
VECTOR = np.asarray([1, 0, 0], np.float32)


def nothing_saved(_encoder: str, _catalog: str) -> None:
    return None


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A catalog with a folder of eight photos, and today's backup of it."""
    path = tmp_path / "catalog.db"
    add(path, tmp_path / "holidays", 8)
    assert Backups(path).make_if_due()
    return path


def add(path: Path, folder: Path, count: int) -> None:
    folder.mkdir(exist_ok=True)
    with closing(Catalog.open(path)) as catalog:
        known = catalog.roots.add(folder)
        with catalog.batch():
            for number in range(count):
                name, content = f"{number}.jpg", f"{number:032x}"
                catalog.put_photo(known.id, name, Fingerprint(1, 1), content, "uid", Metadata())
                catalog.put_embedding(content, "encoder", VECTOR)


def lose(path: Path) -> None:
    for file in path.parent.glob("catalog.db*"):
        file.unlink()


def photos_of(backup: Path) -> int:
    with closing(sqlite3.connect(backup)) as db:
        return int(db.execute("SELECT count(*) FROM photo").fetchone()[0])


def date_back(backup: Path, days: float) -> None:
    os.utime(backup, (time.time() - days * _DAY,) * 2)


def test_todays_backup_is_not_replaced_by_that_of_a_library_that_lost_its_folder(
    path: Path, tmp_path: Path
) -> None:
    backups = Backups(path)
    (good,) = backups.newest_first()
    lose(path)
    add(path, tmp_path / "other", 1)
    for _ in range(5):
        add(path, tmp_path / "other", 1)
        add(path, tmp_path / f"more{time.time_ns()}", 1)
        made = backups.make_if_due()
        assert made is not None
        assert made != good
    assert photos_of(good) == 8
    assert len(backups.newest_first()) <= 4
    assert backups.better_than_catalog() == [good]
    assert backups.best_first()[0] == good


def test_a_better_backup_outlives_the_rotation_but_no_longer_than_a_month(
    path: Path, tmp_path: Path
) -> None:
    backups = Backups(path)
    (today,) = backups.newest_first()
    good = today.with_name("2020-01-01.db")
    today.rename(good)
    lose(path)
    for number in range(5):
        add(path, tmp_path / f"other{number}", 1)
        made = backups.make_if_due()
        assert made is not None
        made.rename(made.with_name(f"2020-02-0{number + 1}.db"))
    assert good in backups.newest_first()
    date_back(good, 31)
    add(path, tmp_path / "last", 1)
    backups.make_if_due()
    assert good not in backups.newest_first()


def test_a_library_that_shrank_does_not_replace_its_backup_at_once(
    path: Path, tmp_path: Path
) -> None:
    backups = Backups(path)
    (good,) = backups.newest_first()
    with closing(Catalog.open(path)) as catalog, catalog.batch():
        catalog.delete_photos([row.photo_id for row in catalog.photo_rows()][:6])
    date_back(good, 1)
    assert backups.make_if_due() not in (None, good)
    assert photos_of(good) == 8


def test_a_folder_inside_another_or_moved_is_not_lost(path: Path, tmp_path: Path) -> None:
    with closing(Catalog.open(path)) as catalog:
        catalog.roots.add(tmp_path)
        assert [folder.path for folder in catalog.folders()] == [tmp_path]
    assert Backups(path).better_than_catalog() == []
    assert Backups(path).make_if_due() is not None
    assert len(Backups(path).newest_first()) == 1


def test_a_backup_from_the_future_is_neither_the_newest_nor_in_the_way(
    path: Path, tmp_path: Path
) -> None:
    backups = Backups(path)
    (first,) = backups.newest_first()
    future = first.with_name("2076-01-01.db")
    first.rename(future)
    os.utime(future, (time.time() + 50 * 365 * _DAY,) * 2)
    for number in range(3):
        add(path, tmp_path / f"later{number}", 1)
        made = backups.make_if_due()
        assert made is not None
        assert backups.newest_first()[0] == made
        made.rename(made.with_name(f"2026-01-0{number + 1}.db"))
    assert future not in backups.newest_first()


def test_backups_of_before_they_were_numbered_go_by_their_time_unless_it_is_to_come(
    path: Path,
) -> None:
    backups = Backups(path)
    (first,) = backups.newest_first()
    with closing(sqlite3.connect(first)) as db:
        db.execute("PRAGMA user_version = 0")
    names = ("a", "b", "c")
    files = [first.with_name(f"{name}.db") for name in names]
    for file in files:
        file.write_bytes(first.read_bytes())
    first.unlink()
    date_back(files[0], 3)
    date_back(files[1], 1)
    date_back(files[2], -9999)
    assert [file.stem for file in backups.newest_first()] == ["b", "a", "c"]


def test_old_backups_go_but_for_the_newest(path: Path, tmp_path: Path) -> None:
    backups = Backups(path)
    (first,) = backups.newest_first()
    old = first.with_name("before-first_schema.db")
    old.write_bytes(first.read_bytes())
    date_back(old, 40)
    date_back(first, 35)
    backups.make_if_due()
    assert backups.newest_first() == [first]


def test_an_empty_catalog_is_never_backed_up(tmp_path: Path) -> None:
    path = tmp_path / "catalog.db"
    Catalog.open(path).close()
    assert Backups(path).make_if_due() is None
    assert Backups(path).newest_first() == []


def test_the_best_backup_is_restored_and_not_the_newest(path: Path, tmp_path: Path) -> None:
    backups = Backups(path)
    lose(path)
    add(path, tmp_path / "other", 1)
    made = backups.make_if_due()
    assert backups.newest_first()[0] == made
    lose(path)
    restored = restore(path, "it is missing", nothing_saved)
    assert (restored.folders, restored.photos) == (1, 8)


def test_what_is_said_of_no_photo_is_not_lost_without_a_word(path: Path) -> None:
    (backup,) = Backups(path).newest_first()
    with closing(Catalog.open(path)) as catalog:
        catalog.annotations.put_package(PackageFacts(title="Otters"))
    restored = restore_backup(path, backup, nothing_saved)
    assert restored is not None
    assert restored.noted_since is None
    assert "places and deployments" in restored.sentence
    restored = restore_backup(path, backup, nothing_saved)
    assert restored is not None
    assert restored.noted_since == 0
    assert "noted" not in restored.sentence


# ---- what people noted --------------------------------------------------------------------------


def test_what_is_noted_without_indexing_is_backed_up(tmp_path: Path) -> None:
    paths = Paths(*(tmp_path / name for name in ("data", "cache", "config")))
    for place in (paths.data, paths.cache, paths.config):
        file_changes.claim(place)
    (tmp_path / "photos").mkdir()
    with Library.open(paths, Settings()) as library, library.writing() as catalog:
        number = catalog.roots.add(tmp_path / "photos").id
        with catalog.batch():
            for at in range(3):
                catalog.put_photo(
                    number, f"{at}.jpg", Fingerprint(1, 1), f"{at:032x}", "", Metadata()
                )
    (_,) = Backups(paths.catalog).newest_first()
    with Library.open(paths, Settings()) as library, library.adding() as catalog:
        catalog.annotations.put_notes({f"{at:032x}": Notes(("kept",)) for at in range(3)})
    (after,) = Backups(paths.catalog).newest_first()
    with closing(CatalogReader(after)) as reader:
        assert len(reader.notes.noted()) == 3
    for suffix in ("", "-wal", "-shm"):
        Path(f"{paths.catalog}{suffix}").unlink(missing_ok=True)
    restored = mend(paths)
    assert restored is not None
    assert "but for what you noted since" in restored.sentence
    with closing(CatalogReader(paths.catalog)) as reader:
        assert len(reader.notes.noted()) == 3


def test_what_was_noted_after_the_backup_is_counted_where_it_can_be(path: Path) -> None:
    (backup,) = Backups(path).newest_first()
    ahead = time.time() + 50 * 365 * _DAY  # whatever the clock said then
    os.utime(backup, (ahead, ahead))
    with closing(Catalog.open(path)) as catalog:
        hashes = [row.content_hash for row in catalog.photo_rows()][:2]
        catalog.annotations.put_notes(dict.fromkeys(hashes, Notes(("late",))))
    restored = restore_backup(path, backup, nothing_saved)
    assert restored is not None
    assert restored.noted_since == 2
    assert "of 2 photos" in restored.sentence
    assert not list(path.parent.glob("*.new*")), "nothing of the making is left behind"
