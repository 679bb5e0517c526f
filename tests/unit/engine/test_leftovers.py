"""What is kept of photos that are gone goes after a while; a removed folder leaves nothing."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.unit.engine.conftest import Desk
from tests.unit.library.test_backups import add
from visret_desktop.engine.repair import folder_traces
from visret_desktop.errors import NotOurs
from visret_desktop.library.catalog import library_roots
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.photos.thumbnails import ThumbnailStore
from visret_desktop.library.records import Fingerprint, Metadata
from visret_desktop.library.repair import orphans as leftovers_module
from visret_desktop.library.repair.orphans import KEPT_DAYS, evict, leftovers
from visret_desktop.paths import Paths

_DAY = 24 * 3600.0


@pytest.fixture
def store(paths: Paths, tmp_path: Path) -> ThumbnailStore:
    """Eight photos with thumbnails, and one thumbnail that never got a photo."""
    add(paths.catalog, tmp_path / "holidays", 8)
    store = ThumbnailStore(paths.thumbnails)
    store.put_many([(f"{number:032x}", b"picture %d" % number * 50) for number in range(9)])
    return store


def delete_photos(catalog: Catalog, count: int) -> None:
    with catalog.batch():
        catalog.delete_photos([row.photo_id for row in catalog.photo_rows("name")][:count])


def test_vectors_and_thumbnails_of_photos_that_are_gone_go_after_a_month(
    paths: Paths, store: ThumbnailStore
) -> None:
    now = time.time()
    with closing(Catalog.open(paths.catalog)) as catalog, closing(store):
        delete_photos(catalog, 3)
        assert evict(catalog, store, now) == 0
        left = leftovers(catalog, store)
        assert (left.vectors, left.thumbnails) == (3, 4)
        assert left.size_bytes > 4 * 400
        assert evict(catalog, store, now + (KEPT_DAYS - 1) * _DAY) == 0
        assert evict(catalog, store, now + (KEPT_DAYS + 1) * _DAY) == 4
        left = leftovers(catalog, store)
        assert (left.vectors, left.thumbnails, left.size_bytes) == (0, 0, 0)
        assert len(store.hashes()) == len(catalog.embeddings.contents()) == 5
    assert b"picture 0picture 0" not in paths.thumbnails.read_bytes()


def test_a_photo_that_comes_back_in_time_finds_its_vector_and_starts_anew(
    paths: Paths, store: ThumbnailStore
) -> None:
    now = time.time()
    with closing(Catalog.open(paths.catalog)) as catalog, closing(store):
        (first,) = [row for row in catalog.photo_rows() if row.name == "0.jpg"]
        delete_photos(catalog, 1)
        evict(catalog, store, now)
        assert catalog.embeddings.has(first.content_hash, "encoder")
        with catalog.batch():
            folder = catalog.folders()[0].id
            place = (folder, "moved.jpg", Fingerprint(1, 1), first.content_hash)
            catalog.put_photo(*place, "uid", Metadata())
        evict(catalog, store, now + 20 * _DAY)
        with catalog.batch():
            catalog.delete_photos([r.photo_id for r in catalog.photo_rows() if r.name[0] == "m"])
        evict(catalog, store, now + 25 * _DAY)
        evict(catalog, store, now + 40 * _DAY)
        assert catalog.embeddings.has(first.content_hash, "encoder")


def test_photos_on_a_drive_that_is_away_are_not_gone(paths: Paths, store: ThumbnailStore) -> None:
    with closing(Catalog.open(paths.catalog)) as catalog, closing(store):
        with catalog.batch():
            catalog.set_offline([row.photo_id for row in catalog.photo_rows()])
        evict(catalog, store, 0.0)
        assert evict(catalog, store, 900 * _DAY) == 1  # the thumbnail that never got a photo
        assert len(catalog.embeddings.contents()) == 8


def test_too_many_go_at_once_and_a_clock_that_was_wrong_keeps_none_for_ever(
    paths: Paths, store: ThumbnailStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    with closing(Catalog.open(paths.catalog)) as catalog, closing(store):
        delete_photos(catalog, 6)
        evict(catalog, store, now + 50 * 365 * _DAY)
        evict(catalog, store, now)
        monkeypatch.setattr(leftovers_module, "MOST", 2)
        assert evict(catalog, store, now) == 5
        assert evict(catalog, store, now + 31 * _DAY) == 2


def test_a_run_does_it_at_its_end(
    desk: Desk, photos: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.index(photos)
    for photo in (photos / "autumn").glob("*.jpg"):
        photo.unlink()
    desk.index()
    library = desk.library
    assert leftovers(library.reader, library.thumbnails).vectors == 6
    monkeypatch.setattr(leftovers_module, "_KEPT_SECONDS", 0.0)
    desk.index()
    assert leftovers(library.reader, library.thumbnails) == leftovers_module.Leftovers(0, 0, 0)
    assert desk.index()["photos"] == 6


# ---- a folder that is removed -------------------------------------------------------------------


def names_in(paths: Paths) -> list[str]:
    files = [path for path in paths.data.glob("catalog.db*") if path.exists()]
    return [path.name for path in files if b"holidays" in path.read_bytes()]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library_roots, "_READERS_MS", 50)


def test_what_a_reader_hinders_is_finished_later_and_told_until_then(
    paths: Paths, tmp_path: Path, open_desk: Callable[..., Desk], impatient: None
) -> None:
    add(paths.catalog, tmp_path / "holidays", 8)
    library = open_desk().library
    (folder,) = library.reader.folders()
    with closing(sqlite3.connect(paths.catalog, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM photo").fetchone()
        with library.writing() as catalog:
            catalog.roots.remove(folder.id)
            library.remove_traces(catalog)
        assert names_in(paths)
        assert library.reader.is_forgetting()
        with library.writing():
            pass
        assert library.reader.is_forgetting()
    library.finish_forgetting()
    assert not library.reader.is_forgetting()
    assert names_in(paths) == []


def test_a_trace_that_cannot_be_deleted_is_told(
    paths: Paths, tmp_path: Path, open_desk: Callable[..., Desk], someones_home: Path
) -> None:
    add(paths.catalog, tmp_path / "holidays", 8)
    library = open_desk().library
    (folder,) = library.reader.folders()
    (someones_home / "2026-01-01.db").write_bytes(b"of somebody")
    (paths.data / "backups").symlink_to(someones_home)
    with library.writing() as catalog:
        catalog.roots.remove(folder.id)
        library.remove_traces(catalog)
        assert catalog.being_forgotten() == [tmp_path / "holidays"]
    assert (someones_home / "2026-01-01.db").read_bytes() == b"of somebody"
    (paths.data / "backups").unlink()
    library.finish_forgetting()
    assert not library.reader.is_forgetting()


def test_lines_go_from_a_log_that_others_go_on_writing(tmp_path: Path) -> None:
    log = tmp_path / "window.log"
    with log.open("ab", buffering=0) as other:
        other.write(b"a line\n/photos/secret/a.jpg is odd\n")
        folder_traces._drop_lines(log, [b"/photos/secret"])
        other.write(b"another\n")
    assert log.read_bytes() == b"a line\nanother\n"


def test_a_log_that_leads_elsewhere_stays(tmp_path: Path, someones_home: Path) -> None:
    theirs = someones_home / "diary.log"
    theirs.write_text("secret\n")
    (tmp_path / "window.log").symlink_to(theirs)
    with pytest.raises((OSError, NotOurs)):
        folder_traces._drop_lines(tmp_path / "window.log", [b"secret"])
    assert theirs.read_text() == "secret\n"
