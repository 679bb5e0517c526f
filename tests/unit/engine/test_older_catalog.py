"""A catalog made by the program of 21 November 2026, three migrations ago, opens as it was.

It has two folders of photos, a file that is none, one that ends early, and, as the encoder was
changed once, vectors of two encoders. `library/older_catalog` has it as SQL; places and encoders
are filled in here.
"""

import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.unit.engine.conftest import Desk, write_photo
from visret_desktop.engine.messages import QueryTerm, Search
from visret_desktop.library import sqlite_files
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.folder_tree import keep_folders
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.folders.disk import DirectDisk
from visret_desktop.models.encoders.encoder import name_of
from visret_desktop.packs.manifest import Pack
from visret_desktop.packs.registry import find
from visret_desktop.paths import Paths
from visret_desktop.roles import Role

OpenDesk = Callable[..., Desk]
OLDER = Path(__file__).parents[1] / "library" / "older_catalog"


@pytest.fixture
def root(tmp_path: Path, paths: Paths, starter_pack: Callable[[Role], Pack], other: str) -> Path:
    """The folder with the photos; the profile has their older catalog."""
    root = Path(shutil.copytree(OLDER / "photos", tmp_path / "photos"))
    place = DirectDisk().place(root)
    text = (OLDER / "catalog.sql").read_text()
    for name, meant in {
        "@ROOT@": str(root),
        "@INSIDE@": place.inside,
        "@VOLUME@": place.volume_uid,
        "@STARTER@": name_of(starter_pack(Role.ENCODER)),
        "@OTHER@": name_of(find(paths, other)),
    }.items():
        text = text.replace(name, meant)
    with closing(sqlite3.connect(paths.catalog)) as db:
        db.executescript(text)
        keep_folders(db)
        db.commit()
        for table in ("photo", "problem"):
            for path, relative, mtime_ns in db.execute(
                f"SELECT path, relative, mtime_ns FROM {table} JOIN folder ON folder.id = folder_id"
            ):
                os.utime(Path(path) / relative, ns=(mtime_ns, mtime_ns))
    return root


def vectors(paths: Paths, columns: str) -> list[Any]:
    with closing(sqlite3.connect(paths.catalog)) as db:
        return db.execute(f"SELECT {columns}, vector FROM embedding ORDER BY label").fetchall()


def test_all_that_was_known_is_known(open_desk: OpenDesk, root: Path, paths: Paths) -> None:
    before = vectors(paths, "label, content_hash, encoder, ''")
    assert len(before) == 8
    reader = open_desk().library.reader
    assert vectors(paths, "label, content_hash, space, region") == before
    assert [folder.path for folder in reader.folders()] == [root / "spring", root / "autumn"]
    assert [row.name for row in reader.photo_rows("name")] == ["a.jpg", "b.jpg", "c.jpg", "cut.jpg"]
    assert {(Path(p.path).name, p.code, p.indexed) for p in reader.problems()} == {
        ("cut.jpg", "truncated", True),
        ("text.jpg", "not-an-image", False),
    }
    assert reader.counts(Filter.of(words=["cut"])) == (1, 0)
    assert list((paths.data / "backups").glob("before-*.db")), "a way back"
    assert reader._db.execute("PRAGMA freelist_count").fetchone() == (0,), "no room is lost"


@pytest.mark.parametrize("encoder", ["starter", "other"])
def test_nothing_is_embedded_again(
    open_desk: OpenDesk, root: Path, paths: Paths, encoder: str
) -> None:
    before = vectors(paths, "label, content_hash, encoder")
    desk = open_desk(encoder=encoder)
    summary = desk.index()
    assert (summary["photos"], summary["indexed"], summary["unchanged"]) == (4, 0, 5)
    assert vectors(paths, "label, content_hash, space") == before
    assert desk.library.encoder.name.startswith(f"{encoder}-")
    for path in (root / "spring").iterdir():
        first = desk.search(Search(1, (QueryTerm(image=str(path)),))).hits[0]
        assert (first.name, first.score) == (path.name, pytest.approx(1, abs=1e-4))


def test_labels_go_on_where_they_were(open_desk: OpenDesk, root: Path, paths: Paths) -> None:
    with closing(sqlite3.connect(paths.catalog)) as db, db:
        db.execute("DELETE FROM embedding WHERE label > 6")  # 8 was given once
    write_photo(root / "spring" / "new.jpg", 5)
    open_desk().index(root / "spring")
    assert max(label for label, _ in vectors(paths, "label")) > 8
    assert min(label for label, _ in vectors(paths, "label")) == 1


def test_who_opens_it_waits_for_another_that_converts_it(
    root: Path, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    sqlite_files.connect(paths.catalog).close()  # as every process leaves it
    monkeypatch.setattr(sqlite_files, "BUSY_SECONDS", 0.05)
    with closing(sqlite3.connect(paths.catalog, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        end = threading.Timer(0.5, other.rollback)
        end.start()
        try:
            with closing(Catalog.open(paths.catalog)) as catalog:
                assert {folder.path for folder in catalog.folders()} == {
                    root / "spring",
                    root / "autumn",
                }
        finally:
            end.join()


def test_its_backup_takes_the_place_of_a_catalog_that_is_lost(
    open_desk: OpenDesk, root: Path, paths: Paths
) -> None:
    desk = open_desk()
    desk.index()  # saves the index, which has the vectors, too
    desk.library.close()
    (backup,) = (paths.data / "backups").glob("before-*.db")
    for file in (*paths.data.glob("catalog.db*"), *(paths.data / "backups").glob("2*.db")):
        file.unlink()
    assert backup.exists()
    again = open_desk()
    assert again.library.restored is not None
    assert [folder.path for folder in again.library.reader.folders()] == [
        root / "spring",
        root / "autumn",
    ]
    assert again.index()["unchanged"] == 5, "vectors came from the index"
    assert len(again.library.indexes.vectors()) == 4
