"""Where photos really lie is known, by whatever name."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from visret_desktop.file_changes import Identity
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.protected_folders import _with_those_above, _without, photo_places
from visret_desktop.library.records import Fingerprint, Metadata

PRINT = Fingerprint(1, 2)


def identity(path: Path) -> Identity:
    status = path.stat()
    return status.st_dev, status.st_ino


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    opened = Catalog.open(tmp_path / "catalog.db")
    yield opened
    opened.close()


def put(catalog: Catalog, root: Path, *files: str) -> None:
    folder = catalog.roots.add(root)
    for file in files:
        catalog.put_photo(folder.id, file, PRINT, f"{hash(file):032x}"[-32:], "", Metadata())


def test_links_are_followed_to_where_photos_really_lie(catalog: Catalog, tmp_path: Path) -> None:
    library, elsewhere, desktop = (tmp_path / name for name in ("library", "elsewhere", "desktop"))
    for folder in (library / "trip" / "day", elsewhere / "deep", desktop):
        folder.mkdir(parents=True)
    (desktop / "one.jpg").write_bytes(b"1")
    (library / "2020").symlink_to(elsewhere)
    (library / "trip" / "day" / "best.jpg").symlink_to(desktop / "one.jpg")
    odd = os.fsdecode(b"caf\xe9")
    (library / odd).mkdir()
    put(catalog, library, "trip/day/a.jpg", "trip/day/best.jpg", "2020/deep/b.jpg", f"{odd}/c.jpg")
    catalog.put_problem(1, "gone/x.jpg", PRINT, "unreadable", "No.", False, None)
    found = photo_places(CatalogReader(tmp_path / "catalog.db"), 30)
    expected = (library, library / "trip", library / "trip/day", library / odd, elsewhere)
    assert found == {
        identity(path) for path in (*expected, elsewhere / "deep", desktop / "one.jpg")
    }


def test_outer_folders_are_asked_first_and_what_lies_in_a_silent_one_not_at_all() -> None:
    asked = _with_those_above(["", "nas/b/c", "nas b", "a"])
    assert asked == [".", "a", "nas", "nas/b", "nas/b/c", "nas b"]
    assert _without(asked[2:]) == ["nas b"]
    assert _without(asked) == []


def test_a_large_library_is_looked_through_in_no_time(catalog: Catalog, tmp_path: Path) -> None:
    folders = [f"{year}/{day:03}" for year in range(10) for day in range(50)]
    for folder in folders:
        (tmp_path / "library" / folder).mkdir(parents=True)
    root = catalog.roots.add(tmp_path / "library")
    with catalog.batch():
        for number in range(10_000):
            file = f"{folders[number % 500]}/{number}.jpg"
            catalog.put_photo(root.id, file, PRINT, f"{number:032x}", "", Metadata())
    started = time.monotonic()
    assert len(photo_places(CatalogReader(tmp_path / "catalog.db"), 30)) == 511
    assert time.monotonic() - started < 10  # 0.3 s on a quiet machine, mostly to start the scout
