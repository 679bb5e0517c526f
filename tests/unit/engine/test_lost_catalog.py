"""A catalog that is missing or empty is restored or refused; none is begun in its place."""

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest

from tests.unit.library.test_backups import add
from visret_desktop.engine.repair.catalog_recovery import mend
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import CatalogDamaged, CatalogLost
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_opening import open_reader
from visret_desktop.library.photos.thumbnails import ThumbnailStore
from visret_desktop.library.repair.backups import Backups
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings


def with_thumbnails(paths: Paths) -> None:
    with closing(ThumbnailStore(paths.thumbnails)) as store:
        store.put_many([("a" * 32, b"a picture")])


def with_vectors(paths: Paths) -> None:
    (paths.index_dir / "encoder").mkdir(parents=True)
    (paths.index_dir / "encoder" / "index.json").write_text("{}")


def with_a_damaged_one(paths: Paths) -> None:
    (paths.data / "damaged").mkdir()


def delete(_catalog: Path) -> None:
    pass


def leave_it_empty(catalog: Path) -> None:
    catalog.touch()


SIGNS = (with_thumbnails, with_vectors, with_a_damaged_one)


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("lose", [delete, leave_it_empty])
def test_none_is_made_where_something_says_that_there_was_one(
    paths: Paths, sign: Callable[[Paths], None], lose: Callable[[Path], None]
) -> None:
    sign(paths)
    lose(paths.catalog)
    before = sorted(path.name for path in paths.data.iterdir())
    with pytest.raises(CatalogDamaged):
        open_reader(paths)
    with pytest.raises(CatalogLost, match="no backup"):
        mend(paths)
    assert not paths.catalog.exists() or paths.catalog.stat().st_size == 0
    assert sorted({path.name for path in paths.data.iterdir()} - {"writer.lock"}) == before


def test_who_asks_for_a_new_one_gets_it_and_goes_on_with_it(paths: Paths) -> None:
    with_thumbnails(paths)
    restored = mend(paths, is_beginning_anew=True)
    assert restored is not None
    assert "was lost" in restored.sentence
    assert mend(paths) is None
    with closing(open_reader(paths)) as reader:
        assert reader.folders() == []


def test_the_first_start_makes_one(paths: Paths) -> None:
    assert mend(paths) is None
    with closing(open_reader(paths)) as reader:
        assert reader.folders() == []


def test_nobody_opens_one_that_is_not_there(paths: Paths) -> None:
    with pytest.raises(FileNotFoundError):
        Catalog.open_readonly(paths.catalog)
    assert not paths.catalog.exists()


def test_one_that_was_made_where_there_was_another_gives_way_to_the_backup(
    paths: Paths, tmp_path: Path
) -> None:
    add(paths.catalog, tmp_path / "holidays", 4)
    assert Backups(paths.catalog).make_if_due()
    paths.catalog.unlink()
    Catalog.open(paths.catalog).close()  # as older versions did
    restored = mend(paths)
    assert restored is not None
    assert restored.photos == 4


@pytest.mark.parametrize("write", [Library.writing, Library.adding])
def test_who_writes_into_a_lost_one_has_its_backup_restored(
    paths: Paths, tmp_path: Path, write: Callable[[Library], AbstractContextManager[Catalog]]
) -> None:
    add(paths.catalog, tmp_path / "holidays", 4)
    assert Backups(paths.catalog).make_if_due()
    with closing(Library(paths, Settings())) as library:
        paths.catalog.unlink()
        with pytest.raises(sqlite3.DatabaseError), write(library):  # `mend_after` sees to it
            pass
    restored = mend(paths)
    assert restored is not None
    assert restored.photos == 4


def test_an_empty_one_stays_that_was_emptied_by_hand(paths: Paths, tmp_path: Path) -> None:
    add(paths.catalog, tmp_path / "holidays", 4)
    assert Backups(paths.catalog).make_if_due()
    with closing(Catalog.open(paths.catalog)) as catalog:
        catalog.roots.remove(catalog.folders()[0].id)
    assert mend(paths) is None
